/** A larger family for tests of crowds and crashes: every row's fate is known beforehand. */
import { type Adhoc, adhoc } from '@/pipeline/tools/testing/adhoc'
import { all, FAMILY, files } from './family'

export const CHILDREN = 60
/** Each child has so many children. */
export const EACH = 2
/** Every fifth child's parent never comes. */
const comes = (i: number) => i % 5 !== 0

export const SETTLING =
  Array.from({ length: CHILDREN }, (_, i) => i).filter(comes).length * (1 + EACH)
export const STAYING = CHILDREN * (1 + EACH) - SETTLING

/** Children wait for parents, grandchildren for children; then most parents come. */
export async function crowd(): Promise<Adhoc> {
  const t = await adhoc(FAMILY)
  const children = Array.from({ length: CHILDREN }, (_, i) => i)
  await t.run(
    all({
      filhos: children.map((i) => `f${i},p${i},${i}.50,BRL`),
      netos: children.flatMap((i) =>
        Array.from({ length: EACH }, (_, k) => `n${i}-${k},f${i},,${k}.00`),
      ),
    }),
  )
  await t.run(files({ pais: children.filter(comes).map((i) => `p${i},1`) }), { mode: 'delta' })
  return t
}

/** How many rows a replay settled, by the events: one exit each, never two. */
export async function exits(t: Adhoc): Promise<{ rows: number; exits: number; silver: number }> {
  const n = await t.db.row<{ rows: string; exits: string; silver: string }>(
    `SELECT count(DISTINCT quarantine_id) AS rows, count(*) AS exits,
      (SELECT count(*) FROM silver.filhos) + (SELECT count(*) FROM silver.netos) AS silver
    FROM quality.quarantine_event WHERE kind = 'EXITED' AND reason = 'REPLAYED'`,
  )
  return { rows: Number(n.rows), exits: Number(n.exits), silver: Number(n.silver) }
}
