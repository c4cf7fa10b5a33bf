/** Sum of two exact decimals as text, never through a float. */
export function addDecimals(a: string, b: string): string {
  const digits = Math.max(...[a, b].map((n) => n.split('.')[1]?.length ?? 0))
  const whole = (n: string) => {
    const [units = '0', rest = ''] = n.split('.')
    return BigInt(`${units}${rest.padEnd(digits, '0')}`)
  }
  const sum = whole(a) + whole(b)
  const text = String(sum < 0n ? -sum : sum).padStart(digits + 1, '0')
  const at = text.length - digits
  return `${sum < 0n ? '-' : ''}${text.slice(0, at)}${digits > 0 ? `.${text.slice(at)}` : ''}`
}
