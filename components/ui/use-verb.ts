'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState, useTransition } from 'react'
import type { Act, VerbName } from '@/lib/server/commands'
import { makeRequestId } from '@/lib/shared/util/random'

/** Refusals that the settings explain in their own words. */
const OWN = ['last_administrator', 'account_exists'] as const

type OnDone = (result: Record<string, unknown>) => void

/**
 * Does a verb once per request and says in words why it was not done.
 * @returns `send` with the input of the verb; `failure` as a sentence; `fields`, the names of those
 *   that the server found invalid; `done` after a success; `pending` while the server works;
 *   `reset` forgets a failure.
 */
export function useVerb(act: Act, name: VerbName) {
  const t = useTranslations()
  const [failure, setFailure] = useState<string>()
  const [fields, setFields] = useState<readonly string[]>([])
  const [done, setDone] = useState(false)
  const [pending, start] = useTransition()
  const last = useRef({ input: '', requestId: '' })
  const forget = () => {
    last.current = { input: '', requestId: '' }
  }
  const textOf = (code: string) => {
    const own = OWN.find((known) => known === code)
    if (own) return t(`settings.failed.${own}`)
    const known = t.has(`act.failed.${code}` as 'act.failed.internal') ? code : 'internal'
    return t(`act.failed.${known}` as 'act.failed.internal')
  }
  const send = (input: object, onDone?: OnDone, onRefused?: () => void) =>
    start(async () => {
      setDone(false)
      // The same input again, after an answer that never came, is the same request.
      const text = JSON.stringify(input)
      if (last.current.input !== text) last.current = { input: text, requestId: makeRequestId() }
      const { requestId } = last.current
      const outcome = await act(name, { requestId, ...input }).catch(() => ({
        ok: false as const,
        code: 'unanswered',
      }))
      if (outcome.ok) {
        forget()
        setFailure(undefined)
        setFields([])
        setDone(true)
        onDone?.(outcome.result)
        return
      }
      // Whether it was done is not known: the next try is the same request.
      if (outcome.code !== 'internal' && outcome.code !== 'unanswered') forget()
      setFields('fields' in outcome ? Object.keys(outcome.fields ?? {}) : [])
      setFailure(textOf(outcome.code))
      onRefused?.()
    })
  const reset = () => {
    setFailure(undefined)
    setFields([])
  }
  return { send, failure, fields, done, pending, reset }
}
