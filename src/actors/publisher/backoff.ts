import type { Random } from '../../ports.ts'

/** How long to wait before the next try. */
export interface Backoff {
  readonly firstMs: number
  readonly longestMs: number
}

/**
 * The pause doubles after each failure in a row, and a random part of up to half of it is taken off: sockets that a
 * provider closed together must not come back together.
 */
export const pauseAfter = (failures: number, { firstMs, longestMs }: Backoff, random: Random): number => {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30))
  return random.integer(Math.ceil(full / 2), Math.ceil(full))
}
