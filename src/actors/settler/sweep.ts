import type { ClaimOutcome } from './book.ts'
import type { SettlerDeps } from './deps.ts'
import { oursOf } from './elsewhere.ts'
import { jamClearer } from './queue-jam.ts'

/** The result of one sweep, in numbers of claims. */
export interface Swept {
  readonly spent: number
  readonly released: number
  /** Still `sent`: a later sweep handles them again. */
  readonly open: number
}

/** A younger claim is left to the request that waits for it. Longer than one attempt waits. */
export const MARGIN_MS = 30_000

/**
 * Resolves claims that crashes and unanswered calls left in `sent`. Every step may be repeated, by this or another
 * sweeper: the chain is asked first, the same bytes have no second effect, and claims move by compare-and-set.
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
