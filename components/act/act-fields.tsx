import { useTranslations } from 'next-intl'
import { Input, TextArea } from '@/components/ui/field'
import type { VerbName } from '@/lib/server/commands'

/** The verbs that act on rows and ask for something first. */
export type RowVerb = Extract<
  VerbName,
  'comment' | 'assign' | 'snooze' | 'claim' | 'close' | 'reopen'
>

/** What each status of a row allows. */
export const VERBS_OF: Record<'A_TRAITER' | 'CLASSEE' | 'SOLDEE', readonly RowVerb[]> = {
  A_TRAITER: ['comment', 'assign', 'snooze', 'claim', 'close'],
  CLASSEE: ['comment', 'reopen'],
  SOLDEE: ['comment'],
}

/** The fields of a verb's form. */
export function ActFields({ verb }: { verb: RowVerb }) {
  const t = useTranslations('act')
  if (verb === 'assign') {
    return (
      <label className="flex flex-col gap-1">
        {t('owner')}
        <Input name="owner" maxLength={200} />
      </label>
    )
  }
  if (verb === 'snooze') {
    return (
      <label className="flex flex-col gap-1">
        {t('until')}
        <Input name="until" type="date" required />
      </label>
    )
  }
  const name = ({ comment: 'text', claim: 'note', close: 'reason', reopen: 'reason' } as const)[
    verb
  ]
  return (
    <>
      {verb === 'close' && <p className="text-muted">{t('closeHint')}</p>}
      {verb === 'claim' && <p className="text-muted">{t('claimHint')}</p>}
      <label className="flex flex-col gap-1">
        {t(name)}
        <TextArea
          name={name}
          rows={3}
          required={verb === 'comment' || verb === 'close'}
          minLength={verb === 'close' ? 3 : undefined}
          maxLength={2000}
        />
      </label>
    </>
  )
}

/** The form as input of the verb. A snooze ends when its day ends where the reader is. */
export function inputOf(verb: RowVerb, form: FormData): Record<string, unknown> {
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
