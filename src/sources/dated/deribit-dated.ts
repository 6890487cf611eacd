/** Deribit's dated futures, keyless JSON-RPC over GET. https://docs.deribit.com/#public-get_instruments */
import { deribitSource as source } from '../exchanges/deribit-source.ts'
import { PERPETUAL_ASSETS } from '../perpetual.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, flag, items, optional, price, reply, text, unrefused, whole } from '../shape.ts'
import { type DatedAnswer, type DatedKind, type DatedList, type DatedVenue, named, prices } from './dated.ts'

/** Coins with inverse futures have a list of their own. All linear futures are in one list, that of their currency. */
const CURRENCIES = ['BTC', 'ETH', 'USDC'] as const

/** Errors are `{"jsonrpc":"2.0","error":{"message":"Invalid params","code":-32602},…}`. */
const result = (body: string): Piece => field(unrefused(reply(body), 'error'), 'result')

const assetOf = (row: Piece) => PERPETUAL_ASSETS.find((asset) => asset === field(row, 'base_currency').value)

/** Inverse futures are quoted in dollars, linear ones in the coin that they settle in; `null` for anything else. */
const kindOf = (row: Piece): DatedKind | null => {
  const quote = text(field(row, 'quote_currency'))
  if (quote === 'USD') return 'inverse'
  return quote === 'USDC' ? 'linear' : null
}

/** The index is named after its coin: `btc_usd`. Replies of 2021 do not name it. */
const isOwnIndex = (row: Piece, asset: string): boolean => {
  const index = optional(row, 'price_index')
  return index === null || text(index).startsWith(`${asset.toLowerCase()}_`)
}

/**
 * `{"instrument_name":"BTC-25DEC26","kind":"future","settlement_period":"month","expiration_timestamp":1798185600000,…}`.
 * A list without `kind` also has options and combinations. The perpetual has a date in the year 3000.
 */
const list = (body: string): DatedList =>
  named(
    items(result(body)).map((row) => {
      if (text(field(row, 'kind')) !== 'future' || text(field(row, 'settlement_period')) === 'perpetual') return null
      const [asset, kind] = [assetOf(row), kindOf(row)]
      if (!asset || !kind || !flag(field(row, 'is_active')) || !isOwnIndex(row, asset)) return null
      return [
        text(field(row, 'instrument_name')),
        { asset, kind, expiresAt: whole(field(row, 'expiration_timestamp')) },
      ]
    }),
  )

/** `BTC-25DEC26`, `SOL_USDC-25DEC26`; not `BTC-PERPETUAL`. */
const DATED = /-\d{1,2}[A-Z]{3}\d\d$/

/**
 * `estimated_delivery_price` is the index of the coin; in the last half hour of a contract its running average. Open
 * interest is in dollars, of linear futures in coins.
 */
const summaries = (body: string): DatedAnswer =>
  named(
    items(result(body)).map((row) => {
      const symbol = text(field(row, 'instrument_name'))
      const kind = kindOf(row)
      if (!assetOf(row) || !kind || !DATED.test(symbol)) return null
      return [
        symbol,
        {
          ...prices({ mark: price(field(row, 'mark_price')), index: price(field(row, 'estimated_delivery_price')) }),
          openInterest: {
            amount: decimal(field(row, 'open_interest')),
            unit: kind === 'inverse' ? ('usd' as const) : ('coins' as const),
          },
          at: whole(field(row, 'creation_timestamp')),
        },
      ]
    }),
  )

export const deribitDated: DatedVenue = {
  name: 'deribit',
  source,
  assets: PERPETUAL_ASSETS,
  lists: CURRENCIES.map((currency) => ({
    provider: source,
    path: `/api/v2/public/get_instruments?currency=${currency}&kind=future&expired=false`,
    read: list,
  })),
  tickers: CURRENCIES.map((currency) => ({
    provider: source,
    path: `/api/v2/public/get_book_summary_by_currency?currency=${currency}&kind=future`,
    read: summaries,
  })),
}
