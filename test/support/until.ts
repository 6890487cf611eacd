/** Only what never comes runs into this: how fast the machine is decides nothing. */
const PATIENCE_MS = 100_000

type There<T> = Exclude<NonNullable<T>, false>

const isThere = <T>(found: T): found is There<T> => found !== null && found !== undefined && found !== false

/**
 * Looks until something is there: neither null, undefined nor false. What a look throws is thrown at once.
 *
 * @param limitMs Only where the time it takes is itself what is promised.
 */
export const until = async <T>(what: string, look: () => T | Promise<T>, limitMs = PATIENCE_MS): Promise<There<T>> => {
  const startedAt = performance.now()
  for (;;) {
    const found = await look()
    if (isThere(found)) return found
    if (performance.now() - startedAt > limitMs) throw new Error(`${what}: not within ${limitMs} ms`)
    await Bun.sleep(10)
  }
}

/** A look at what may be away: as long as it throws, nothing is there. */
export const orNothing =
  <T>(look: () => Promise<T>) =>
  (): Promise<T | null> =>
    look().catch(() => null)
