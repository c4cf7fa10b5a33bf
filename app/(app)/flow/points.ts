import type { AgePoint, CumulativePoint, FlowPoint } from '@/components/flow/points'
import type { FlowRow } from '@/components/flow/tables'
import { cumulativeOf } from '@/lib/server/queries/flow'
import type { FlowScreen } from '@/lib/server/queries/flow-screen'
import { formatDayShort } from '@/lib/shared/format'
import { movesHref, plusDays } from '@/lib/views/flow-view'

interface Points {
  rows: FlowRow[]
  flow: FlowPoint[]
  cumulative: CumulativePoint[]
  ages: AgePoint[]
}

/** Earlier than any delivery. */
const BEGINNING = '1970-01-01'

/** The figures of the screen as its charts and tables show them, each with the way to its rows. */
export function pointsOf(
  { lines, ages, query }: FlowScreen,
  grain: 'day' | 'week',
  locale: string,
  earlier: (day: string) => string,
  /** This view of the flow, for the way back. */
  back: string,
): Points {
  const day = (text: string) => formatDayShort(text, { locale })
  const week = (from: string, to: string) => (from === to ? day(from) : `${day(from)} – ${day(to)}`)
  const ends = lines.map((_, i) => {
    const next = lines[i + 1]
    return next ? plusDays(next.from, -1) : query.to
  })
  const labels = lines.map(({ from }, i) =>
    grain === 'day' ? day(from) : week(from, ends[i] ?? from),
  )
  const rows = lines.map(({ from, rows }, i) => {
    const span = { ...query, from, to: ends[i] ?? from }
    return {
      label: labels[i] ?? from,
      rows,
      inHref: movesHref('/flow/rows', { kind: 'in', ...span, back }),
      outHref: movesHref('/flow/rows', { kind: 'out', ...span, back }),
    }
  })
  const flow = rows.map(({ label, rows: r, inHref, outHref }) => ({
    label,
    in: r.in + r.reopened,
    out: r.out,
    stock: r.closing,
    inHref,
    outHref,
  }))
  return {
    rows,
    flow,
    cumulative: cumulativeOf(lines).map(({ from, arrived, left }, i) => ({
      label: labels[i] ?? from,
      arrived,
      left,
      in: flow[i]?.in ?? 0,
      out: flow[i]?.out ?? 0,
      inHref: flow[i]?.inHref ?? '',
      outHref: flow[i]?.outHref ?? '',
    })),
    ages: ages.map(({ from, to, rows, ready }) => ({
      label:
        from === null
          ? earlier(day(plusDays(to, 1)))
          : grain === 'day'
            ? day(from)
            : week(from, to),
      ready,
      waiting: rows - ready,
      href: movesHref('/flow/rows', { kind: 'open', ...query, from: from ?? BEGINNING, to, back }),
    })),
  }
}
