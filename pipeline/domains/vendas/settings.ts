/** Currency of `valor`; the extract names none. */
export const MOEDA = 'BRL'

/** A single sale above this, in that currency, is taken for a typing error until confirmed. */
export const MAXIMO = 1_000_000
