import { alertPath } from '@/lib/shared/alerts/path'
import { wholeDays } from '@/lib/shared/format'
import { alertData, alertItem } from './alerts'
import type { DigestPayload, RuleFact } from './facts'
import type { Item, Section } from './message'
import type { Words } from './words'

interface Figures {
  rows: number
  ready: number
  oldest: string | null
  yesterday: { in: number; out: number }
  today: { in: number; out: number }
}

/** Figures of several rules together. */
function together(rules: RuleFact[]): Figures {
  const sum = (value: (rule: RuleFact) => number) => rules.reduce((n, r) => n + value(r), 0)
  const times = rules.flatMap((r) => (r.oldest ? [r.oldest] : []))
  return {
    rows: sum((r) => r.rows),
    ready: sum((r) => r.ready),
    oldest: times.sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
    yesterday: { in: sum((r) => r.yesterday.in), out: sum((r) => r.yesterday.out) },
    today: { in: sum((r) => r.today.in), out: sum((r) => r.today.out) },
  }
}

/** 120 open · 30 ready · oldest 34 days · yesterday +3 −2 · today +0 −1 */
function inWords(f: Figures, at: string, { t, count }: Words): string {
  const moved = (m: { in: number; out: number }) => ({ in: count(m.in), out: count(m.out) })
  const oldest = f.oldest
    ? [t('digest.oldest', { n: wholeDays(new Date(f.oldest), new Date(at)) })]
    : []
  return [
    t('digest.open', { n: count(f.rows) }),
    t('digest.ready', { n: count(f.ready) }),
    ...oldest,
    t('digest.yesterday', moved(f.yesterday)),
    t('digest.today', moved(f.today)),
  ].join(' · ')
}

const rulePath = (rule: RuleFact) =>
  alertPath({ kind: 'stalled', level: 'warning', detail: {}, ...rule })

/** The digest of a day: figures per owner, alerts, then each owner's rules, most open rows first. */
export function renderDigest(digest: DigestPayload, words: Words, base: string) {
  const { t, locale } = words
  const { at, alerts, rules } = digest
  const all = together(rules)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const subject = t('digest.subject', {
    day: day.format(new Date(digest.day)),
    rows: all.rows,
    ready: words.count(all.ready),
    alerts: alerts.length,
  })
  const owners = [...new Set(rules.map((r) => r.owner))]
  const item = (rule: RuleFact): Item => ({
    level: null,
    title: rule.titles.rule?.[locale] ?? rule.rule,
    detail: `${rule.rule} · ${inWords(rule, at, words)}`,
    link: { label: words.alerts('showRows'), url: base + rulePath(rule) },
  })
  const perOwner = owners.map((owner) => {
    const own = rules.filter((r) => r.owner === owner)
    return { owner, own, figures: together(own) }
  })
  const byOwner = perOwner.map(({ owner, figures }) => ({
    level: null,
    title: owner ?? t('digest.nobody'),
    detail: inWords(figures, at, words),
  }))
  const sections: Section[] = [
    ...(byOwner.length > 0 ? [{ heading: t('digest.owners'), items: byOwner }] : []),
    ...(alerts.length > 0
      ? [
          {
            heading: t('digest.alerts'),
            items: alerts.map((fact) => alertItem(fact, words, base)),
          },
        ]
      : []),
    ...perOwner.map(({ owner, own }) => ({
      heading: owner ?? t('digest.nobody'),
      items: own.map(item),
    })),
  ]
  const lead = alerts.length === 0 ? ` ${t('digest.noAlerts')}` : ''
  const data = {
    digest: {
      day: digest.day,
      ...all,
      owners: perOwner.map(({ owner, own, figures }) => ({
        owner,
        ...figures,
        rules: own.map(({ titles, ...rule }) => ({
          ...rule,
          means: titles.rule?.[locale] ?? null,
          url: base + rulePath({ titles, ...rule }),
        })),
      })),
      alerts: alerts.map((fact) => alertData(fact, words, base)),
    },
  }
  return { subject, sections, data, lead: `${inWords(all, at, words)}.${lead}` }
}
