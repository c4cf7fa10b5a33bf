/** A small domain with rows in quarantine, delivered by the real engine, and people to act on it. */
import { expect, onTestFinished } from 'vitest'
import type { Actor, Role } from '@/lib/shared/auth/permissions'
import { connectClient } from '@/lib/shared/db/client'
import { type Database, databaseOf } from '@/lib/shared/db/database'
import { type Adhoc, adhoc, type ShortDataset } from '@/pipeline/tools/testing/adhoc'

/** Noon of the day after the deliveries of a lab. */
export const NOON = new Date('2026-01-06T15:00:00Z')

const DATASETS: ShortDataset[] = [
  {
    name: 'pais',
    columns: { id: 'text', nome: 'text' },
    rules: [{ code: 'PAIS_NOME', kind: 'required', column: 'nome' }],
  },
  {
    name: 'filhos',
    columns: { id: 'text', pai: 'text', v: 'numeric(15,2)', moeda: 'text' },
    money: { amount: 'v', currency: 'moeda' },
    rules: [
      {
        code: 'FILHOS_SEM_PAI',
        kind: 'reference',
        name: 'pai',
        to: 'pais',
        columns: { id: 'pai' },
        quarantined: 'FILHOS_PAI_PRESO',
      },
      { code: 'FILHOS_V', kind: 'range', column: 'v', gt: 0 },
    ],
  },
  {
    name: 'netos',
    columns: { id: 'text', filho: 'text' },
    rules: [
      {
        code: 'NETOS_SEM_FILHO',
        kind: 'reference',
        name: 'filho',
        to: 'filhos',
        columns: { id: 'filho' },
        quarantined: 'NETOS_FILHO_PRESO',
      },
    ],
  },
]

/** Children a, b, c lack parent X; d lacks Y; e is negative; grandchildren wait for a and d. */
const FILES = {
  'PAIS.csv': 'id,nome\nP,Pedro\n',
  'FILHOS.csv':
    'id,pai,v,moeda\na,X,10.50,BRL\nb,X,20.00,BRL\nc,X,-5.00,USD\nd,Y,7.00,BRL\ne,P,-1.00,BRL\nf,P,3.00,BRL\n',
  'NETOS.csv': 'id,filho\nna,a\nnb,a\nnd,d\nnf,f\n',
}

export interface Lab {
  t: Adhoc
  db: Database
  /** key_text → row id. */
  id(key: string): number
  cause(rule: string, value: string): Promise<number>
}

/** Opens a lab; everything is gone when the test is finished. */
export async function openLab(): Promise<Lab> {
  const t = await adhoc(DATASETS)
  const connection = connectClient(t.url)
  onTestFinished(() => connection.end())
  await t.run(FILES)
  const rows = await t.db.rows<{ key: string; id: string }>(
    'SELECT key_text AS key, id FROM quality.quarantine',
  )
  const ids = new Map(rows.map((r) => [r.key, Number(r.id)]))
  return {
    t,
    db: databaseOf(connection.client),
    id: (key) => ids.get(key) as number,
    cause: async (rule, value) => {
      const { id } = await t.db.row<{ id: string }>(
        'SELECT id FROM quality.cause WHERE rule = $1 AND value = $2',
        [rule, value],
      )
      return Number(id)
    },
  }
}

export const person = (role: Role, id: string = role): Actor => ({ id, name: `Ana ${role}`, role })

let wishes = 0
/** A request id that nobody has used. */
export const wish = (): string => {
  wishes += 1
  return `wish-${wishes}-${process.pid}`
}

/** Everything that may be changed by a verb, as one text. */
export const everything = ({ t }: Lab): Promise<string> => t.state()

/** The kept figures say what a recount says: ledger, stock, and what causes hold back. */
export async function expectExact({ t }: Lab): Promise<void> {
  const wrong = await t.db.rows(`
    WITH open AS (
      SELECT q.*, coalesce(q.currency, '') AS cur, (q.first_seen AT TIME ZONE w.time_zone)::date AS day
      FROM quality.quarantine q, quality.workspace w WHERE q.statut = 'A_TRAITER'
    ), stock AS (
      SELECT dataset, rule, cur, day::text, ready::text, count(*) AS n, coalesce(sum(amount), 0) AS a FROM open GROUP BY 1, 2, 3, 4, 5
      UNION ALL SELECT dataset, rule, currency, first_day::text, ready::text, -rows, -amount FROM quality.stock
    ), ledger AS (
      SELECT dataset, rule, cur, '', 'ledger', count(*) AS n, coalesce(sum(amount), 0) AS a FROM open GROUP BY 1, 2, 3
      UNION ALL SELECT dataset, rule, currency, '', 'ledger',
        -(in_rows + reopened_rows + moved_in_rows + revalued_rows - out_rows - moved_out_rows),
        -(in_amount + reopened_amount + moved_in_amount + revalued_amount - out_amount - moved_out_amount)
      FROM quality.flow_daily
    ), causes AS (
      SELECT dataset, root_cause_id::text, cur, (cause_id = root_cause_id)::text, 'cause', count(*) + 1000000 * count(*) FILTER (WHERE ready) AS n, coalesce(sum(amount), 0) AS a
      FROM open GROUP BY 1, 2, 3, 4
      UNION ALL SELECT dataset, cause_id::text, currency, direct::text, 'cause', -rows - 1000000 * ready, -amount FROM quality.cause_stock
    )
    SELECT dataset, rule, cur, day, ready, sum(n) AS n, sum(a) AS a
    FROM (SELECT * FROM stock UNION ALL SELECT * FROM ledger UNION ALL SELECT * FROM causes) x
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0 OR sum(a) <> 0`)
  expect(wrong).toEqual([])
}

/** Sorted `key statut ready` of a dataset's live rows. */
export async function liveOf({ t }: Lab, dataset: string): Promise<string[]> {
  const rows = await t.live(dataset)
  return rows.map((r) => `${r.key_text} ${r.statut}${r.ready ? ' ready' : ''}`)
}

/** Events of a kind in short, `key actor reason note`, sorted. */
export async function eventsOf({ t }: Lab, kind: string): Promise<string[]> {
  const rows = await t.db.rows<{ said: string }>(
    `SELECT concat_ws(' ', q.key_text, e.actor, e.reason, e.note) AS said
    FROM quality.quarantine_event e JOIN quality.quarantine q ON q.id = e.quarantine_id
    WHERE e.kind = $1 ORDER BY e.id`,
    [kind],
  )
  return rows.map((r) => r.said).sort()
}
