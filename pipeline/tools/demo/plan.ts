import type { Domain } from '@/pipeline/engine/define/schema'

/** What the demo asks of a domain's generator. */
export interface DemoExtracts {
  /** Folder in which the deliveries 001, 002, … are made, each with its `_READY`. */
  out: string
  deliveries: number
  /** Delivery n is extracted in the night after day `keyDate` + n × `everyDays`. */
  keyDate: string
  everyDays: number
  onProgress(rows: number, delivery: number): void
}

/**
 * How a domain lives in the demo's eight weeks. A domain that takes part declares one in its folder
 * (`demo.ts`) and is listed in `pipeline/tools/demo/demos.ts`.
 */
export interface DemoPlan {
  domain: Domain
  /** Days from one delivery to the next; the last one is today's. */
  everyDays: number
  generate(extracts: DemoExtracts): Promise<unknown>
  /** A rule whose ready rows wait until somebody asks. */
  manual?: string
  /** A rule whose rows nobody gives up, however old. */
  kept?: string
  /** A delivery that first arrives with one of its files broken off, and is refused. */
  truncated?: { delivery: number; file: string }
  /** It is proved at the end; seconds, so only where the deliveries are small. */
  proved?: boolean
  people: {
    /** Who takes the causes on. */
    owner: string
    /** What the steward says when claiming a fix. */
    mended: string
    /** A remark on a row that waits. */
    asked: string
    /** Why old rows are closed without action. */
    givenUp: string
  }
}
