import { basis, interest, orderbook, sentiment, termStructure } from './fault-families.ts'
import { expiry, greeks, instruments, iv, surface, svi } from './fault-option-families.ts'
import type { FaultRound } from './fault-rounds.ts'
import { insteadOf, of, times, without } from './fault-words.ts'

/** One venue is in other units. */

const UNITS = 'all prices of one venue a hundred times'

export const ALL_PRICES_MISREAD: FaultRound = {
  order: { lie: { deribit: 100, bitstamp: 100 } },
  rows: [
    interest.row(UNITS, (now) => now.rejected.includes('deribit') && 'without deribit, which is rejected'),
    basis.row(UNITS, (now, honest) => {
      const row = of(now.exchanges, 'deribit')
      return (
        row !== undefined &&
        row.mark > 1e6 &&
        `median ${now.median_bps} bps, was ${honest.median_bps}: a ratio has no unit`
      )
    }),
    orderbook.row(UNITS, (now) => now.degraded && without('bitstamp', now)),
    termStructure.row(UNITS, (now) => without('deribit', now)),
    sentiment.row(UNITS, (now) => {
      const { sources } = now.components.skew
      return now.degraded && !sources.includes('deribit') && `${now.value}, skew from ${sources.join()}, degraded`
    }),
    ...[iv, greeks, expiry].map((family) => family.row(UNITS, (now) => insteadOf('deribit', now))),
    ...[instruments, svi, surface].map((family) => family.row(UNITS, (now) => now.degraded && without('deribit', now))),
  ],
}

const FACT = 'one fact of one venue in another unit'

export const ONE_FACT_MISREAD: FaultRound = {
  order: {
    misstate: {
      binancefutures: { openInterest: 1_000 },
      krakenfutures: { indexPrice: 100 },
      deribit: { mark_iv: 0.01 },
      okx: { bidVol: 100, askVol: 100 },
    },
    drain: { bitstamp: -999 },
  },
  rows: [
    interest.row(
      `${FACT}: contracts as coins`,
      (now) => now.rejected.includes('binance') && 'without binance, which is rejected',
    ),
    basis.row(
      `${FACT}: index`,
      (now) => of(now.exchanges, 'kraken')?.used === false && `median ${now.median_bps} bps, kraken is not used`,
    ),
    orderbook.row(
      `${FACT}: sizes`,
      (now, honest) =>
        now.capped.includes('bitstamp') &&
        now.degraded &&
        `bitstamp is capped, depth ${times(now.depth_usd.bid_25bps, honest.depth_usd.bid_25bps)}`,
    ),
    termStructure.row(`${FACT}: index`, (now) => without('kraken', now)),
    ...[iv, greeks, expiry].map((family) => family.row(`${FACT}: volatility`, (now) => insteadOf('deribit', now))),
    sentiment.row(`${FACT}: volatility`, (now) => {
      const { sources } = now.components.ts
      return now.degraded && !sources.includes('deribit') && `${now.value}, slope from ${sources.join()}, degraded`
    }),
    instruments.row(`${FACT}: volatility`, (now) => now.degraded && without('deribit', now)),
    ...[svi, surface].map((family) => family.row(`${FACT}: quotes`, (now) => now.degraded && without('okx', now))),
  ],
}
