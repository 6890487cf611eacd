import { Type } from '@sinclair/typebox'
import { DEFI_SALE } from './defi-sale.ts'
import { RateRow } from './rate-row.ts'

/** All lending rates, for those that repeat them. The only subject is `EVERY`. */
export const EVERY_RATE = {
  id: 'defi/yield-all',
  published: Type.Object({ rates: Type.Array(RateRow), confidence: Type.Number() }),
  sellableSeconds: DEFI_SALE.sellableSeconds,
} as const
