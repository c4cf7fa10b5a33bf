import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Failure } from '@/components/ui/failure'
import { Field, Input } from '@/components/ui/field'
import type { Act } from '@/lib/server/commands'
import type { ChannelChoices, ChannelLine } from '@/lib/server/queries/channels'
import { Identity } from './identity'
import { Only } from './only'
import { Sends } from './sends'
import { useChannelForm } from './use-channel-form'

interface ChannelFormProps {
  /** The one to change; undefined: a new one. */
  channel: ChannelLine | undefined
  choices: ChannelChoices
  timeZone: string
  act: Act
  onClose(): void
  /** A webhook was made: its secret, for the only time. */
  onSecret(secret: { name: string; value: string }): void
}

/** A channel to fill in; what is not right is said at its field, before and after it is sent. */
export function ChannelForm(props: ChannelFormProps) {
  const { channel, choices, timeZone, onClose } = props
  const t = useTranslations('channels')
  const shared = useTranslations()
  const form = useChannelForm(props)
  const { values, set, isWebhook, isWrong } = form
  return (
    <form
      noValidate
      className="flex max-w-3xl flex-col gap-3 border-line border-l-4 py-1 pl-3"
      aria-label={channel ? t('editOf', { name: channel.name }) : t('add')}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <Identity values={values} set={set} isNew={!channel} isWrong={isWrong('name')} />
      <Field
        label={isWebhook ? t('url') : t('mailAddress')}
        problem={isWrong('address') ? t(isWebhook ? 'wrong.url' : 'wrong.mail') : undefined}
      >
        {(field) => (
          <Input
            {...field}
            type={isWebhook ? 'url' : 'email'}
            autoComplete="off"
            value={form.address}
            placeholder={channel?.kind === 'webhook' ? t('urlKept', { to: channel.to }) : undefined}
            onChange={(event) => form.setAddress(event.target.value)}
            className="w-full max-w-xl"
          />
        )}
      </Field>
      <Sends values={values} set={set} timeZone={timeZone} />
      <Only values={values} set={set} choices={choices} />
      <Failure>{form.failure}</Failure>
      <div className="flex gap-2">
        <Button type="submit" disabled={form.pending}>
          {channel ? shared('settings.save') : t('add')}
        </Button>
        <Button onClick={onClose}>{shared('terms.cancel')}</Button>
      </div>
    </form>
  )
}
