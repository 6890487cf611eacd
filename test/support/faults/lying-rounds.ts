import { basis, interest, orderbook, sentiment, termStructure } from './fault-families.ts'
import { expiry, greeks, instruments, iv, surface, svi } from './fault-option-families.ts'
import type { FaultRound } from './fault-rounds.ts'
import { of, times, without } from './fault-words.ts'

/** One venue is wrong by five per cent. */

const LIE = 'all prices of one venue by 5 %'

export const allPricesWrong = (): FaultRound => {
  // Curves do not show forwards by venue. Unix seconds.
  let lieAt = Number.POSITIVE_INFINITY
  return {
    order: { lie: { deribit: 1.05, bitstamp: 1.05 } },
    rows: [
      interest.row(LIE, (now, honest) => {
        const [row, before] = [of(now.exchanges, 'deribit'), of(honest.exchanges, 'deribit')!]
        if (now.rejected.includes('deribit')) return 'without deribit: its mark is not that of the others'
        return (
          row !== undefined && row.mark > 1.04 * before.mark && `total ${times(now.total_oi_usd, honest.total_oi_usd)}`
        )
      }),
      basis.row(LIE, (now, honest) => {
        const [row, before] = [of(now.exchanges, 'deribit'), of(honest.exchanges, 'deribit')!]
        return (
          row !== undefined && row.mark > 1.04 * before.mark && `median ${now.median_bps} bps, was ${honest.median_bps}`
        )
      }),
      orderbook.row(LIE, (now) => without('bitstamp', now)),
      termStructure.row(LIE, (now, honest) => {
        const far = now.maturities.at(-1)!
        const row = of(far.exchanges, 'deribit')
        const left = row === undefined ? 'deribit left out' : 'a carry is a ratio'
        const isSeen = row === undefined || Number(row.index) > 1.04 * honest.spot
        return isSeen && `nearest ${now.nearest_annualized_pct} %, was ${honest.nearest_annualized_pct} %: ${left}`
      }),
      sentiment.row(LIE, (now, honest) => {
        const isSeen = !now.components.basis.sources.includes('bitstamp')
        return isSeen && `${now.value}, was ${honest.value}`
      }),
      iv.row(LIE, (now, honest) => {
        const [row, before] = [now.expiries.at(-1)!, honest.expiries.at(-1)!]
        return (
          row.forward > 1.04 * before.forward &&
          `level ${now.atm_iv}, was ${honest.atm_iv}; forwards ${times(row.forward, before.forward)}`
        )
      }),
      greeks.row(LIE, (now, honest) => {
        const [row, before] = [now.expiries.at(-1)!, honest.expiries.at(-1)!]
        const price = times(now.summary.straddle.price_usd, honest.summary.straddle.price_usd)
        return (
          row.forward > 1.04 * before.forward && `straddle ${price}, as its forward: chains are believed within 10 %`
        )
      }),
      instruments.row(LIE, (now, honest) => {
        const [row, before] = [
          of(now.expiries.at(-1)!.venues, 'deribit'),
          of(honest.expiries.at(-1)!.venues, 'deribit')!,
        ]
        if (row === undefined) return without('deribit', now)
        return (
          row.k_min! < before.k_min! - 0.04 && `as many contracts, distances ${(row.k_min! - before.k_min!).toFixed(3)}`
        )
      }),
      surface.row(LIE, (now, honest) => {
        const [row, before] = [now.expiries.at(-1)!, honest.expiries.at(-1)!]
        const isSeen = (row.forward['deribit'] ?? 0) > 1.04 * before.forward['deribit']!
        if (isSeen) lieAt = Math.min(lieAt, now.fetched_at)
        return isSeen && `level ${now.atm_iv_30d}, was ${honest.atm_iv_30d}; alerts ${now.divergence_alert_count}`
      }),
      svi.row(LIE, (now, honest) => {
        const isSeen = now.slices.every(({ fitted_at: at }) => at > lieAt)
        return isSeen && `level ${now.atm_iv_30d}, was ${honest.atm_iv_30d}: each venue at its own forward`
      }),
      expiry.row(LIE, (now, honest) => {
        const forward = ({ upcoming: [first] }: typeof now): number =>
          first!.open_interest_usd! / first!.open_interest_coins!
        const worth = forward(now) / forward(honest)
        return worth > 1.04 && `the same dates, a coin counts ${worth.toFixed(2)} times as much`
      }),
    ],
  }
}

