/** All texts of one language. A screen's texts live in phrases/<screen>.ts, languages side by side. */
import type { Locale } from './locales'
import { pick } from './phrase'
import { act } from './phrases/act'
import { alerts } from './phrases/alerts'
import { channels } from './phrases/channels'
import { declarations } from './phrases/declarations'
import { flags } from './phrases/flags'
import { flow } from './phrases/flow'
import { impact } from './phrases/impact'
import { proofs } from './phrases/proofs'
import { replays } from './phrases/replays'
import { row } from './phrases/row'
import { rule } from './phrases/rule'
import { runs } from './phrases/runs'
import { settings } from './phrases/settings'
import { shell } from './phrases/shell'
import { stock } from './phrases/stock'
import { terms } from './phrases/terms'
import { wall } from './phrases/wall'

const phrases = {
  act,
  alerts,
  declarations,
  channels,
  flags,
  flow,
  impact,
  runs,
  proofs,
  replays,
  row,
  rule,
  settings,
  shell,
  stock,
  terms,
  wall,
} as const

export const messagesFor = (locale: Locale) => pick(phrases, locale)
