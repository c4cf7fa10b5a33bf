/** What a domain brings for the tools: extracts, proofs and the demo. */
export interface DomainTools {
  /** Makes deliveries in `out`. The preset is one of `presets`. */
  generate(options: GeneratorOptions): Promise<unknown>
  /** Names that `--preset` takes. */
  presets: readonly string[]
  /**
   * The smallest delivery in which every rule is failed by a row that fails no other one: what a
   * domain that was never run is proved with.
   */
  proof: { preset?: string; scale: number }
  /** How the domain lives in the demo; without it, the domain is not in the demo. */
  demo?: DemoPlan
}

/** What every generator takes. */
export interface GeneratorOptions {
  out: string
  preset?: string
  seed?: number
  /** Times the number of rows that the domain has at scale 1. */
  scale?: number
  deliveries?: number
  /** From which delivery on every n-th is a full snapshot again. */
  fullEvery?: number
  onProgress?(rows: number, delivery: number): void
}

/** What the demo asks of a domain's generator. */
interface DemoExtracts {
  /** Folder in which the deliveries 001, 002, … are made, each with its `_READY`. */
  out: string
  deliveries: number
  /** Delivery n is extracted in the night after day `keyDate` + n × `everyDays`. */
  keyDate: string
  everyDays: number
  onProgress(rows: number, delivery: number): void
}

/** How a domain lives in the demo's eight weeks. */
export interface DemoPlan {
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
