import type { ClaimOutcome } from './book.ts'
import type { SettlerDeps } from './deps.ts'
import { oursOf } from './elsewhere.ts'
import { jamClearer } from './queue-jam.ts'

/** What one sweep came to, in claims. */
export interface Swept {
  readonly spent: number
  readonly released: number
  /** Still `sent`: looked at again by a later sweep. */
  readonly open: number
}

/** A claim younger than this has somebody waiting for it: longer than an attempt's patience. */
export const MARGIN_MS = 30_000

/**
 * Resolves claims that crashes and unanswered calls left in `sent`. Every step it takes may be taken twice, by this
 * sweeper or another: the chain is asked first, sending the same bytes again changes nothing, and claims move by
 * compare-and-set.
 */
export const sweeper = (
  deps: SettlerDeps,
  marginMs: number,
  resolve: (payment: string) => Promise<ClaimOutcome>,
): ((now: number) => Promise<Swept>) => {
  const clearJam = jamClearer(deps)
  const oursAmong = oursOf(deps.chain.token, deps.claims, deps.log)
  return async (now) => {
    const payments = await oursAmong(await deps.claims.listSent(now - marginMs), now)
    const outcomes = await Promise.all(payments.map(resolve))
    await clearJam()
    const count = (kind: ClaimOutcome['kind']) => outcomes.filter((each) => each.kind === kind).length
    const swept = { spent: count('settled'), released: count('failed'), open: count('unknown') }
    if (payments.length > 0) deps.log.info('settlement.swept', swept)
    return swept
  }
}
