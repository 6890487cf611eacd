import { type Answer, failed, ok, spelled } from '../dialect.ts'
import { chainOf, OPTION_COINS, type OptionHouse, type WorldOption } from '../options/chain.ts'
import { wordedDate } from '../options/listing.ts'
import type { View } from '../view.ts'

/** Options of Deribit: prices and open interest in coins, volatility in per cent, `null` for a side without a quote. */

const HOUSE: OptionHouse = { venue: 'deribit', depth: 400, offset: 0, tick: 0.0001 }

/** Numbers here are doubles in the form of Python: `1.3e-07`. */
const coins = (price: number): unknown => {
  const rounded = Number(price.toFixed(8))
  const text = String(rounded)
  return spelled(/e-\d$/.test(text) ? text.replace('e-', 'e-0') : text)
}

const ticked = (price: number): number => {
  const tick = price > 0.005 ? 0.0005 : 0.0001
  return Number((Math.round(price / tick) * tick).toFixed(4))
}

const summary = (coin: string, option: WorldOption, view: View) => {
  const { expiry, strike, kind, forward, bid, ask } = option
  const [low, high] = [bid && ticked(bid.price / forward), ask && ticked(ask.price / forward)]
  return {
    ask_price: high,
    base_currency: coin,
    bid_price: low,
    creation_timestamp: view.now,
    estimated_delivery_price: Number((view.dollars(coin) * view.lie).toFixed(2)),
    high: null,
    instrument_name: `${coin}-${wordedDate(expiry)}-${strike}-${kind === 'call' ? 'C' : 'P'}`,
    interest_rate: 0,
    last: coins(option.mark / forward),
    low: null,
    mark_iv: Number((option.markIv * 100).toFixed(2)),
    mark_price: coins(option.mark / forward),
    mid_price: low !== null && high !== null ? Number(((low + high) / 2).toFixed(5)) : null,
    open_interest: option.interest,
    price_change: null,
    quote_currency: coin,
    underlying_index: `SYN.${coin}-${wordedDate(expiry)}`,
    underlying_price: Number(forward.toFixed(2)),
    volume: 0,
    volume_usd: 0,
  }
}

const refuse = (reason: string, param: string): Answer =>
  failed(400, {
    jsonrpc: '2.0',
    error: { message: 'Invalid params', data: { reason, param }, code: -32_602 },
    testnet: false,
  })

/** The call `get_book_summary_by_currency` for options. */
export const optionSummaries = (query: URLSearchParams, view: View): Answer => {
  const coin = OPTION_COINS.find((each) => each === query.get('currency'))
  if (coin === undefined) return refuse('unknown value', 'currency')
  const micros = Math.floor(view.now) * 1_000
  return ok({
    jsonrpc: '2.0',
    result: chainOf(view, coin, HOUSE).map((option) => summary(coin, option, view)),
    usIn: micros,
    usOut: micros + 900,
    usDiff: 900,
    testnet: false,
  })
}
