import type { Clock, Log } from '../../ports.ts'

/** Logs the failures of a relay: the first one, then one line every ten minutes, and one when it works again. */
export interface RelayLog {
  failed(problem: string, outstanding: number): void
  well(): void
}

const AGAIN_MS = 600_000

export const relayLog = (relay: string, { clock, log }: { readonly clock: Clock; readonly log: Log }): RelayLog => {
  let saidAt: number | null = null
  return {
    failed: (problem, posts) => {
      if (saidAt !== null && clock.now() - saidAt < AGAIN_MS) return
      saidAt = clock.now()
      log.warn('nostr.relay_fails', { relay, problem, posts })
    },
    well: () => {
      if (saidAt !== null) log.info('nostr.relay_is_back', { relay })
      saidAt = null
    },
  }
}
