import { type Answer, failed, ok, spelled } from '../dialect.ts'
import { chainOf, OPTION_COINS, type OptionHouse, type WorldOption } from '../options/chain.ts'
import { wordedDate } from '../options/listing.ts'
import type { View } from '../view.ts'

/**
 * Options of Deribit: volatility in per cent, open interest in coins, `null` for a side without a quote. Prices of those
 * on BTC and ETH are in coins. Under the currency USDC are linear ones on several coins, priced in dollars; a strike with
 * a fraction is written with a `d`.
 */

export const HOUSE: OptionHouse = { venue: 'deribit', depth: 400, offset: 0, tick: 0.0001 }

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

export const nameOf = (family: string, { expiry, strike, kind }: WorldOption): string =>
  `${family}-${wordedDate(expiry)}-${String(strike).replace('.', 'd')}-${kind === 'call' ? 'C' : 'P'}`

/** The fields that every option has, whatever it is priced in. */
const common = (coin: string, option: WorldOption, view: View) => ({
  base_currency: coin,
  creation_timestamp: view.now,
  estimated_delivery_price: Number((view.dollars(coin) * view.lie).toFixed(2)),
  high: null,
  interest_rate: 0,
  low: null,
  mark_iv: Number((option.markIv * 100).toFixed(2)),
  open_interest: option.interest,
  price_change: null,
  underlying_price: Number(option.forward.toFixed(2)),
  volume: option.volume,
  volume_usd: Number((option.volume * option.mark).toFixed(2)),
})

const inverse = (coin: string, option: WorldOption, view: View) => {
  const { forward, bid, ask } = option
  const [low, high] = [bid && ticked(bid.price / forward), ask && ticked(ask.price / forward)]
  return {
    ...common(coin, option, view),
    ask_price: high,
    bid_price: low,
    instrument_name: nameOf(coin, option),
    last: coins(option.mark / forward),
    mark_price: coins(option.mark / forward),
    mid_price: low !== null && high !== null ? Number(((low + high) / 2).toFixed(5)) : null,
    quote_currency: coin,
    underlying_index: `SYN.${coin}-${wordedDate(option.expiry)}`,
  }
}

const linear = (coin: string, option: WorldOption, view: View) => {
  const dollars = (price: number): number => Number(price.toFixed(2))
  const [low, high] = [option.bid && dollars(option.bid.price), option.ask && dollars(option.ask.price)]
  const family = `${coin}_USDC`
  return {
    ...common(coin, option, view),
    ask_price: high,
    bid_price: low,
    instrument_name: nameOf(family, option),
    last: dollars(option.mark),
    mark_price: Number(option.mark.toFixed(4)),
    mid_price: low !== null && high !== null ? dollars((low + high) / 2) : null,
    quote_currency: 'USDC',
    underlying_index: `SYN.${family}-${wordedDate(option.expiry)}`,
  }
}

const LINEAR = OPTION_COINS.filter((coin) => coin !== 'ETH')

/** The coins whose options lie under a currency: several are linear, of the others each is its own. */
export const coinsUnder = (currency: string | null): readonly string[] =>
  currency === 'USDC' ? LINEAR : OPTION_COINS.filter((coin) => coin === currency && coin !== 'SOL')

/** All rows of a currency; `null` for one without options. */
const rowsOf = (currency: string | null, view: View): readonly unknown[] | null => {
  const coins = coinsUnder(currency)
  if (coins.length === 0) return null
  return coins.flatMap((coin) =>
    chainOf(view, coin, HOUSE).map((option) => (currency === coin ? inverse : linear)(coin, option, view)),
  )
}

const refuse = (reason: string, param: string): Answer =>
  failed(400, {
    jsonrpc: '2.0',
    error: { message: 'Invalid params', data: { reason, param }, code: -32_602 },
    testnet: false,
  })

/** The call `get_book_summary_by_currency` for options. */
export const optionSummaries = (query: URLSearchParams, view: View): Answer => {
  const result = rowsOf(query.get('currency'), view)
  if (result === null) return refuse('unknown value', 'currency')
  const micros = Math.floor(view.now) * 1_000
  return ok({
    jsonrpc: '2.0',
    result,
    usIn: micros,
    usOut: micros + 900,
    usDiff: 900,
    testnet: false,
  })
}
