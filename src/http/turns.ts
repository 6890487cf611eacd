/** One request's place in a queue that nobody stands in twice. */
export interface Turn {
  /** False at once for who is first; true for everybody else, when the first one is through or the time is up. */
  waited(): Promise<boolean>
  /** Lets the others go on. */
  end(): void
}

/**
 * Of a crowd that wants the same made for it one goes first, and the others mostly find it made: a facilitator that is asked
 * about all of them at once takes that for a flood.
 *
 * @param mostMs nobody waits longer: the first one may hang
 */
export const createTurns = (mostMs: number) => {
  const first = new Map<string, Promise<void>>()
  return {
    of: (key: string): Turn => {
      const through = Promise.withResolvers<void>()
      return {
        waited: async () => {
          const before = first.get(key)
          if (before === through.promise) return false
          if (before) await Promise.race([before, Bun.sleep(mostMs)])
          else first.set(key, through.promise)
          return before !== undefined
        },
        end: () => {
          if (first.get(key) === through.promise) first.delete(key)
          through.resolve()
        },
      }
    },
  }
}
