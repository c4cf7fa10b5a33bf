'use client'

import { useTranslations } from 'next-intl'
import { useId, useRef, useState, useTransition } from 'react'
import { wishId } from '@/lib/shared/util/random'

/** What a verb acts on, as the verbs take it. */
export type Target = { ids: number[] } | { cause: number } | { filter: object; expected?: number }
export type RowVerb = 'comment' | 'assign' | 'snooze' | 'claim' | 'close' | 'reopen'
export type Act = (
  name: RowVerb,
  input: unknown,
) => Promise<{ ok: true } | { ok: false; code: string; message: string }>

interface ActDialogProps {
  verb: RowVerb
  domain: string
  target: Target
  /** Rows that it acts on, said before anything is done. */
  count: number
  act: Act
  /** Least role that may; undefined when the reader may. */
  needs?: string
  onDone?(): void
}

const button =
  'whitespace-nowrap rounded-sm border border-line px-2 py-1 hover:bg-panel disabled:text-muted disabled:hover:bg-page'

/** A verb as a button that asks once, then does it once, however often it is clicked. */
export function ActDialog({ verb, domain, target, count, act, needs, onDone }: ActDialogProps) {
  const t = useTranslations('act')
  const roles = useTranslations('shell.roles')
  const terms = useTranslations('terms')
  const dialog = useRef<HTMLDialogElement>(null)
  const [requestId, setRequestId] = useState('')
  const [failure, setFailure] = useState<string>()
  const [pending, start] = useTransition()
  const title = useId()
  if (needs) {
    return (
      <button
        type="button"
        className={button}
        disabled
        title={t('needsRole', { role: roles(needs as 'steward') })}
      >
        {t(verb)}
      </button>
    )
  }
  const open = () => {
    setRequestId(wishId())
    setFailure(undefined)
    dialog.current?.showModal()
  }
  const send = (form: FormData) =>
    start(async () => {
      const result = await act(verb, { requestId, domain, target, ...fieldsOf(verb, form) })
      if (result.ok) {
        dialog.current?.close()
        onDone?.()
      } else setFailure(result.code)
    })
  return (
    <>
      <button type="button" className={button} onClick={open}>
        {t(verb)}
      </button>
      <dialog
        ref={dialog}
        aria-labelledby={title}
        className="m-auto w-[28rem] max-w-[calc(100vw-2rem)] border border-line bg-page p-5 text-ink backdrop:bg-black/40"
      >
        <form action={send} className="flex flex-col gap-3">
          <h2 id={title} className="font-semibold text-lg">
            {t(verb)}
          </h2>
          <p>{t('actsOn', { n: count })}</p>
          <Fields verb={verb} />
          {failure && (
            <p role="alert" className="text-critical">
              {t(`failed.${failure}` as 'failed.internal')}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <button type="button" className={button} onClick={() => dialog.current?.close()}>
              {terms('cancel')}
            </button>
            <button
              type="submit"
              disabled={pending}
              className="rounded-sm bg-ink px-3 py-1 font-semibold text-page disabled:opacity-60"
            >
              {pending ? t('working') : t('confirm')}
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}

function Fields({ verb }: { verb: RowVerb }) {
  const t = useTranslations('act')
  const field = 'rounded-sm border border-line bg-page px-2 py-1'
  if (verb === 'assign') {
    return (
      <label className="flex flex-col gap-1">
        {t('owner')}
        <input name="owner" maxLength={200} className={field} />
      </label>
    )
  }
  if (verb === 'snooze') {
    return (
      <label className="flex flex-col gap-1">
        {t('until')}
        <input name="until" type="date" required className={field} />
      </label>
    )
  }
  const name = { comment: 'text', claim: 'note', close: 'reason', reopen: 'reason' }[verb]
  return (
    <>
      {verb === 'close' && <p className="text-muted">{t('closeHint')}</p>}
      {verb === 'claim' && <p className="text-muted">{t('claimHint')}</p>}
      <label className="flex flex-col gap-1">
        {t(name as 'text')}
        <textarea
          name={name}
          rows={3}
          required={verb === 'comment' || verb === 'close'}
          minLength={verb === 'close' ? 3 : undefined}
          maxLength={2000}
          className={field}
        />
      </label>
    </>
  )
}

/** The form as the verb takes it; a snooze ends when its day ends where the reader is. */
function fieldsOf(verb: RowVerb, form: FormData): Record<string, unknown> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  switch (verb) {
    case 'comment':
      return { text: text('text') }
    case 'assign':
      return { owner: text('owner') || null }
    case 'snooze':
      return { until: new Date(`${text('until')}T23:59:59`).toISOString() }
    case 'claim':
      return { note: text('note') }
    default:
      return { reason: text('reason') }
  }
}
