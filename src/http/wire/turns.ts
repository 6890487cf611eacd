/** The turn of one request among those with the same key. */
export interface Turn {
  /** False at once for the first request; true for the others, when the first one has ended or the time is up. */
  waited(): Promise<boolean>
  /** Lets the others go on. */
  end(): void
}

/**
 * When many requests need the same thing made, the first one makes it and the others wait and usually find it done.
 * Without this a facilitator would get all of their questions at once and refuse them as a flood.
 *
 * @param mostMs no request waits longer, since the first one may hang
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
