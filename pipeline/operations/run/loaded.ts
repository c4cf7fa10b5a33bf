import type { Db } from '@/lib/shared/db/connection'
import type { Extract } from '@/pipeline/engine/read/extract'

/** A file of a delivery, opened. */
export interface LoadedFile {
  source: string
  dataset: string
  extract: Extract
}

/** Where a delivery is loaded to, and as of when. */
export interface LoadContext {
  db: Db
  runId: number
  at: string
  onBytes(read: number): void
}
