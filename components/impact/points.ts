/** What a chart of the impact screen draws: a group, what is in its figure, what is withheld. */
export interface ImpactPoint {
  label: string
  /** As a number, for the height of the bar; the texts have the exact value. */
  inside: number
  withheld: number
  insideText: string
  withheldText: string
  href: string
}
