/** What the charts of the flow screen draw: figures, names, and where each leads. */

export interface FlowPoint {
  label: string
  in: number
  out: number
  stock: number
  /** Rows that came in, and that went out. */
  inHref: string
  outHref: string
}

export interface CumulativePoint {
  label: string
  arrived: number
  left: number
  /** Of the period alone, and where its rows are. */
  in: number
  out: number
  inHref: string
  outHref: string
}

export interface AgePoint {
  label: string
  ready: number
  waiting: number
  href: string
}
