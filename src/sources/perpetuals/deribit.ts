/** Deribit, keyless JSON-RPC over GET. Numbers are JSON numbers. https://docs.deribit.com/#public-ticker */
import { deribitSource as source } from '../exchanges/deribit-source.ts'
import { PERPETUAL_ASSETS, type PerpetualVenue, fundingPaidSince } from '../perpetual.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, positive, reply, same, unrefused, whole } from '../shape.ts'

const symbols = { BTC: 'BTC-PERPETUAL', ETH: 'ETH-PERPETUAL', SOL: 'SOL_USDC-PERPETUAL' } as const

/** Open interest of inverse contracts is in dollars, that of linear ones in coins. */
const openInterestUnit = { BTC: 'usd', ETH: 'usd', SOL: 'coins' } as const

/** Errors are `{"jsonrpc":"2.0","error":{"message":"Invalid params","code":-32602},…}`. */
const result = (body: string): Piece => field(unrefused(reply(body), 'error'), 'result')

export const deribit: PerpetualVenue = {
  name: 'deribit',
  source,
  symbols,
  /**
   * Funding is paid continuously. `current_funding` is the present cost of eight hours, `funding_8h` the cost of the
   * last eight hours. There is no next payment and no estimate of one.
   */
  tickers: PERPETUAL_ASSETS.map((asset) => ({
    provider: source,
    path: `/api/v2/public/ticker?instrument_name=${symbols[asset]}`,
    read: (body) => {
      const row = result(body)
      same(field(row, 'instrument_name'), symbols[asset])
      return {
        [asset]: {
          funding: {
            rate: decimal(field(row, 'current_funding')),
            unit: 'fraction',
            isExpected: false,
            estimate: null,
            nextAt: null,
          },
          intervalHours: 8,
          mark: positive(field(row, 'mark_price')),
          index: positive(field(row, 'index_price')),
          openInterest: { amount: decimal(field(row, 'open_interest')), unit: openInterestUnit[asset] },
          at: whole(field(row, 'timestamp')),
        },
      }
    },
  })),
  /**
   * One row for each hour. `interest_1h` is the cost of that hour, `interest_8h` that of the eight hours before its
   * end.
   */
  history: (asset, since, now) => ({
    provider: source,
    path: `/api/v2/public/get_funding_rate_history?instrument_name=${symbols[asset]}&start_timestamp=${since}&end_timestamp=${now}`,
    read: (body) =>
      fundingPaidSince(
        items(result(body)).map((row) => ({
          at: whole(field(row, 'timestamp')),
          rate: decimal(field(row, 'interest_1h')),
        })),
        since,
      ),
  }),
}
