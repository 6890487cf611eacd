import { type Dialect, directory } from '../dialect.ts'
import { binance } from '../dialects/binance.ts'
import { binanceus } from '../dialects/binanceus.ts'
import { chosen, NOTHING, type PushDialect, sidesOf } from './push-dialect.ts'

/** Binance spot and Binance.US: combined streams of best prices and of tickers, listed in the path. */

const binanceLike = (rest: Dialect, hosts: readonly string[]): PushDialect => {
  const bySymbol = directory(rest.instruments!)
  const find = (stream: string) => bySymbol(stream.slice(0, stream.indexOf('@')).toUpperCase())
  return {
    provider: rest.provider,
    hosts,
    // An unknown stream is accepted and sends nothing.
    opened: (path) => (path.startsWith('/stream?streams=') ? path.slice('/stream?streams='.length).split('/') : null),
    said: () => NOTHING,
    books: (view, subscribed) =>
      chosen(find, subscribed).map(([stream, one]) => {
        const { bid, bidSize, ask, askSize, last, lastAt } = sidesOf(one, view)
        const sides = { s: one.symbol, b: bid, B: bidSize, a: ask, A: askSize }
        const data = stream.endsWith('@ticker')
          ? { e: '24hrTicker', E: view.now, ...sides, c: last, C: Math.max(lastAt, view.now - 1_000) }
          : { u: view.now, ...sides }
        return JSON.stringify({ stream, data })
      }),
  }
}

export const binanceSpot = binanceLike(binance, ['data-stream.binance.vision'])
export const binanceUs = binanceLike(binanceus, ['stream.binance.us:9443'])
