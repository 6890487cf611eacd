/** Kraken Futures, keyless. Numbers are JSON numbers. https://docs.kraken.com/api/docs/futures-api/trading/get-tickers */
import { krakenFuturesReply as answer, krakenFuturesSource as source } from '../exchanges/kraken-futures-source.ts'
import { largeQuery, type LargeReader } from '../large-reader.ts'
import { assetOf, type FundingPaid, fundingPaidSince, type PerpetualVenue, type Said } from '../perpetual.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, millisFromIso, positive, text } from '../shape.ts'

/** The linear contracts, in dollars. Bitcoin is XBT here. */
const symbols = { BTC: 'PF_XBTUSD', ETH: 'PF_ETHUSD', SOL: 'PF_SOLUSD' } as const

/**
 * `fundingRate` and `fundingRatePrediction` are dollars per coin and hour, not fractions. For linear contracts they
 * must be divided by the index. Open interest is in coins, one side.
 */
const ticker = (row: Piece, at: number): Said => ({
  funding: {
    rate: decimal(field(row, 'fundingRate')),
    unit: 'money_per_coin',
    isExpected: false,
    estimate: decimal(field(row, 'fundingRatePrediction')),
    nextAt: null,
  },
  intervalHours: 1,
  mark: positive(field(row, 'markPrice')),
  index: positive(field(row, 'indexPrice')),
  openInterest: { amount: decimal(field(row, 'openInterest')), unit: 'coins' },
  at,
})

/** This reply has the relative rate beside the absolute one. Given the time from which rates are wanted. */
export const krakenPaid: LargeReader<[since: number], readonly FundingPaid[]> = {
  name: 'krakenpaid',
  read: (body, since) =>
    fundingPaidSince(
      items(field(answer(body), 'rates')).map((row) => ({
        at: millisFromIso(field(row, 'timestamp')),
        rate: decimal(field(row, 'relativeFundingRate')),
      })),
      since,
    ),
}

export const kraken: PerpetualVenue = {
  name: 'kraken',
  source,
  symbols,
  /** One request for all contracts. Rows of indices (`in_xbtusd`) and of dated contracts lack most of the fields. */
  tickers: [
    {
      provider: source,
      path: '/derivatives/api/v3/tickers',
      read: (body) => {
        const found = answer(body)
        const at = millisFromIso(field(found, 'serverTime'))
        return Object.fromEntries(
          items(field(found, 'tickers')).flatMap((row) => {
            const asset = assetOf(symbols, text(field(row, 'symbol')).toUpperCase())
            return asset === null ? [] : [[asset, ticker(row, at)] as const]
          }),
        )
      },
    },
  ],
  history: (asset, since) =>
    largeQuery(
      {
        provider: source,
        path: `/derivatives/api/v3/historical-funding-rates?symbol=${symbols[asset]}`,
        // One reply with every hour since 2022.
        maxBytes: 2 ** 23,
      },
      krakenPaid,
      since,
    ),
}
