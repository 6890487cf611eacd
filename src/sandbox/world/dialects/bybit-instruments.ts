import { DAY_MS } from '../../../time-units.ts'
import { limitOf } from '../dialect.ts'
import { chainOf, OPTION_COINS, type WorldOption } from '../options/chain.ts'
import { wordedDate } from '../options/listing.ts'
import type { View } from '../view.ts'
import { HOUSE } from './bybit-options.ts'

/** Which options Bybit lists, page by page. https://bybit-exchange.github.io/docs/v5/market/instrument */

const instrument = (coin: string, { expiry, strike, kind }: WorldOption, view: View) => ({
  symbol: `${coin}-${wordedDate(expiry)}-${strike}-${kind === 'call' ? 'C' : 'P'}-USDT`,
  status: 'Trading',
  baseCoin: coin,
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  optionsType: kind === 'call' ? 'Call' : 'Put',
  launchTime: String(view.now - DAY_MS),
  deliveryTime: String(expiry),
  deliveryFeeRate: '0.00015',
  priceFilter: { minPrice: '5', maxPrice: '10000000', tickSize: '5' },
  lotSizeFilter: { maxOrderQty: '500', minOrderQty: '0.01', qtyStep: '0.01' },
})

/** What a cursor says: where the next page begins. */
const placeOf = (cursor: string | null): number => Number(/^first%3D(\d+)$/.exec(cursor ?? '')?.[1] ?? 0)

/** The result of `instruments-info` with `category=option`; `null` for a coin without options. */
export const optionInstruments = (query: URLSearchParams, view: View): object | null => {
  const coin = OPTION_COINS.find((each) => each === (query.get('baseCoin') ?? 'BTC'))
  if (coin === undefined) return null
  const all = chainOf(view, coin, HOUSE)
  const from = placeOf(query.get('cursor'))
  const to = from + limitOf(query.get('limit'), 500, 1_000)
  return {
    category: 'option',
    nextPageCursor: to < all.length ? `first%3D${to}` : '',
    list: all.slice(from, to).map((option) => instrument(coin, option, view)),
  }
}
