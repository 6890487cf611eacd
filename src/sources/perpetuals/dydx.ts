/** dYdX v4, the public indexer. https://docs.dydx.xyz/indexer-client/http */
import { exchangeSource } from '../exchanges/exchange-source.ts'
import { PERPETUAL_ASSETS, type PerpetualVenue, fundingPaidSince } from '../perpetual.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, millisFromIso, positive, reply, same, unrefused } from '../shape.ts'

const source = exchangeSource({
  name: 'dydx',
  origin: 'https://indexer.dydx.trade',
  // 100 in ten seconds.
  rate: { requests: 50, perSeconds: 10 },
  maxBytes: 2 ** 20,
  terms: 'https://dydx.exchange/v4-terms',
})

const symbols = { BTC: 'BTC-USD', ETH: 'ETH-USD', SOL: 'SOL-USD' } as const

/** Errors are `{"errors":[{"msg":"…"}]}`. */
const answer = (body: string): Piece => unrefused(reply(body), 'errors')

export const dydx: PerpetualVenue = {
  name: 'dydx',
  source,
  symbols,
  lacksIndex: true,
  /**
   * The only rate is the expected one of the running hour. Positions are valued at the oracle's price, so there is no
   * separate index. `openInterest` is in coins, one side; `baseOpenInterest` is another figure, about twice as large.
   */
  tickers: PERPETUAL_ASSETS.map((asset) => ({
    provider: source,
    path: `/v4/perpetualMarkets?ticker=${symbols[asset]}`,
    read: (body) => {
      const row = field(field(answer(body), 'markets'), symbols[asset])
      same(field(row, 'ticker'), symbols[asset])
      const rate = decimal(field(row, 'nextFundingRate'))
      return {
        [asset]: {
          funding: { rate, unit: 'fraction', isExpected: true, estimate: null, nextAt: null },
          intervalHours: 1,
          mark: positive(field(row, 'oraclePrice')),
          openInterest: { amount: decimal(field(row, 'openInterest')), unit: 'coins' },
          at: null,
        },
      }
    },
  })),
  /** Hourly, newest first in the reply. */
  history: (asset, since) => ({
    provider: source,
    path: `/v4/historicalFunding/${symbols[asset]}?limit=100`,
    read: (body) =>
      fundingPaidSince(
        items(field(answer(body), 'historicalFunding')).map((row) => {
          same(field(row, 'ticker'), symbols[asset])
          return { at: millisFromIso(field(row, 'effectiveAt')), rate: decimal(field(row, 'rate')) }
        }),
        since,
      ),
  }),
}
