/** Deribit options, keyless JSON-RPC over GET. Prices are JSON numbers, in coins. https://docs.deribit.com */
import { deribitSource as source } from '../exchanges/deribit-source.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, optional, price, refusal, reply, text, whole } from '../shape.ts'
import type { OptionVenue } from './chain.ts'
import { worded } from './names.ts'

/** `{"jsonrpc":"2.0","result":[…]}`, or an `error` with code and message instead of the result. */
const result = (body: string): Piece => {
  const envelope = reply(body)
  const error = optional(envelope, 'error')
  if (error) throw refusal(JSON.stringify(error.value).slice(0, 80))
  return field(envelope, 'result')
}

/**
 * `{"instrument_name":"BTC-23MAY26-69000-P","mark_iv":58.6,"bid_price":null,"ask_price":0.0001,"open_interest":0.1,…}`.
 * Older replies have no `mark_iv`. A coin's chain does not include linear options in other currencies.
 */
const option = (row: Piece, coin: string) => {
  const symbol = text(field(row, 'instrument_name'))
  const name = worded(symbol, coin)
  if (!name) return null
  const markIv = optional(row, 'mark_iv')
  const forward = price(field(row, 'underlying_price'))
  return forward
    ? {
        ...name,
        symbol,
        markIv: markIv && price(markIv),
        twoSided: price(field(row, 'bid_price')) !== null && price(field(row, 'ask_price')) !== null,
        forward,
      }
    : null
}

export const deribitOptions: OptionVenue = {
  source,
  /** One reply has the whole chain. An inverse contract is one coin, so open interest is in coins. */
  chain: (coin) => ({
    provider: source,
    path: `/api/v2/public/get_book_summary_by_currency?currency=${coin}&kind=option`,
    read: (body) => {
      const rows = items(result(body)).map((row) => ({ row, read: option(row, coin) }))
      const listed = rows.flatMap(({ row, read }) => (read ? [{ row, read }] : []))
      return {
        at: Math.max(0, ...listed.map(({ row }) => whole(field(row, 'creation_timestamp')))),
        quotes: listed.map(({ read }) => read),
        interest: Object.fromEntries(
          listed.map(({ row, read }) => [read.symbol, decimal(field(row, 'open_interest'))]),
        ),
      }
    },
  }),
}
