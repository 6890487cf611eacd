import type { Clock } from '../../../ports.ts'

/** How many invoices of one price to keep ready: one more per buyer who found none, half when they are not needed. */
export interface Demand {
  readonly target: number
  /** A buyer found none. */
  missed(): void
  /** A buyer took one; `count` are left. */
  left(count: number): void
  /** Shrinks the target when its time has come. */
  review(): void
}

export const FIRST_TARGET = 2
const LARGEST_TARGET = 32
/** From the largest target to none takes three minutes without buyers. */
const REVIEW_MS = 30_000

/** @param least the target never shrinks below; 0 for a price that nobody has asked for yet */
export const createDemand = (least: number, clock: Clock): Demand => {
  let target = least
  /** The fewest that a buyer left since the last review. */
  let fewest = Number.POSITIVE_INFINITY
  let reviewAt = clock.now() + REVIEW_MS
  return {
    get target() {
      return target
    },
    missed: () => {
      fewest = 0
      target = target < FIRST_TARGET ? FIRST_TARGET : Math.min(LARGEST_TARGET, target + 1)
    },
    left: (count) => {
      fewest = Math.min(fewest, count)
    },
    review: () => {
      const now = clock.now()
      if (now < reviewAt) return
      if (fewest > target / 2) target = Math.max(least, Math.floor(target / 2))
      fewest = Number.POSITIVE_INFINITY
      reviewAt = now + REVIEW_MS
    },
  }
}
