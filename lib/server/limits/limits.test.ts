import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Lane, LaneFull } from './lane'
import { NoSlot, Slots } from './slots'

describe('slots', () => {
  it('one person holds few, all together hold the rest, and each is given back once', () => {
    const slots = new Slots(3, 2)
    const ana = [slots.take('ana'), slots.take('ana')]
    expect(() => slots.take('ana')).toThrow(new NoSlot('person'))
    const bob = slots.take('bob')
    expect(() => slots.take('eve')).toThrow(new NoSlot('everybody'))
    ana[0]?.()
    ana[0]?.()
    slots.take('eve')
    expect(() => slots.take('ana')).toThrow(NoSlot)
    bob()
    slots.take('ana')
  })
})

describe('a lane', () => {
  /** Work that lasts until it is told to end; `log` has who began. */
  function open(lane: Lane) {
    const log: string[] = []
    const ends: (() => void)[] = []
    const ask = (person: string, signal?: AbortSignal) =>
      lane.run(
        person,
        () =>
          new Promise<void>((resolve) => {
            log.push(person)
            ends.push(resolve)
          }),
        signal,
      )
    const endFirst = () => {
      ends.shift()?.()
      return tick()
    }
    return { log, ask, endFirst }
  }

  it('serves people in turn, however many pieces one of them has', async () => {
    const { log, ask, endFirst } = open(new Lane({ atOnce: 2, perPerson: 2, waiting: 9 }))
    const all = [...Array(6).fill('ana'), 'bob', 'eve'].map((person) => ask(person))
    await tick()
    expect(log).toEqual(['ana', 'ana'])
    for (let n = 0; n < 8; n++) await endFirst()
    await Promise.all(all)
    expect(log).toEqual(['ana', 'ana', 'ana', 'bob', 'eve', 'ana', 'ana', 'ana'])
  })

  it('leaves room for others while one person fills all of theirs', async () => {
    const { log, ask } = open(new Lane({ atOnce: 3, perPerson: 2, waiting: 9 }))
    for (let n = 0; n < 5; n++) void ask('ana')
    void ask('bob')
    await tick()
    expect(log).toEqual(['ana', 'ana', 'bob'])
  })

  it('refuses more than may wait, and forgets who has left', async () => {
    const { log, ask, endFirst } = open(new Lane({ atOnce: 1, perPerson: 1, waiting: 1 }))
    void ask('ana')
    const leaving = new AbortController()
    const left = ask('ana', leaving.signal)
    await expect(ask('ana')).rejects.toThrow(LaneFull)
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    void ask('bob')
    await endFirst()
    expect(log).toEqual(['ana', 'bob'])
  })
})
