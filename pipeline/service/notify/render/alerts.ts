import { alertPath } from '@/lib/shared/alerts/path'
import { alertSentence } from '@/lib/shared/alerts/sentence'
import { ALERT_CHANGES } from '@/lib/shared/db/schema/notify'
import type { AlertFact, AlertsPayload } from './facts'
import { shortened } from './failure'
import type { Item, Section } from './message'
import type { Words } from './words'

/** What an alert is about, in the reader's words. */
function aboutOf(fact: AlertFact, { locale }: Words): string {
  const { rule, domain } = fact.titles
  return fact.rule ? (rule?.[locale] ?? fact.rule) : (domain?.[locale] ?? fact.domain)
}

/** An alert as an entry of a list, with the way to its rows. */
export function alertItem(fact: AlertFact, words: Words, base: string): Item {
  const { t, alerts } = words
  const { dataset } = fact.titles
  const said = typeof fact.detail.message === 'string' ? shortened(fact.detail.message) : undefined
  const detail = [
    alertSentence(alerts, fact),
    said,
    fact.rule,
    fact.dataset ? (dataset?.[words.locale] ?? fact.dataset) : undefined,
    fact.owner,
    t('since', { time: words.time(fact.opened_at) }),
  ]
  return {
    level: fact.level,
    title: aboutOf(fact, words),
    detail: detail.filter(Boolean).join(' · '),
    link: {
      label: fact.rule ? alerts('showRows') : alerts('showRuns'),
      url: base + alertPath(fact),
    },
  }
}

/** What a webhook is told of an alert. */
export function alertData(fact: AlertFact, words: Words, base: string): object {
  const { titles, ...own } = fact
  return {
    ...own,
    text: alertSentence(words.alerts, fact),
    means: titles.rule?.[words.locale] ?? null,
    url: base + alertPath(fact),
  }
}

/** What a sweep changed. @returns subject, list by kind of change, and data. */
export function renderAlerts({ changes }: AlertsPayload, words: Words, base: string) {
  const { t, alerts } = words
  const groups = ALERT_CHANGES.map((change) => ({
    change,
    facts: changes.filter((fact) => fact.change === change),
  })).filter(({ facts }) => facts.length > 0)
  const [only] = changes
  const subject =
    only && changes.length === 1
      ? t(`one.${only.change}`, {
          level: alerts(`level.${only.level}`),
          what: `${alertSentence(alerts, only)} – ${aboutOf(only, words)}`,
        })
      : groups.map(({ change, facts }) => t(`many.${change}`, { n: facts.length })).join(', ')
  const sections: Section[] = groups.map(({ change, facts }) => ({
    heading: t(`change.${change}`),
    items: facts.map((fact) => alertItem(fact, words, base)),
  }))
  return {
    subject,
    sections,
    data: { alerts: changes.map((fact) => alertData(fact, words, base)) },
  }
}
