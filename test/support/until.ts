/** Only a condition that never holds reaches this limit, on a slow machine too. */
const PATIENCE_MS = 100_000

type There<T> = Exclude<NonNullable<T>, false>

const isThere = <T>(found: T): found is There<T> => found !== null && found !== undefined && found !== false

/**
 * Polls until the result is neither null, undefined nor false. An error of the function is thrown at once.
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

/** Turns an error of the function into `null`, for things that may be missing for a while. */
export const orNothing =
  <T>(look: () => Promise<T>) =>
  (): Promise<T | null> =>
    look().catch(() => null)
