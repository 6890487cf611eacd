/** Kraken Futures, keyless. Numbers are JSON numbers. https://docs.kraken.com/api/docs/futures-api/trading/get-tickers */
import { exchangeSource } from '../exchanges/exchange-source.ts'
import { assetOf, type PerpetualVenue, type Said, fundingPaidSince } from '../perpetual.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, millisFromIso, positive, refusal, reply, text, unrefused } from '../shape.ts'

const source = exchangeSource({
  name: 'krakenfutures',
  origin: 'https://futures.kraken.com',
  // No limit is published for public paths; the venue asks for moderate use.
  rate: { requests: 20, perSeconds: 10 },
  // The history of a contract is one reply with every hour since 2022.
  maxBytes: 2 ** 23,
  terms: 'https://www.kraken.com/legal',
})

/** The linear contracts, in dollars. Bitcoin is XBT here. */
const symbols = { BTC: 'PF_XBTUSD', ETH: 'PF_ETHUSD', SOL: 'PF_SOLUSD' } as const

/** Errors are `{"result":"error","error":"apiLimitExceeded",…}` with HTTP 200. */
const answer = (body: string): Piece => {
  const found = unrefused(reply(body), 'error')
  const result = text(field(found, 'result'))
  if (result !== 'success') throw refusal(result)
  return found
}

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
  /** This reply has the relative rate beside the absolute one. */
  history: (asset, since) => ({
    provider: source,
    path: `/derivatives/api/v3/historical-funding-rates?symbol=${symbols[asset]}`,
    read: (body) =>
      fundingPaidSince(
        items(field(answer(body), 'rates')).map((row) => ({
          at: millisFromIso(field(row, 'timestamp')),
          rate: decimal(field(row, 'relativeFundingRate')),
        })),
        since,
      ),
  }),
}
