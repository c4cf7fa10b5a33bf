import type { Reader } from '@/lib/shared/db/database'

const ID = /^[1-9]\d{0,14}$/

const BY_ID = {
  row: 'SELECT FROM quality.quarantine WHERE id = $1::bigint',
  run: 'SELECT FROM quality.run WHERE id = $1::bigint',
  replay: 'SELECT FROM quality.replay WHERE id = $1::bigint',
  declaration: 'SELECT FROM quality.declaration WHERE id = $1::bigint',
} as const

const BY_CODE = {
  rule: 'SELECT FROM quality.rule WHERE dataset = $1 AND code = $2',
  flag: 'SELECT FROM quality.flag WHERE dataset = $1 AND code = $2',
} as const

/** Whether there is a row, run or replay of this id; what is no id names nothing. */
export async function existsId(db: Reader, what: keyof typeof BY_ID, id: string): Promise<boolean> {
  if (!ID.test(id)) return false
  return (await db.rows(BY_ID[what], [id])).length > 0
}

/** Whether a dataset has ever had this rule or flag. */
export async function existsCode(
  db: Reader,
  what: keyof typeof BY_CODE,
  dataset: string,
  code: string,
): Promise<boolean> {
  return (await db.rows(BY_CODE[what], [dataset, code])).length > 0
}
