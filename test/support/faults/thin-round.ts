import { boardsOf } from './board-hands.ts'
import { orderbook, sentiment } from './fault-families.ts'
import { expiry, greeks, instruments, iv, surface, svi } from './fault-option-families.ts'
import type { FaultRound } from './fault-rounds.ts'

const THIN = 'half of the chain without quotes, at all venues'

/** Half of all options have no quotes, and all books but one are silent. */
export const thinChains = (): FaultRound => {
  // The calendar shows no quotes. Unix seconds.
  let thinAt = Number.POSITIVE_INFINITY
  return {
    order: {
      thin: { deribit: 0.5, okx: 0.5, bybit: 0.5, binanceoptions: 0.5 },
      halt: ['coinbase', 'bitstamp', 'kraken', 'binance'],
    },
    also: (boards) => boards.forget(boardsOf(['depth'], (venue) => venue !== 'okx')),
    rows: [
      ...[iv, greeks].map((family) =>
        family.row(THIN, (now) => {
          if (now.confidence > 0.6) return false
          thinAt = Math.min(thinAt, now.fetched_at)
          return now.degraded && `degraded, confidence ${now.confidence}, from ${now.sources.join()}`
        }),
      ),
      instruments.row(THIN, (now) => {
        const shares = now.expiries.flatMap(({ venues }) => venues.map(({ two_sided_share: share }) => share))
        const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
        return mean < 0.6 && `as many contracts, ${mean.toFixed(2)} of them quoted`
      }),
      svi.row(THIN, (now, honest) => {
        const [strikes, before] = [now, honest].map(({ slices }) => slices.reduce((sum, each) => sum + each.strikes, 0))
        const isSeen = strikes! < before!
        return (
          isSeen &&
          `${now.slice_count} curves of ${strikes} strikes, were ${honest.slice_count} of ${before}; level ${now.atm_iv_30d}`
        )
      }),
      surface.row(THIN, (now, honest) => {
        const isSeen = now.compared_count < 0.9 * honest.compared_count
        return (
          isSeen && `${now.compared_count} strikes compared, were ${honest.compared_count}; level ${now.atm_iv_30d}`
        )
      }),
      sentiment.row(
        THIN,
        (now, honest) =>
          now.degraded && now.components.skew.confidence < 0.6 && `${now.value}, was ${honest.value}, degraded`,
      ),
      expiry.row(
        THIN,
        (now) => now.fetched_at > thinAt && `confidence ${now.confidence}: open interest needs no quotes`,
      ),
    ],
    refused: [orderbook.refused('all books but one are silent', /^quorum missed: 1 of 3$/)],
  }
}
