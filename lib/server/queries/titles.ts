import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'

/** Names as the declarations have them → what people call them, in one language. */
export interface Titles {
  datasets: Record<string, string>
  domains: Record<string, string>
}

const Named = z.object({
  kind: z.enum(['dataset', 'domain']),
  name: z.string(),
  title: z.string().nullable(),
})
type Named = z.infer<typeof Named>

/** Titles of everything that was ever declared; what has none is called by its name. */
export async function readTitles(db: Reader, locale: string): Promise<Titles> {
  const rows = await typedRows(
    db,
    Named,
    `SELECT 'dataset' AS kind, name, title->>$1 AS title FROM quality.dataset
    UNION ALL SELECT 'domain', name, title->>$1 FROM quality.domain`,
    [locale],
  )
  const of = (kind: Named['kind']) =>
    Object.fromEntries(
      rows.filter((r) => r.kind === kind).map(({ name, title }) => [name, title ?? name]),
    )
  return { datasets: of('dataset'), domains: of('domain') }
}
