import type { AgeProfile } from '@/lib/server/queries/stock'

const WIDTH = 40
const HEIGHT = 16

/** Rows by age, young to old, as four small bars; the words are for everybody else. */
export function AgeBars({ ages, label }: { ages: AgeProfile; label: string }) {
  const most = Math.max(1, ...ages)
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      {ages.map((n, i) => {
        const height = n === 0 ? 1 : Math.max(2, (n / most) * HEIGHT)
        const tone = i === 3 ? 'fill-critical' : i === 2 ? 'fill-warning' : 'fill-muted'
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: four fixed places
            key={i}
            x={i * 10}
            y={HEIGHT - height}
            width={8}
            height={height}
            className={n === 0 ? 'fill-line' : tone}
          />
        )
      })}
    </svg>
  )
}
