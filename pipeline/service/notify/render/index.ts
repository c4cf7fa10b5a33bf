/** Makes the message of an outbox entry: the language and the links are decided here. */
import { LOCALES } from '@/lib/shared/i18n/locales'
import { renderAlerts } from './alerts'
import { renderDigest } from './digest'
import { AlertsPayload, DigestPayload, TestPayload } from './facts'
import { type Message, oneLine } from './message'
import { type Words, wordsOf } from './words'

/** An outbox entry with what its channel says about it. */
export interface Entry {
  kind: Message['kind']
  messageId: string
  payload: unknown
  channel: { id: number; name: string; language: string }
}

/**
 * @param base where people reach the app, without a slash at the end.
 * @param timeZone of the workspace, for times in the text.
 * @throws ZodError when the payload is none: a fault of the program.
 */
export function renderMessage(entry: Entry, base: string, timeZone: string): Message {
  const { channel, kind, messageId: id } = entry
  const language = LOCALES.find((l) => l === channel.language) ?? 'en'
  const words = wordsOf(language, timeZone)
  const { t } = words
  const { at, subject, lead, sections, data } = contentOf(entry, words, base)
  const state = kind === 'test' ? '' : t('at', { time: words.time(at), zone: timeZone })
  const text = `Lazaret: ${oneLine(subject)}`
  return {
    id,
    kind,
    language,
    subject: text,
    lead: [lead, state].filter(Boolean).join(' '),
    sections,
    links: [
      { label: t('showAlerts'), url: `${base}/alerts` },
      { label: t('showStock'), url: `${base}/` },
    ],
    footer: t('footer', { channel: oneLine(channel.name) }),
    more: (n) => t('more', { n: words.count(n) }),
    document: {
      schema: 'lazaret.notification/1',
      id,
      kind,
      at: new Date(at).toISOString(),
      language,
      channel: { id: channel.id, name: channel.name },
      text,
      url: `${base}/${kind === 'alerts' ? 'alerts' : ''}`,
      ...data,
    },
  }
}

function contentOf({ kind, payload }: Entry, words: Words, base: string) {
  if (kind === 'alerts') {
    const facts = AlertsPayload.parse(payload)
    return { at: facts.at, lead: '', ...renderAlerts(facts, words, base) }
  }
  if (kind === 'digest') {
    const facts = DigestPayload.parse(payload)
    return { at: facts.at, ...renderDigest(facts, words, base) }
  }
  const { at, by } = TestPayload.parse(payload)
  const lead = words.t('test.lead', { who: oneLine(by) })
  return { at, subject: words.t('test.subject'), lead, sections: [], data: { test: { by } } }
}
