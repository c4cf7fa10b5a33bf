'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState, useTransition } from 'react'
import { wishId } from '@/lib/shared/util/random'

export type SettingsVerb =
  | 'create-device'
  | 'revoke-device'
  | 'create-account'
  | 'change-role'
  | 'reset-password'
  | 'delete-account'
  | 'set-thresholds'
  | 'create-channel'
  | 'update-channel'
  | 'delete-channel'
  | 'test-channel'
  | 'rotate-channel-secret'
  | 'retry-notification'
export type SettingsAct = (
  name: SettingsVerb,
  input: unknown,
) => Promise<
  { ok: true } | { ok: false; code: string; message: string; fields?: Record<string, string> }
>

const OWN = ['last_administrator', 'account_exists'] as const

/**
 * Does a verb once per wish, and says in words why it was not done; `fields` are those that the
 * server found invalid.
 */
export function useVerb(act: SettingsAct, name: SettingsVerb) {
  const t = useTranslations()
  const [failure, setFailure] = useState<string>()
  const [fields, setFields] = useState<readonly string[]>([])
  const [done, setDone] = useState(false)
  const [pending, start] = useTransition()
  const asked = useRef({ said: '', requestId: '' })
  const send = (input: object, onDone?: () => void) =>
    start(async () => {
      setDone(false)
      // The same wish again, after an answer that never came, is the same request.
      const said = JSON.stringify(input)
      if (asked.current.said !== said) asked.current = { said, requestId: wishId() }
      const { requestId } = asked.current
      const result = await act(name, { requestId, ...input }).catch(() => ({
        ok: false as const,
        code: 'internal',
      }))
      if (result.ok) {
        asked.current = { said: '', requestId: '' }
        setFailure(undefined)
        setFields([])
        setDone(true)
        onDone?.()
        return
      }
      setFields('fields' in result ? Object.keys(result.fields ?? {}) : [])
      const own = OWN.find((code) => code === result.code)
      const known = t.has(`act.failed.${result.code}` as 'act.failed.internal')
      if (result.code !== 'internal') asked.current = { said: '', requestId: '' }
      setFailure(
        own
          ? t(`settings.failed.${own}`)
          : t(`act.failed.${known ? result.code : 'internal'}` as 'act.failed.internal'),
      )
    })
  return { send, failure, fields, done, pending }
}
