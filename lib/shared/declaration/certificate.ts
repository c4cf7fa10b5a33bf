/**
 * The completeness certificate of a declaration, as it is kept, downloaded and shown. Times are
 * ISO 8601, money is exact decimal text by currency ('' where none is known).
 */
import { z } from 'zod'

const Count = z.number().int().nonnegative()
const Money = z.record(z.string(), z.string())

/** Live rows under one rule. */
export const SetAside = z.object({
  rule: z.string(),
  rows: Count,
  amount: Money,
  /** First-seen time of the oldest row. */
  oldest: z.string(),
})
export type SetAside = z.infer<typeof SetAside>

/** What was collected and where it is; see pipeline/operations/declaration/universe.ts for each word. */
export const Universe = z.object({
  received: Count,
  superseded: Count,
  collected: Count,
  declared: Count,
  open: Count,
  open_by_rule: z.array(SetAside),
  closed: Count,
  closed_by_rule: z.array(SetAside),
  duplicates: Count,
  /** Distinct business keys: those declared, those set aside, and those in both (none may be). */
  keys: z.object({ declared: Count, set_aside: Count, in_both: Count }),
})
export type Universe = z.infer<typeof Universe>

export const Certificate = z.object({
  certificate: z.literal('completeness'),
  declaration: z.number().int(),
  domain: z.string(),
  dataset: z.string(),
  produced_at: z.string(),
  produced_by: z.string(),
  /** Who asked for it, as the account was then; absent before 2026-12 and from the terminal. */
  producer: z.object({ id: z.string(), name: z.string(), email: z.string() }).optional(),
  /** Which code it was: package, version, and the git commit of the checkout where there is one. */
  code: z.object({
    name: z.string(),
    version: z.string(),
    commit: z.string().nullable(),
    /** The checkout differs from the commit. */
    modified: z.boolean().nullable(),
  }),
  /** The run whose state is declared. */
  run: z.object({
    id: z.number().int(),
    kind: z.enum(['delivery', 'rebuild']),
    mode: z.enum(['full', 'delta']),
    delivery: z.string().nullable(),
    sequence: z.number().int().nullable(),
    as_of: z.string(),
    status: z.literal('committed'),
  }),
  /** Replays that have judged rows since that run. */
  replays: z.array(
    z.object({
      id: z.number().int(),
      status: z.enum(['done', 'failed', 'cancelled']),
      finished_at: z.string(),
      settled: Count,
      still_failing: Count,
      skipped: Count,
    }),
  ),
  equation: z.literal('collected = declared + open + closed + duplicates'),
  figures: Universe,
  /** Sum of the declared rows. */
  declared_amount: Money,
  /** The run's checks, and the declaration's own over the state that it declares. */
  checks: z.array(
    z.object({
      of: z.enum(['run', 'declaration']),
      name: z.string(),
      ok: z.boolean(),
      expected: z.string(),
      found: z.string(),
    }),
  ),
  /** Every file that this state was made from: of each dataset, since its last full delivery. */
  inputs: z.array(
    z.object({
      run: z.number().int(),
      dataset: z.string(),
      mode: z.enum(['full', 'delta', 'none']),
      delivery: z.string().nullable(),
      as_of: z.string(),
      file: z.string(),
      received: Count,
      malformed: Count,
      bytes: Count,
      sha256: z.string(),
    }),
  ),
  output: z.object({
    file: z.string(),
    rows: Count,
    bytes: Count,
    sha256: z.string(),
    columns: z.array(z.string()),
    order: z.array(z.string()),
    encoding: z.string(),
    delimiter: z.string(),
    quoting: z.string(),
    line_end: z.string(),
  }),
})
export type Certificate = z.infer<typeof Certificate>

/** The certificate as a file: the same bytes from the command line and from the app. */
export const certificateText = (certificate: Certificate): string =>
  `${JSON.stringify(certificate, null, 2)}\n`

/** Name of the certificate's file, beside the declaration's. */
export const certificateName = (file: string): string =>
  `${file.replace(/\.csv$/, '')}.certificate.json`
