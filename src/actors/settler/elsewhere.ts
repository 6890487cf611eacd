import type { Usdc } from '../../payments/usdc.ts'
import { isPaidIn } from '../../payments/posting.ts'
import type { Log } from '../../ports.ts'
import type { SettlementBook } from './book.ts'

/**
 * Claims of another chain or token than this worker's, left over from before the network was changed. Our node knows
 * nothing of their money: they stay `sent` until a settler with the settings of that day resolves them.
 */

const WARNING_MS = 600_000

/** Takes those claims out of what a sweep is to look at, and tells how many there are, every ten minutes at most. */
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
