/**
 * Bybit options, keyless REST v5. Volatilities are fractions, "0" without a quote.
 * https://bybit-exchange.github.io/docs/v5/intro
 */
import { decimalProduct } from '../decimal-text.ts'
import { bybit } from '../exchanges/bybit.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, optional, price, refusal, reply, same, text, whole } from '../shape.ts'
import type { OptionVenue } from './chain.ts'
import { worded } from './names.ts'

const { source } = bybit

/** `{"retCode":0,"retMsg":"OK","result":{"category":"option","list":[…]},"time":1673859087947}` */
const answer = (body: string): Piece => {
  const envelope = reply(body)
  const code = whole(field(envelope, 'retCode'))
  if (code !== 0) throw refusal(`${code} ${String(optional(envelope, 'retMsg')?.value ?? '')}`)
  same(field(field(envelope, 'result'), 'category'), 'option')
  return envelope
}

/**
 * `{"symbol":"BTC-27DEC24-55000-P","bid1Price":"0","ask1Price":"0","markIv":"0.8866","underlyingPrice":"71690.5",…}`.
 * An option that is settled in USDT and one in USDC may have the same strike and expiry. Both are in the chain.
 */
const option = (row: Piece, coin: string) => {
  const symbol = text(field(row, 'symbol'))
  const name = worded(symbol, coin)
  if (!name) return null
  const markIv = price(field(row, 'markIv'))
  const forward = price(field(row, 'underlyingPrice'))
  return forward
    ? {
        ...name,
        symbol,
        markIv: markIv && decimalProduct(markIv, '100'),
        twoSided: price(field(row, 'bid1Price')) !== null && price(field(row, 'ask1Price')) !== null,
        forward,
      }
    : null
}

export const bybitOptions: OptionVenue = {
  source,
  /**
   * One reply has the whole chain. Rows have no time of their own, but the envelope has one. Open interest is in coins.
   */
  chain: (coin) => ({
    provider: source,
    path: `/v5/market/tickers?category=option&baseCoin=${coin}`,
    read: (body) => {
      const envelope = answer(body)
      const listed = items(field(field(envelope, 'result'), 'list')).flatMap((row) => {
        const read = option(row, coin)
        return read ? [{ row, read }] : []
      })
      return {
        at: whole(field(envelope, 'time')),
        quotes: listed.map(({ read }) => read),
        interest: Object.fromEntries(listed.map(({ row, read }) => [read.symbol, decimal(field(row, 'openInterest'))])),
      }
    },
  }),
}
