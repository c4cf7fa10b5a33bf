import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { UsageError } from '@/lib/shared/errors'
import { projectRoot, readSettings } from '.'

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(readSettings({}).DATABASE_URL).toBeUndefined()
    expect(readSettings({})).toMatchObject({
      LAZARET_DATA: path.join(projectRoot, '.lazaret'),
      LAZARET_TIMEZONE: 'America/Sao_Paulo',
      PORT: 3000,
      HOST: '127.0.0.1',
      LAZARET_DEMO: 'on',
    })
  })

  it('takes what is set, and reads an empty variable as unset', () => {
    const settings = readSettings({
      DATABASE_URL: ' ',
      LAZARET_DATA: '/srv/lazaret',
      LAZARET_TIMEZONE: 'Europe/Paris',
      PORT: '8080',
      HOST: '',
    })
    expect(settings).toMatchObject({
      DATABASE_URL: undefined,
      LAZARET_DATA: '/srv/lazaret',
      LAZARET_TIMEZONE: 'Europe/Paris',
      PORT: 8080,
      HOST: '127.0.0.1',
    })
  })

  it.each([
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgres://a:b c@[x/'],
    ['LAZARET_TIMEZONE', 'Brasilia'],
    ['LAZARET_TIMEZONE', '+03:00'],
    ['PORT', '0'],
    ['PORT', '70000'],
    ['PORT', 'abc'],
    ['LAZARET_DEMO', 'no'],
    ['LAZARET_SMTP_URL', 'mail.example.com'],
    ['LAZARET_MAIL_FROM', 'Lazaret'],
    ['LAZARET_URL', 'lazaret.example.com'],
    ['LAZARET_URL', 'https://lazaret.example.com/?a=1'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(UsageError)
    expect(() => readSettings({ [name]: value })).toThrow(name)
  })
})
