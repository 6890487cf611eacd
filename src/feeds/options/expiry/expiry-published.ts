import { Type } from '@sinclair/typebox'

/** The expiries of options ahead, for those that repeat the next one. The keys of its subjects are coins. */
export const EXPIRY = {
  id: 'econ/expiry',
  published: Type.Object({
    next: Type.Object({ date: Type.String(), time: Type.Integer(), type: Type.String() }),
    confidence: Type.Number(),
  }),
  sellableSeconds: 3_000,
} as const
