import { Type } from '@sinclair/typebox'

/** The summary of implied volatility, for those that repeat it. */
export const IV = {
  id: 'iv',
  published: Type.Object({
    risk_reversal_25d: Type.Union([Type.Number(), Type.Null()]),
    sources: Type.Array(Type.String()),
    confidence: Type.Number(),
  }),
  sellableSeconds: 300,
} as const
