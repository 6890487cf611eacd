import type { Clock } from '../../ports.ts'

/** Names that are marked for a while. */
export interface Marks {
  has(name: string): boolean
  mark(name: string): void
  clear(name: string): void
}

export interface MarksOptions {
  readonly clock: Clock
  /** Milliseconds. */
  readonly forMs: number
  /** Names that are remembered; the one marked longest ago is forgotten. */
  readonly most: number
}

export const createMarks = ({ clock, forMs, most }: MarksOptions): Marks => {
  /** In the order of marking: a Map keeps the order in which keys were added. */
  const markedAt = new Map<string, number>()
  return {
    has(name) {
      const age = clock.now() - (markedAt.get(name) ?? Number.NEGATIVE_INFINITY)
      // After the clock was set back, no mark counts.
      return age >= 0 && age < forMs
    },
    mark(name) {
      markedAt.delete(name)
      markedAt.set(name, clock.now())
      if (markedAt.size > most) markedAt.delete(markedAt.keys().next().value!)
    },
    clear: (name) => void markedAt.delete(name),
  }
}
