import type { Usdc } from '../../payments/usdc.ts'
import { isPaidIn } from '../../payments/posting.ts'
import type { Log } from '../../ports.ts'
import type { SettlementBook } from './book.ts'

/**
 * Claims on another chain or token than this worker's, from before the network setting was changed. Our node knows
 * nothing about their money, so they stay `sent` until a settler with the old settings resolves them.
 */

const WARNING_MS = 600_000

/** Removes those claims from a sweep's list, and logs their number, at most every ten minutes. */
export const oursOf = (
  token: Usdc,
  claims: Pick<SettlementBook, 'countSent'>,
  log: Log,
): ((payments: readonly string[], now: number) => Promise<readonly string[]>) => {
  let warnedAt = Number.NEGATIVE_INFINITY
  return async (payments, now) => {
    const ours = payments.filter((payment) => isPaidIn(payment, token))
    if (ours.length === payments.length || now - warnedAt < WARNING_MS) return ours
    warnedAt = now
    const open = await claims.countSent()
    const others = open.filter(
      ({ chainId, asset }) => !(chainId === token.chainId && asset === token.asset.toLowerCase()),
    )
    log.warn('settlement.elsewhere', {
      payments: others.reduce((sum, { count }) => sum + count, 0),
      networks: [...new Set(others.map(({ chainId }) => `eip155:${chainId}`))].join(' '),
    })
    return ours
  }
}
