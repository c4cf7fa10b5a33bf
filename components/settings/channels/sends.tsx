import { useTranslations } from 'next-intl'
import { Check, Field, Select } from '@/components/ui/field'
import type { ChannelValues } from './use-channel-form'

interface SendsProps {
  values: ChannelValues
  set(change: Partial<ChannelValues>): void
  timeZone: string
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** Whether a channel sends, and what: alerts at once, a digest at an hour of the day. */
export function Sends({ values, set, timeZone }: SendsProps) {
  const t = useTranslations('channels')
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
      <Check checked={values.alerts} onChange={(alerts) => set({ alerts })}>
        {t('sendAlerts')}
      </Check>
      <Check checked={values.digest} onChange={(digest) => set({ digest })}>
        {t('sendDigest')}
      </Check>
      {values.digest && (
        <Field label={t('hour', { zone: timeZone })}>
          {(field) => (
            <Select
              {...field}
              value={String(values.digestHour)}
              options={HOURS.map((h) => [String(h), `${String(h).padStart(2, '0')}:00`])}
              onChange={(hour) => set({ digestHour: Number(hour) })}
            />
          )}
        </Field>
      )}
      <Check checked={values.enabled} onChange={(enabled) => set({ enabled })}>
        {t('enabled')}
      </Check>
    </div>
  )
}
