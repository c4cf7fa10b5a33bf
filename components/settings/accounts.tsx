'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { Failure } from '@/components/ui/failure'
import { Input, Select } from '@/components/ui/field'
import { ShownOnce } from '@/components/ui/shown-once'
import { Cell, Head, Table } from '@/components/ui/table'
import { useVerb } from '@/components/ui/use-verb'
import type { Act } from '@/lib/server/commands'
import type { AccountLine } from '@/lib/server/queries/accounts'
import { ROLES } from '@/lib/shared/auth/permissions'
import { type DisplaySettings, formatTime } from '@/lib/shared/format'
import { makePassword } from '@/lib/shared/util/random'

interface AccountsProps {
  accounts: AccountLine[]
  /** The reader's own account. */
  own: string
  timeZone: string
  act: Act
}

type Shown = { who: string; password: string }

/** Who may sign in, as what. */
export function Accounts({ accounts, own, timeZone, act }: AccountsProps) {
  const t = useTranslations('settings')
  const shell = useTranslations('shell')
  const reader: DisplaySettings = { locale: useLocale(), timeZone }
  const { send, failure, pending } = useVerb(act, 'create-account')
  const [shown, setShown] = useState<Shown>()
  const form = useRef<HTMLFormElement>(null)
  const create = (data: FormData) => {
    const email = String(data.get('email')).trim()
    const password = makePassword()
    const input = { name: String(data.get('name')).trim(), email, role: data.get('role'), password }
    send(input, () => {
      setShown({ who: email, password })
      form.current?.reset()
    })
  }
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold text-lg">{t('accounts.title')}</h2>
      <p className="max-w-3xl text-muted">{t('accounts.about')}</p>
      <form
        ref={form}
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          create(new FormData(event.currentTarget))
        }}
      >
        <label className="flex flex-col gap-1">
          {shell('email')}
          <Input name="email" type="email" required className="w-56" />
        </label>
        <label className="flex flex-col gap-1">
          {t('accounts.name')}
          <Input name="name" required maxLength={100} className="w-44" />
        </label>
        <div className="flex flex-col gap-1">
          <span aria-hidden="true">{t('accounts.role')}</span>
          <RoleSelect name="role" label={t('accounts.role')} initial="analyst" />
        </div>
        <Button type="submit" disabled={pending}>
          {t('accounts.create')}
        </Button>
      </form>
      <Failure>{failure}</Failure>
      {shown && (
        <ShownOnce label={t('accounts.passwordOf', { who: shown.who })} value={shown.password} />
      )}
      <Table caption={t('accounts.title')} hidden>
        <thead>
          <tr>
            <Head>{shell('email')}</Head>
            <Head>{t('accounts.name')}</Head>
            <Head>{t('accounts.role')}</Head>
            <Head>{t('accounts.signedIn')}</Head>
            <Head>
              <span className="sr-only">{t('actions')}</span>
            </Head>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <Line
              // A new key per role: the choice starts from the role that is stored.
              key={`${account.id} ${account.role}`}
              account={account}
              own={account.id === own}
              reader={reader}
              act={act}
              onPassword={setShown}
            />
          ))}
        </tbody>
      </Table>
    </section>
  )
}

interface LineProps {
  account: AccountLine
  own: boolean
  reader: DisplaySettings
  act: Act
  onPassword(shown: Shown): void
}

function Line({ account, own, reader, act, onPassword }: LineProps) {
  const t = useTranslations('settings')
  const role = useVerb(act, 'change-role')
  const reset = useVerb(act, 'reset-password')
  const remove = useVerb(act, 'delete-account')
  const [wanted, setWanted] = useState<string>(account.role)
  const { id, email } = account
  const newPassword = () => {
    const password = makePassword()
    reset.send({ account: id, password }, () => onPassword({ who: email, password }))
  }
  return (
    <tr>
      <Cell>
        {email} {own && <span className="text-muted">· {t('you')}</span>}
      </Cell>
      <Cell>{account.name}</Cell>
      <Cell>
        <span className="flex gap-2">
          <RoleSelect
            label={t('accounts.roleOf', { who: email })}
            initial={account.role}
            onChange={setWanted}
          />
          {wanted !== account.role && (
            <Button
              disabled={role.pending}
              onClick={() => role.send({ account: id, role: wanted })}
            >
              {t('save')}
            </Button>
          )}
        </span>
      </Cell>
      <Cell>{account.signedInAt ? formatTime(new Date(account.signedInAt), reader) : '–'}</Cell>
      <Cell>
        <span className="flex flex-wrap gap-2">
          {!own && (
            <ConfirmButton
              label={t('accounts.reset')}
              about={email}
              pending={reset.pending}
              onConfirm={newPassword}
            />
          )}
          <ConfirmButton
            label={t('accounts.remove')}
            about={email}
            pending={remove.pending}
            onConfirm={() => remove.send({ account: id })}
          />
        </span>
        <Failure>{role.failure ?? reset.failure ?? remove.failure}</Failure>
      </Cell>
    </tr>
  )
}

interface RoleSelectProps {
  initial: string
  name?: string
  label?: string
  onChange?(role: string): void
}

function RoleSelect({ initial, name, label, onChange }: RoleSelectProps) {
  const t = useTranslations('shell.roles')
  return (
    <Select
      name={name}
      aria-label={label}
      defaultValue={initial}
      options={ROLES.map((role) => [role, t(role)])}
      onChange={onChange}
    />
  )
}
