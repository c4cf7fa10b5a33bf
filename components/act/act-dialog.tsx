'use client'

import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Failure } from '@/components/ui/failure'
import { useVerb } from '@/components/ui/use-verb'
import type { Act } from '@/lib/server/commands'
import type { Scope } from '@/lib/shared/scope'
import { ActFields, inputOf, type RowVerb } from './act-fields'

interface ActDialogProps {
  verb: RowVerb
  domain: string
  target: Scope
  /** Rows that it acts on, said before anything is done. */
  count: number
  act: Act
  /** Least role that may; undefined when the reader may. */
  needs?: string
  onDone?(): void
}

/** A verb on rows, as a button that opens a dialog with what the verb needs to know. */
export function ActDialog({ verb, domain, target, count, act, needs, onDone }: ActDialogProps) {
  const t = useTranslations('act')
  const roles = useTranslations('shell.roles')
  const terms = useTranslations('terms')
  const dialog = useRef<HTMLDialogElement>(null)
  const { send, failure, pending, reset } = useVerb(act, verb)
  if (needs) {
    return (
      <Button disabled title={t('needsRole', { role: roles(needs as 'steward') })}>
        {t(verb)}
      </Button>
    )
  }
  const open = () => {
    reset()
    dialog.current?.showModal()
  }
  const close = () => dialog.current?.close()
  const done = () => {
    close()
    onDone?.()
  }
  return (
    <>
      <Button onClick={open}>{t(verb)}</Button>
      <Dialog ref={dialog} title={t(verb)}>
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            send({ domain, target, ...inputOf(verb, new FormData(event.currentTarget)) }, done)
          }}
        >
          <p>{t('actsOn', { n: count })}</p>
          <ActFields verb={verb} />
          <Failure>{failure}</Failure>
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{terms('cancel')}</Button>
            <Button type="submit" look="primary" disabled={pending}>
              {pending ? t('working') : t('confirm')}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
