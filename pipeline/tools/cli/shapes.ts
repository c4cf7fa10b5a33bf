/** The JSON of the commands, as others script against it (see COMMANDS.md). For tests. */
import { z } from 'zod'
import { Certificate } from '@/lib/shared/declaration/certificate'

const Count = z.int().nonnegative()
const Time = z.iso.datetime({ offset: true })
const Money = z.string().regex(/^-?\d+\.\d{2}$/)
const Problem = z.object({ reason: z.string().min(1), message: z.string().min(1) })

export const Failure = z.object({ error: Problem })

export const RunJson = z.object({
  run: z.int().positive().nullable(),
  domain: z.string(),
  mode: z.enum(['full', 'delta']),
  status: z.enum(['committed', 'repeated', 'dry_run', 'refused', 'failed']),
  as_of: Time,
  sources: z.record(z.string(), z.object({ received: Count, malformed: Count })),
  datasets: z.record(
    z.string(),
    z.object({
      received: Count,
      silver: Count,
      quarantined: Count,
      duplicates: Count,
      flagged: Count,
      entered: Count,
      withheld: Count,
      withdrawn: Count,
      rules: z.record(z.string(), Count),
    }),
  ),
  gold: z
    .object({
      key_date: z.iso.date(),
      refreshed: z.record(
        z.string(),
        z.object({ inserted: Count, updated: Count, deleted: Count }),
      ),
    })
    .optional(),
  checks: z.array(
    z.object({ name: z.string(), ok: z.boolean(), expected: z.string(), found: z.string() }),
  ),
  error: Problem.optional(),
  seconds: z.number().nonnegative(),
})

export const StatusJson = z.object({
  as_of: Time,
  domains: z.record(
    z.string(),
    z.object({
      open: Count,
      ready: Count,
      oldest: Time.nullable(),
      rules: z.array(
        z.object({
          rule: z.string(),
          dataset: z.string(),
          open: Count,
          ready: Count,
          oldest: Time.nullable(),
          amount: z.record(z.string(), Money),
          in_7d: Count,
          out_7d: Count,
        }),
      ),
    }),
  ),
})

export const InspectJson = z.object({
  path: z.string(),
  bytes: Count,
  encoding: z.string(),
  delimiter: z.string(),
  quoting: z.string(),
  lineEnds: z.object({ lf: Count, crlf: Count, cr: Count }),
  header: z.array(z.string()),
  records: Count,
  malformedCount: Count,
  malformed: z.array(z.object({ lineFrom: Count, lineTo: Count, reason: z.string() })),
})

export const DeclarationJson = z.object({
  declaration: z.int().positive(),
  domain: z.string(),
  status: z.literal('done'),
  /** Written with --out: the file, and its certificate beside it. */
  files: z.array(z.string()),
  certificate: Certificate,
  /** It is kept, and could not be written with --out. */
  error: Problem.optional(),
})

export const DeclarationRefusedJson = z.object({
  declaration: z.int().positive().nullable(),
  domain: z.string(),
  status: z.enum(['refused', 'failed']),
  error: Problem,
})
