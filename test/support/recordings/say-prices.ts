import type { FiveMinuteBar } from '../../../src/sources/bars/five-minute-bar.ts'
import type { ReducedBook, ReducedSide } from '../../../src/sources/depth/reduce.ts'
import type { DailyBar } from '../../../src/sources/daily/daily-bar.ts'
import type { Fixing, Listing, MetalQuote, Quote, Trade, VolumeBar } from '../../../src/sources/market.ts'
import type { MinuteBar } from '../../../src/sources/minutes/minute-bar.ts'
import { count, day, first, span, time } from './words.ts'

/** What readers of prices give, in words and figures. */

const stamp = ({ bookAt, lastAt, aliveAt }: Quote): string => {
  const at = bookAt ?? lastAt ?? aliveAt
  return at === undefined || at === null ? '' : `, ${time(at)}`
}

export const quoteIn = (symbol: string, quote: Quote): string =>
  `${symbol} ${quote.bid ?? 'none'} / ${quote.ask ?? 'none'}, last ${quote.last ?? 'none'}${stamp(quote)}`

export const quotes = (read: Readonly<Record<string, Quote>>): string =>
  `${count(Object.keys(read).length, 'quote')}: ${first(Object.entries(read).map(([symbol, quote]) => quoteIn(symbol, quote)))}`

export const trades = (read: readonly Trade[]): string =>
  `${count(read.length, 'trade')}${span(read.map(({ at }) => at))}, last at ${read.at(-1)?.price}`

export const volumeBars = (read: readonly VolumeBar[]): string => {
  const last = read.at(-1)
  if (!last) return '0 closed minutes'
  return `${count(read.length, 'closed minute')}${span(read.map(({ start }) => start))}, last with ${last.volume} coins for ${last.turnover}`
}

export const fiveMinuteBars = (read: readonly FiveMinuteBar[]): string =>
  `${count(read.length, 'bar')} of five minutes${span(read.map(({ start }) => start))}, last closed at ${read.at(-1)?.close}`

export const listings = (read: readonly Listing[]): string =>
  `${count(read.length, 'instrument')}, ${read.filter(({ trading }) => trading).length.toLocaleString('en-US')} of them trading`

const reach = ({ reachBps }: ReducedSide): string => (reachBps === null ? 'its end' : `${reachBps.toFixed(1)} bps`)

export const book = ({ bids, asks, at }: ReducedBook): string =>
  `${count(bids.top.length, 'bid')} and ${count(asks.top.length, 'ask')} kept, best ${bids.top[0]?.[0]} / ${asks.top[0]?.[0]}, ` +
  `seen to ${reach(bids)} and ${reach(asks)}${at === null ? '' : `, ${time(at)}`}`

export const dailyBars = (read: readonly DailyBar[]): string =>
  `${count(read.length, 'day')}${span(
    read.map(({ start }) => start),
    day,
  )}, last from ${read.at(-1)?.low} to ${read.at(-1)?.high}`

export const minuteBars = (read: readonly MinuteBar[]): string =>
  `${count(read.length, 'minute')}${span(read.map(({ start }) => start))}, last close ${read.at(-1)?.close}`

export const fixing = ({ base, date, rates, quotedPerBase }: Fixing): string =>
  `${count(Object.keys(rates).length, 'rate')} of ${date}, ${quotedPerBase ? `USD ${rates['USD']} per ${base}` : `${base} ${rates['USD']} per USD`}`

export const metal = ({ price, at }: MetalQuote): string => `${price}, ${time(at)}`
