/** Partitions come with the rows that need them, in the transaction that writes those. */
import { LazaretError } from '@/lib/shared/errors'
import {
  addPartitionSql,
  partitionName,
  partitionsSql,
  wantedPartitionsSql,
} from '@/pipeline/engine/compile/partitions'
import type { Plan } from '@/pipeline/engine/compile/plan'
import type { JudgeContext } from './context'

/**
 * Adds the partitions that rows about to be written have none for yet. Readers go on meanwhile; a
 * rollback (dry run, preview, refusal, failed check) takes them away again.
 * @param from the rows, as `m`.
 * @throws LazaretError when a row has no value in a partition column: its rules let through what
 *   no partition can hold.
 */
export async function addPartitions(
  { db }: JudgeContext,
  { dataset }: Plan,
  from: string,
): Promise<void> {
  if (!dataset.partition) return
  const wanted = await db.rows<{ values: (number | null)[]; rows: string; sample: string }>(
    wantedPartitionsSql(dataset, from),
  )
  const there = new Set(
    (await db.rows<{ name: string }>(partitionsSql(dataset))).map((p) => p.name),
  )
  for (const { values, rows, sample } of wanted) {
    const known = values.filter((v) => v !== null)
    if (known.length < values.length) {
      throw new LazaretError(
        `${rows} valid rows of ${dataset.name} have no ${dataset.partition.by.join(', ')} and fit no partition (${sample})`,
        3,
        {},
        'A rule must set such rows aside; nothing was changed',
      )
    }
    if (there.has(partitionName(dataset, known))) continue
    for (const statement of addPartitionSql(dataset, known)) await db.exec(statement)
  }
}
