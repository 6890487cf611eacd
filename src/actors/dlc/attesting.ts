/** How far an event is. */
export type AttestedAs =
  | 'attested'
  | 'before'
  | 'undecided'
  | 'missing'
  /** An operator must resume it. */
  | 'waiting'
  /** It cannot be signed, and is listed. */
  | 'quarantined'

/** Whoever asks for one event is answered with the batch that it falls into. */
export interface Attesting {
  attest(id: string): Promise<AttestedAs>
}

/** Signing holds up everything else that this process does: the lease wants to be renewed in between. */
const MOST = 200

/**
 * One batch at a time: what is asked for while one is under way is the next. Whatever matures together thereby shares its
 * syncs, and what comes alone waits for nobody.
 */
export const createAttesting = (
  attestAll: (ids: readonly string[]) => Promise<ReadonlyMap<string, AttestedAs>>,
): Attesting => {
  const asked = new Map<string, PromiseWithResolvers<AttestedAs>>()
  let running = false

  const run = async (): Promise<void> => {
    // Those of the same turn come along.
    await new Promise((resolve) => setImmediate(resolve))
    while (asked.size > 0) {
      const batch = [...asked].slice(0, MOST)
      for (const [id] of batch) asked.delete(id)
      try {
        const done = await attestAll(batch.map(([id]) => id))
        for (const [id, { resolve }] of batch) resolve(done.get(id) ?? 'missing')
      } catch (problem) {
        for (const [, { reject }] of batch) reject(problem)
      }
    }
    running = false
  }
  return {
    attest: (id) => {
      const known = asked.get(id)
      if (known) return known.promise
      const mine = Promise.withResolvers<AttestedAs>()
      asked.set(id, mine)
      if (!running) {
        running = true
        void run()
      }
      return mine.promise
    },
  }
}
