/**
 * Deribit options, keyless JSON-RPC over GET. Prices are JSON numbers: of options on BTC and ETH in coins, of those that
 * are settled in USDC in dollars. https://docs.deribit.com
 */
import { decimalProduct } from '../decimal-text.ts'
import { deribitSource as source } from '../exchanges/deribit-source.ts'
import type { DecimalText } from '../market.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, optional, price, refusal, reply, text, whole } from '../shape.ts'
import { amountOf } from './amounts.ts'
import type { ListedOption, OptionVenue } from './chain.ts'
import { worded } from './names.ts'

/** `{"jsonrpc":"2.0","result":[…]}`, or an `error` with code and message instead of the result. */
export const deribitResult = (body: string): Piece => {
  const envelope = reply(body)
  const error = optional(envelope, 'error')
  if (error) throw refusal(JSON.stringify(error.value).slice(0, 80))
  return field(envelope, 'result')
}

/** Where the options of a coin are listed, and how their names begin. Those on SOL exist in USDC alone. */
interface Listing {
  readonly currency: string
  readonly family: string
  readonly pricedIn: 'coins' | 'dollars'
}

export const LISTINGS: Readonly<Record<string, Listing>> = {
  BTC: { currency: 'BTC', family: 'BTC', pricedIn: 'coins' },
  ETH: { currency: 'ETH', family: 'ETH', pricedIn: 'coins' },
  SOL: { currency: 'USDC', family: 'SOL_USDC', pricedIn: 'dollars' },
}

/**
 * `{"instrument_name":"BTC-23MAY26-69000-P","mark_iv":58.6,"bid_price":null,"ask_price":0.0001,"open_interest":0.1,…}`.
 * Older replies have no `mark_iv`. A coin's chain does not include its options in other currencies. Volatilities of
 * quotes are in no summary. `volume` is in coins; `volume_usd` is the premiums that were paid.
 */
const option = (row: Piece, { family, pricedIn }: Listing): ListedOption | null => {
  const symbol = text(field(row, 'instrument_name'))
  const name = worded(symbol, family)
  if (!name) return null
  const markIv = optional(row, 'mark_iv')
  const forward = price(field(row, 'underlying_price'))
  if (!forward) return null
  const inDollars = (quoted: DecimalText | null): DecimalText | null =>
    quoted === null || pricedIn === 'dollars' ? quoted : decimalProduct(quoted, forward)
  const [bid, ask] = [inDollars(price(field(row, 'bid_price'))), inDollars(price(field(row, 'ask_price')))]
  return {
    ...name,
    symbol,
    markIv: markIv && price(markIv),
    twoSided: bid !== null && ask !== null,
    bid,
    ask,
    forward,
    volume: amountOf(row, 'volume'),
  }
}

export const deribitOptions: OptionVenue = {
  source,
  coins: Object.keys(LISTINGS),
  /** One reply has the whole chain, that in USDC with the options of other coins. Open interest is in coins. */
  chain: (coin) => {
    const listing = LISTINGS[coin]
    if (!listing) throw new RangeError(`no options of ${coin}`)
    return {
      provider: source,
      path: `/api/v2/public/get_book_summary_by_currency?currency=${listing.currency}&kind=option`,
      read: (body) => {
        const rows = items(deribitResult(body)).map((row) => ({ row, read: option(row, listing) }))
        const listed = rows.flatMap(({ row, read }) => (read ? [{ row, read }] : []))
        return {
          at: Math.max(0, ...listed.map(({ row }) => whole(field(row, 'creation_timestamp')))),
          quotes: listed.map(({ read }) => read),
          interest: Object.fromEntries(
            listed.map(({ row, read }) => [read.symbol, decimal(field(row, 'open_interest'))]),
          ),
        }
      },
    }
  },
}
