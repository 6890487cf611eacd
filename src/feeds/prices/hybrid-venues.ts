/** Venues that quote a coin directly in another currency: beside them the cross rate has one vote (methods 1.6). */

/** Direct prices, beside which a cross stands. */
export interface Beside {
  readonly coin: string
  readonly venues: readonly string[]
}

const EURO = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex'] as const

export const HYBRID_VENUES: Readonly<Record<string, readonly string[]>> = {
  'BTC/EUR': EURO,
  'ETH/EUR': EURO,
  'SOL/EUR': ['coinbase', 'kraken', 'bitstamp', 'binance'],
  'BTC/JPY': ['bitflyer', 'bitbank', 'coincheck', 'kraken'],
  'ETH/JPY': ['bitflyer', 'bitbank', 'kraken'],
  'SOL/JPY': ['bitbank', 'binance'],
}

/** What the cross of a hybrid stands beside. */
export const besideOf = (base: string, quote: string): Beside => ({
  coin: base,
  venues: HYBRID_VENUES[`${base}/${quote}`]!,
})
