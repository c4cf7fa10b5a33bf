import { ambiguous, cast, cut, KINDS, keyless, malformed } from './faults'
import type { Kind } from './kinds'

/** Every kind of fault that the preset `proof` deals: the daily ones, and what they leave out. */
export const PROOF_KINDS: Kind[] = [
  ...KINDS,
  ambiguous('order'),
  ambiguous('invoice'),
  keyless('invoice', 'VBELN'),
  keyless('title', 'BELNR'),
  malformed('title', 'short_record', cut),
  cast('invoice', 'NETWR', 'VALOR_LIQUIDO', '#VALOR'),
  cast('title', 'BLDAT', 'DATA_DOCUMENTO', '20251332'),
  cast('title', 'AUGDT', 'DATA_PAGAMENTO', 'ontem'),
]
