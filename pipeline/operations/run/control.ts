/** Holds a loaded file against its control file, when it has one. */
import { DeliveryRefused } from '@/lib/shared/errors'
import { castSql } from '@/pipeline/engine/compile/postgres/casts'
import { bronzeTable, id, lit } from '@/pipeline/engine/compile/postgres/quoting'
import type { Dataset } from '@/pipeline/engine/define/schema'
import { readControl } from '@/pipeline/engine/read/control'
import type { LoadContext, LoadedFile } from './loaded'

/**
 * @throws DeliveryRefused control_file, when the number of records or a sum differs. The sum is
 *   taken in SQL over the loaded text; values that do not convert do not count.
 */
export async function checkControl(
  ctx: LoadContext,
  dataset: Dataset,
  { source, extract }: LoadedFile,
): Promise<void> {
  const control = await readControl(extract.path)
  if (!control) return
  if (control.rows !== extract.received) {
    throw new DeliveryRefused(
      'control_file',
      `${extract.file}: ${control.file} promises ${control.rows} records, the file has ${extract.received}`,
      { file: extract.file },
      'Extract and deliver again',
    )
  }
  for (const [column, promised] of Object.entries(control.sums)) {
    const name = dataset.sources[0]?.columns.find((c) => c.toLowerCase() === column.toLowerCase())
    if (!name) {
      throw new DeliveryRefused(
        'control_file',
        `${control.file} sums ${column}, which ${source} does not have`,
        {
          file: control.file,
          column,
        },
      )
    }
    const { found, same } = await sumOf(ctx, dataset, source, extract.file, name, promised)
    if (!same) {
      throw new DeliveryRefused(
        'control_file',
        `${extract.file}: ${control.file} promises ${promised} as the sum of ${column}, the file has ${found}`,
        { file: extract.file, column },
        'Extract and deliver again',
      )
    }
  }
}

async function sumOf(
  ctx: LoadContext,
  dataset: Dataset,
  source: string,
  file: string,
  column: string,
  promised: string,
): Promise<{ found: string; same: boolean }> {
  const declared = Object.values(dataset.columns).find((c) => c.from === column)
  const value = castSql(
    {
      type: 'numeric(38,10)',
      format: declared && declared.type !== 'text' ? declared.format : 'sap',
      trim: false,
      hidden: false,
    },
    `b.${id(column.toLowerCase())}`,
  )
  return ctx.db.row(`SELECT trim_scale(s.total)::text AS found, s.total = ${lit(promised)}::numeric AS same
    FROM (SELECT coalesce(sum(${value}), 0) AS total FROM ${bronzeTable(source)} b
      WHERE b._run = ${ctx.runId} AND b._arquivo_origem = ${lit(file)}) s`)
}