const FACT = 'one fact of one venue by 5 %'

export const ONE_FACT_WRONG: FaultRound = {
  order: {
    misstate: {
      binancefutures: { openInterest: 1.05 },
      krakenfutures: { markPrice: 1.05 },
      deribit: { mark_iv: 1.05, open_interest: 1.05 },
      okx: { bidVol: 1.05, askVol: 1.05 },
    },
  },
  rows: [
    interest.row(`${FACT}: open interest`, (now, honest) => {
      const [row, before] = [of(now.exchanges, 'binance')!, of(honest.exchanges, 'binance')!]
      return (
        row.oi_usd > 1.04 * before.oi_usd &&
        `total ${times(now.total_oi_usd, honest.total_oi_usd)}: not noticed below five times`
      )
    }),
    basis.row(
      `${FACT}: mark`,
      (now) => of(now.exchanges, 'kraken')?.used === false && `median ${now.median_bps} bps, kraken is not used`,
    ),
    termStructure.row(`${FACT}: mark`, (now, honest) => {
      const row = of(now.maturities.at(-1)!.exchanges, 'kraken')
      const isSeen =
        row === undefined || Number(row.mark) > 1.04 * Number(of(honest.maturities.at(-1)!.exchanges, 'kraken')!.mark)
      return isSeen && `nearest ${now.nearest_annualized_pct} %, was ${honest.nearest_annualized_pct} %`
    }),
    iv.row(`${FACT}: mark volatility`, (now, honest) => {
      const apart = now.atm_iv - honest.atm_iv
      return (
        apart > 1.5 && `level ${now.atm_iv}, was ${honest.atm_iv}: chains are believed within 10 points or a quarter`
      )
    }),
    greeks.row(`${FACT}: mark volatility`, (now, honest) => {
      const price = times(now.summary.straddle.price_usd, honest.summary.straddle.price_usd)
      return now.summary.atm_iv > honest.summary.atm_iv + 1.5 && `straddle ${price}, within the same bounds`
    }),
    sentiment.row(`${FACT}: mark volatility`, (now, honest) => {
      const [skew, before] = [now.components.skew.value!, honest.components.skew.value!]
      return skew < 1.03 * before && `${now.value}, was ${honest.value}; skew ${times(skew, before)}`
    }),
    svi.row(`${FACT}: quotes`, (now, honest) => {
      const [row, before] = [now.slices.at(-1)!, honest.slices.at(-1)!]
      const isSeen = row.rmse_vp > before.rmse_vp + 0.2
      return isSeen && `level ${now.atm_iv_30d}, was ${honest.atm_iv_30d}; error ${row.rmse_vp}, was ${before.rmse_vp}`
    }),
    surface.row(`${FACT}: quotes`, (now, honest) => {
      const [row, before] = [now.expiries.at(-1)!, honest.expiries.at(-1)!]
      const isSeen = (row.atm['okx'] ?? 0) > before.atm['okx']! + 1.5
      return isSeen && `level ${now.atm_iv_30d}, was ${honest.atm_iv_30d}; alerts ${now.divergence_alert_count}`
    }),
    expiry.row(`${FACT}: open interest`, (now, honest) => {
      const [coins, before] = [now.upcoming[0]!.open_interest_coins!, honest.upcoming[0]!.open_interest_coins!]
      return coins > 1.04 * before && `the same dates, open interest ${times(coins, before)}: nobody else to compare`
    }),
  ],
}
