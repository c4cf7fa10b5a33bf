/**
 * Where is each physical line of a file now? Written without the reader: the file is split at its
 * line ends, and every line must belong to one record, Bronze or malformed, or be empty.
 */
import type { Client } from 'pg'
import { orderToCash } from '@/pipeline/domains/order-to-cash'

const SOURCES = orderToCash.datasets.flatMap((d) =>
  d.sources.map((s) => ({
    dataset: d.name,
    file: s.file,
    columns: s.columns.map((c) => c.toLowerCase()),
  })),
)

interface Placed {
  n: number
  from: number
  to: number
  /** Bytes of a malformed record, fields of a sound one. */
  bytes?: Buffer
  fields?: (string | null)[]
}

/** The lines of a file without their ends. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  let start = 0
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] !== 0x0a && bytes[i] !== 0x0d) continue
    lines.push(bytes.subarray(start, i))
    if (bytes[i] === 0x0d && bytes[i + 1] === 0x0a) i++
    start = i + 1
  }
  if (start < bytes.length) lines.push(bytes.subarray(start))
  return lines
}

const lineEnds = (text: string): number => (text.match(/\r\n|\r|\n/g) ?? []).length

/** Problems found in the account of a run's files; none when every line is accounted for. */
export async function lineProblems(
  client: Client,
  run: number,
  files: ReadonlyMap<string, Buffer>,
): Promise<string[]> {
  const problems: string[] = []
  const numbers = new Map<string, number[]>()
  for (const [name, bytes] of files) {
    const source = SOURCES.find((s) => name.replace(/(_\d)?\.csv$/, '') === s.file)
    if (!source) continue
    const placed = await recordsOf(client, run, name, source)
    const seen = numbers.get(source.dataset) ?? []
    numbers.set(source.dataset, [...seen, ...placed.map((p) => p.n)])
    problems.push(...accountFor(name, linesOf(bytes), placed))
    const { rows } = await client.query(
      'SELECT received FROM quality.run_file WHERE run_id = $1 AND file = $2',
      [run, name],
    )
    if (rows[0]?.received !== placed.length) {
      problems.push(`${name}: received ${rows[0]?.received}, kept ${placed.length}`)
    }
  }
  for (const [dataset, list] of numbers) {
    const sorted = list.toSorted((a, b) => a - b)
    if (sorted.some((n, i) => n !== i + 1))
      problems.push(`${dataset}: records are not numbered 1 to n`)
  }
  return problems
}

async function recordsOf(
  client: Client,
  run: number,
  name: string,
  { dataset, file, columns }: (typeof SOURCES)[number],
): Promise<Placed[]> {
  const bronze = await client.query(
    `SELECT * FROM bronze.${file.toLowerCase()} WHERE _run = $1 AND _arquivo_origem = $2`,
    [run, name],
  )
  const malformed = await client.query(
    `SELECT * FROM bronze.malformed WHERE _run = $1 AND dataset = $2 AND _arquivo_origem = $3`,
    [run, dataset, name],
  )
  return [
    ...bronze.rows.map((r): Placed => {
      const fields: (string | null)[] = columns.map((c) => r[c])
      // A header may have been damaged into another name; its column is kept beside.
      const extra = Object.values((r._extra ?? {}) as Record<string, string | null>)
      const inside = [...fields, ...extra].reduce((sum, f) => sum + lineEnds(f ?? ''), 0)
      return {
        n: r._n,
        from: r._linha,
        to: r._linha + inside,
        fields: extra.length > 0 ? undefined : fields,
      }
    }),
    ...malformed.rows.map(
      (r): Placed => ({ n: r._n, from: r._linha, to: r._linha_fim, bytes: r.bytes }),
    ),
  ].sort((a, b) => a.n - b.n)
}

function accountFor(name: string, lines: Buffer[], placed: readonly Placed[]): string[] {
  const problems: string[] = []
  // Lines before the header are empty, or the file would not have been read.
  let next = lines.findIndex((line) => line.length > 0) + 2
  for (const p of placed) {
    for (; next < p.from; next++) {
      if (lines[next - 1]?.length) problems.push(`${name}:${next} is nowhere`)
    }
    if (p.from < next) problems.push(`${name}:${p.from} is taken twice`)
    const own = lines.slice(p.from - 1, p.to)
    if (p.bytes && own.length === 1 && !own[0]?.equals(p.bytes)) {
      problems.push(`${name}:${p.from} is kept with other bytes`)
    }
    const text = own[0]?.toString('latin1') ?? ''
    // Plain ASCII without quotes means the same to everybody.
    if (p.fields && own.length === 1 && /^[\x20-\x7e]*$/.test(text) && !text.includes('"')) {
      const fields = text.split(',').map((f) => (f === '' ? null : f))
      if (JSON.stringify(fields) !== JSON.stringify(p.fields)) {
        problems.push(`${name}:${p.from} is not what arrived`)
      }
    }
    next = p.to + 1
  }
  for (; next <= lines.length; next++) {
    if (lines[next - 1]?.length) problems.push(`${name}:${next} is nowhere`)
  }
  return problems
}
