/** Steps between ticks, times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10]
/** Ticks above zero, at least; at most twice as many. */
const TICKS = 3

/**
 * Round ticks that reach from zero, or below it where there are negative values, over all values.
 * @param whole only whole numbers, for what is counted.
 */
export function roundTicks(values: readonly number[], whole: boolean): number[] {
  const max = Math.max(0, ...values)
  const min = Math.min(0, ...values)
  const span = max - min || 1
  const power = 10 ** Math.floor(Math.log10(span / TICKS))
  const fits = (step: number) => !whole || Number.isInteger(step)
  const steps = [...STEPS, ...STEPS.map((s) => s * 10)].map((s) => s * power).filter(fits)
  const step = steps.find((s) => span / s <= TICKS + 1) ?? 1
  const first = Math.floor(min / step)
  const last = Math.max(first + 1, Math.ceil(max / step))
  // Not by adding up: 0.1 three times is not 0.3.
  return Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toFixed(10)),
  )
}
