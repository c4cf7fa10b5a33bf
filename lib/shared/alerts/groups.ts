import type { useTranslations } from 'next-intl'
import { type AlertFigures, alertSentence } from './sentence'

/** Alerts of one kind and level: ten rules over their limits are one thing to read. */
export interface AlertGroup<A> {
  kind: AlertFigures['kind']
  level: AlertFigures['level']
  /** In the order in which they were given; never empty. */
  alerts: [A, ...A[]]
}

/** What ails the loop itself comes before what ails the rows. */
const URGENT = [
  'ledger_broken',
  'run_failed',
  'run_refused',
  'run_missing',
  'claim_refuted',
  'stalled',
  'surge',
  'age',
] as const satisfies AlertFigures['kind'][]

/** Groups alerts, critical ones first, then by what is most urgent. */
export function groupAlerts<A extends Pick<AlertFigures, 'kind' | 'level'>>(
  alerts: readonly A[],
): AlertGroup<A>[] {
  const groups = new Map<string, AlertGroup<A>>()
  for (const alert of alerts) {
    const { kind, level } = alert
    const known = groups.get(`${level} ${kind}`)
    if (known) known.alerts.push(alert)
    else groups.set(`${level} ${kind}`, { kind, level, alerts: [alert] })
  }
  const place = ({ level, kind }: AlertGroup<A>) =>
    (level === 'critical' ? 0 : URGENT.length) + URGENT.indexOf(kind)
  return [...groups.values()].sort((a, b) => place(a) - place(b))
}

/** Where the alerts page has the group. */
export const groupAnchor = ({ level, kind }: Pick<AlertGroup<unknown>, 'level' | 'kind'>) =>
  `${level}-${kind}`

/** What a group says: the sentence of its only alert, or what all of them have in common. */
export function groupSentence(
  t: ReturnType<typeof useTranslations<'alerts'>>,
  first: AlertFigures,
  n: number,
): string {
  return n === 1 ? alertSentence(t, first) : `${n} × ${t(`group.${first.kind}`)}`
}
