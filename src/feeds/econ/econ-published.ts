import { Type } from '@sinclair/typebox'

/** Economic values of the United States, for those that repeat them. The keys are those of the indicators. */
export const ECON_US = {
  id: 'econ/us',
  published: Type.Object({
    value: Type.String(),
    period: Type.String(),
    /** Unix seconds of the end of the period. */
    observed_at: Type.Integer(),
    confidence: Type.Number(),
    /** Publishers that tell another value of this period. */
    disputed_by: Type.Array(Type.String()),
  }),
  sellableSeconds: 3_000,
} as const
