import { expect, it } from 'vitest'
import { openExtract } from './extract'
import { withFile } from './read.testing'

it('a reader gives up on a quote without reading much further', async () => {
  const content = `id,v\n1,"${'a'.repeat(20 * 1024 * 1024)}`
  await withFile(content, async (path) => {
    const extract = await openExtract(path, { columns: 'all', encoding: 'utf-8' })
    const limits = { recordBytes: 3 * 1024 * 1024 }
    const small = await openExtract(path, { columns: 'all', encoding: 'utf-8', limits })
    const seen: [number, string][] = []
    let read = 0
    const options = {
      constant: '',
      firstNumber: 1,
      onProgress: (bytes: number) => {
        read = bytes
      },
      onMalformed: ({ reason }: { reason: string }) => void seen.push([read, reason]),
    }
    for await (const _ of small.copy(options));
    expect(seen.map(([, reason]) => reason)).toEqual(Array(7).fill('too_long'))
    expect(seen[0]?.[0]).toBeLessThan(8 * 1024 * 1024)
    seen.length = 0
    for await (const _ of extract.copy(options));
    expect(seen.map(([, reason]) => reason)).toEqual(Array(2).fill('too_long'))
  })
  const lines = `id,v\n1,"${'a\n'.repeat(2_000_000)}`
  await withFile(lines, async (path) => {
    const extract = await openExtract(path, { columns: 'all', encoding: 'utf-8' })
    const progress: number[] = []
    let first: number | undefined
    const onMalformed = () => {
      first ??= progress.at(-1)
    }
    const onProgress = (bytes: number) => void progress.push(bytes)
    for await (const _ of extract.copy({
      constant: '',
      firstNumber: 1,
      onMalformed,
      onProgress,
    }));
    expect(first).toBeLessThan(1024 * 1024)
  })
})
