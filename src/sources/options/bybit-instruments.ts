/** Which options Bybit lists. https://bybit-exchange.github.io/docs/v5/market/instrument */
import { bybit } from '../exchanges/bybit.ts'
import type { Piece } from '../shape.ts'
import { field, items, refusal, same, text, whole, oneOfWords } from '../shape.ts'
import { bybitOptionReply } from './bybit-options.ts'
import type { InstrumentVenue } from './instruments.ts'
import { type OptionName, worded } from './names.ts'

const { source } = bybit

/** The most rows of one page; 500 if the request does not say. */
const PAGE = 1_000

/**
 * `{"symbol":"BTC-27MAR26-70000-P-USDT","status":"Trading","baseCoin":"BTC","optionsType":"Put","deliveryTime":"1774598400000",…}`.
 * The strike stands in the symbol alone. Options settled in USDC and in USDT are two rows.
 */
const listed = (row: Piece, coin: string): readonly OptionName[] => {
  if (text(field(row, 'baseCoin')) !== coin || text(field(row, 'status')) !== 'Trading') return []
  const symbol = text(field(row, 'symbol'))
  const name = worded(symbol, coin)
  if (!name) throw refusal(`an option of ${coin} called ${symbol}`)
  const kind = oneOfWords(field(row, 'optionsType'), { Call: 'call', Put: 'put' })
  same({ value: kind, path: `${row.path}.optionsType` }, name.kind)
  return [{ ...name, expiry: whole(field(row, 'deliveryTime')) }]
}

export const bybitInstruments: InstrumentVenue = {
  source,
  coins: ['BTC', 'ETH', 'SOL'],
  /** Pages follow one another by `nextPageCursor`, which is empty on the last one. */
  page: (coin, cursor) => ({
    provider: source,
    path: `/v5/market/instruments-info?category=option&baseCoin=${coin}&limit=${PAGE}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    read: (body) => {
      const result = field(bybitOptionReply(body), 'result')
      return {
        listed: items(field(result, 'list')).flatMap((row) => listed(row, coin)),
        cursor: text(field(result, 'nextPageCursor')) || null,
      }
    },
  }),
}
