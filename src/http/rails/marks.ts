import type { Clock } from '../../ports.ts'

/** Names that are marked for a while. */
export interface Marks {
  has(name: string): boolean
  mark(name: string): void
  clear(name: string): void
  /** Names that are remembered, marked or not any more. */
  readonly size: number
}

export interface MarksOptions {
  readonly clock: Clock
  /** Milliseconds. */
  readonly forMs: number
  /** Names that are remembered; the one marked longest ago is forgotten. */
  readonly most: number
}

/** With each mark so many of the oldest are looked at: memory follows those that were marked lately. */
const LOOKED_AT = 2

export const createMarks = ({ clock, forMs, most }: MarksOptions): Marks => {
  /** In the order of marking: a Map keeps the order in which keys were added. */
  const markedAt = new Map<string, number>()
  const isMarked = (at: number, now: number): boolean => {
    // After the clock was set back, no mark counts.
    const age = now - at
    return age >= 0 && age < forMs
  }
  const forgetOver = (now: number): void => {
    let looked = 0
    for (const [name, at] of markedAt) {
      if (looked++ === LOOKED_AT || now - at < forMs) return
      markedAt.delete(name)
    }
  }
  return {
    get size() {
      return markedAt.size
    },
    has: (name) => isMarked(markedAt.get(name) ?? Number.NEGATIVE_INFINITY, clock.now()),
    mark(name) {
      markedAt.delete(name)
      const now = clock.now()
      markedAt.set(name, now)
      forgetOver(now)
      if (markedAt.size > most) markedAt.delete(markedAt.keys().next().value!)
    },
    clear: (name) => void markedAt.delete(name),
  }
}
