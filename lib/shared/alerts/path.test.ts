import { expect, it } from 'vitest'
import { alertPath } from './path'

const rule = { dataset: 'd', rule: 'R/1', level: 'warning' as const }
const none = { dataset: null, rule: null, level: 'critical' as const }

it.each([
  [
    { ...rule, kind: 'age' as const, detail: { warn_days: 7, critical_days: 21 } },
    '/rules/d/R%2F1?minAge=7',
  ],
  [
    {
      ...rule,
      kind: 'age' as const,
      level: 'critical' as const,
      detail: { warn_days: 7, critical_days: 21 },
    },
    '/rules/d/R%2F1?minAge=21',
  ],
  [
    { ...rule, kind: 'surge' as const, detail: { day: '2026-02-02' } },
    '/rules/d/R%2F1?day=2026-02-02',
  ],
  [
    { ...rule, kind: 'claim_refuted' as const, detail: { cause: 5, run: 3 } },
    '/rules/d/R%2F1?cause=5',
  ],
  [{ ...rule, kind: 'stalled' as const, detail: { since: '2026-01-01' } }, '/rules/d/R%2F1'],
  [{ ...none, kind: 'run_failed' as const, detail: { run: 12 } }, '/runs/12'],
  [{ ...none, kind: 'run_missing' as const, detail: {} }, '/runs'],
  [{ ...none, dataset: 'd', kind: 'ledger_broken' as const, detail: {} }, '/alerts'],
])('an alert leads to what is behind it: %o', (alert, path) => {
  expect(alertPath(alert)).toBe(path)
})
