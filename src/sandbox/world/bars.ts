import type { Instrument } from './instruments.ts'
import type { Trade } from './tape.ts'

/** One bar, made only of trades. */
export interface Bar {
  readonly start: number
  readonly end: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Sizes in lots, and turnover in ticks times lots: whole numbers, so that a bar is exactly the sum of its trades. */
  readonly lots: bigint
  readonly turnover: bigint
  readonly boughtLots: bigint
  readonly boughtTurnover: bigint
  readonly count: number
  /** False for the bar that has not ended. */
  readonly closed: boolean
}

/** Decimals of a turnover: a tick times a lot. */
export const turnoverDecimals = (instrument: Instrument): number => instrument.priceDecimals + instrument.sizeDecimals

/** Bars of this length, oldest first, up to the present one. An interval without trades repeats the last price. */
export const barsOf = (trades: readonly Trade[], lengthMs: number, now: number): readonly Bar[] => {
  const bars: Bar[] = []
  const first = trades[0]
  if (first === undefined) return bars
  // The first bar of the remembered time may lack its early trades, so the list begins with the next one.
  let start = Math.floor(first.at / lengthMs) * lengthMs + lengthMs
  let next = trades.findIndex((trade) => trade.at >= start)
  let close = trades[Math.max(0, next - 1)]?.ticks ?? first.ticks
  for (; start <= now; start += lengthMs) {
    let bar = emptyBar(start, lengthMs, close, now)
    for (let trade = trades[next]; next >= 0 && trade !== undefined; trade = trades[++next]) {
      if (trade.at >= bar.end) break
      bar = withTrade(bar, trade)
    }
    bars.push(bar)
    close = bar.close
  }
  return bars
}

const emptyBar = (start: number, lengthMs: number, price: number, now: number): Bar => ({
  start,
  end: start + lengthMs,
  open: price,
  high: price,
  low: price,
  close: price,
  lots: 0n,
  turnover: 0n,
  boughtLots: 0n,
  boughtTurnover: 0n,
  count: 0,
  closed: start + lengthMs <= now,
})

const withTrade = (bar: Bar, { ticks, lots: size, bought }: Trade): Bar => {
  const lots = BigInt(size)
  const turnover = BigInt(ticks) * lots
  const isFirst = bar.count === 0
  return {
    ...bar,
    open: isFirst ? ticks : bar.open,
    high: isFirst ? ticks : Math.max(bar.high, ticks),
    low: isFirst ? ticks : Math.min(bar.low, ticks),
    close: ticks,
    lots: bar.lots + lots,
    turnover: bar.turnover + turnover,
    boughtLots: bar.boughtLots + (bought ? lots : 0n),
    boughtTurnover: bar.boughtTurnover + (bought ? turnover : 0n),
    count: bar.count + 1,
  }
}

const total = (bars: readonly Bar[], of: (bar: Bar) => bigint): bigint => bars.reduce((sum, bar) => sum + of(bar), 0n)

/** Shorter bars as bars of this length, oldest first. Each is exactly the sum of its parts. */
export const mergedBars = (bars: readonly Bar[], lengthMs: number): readonly Bar[] =>
  [...Map.groupBy(bars, ({ start }) => Math.floor(start / lengthMs) * lengthMs)].map(([start, parts]) => ({
    start,
    end: start + lengthMs,
    open: parts[0]!.open,
    high: Math.max(...parts.map(({ high }) => high)),
    low: Math.min(...parts.map(({ low }) => low)),
    close: parts.at(-1)!.close,
    lots: total(parts, ({ lots }) => lots),
    turnover: total(parts, ({ turnover }) => turnover),
    boughtLots: total(parts, ({ boughtLots }) => boughtLots),
    boughtTurnover: total(parts, ({ boughtTurnover }) => boughtTurnover),
    count: parts.reduce((sum, { count }) => sum + count, 0),
    closed: true,
  }))
