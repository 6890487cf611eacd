import { BINANCE_OPTIONS } from './binance-options.ts'
import { BINANCE } from './binance.ts'
import { BINANCEUS } from './binanceus.ts'
import { BITBANK } from './bitbank.ts'
import { BITFINEX } from './bitfinex.ts'
import { BITFLYER } from './bitflyer.ts'
import { BITGET } from './bitget.ts'
import { BITSTAMP } from './bitstamp.ts'
import { BYBIT } from './bybit.ts'
import { COINBASE } from './coinbase.ts'
import { COINCHECK } from './coincheck.ts'
import { DERIBIT } from './deribit.ts'
import { DYDX } from './dydx.ts'
import { GATE } from './gate.ts'
import { GEMINI } from './gemini.ts'
import { HYPERLIQUID } from './hyperliquid.ts'
import { KRAKEN_FUTURES } from './kraken-futures.ts'
import { KRAKEN } from './kraken.ts'
import { KUCOIN } from './kucoin.ts'
import { MACRO } from './macro.ts'
import { OKX } from './okx.ts'
import type { Recordings } from './reading.ts'

const CRYPTO: Readonly<Record<string, Recordings>> = {
  binance: { ...BINANCE, ...BINANCE_OPTIONS },
  binanceus: BINANCEUS,
  bitbank: BITBANK,
  bitfinex: BITFINEX,
  bitflyer: BITFLYER,
  bitget: BITGET,
  bitstamp: BITSTAMP,
  bybit: BYBIT,
  coinbase: COINBASE,
  coincheck: COINCHECK,
  deribit: DERIBIT,
  dydx: DYDX,
  gate: GATE,
  gemini: GEMINI,
  hyperliquid: HYPERLIQUID,
  kraken: KRAKEN,
  krakenfutures: KRAKEN_FUTURES,
  kucoin: KUCOIN,
  okx: OKX,
}

const flat = (area: string, providers: Readonly<Record<string, Recordings>>) =>
  Object.entries(providers).flatMap(([provider, files]) =>
    Object.entries(files).map(([file, row]) => [`${area}/${provider}/${file}`, row] as const),
  )

/** Every recording that has a row, by its path. */
export const ROWS: ReadonlyMap<string, Recordings[string]> = new Map([
  ...flat('crypto', CRYPTO),
  ...flat('macro', MACRO),
])

/** The row of a recording; nothing if there is none. */
export const rowOf = (path: string): Recordings[string] | undefined => ROWS.get(path)
