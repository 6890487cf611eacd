/** The state of an event after it was asked to be attested. */
export type AttestedAs =
  | 'attested'
  | 'before'
  | 'undecided'
  | 'missing'
  /** It is not signed before an operator resumes it. */
  | 'waiting'
  /** It cannot be signed, and is in quarantine. */
  | 'quarantined'

/** Attests single events in batches. Each call is answered when the batch of its event is done. */
export interface Attesting {
  attest(id: string): Promise<AttestedAs>
}

/** Most events in one batch. Signing blocks this process, which must renew its lease between batches. */
const MOST = 200

/**
 * Runs one batch at a time. Events that are asked for meanwhile form the next one. So events that mature together share
 * their syncs, and a single event does not wait for others.
 */
export const createAttesting = (
  attestAll: (ids: readonly string[]) => Promise<ReadonlyMap<string, AttestedAs>>,
): Attesting => {
  const asked = new Map<string, PromiseWithResolvers<AttestedAs>>()
  let running = false

  const run = async (): Promise<void> => {
    // Calls of the same turn of the event loop join this batch.
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
