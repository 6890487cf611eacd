import { TARIFF } from '../tariff.ts'

/** What all sales of this family have in common. Five times the cadence. */
export const DEFI_SALE = { price: TARIFF.defi, sellableSeconds: 1_500 } as const

export const YIELD_CATALOGUE = { catalogue: '/oracle/defi/yield/catalogue' } as const
