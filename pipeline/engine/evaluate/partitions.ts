/** Partitions come with the rows that need them, in the transaction that writes those. */
import { LazaretError } from '@/lib/shared/errors'
import type { DatasetPlan } from '@/pipeline/engine/compile/plan'
import { titled } from '@/pipeline/engine/compile/relations'
import type { EvaluationContext } from './context'

/**
 * Adds the partitions that rows about to be written have none for yet. Readers go on meanwhile; a
 * rollback (dry run, preview, refusal, failed check) takes them away again.
 * @param from the rows, as `m`.
 * @throws LazaretError when a row has no value in a partition column: its rules let through what
 *   no partition can hold.
 */
export async function addPartitions(
  { db }: EvaluationContext,
  { dataset, dialect }: DatasetPlan,
  from: string,
): Promise<void> {
  if (!dataset.partition) return
  const wanted = await db.rows<{ values: (number | null)[]; rows: string; sample: string }>(
    titled('Which partitions the rows need', dialect.wantedPartitions(dataset, from)),
  )
  const there = new Set(
    (await db.rows<{ name: string }>(titled('Which exist', dialect.partitions(dataset)))).map(
      (p) => p.name,
    ),
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
    if (there.has(dialect.partitionName(dataset, known))) continue
    for (const statement of dialect.addPartition(dataset, known)) await db.exec(statement)
  }
}
