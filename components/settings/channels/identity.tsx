import { useTranslations } from 'next-intl'
import { Field, Input, Select } from '@/components/ui/field'
import { LOCALE_NAMES, LOCALES } from '@/lib/shared/i18n/locales'
import {
  CHANNEL_KINDS,
  type ChannelKind,
  WEBHOOK_FORMS,
  type WebhookForm,
} from '@/lib/shared/notify/kinds'
import type { ChannelValues } from './use-channel-form'

interface IdentityProps {
  values: ChannelValues
  set(change: Partial<ChannelValues>): void
  /** The kind is chosen once. */
  isNew: boolean
  /** The name is not one. */
  isWrong: boolean
}

/** A channel's name, kind and language. */
export function Identity({ values, set, isNew, isWrong }: IdentityProps) {
  const t = useTranslations('channels')
  const language = useTranslations('shell')('language')
  return (
    <div className="flex flex-wrap gap-3">
      <Field label={t('name')} problem={isWrong ? t('wrong.name') : undefined}>
        {(field) => (
          <Input
            {...field}
            value={values.name}
            maxLength={100}
            onChange={(event) => set({ name: event.target.value })}
            className="w-56"
          />
        )}
      </Field>
      {isNew && (
        <Field label={t('kind')}>
          {(field) => (
            <Select
              {...field}
              value={values.kind}
              options={CHANNEL_KINDS.map((kind) => [kind, t(`kinds.${kind}`)])}
              onChange={(kind) => set({ kind: kind as ChannelKind })}
            />
          )}
        </Field>
      )}
      {values.kind === 'webhook' && (
        <Field label={t('form')}>
          {(field) => (
            <Select
              {...field}
              value={values.form}
              options={WEBHOOK_FORMS.map((form) => [form, t(`forms.${form}`)])}
              onChange={(form) => set({ form: form as WebhookForm })}
            />
          )}
        </Field>
      )}
      <Field label={language}>
        {(field) => (
          <Select
            {...field}
            value={values.language}
            options={LOCALES.map((locale) => [locale, LOCALE_NAMES[locale]])}
            onChange={(chosen) => set({ language: chosen })}
          />
        )}
      </Field>
    </div>
  )
}
