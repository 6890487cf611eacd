import { FROZEN_MS } from '../boards/board-quote.ts'
import type { StampedFacts } from './perpetual.ts'

/** Whether a venue's index lives: one that stands still, or that repeats the mark, is no index apart from the mark. */
export interface IndexWatch {
  /** When its value last changed, Unix milliseconds. */
  readonly movedAt: number
  /** When it last differed from the mark; `null` if it never did. */
  readonly apartAt: number | null
}

interface Watched {
  readonly facts: StampedFacts
  readonly index?: IndexWatch
}

/** A contract with what this poll says of its index. Without an index nothing is said. */
export const watchedIndex = <C extends Watched>(contract: C, before: Watched, now: number): C => {
  const { index, mark } = contract.facts
  if (!index) return contract
  const hasMoved = index.value !== before.facts.index?.value
  const isApart = mark !== undefined && Number(mark.value) !== Number(index.value)
  return {
    ...contract,
    index: {
      movedAt: hasMoved ? now : (before.index?.movedAt ?? now),
      apartAt: isApart ? now : (before.index?.apartAt ?? null),
    },
  }
}

/** Whether the index moved, and lay apart from the mark, within the time after which a venue counts as frozen. */
export const isLive = (watch: IndexWatch | undefined, now: number): boolean =>
  watch !== undefined && now - watch.movedAt <= FROZEN_MS && watch.apartAt !== null && now - watch.apartAt <= FROZEN_MS
