/**
 * Bybit options, keyless REST v5. Volatilities are fractions, "0" without a quote.
 * https://bybit-exchange.github.io/docs/v5/intro
 */
import { bybit } from '../exchanges/bybit.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, optional, price, refusal, reply, same, text, whole } from '../shape.ts'
import { amountOf, inPercent } from './amounts.ts'
import type { ListedOption, OptionVenue } from './chain.ts'
import { worded } from './names.ts'

const { source } = bybit

/** `{"retCode":0,"retMsg":"OK","result":{"category":"option","list":[…]},"time":1673859087947}` */
export const bybitOptionReply = (body: string): Piece => {
  const envelope = reply(body)
  const code = whole(field(envelope, 'retCode'))
  if (code !== 0) throw refusal(`${code} ${String(optional(envelope, 'retMsg')?.value ?? '')}`)
  same(field(field(envelope, 'result'), 'category'), 'option')
  return envelope
}

const volatility = (row: Piece, name: string) => {
  const found = optional(row, name)
  return inPercent(found && price(found))
}

/**
 * `{"symbol":"BTC-27DEC24-55000-P","bid1Price":"0","bid1Iv":"0","markIv":"0.8866","underlyingPrice":"71690.5",…}`. An
 * option that is settled in USDT and one in USDC may have the same strike and expiry. Both are in the chain, both in
 * dollars; one contract is one coin.
 */
const option = (row: Piece, coin: string): ListedOption | null => {
  const symbol = text(field(row, 'symbol'))
  const name = worded(symbol, coin)
  if (!name) return null
  const forward = price(field(row, 'underlyingPrice'))
  if (!forward) return null
  const [bid, ask] = [price(field(row, 'bid1Price')), price(field(row, 'ask1Price'))]
  return {
    ...name,
    symbol,
    markIv: inPercent(price(field(row, 'markIv'))),
    twoSided: bid !== null && ask !== null,
    bidIv: volatility(row, 'bid1Iv'),
    askIv: volatility(row, 'ask1Iv'),
    bid,
    ask,
    forward,
    volume: amountOf(row, 'volume24h'),
  }
}

export const bybitOptions: OptionVenue = {
  source,
  coins: ['BTC', 'ETH', 'SOL'],
  /**
   * One reply has the whole chain. Rows have no time of their own, but the envelope has one. Open interest is in coins.
   */
  chain: (coin) => ({
    provider: source,
    path: `/v5/market/tickers?category=option&baseCoin=${coin}`,
    read: (body) => {
      const envelope = bybitOptionReply(body)
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
