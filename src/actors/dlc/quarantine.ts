import type { Clock, Log } from '../../ports.ts'

/**
 * Events that cannot be signed, because their records in Redis, the journal or the guard do not fit together. They are
 * reported and not used until the signer starts again. The others go on.
 */
export interface Quarantine {
  has(id: string): boolean
  put(id: string, problem: unknown): void
  list(): readonly Quarantined[]
}

export interface Quarantined {
  readonly id: string
  readonly why: string
  /** Unix milliseconds. */
  readonly since: number
}

export const createQuarantine = ({ clock, log }: { readonly clock: Clock; readonly log: Log }): Quarantine => {
  const held = new Map<string, Quarantined>()
  return {
    has: (id) => held.has(id),
    put: (id, problem) => {
      if (held.has(id)) return
      const why = problem instanceof Error ? problem.message : String(problem)
      held.set(id, { id, why, since: clock.now() })
      log.error('oracle.quarantined', { eventid: id, message: why, advice: 'Run: npx claros dlc check' })
    },
    list: () => [...held.values()],
  }
}
