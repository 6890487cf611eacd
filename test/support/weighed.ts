import type { Weighed } from '../../src/ports.ts'

/** A question that a rate window is asked about: usual, and of weight one. */
export const weighed = (limit: number, more: Partial<Weighed> = {}): Weighed => ({
  weight: 1,
  isUrgent: false,
  limit,
  kept: 0,
  ...more,
})
