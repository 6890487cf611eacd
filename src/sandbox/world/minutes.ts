import { DAY_MS, MINUTE_MS } from '../../time-units.ts'
import type { Bar } from './bars.ts'
import { departure, type Instrument, touch } from './instruments.ts'
import { type Past, strayOf } from './past.ts'
import { chance, mix, seedOf, unit } from './prng.ts'

/**
 * One-minute bars of the past, computed from the past levels alone. No trades are kept. A bar begins and ends at the
 * market's levels, within a few basis points of the trades, and its volume is generated.
 */

/** How far back there are minutes. */
export const MINUTES_TOLD_MS = 60 * DAY_MS

/** The average value of the trades in a minute. It is far above the median. */
const NOTIONAL = 2000

/** The middle of one venue's book at one time. */
interface Point {
  readonly at: number
  readonly price: number
  readonly volatility: number
  /** Dollars per unit of the base. */
  readonly worth: number
}

/** The past levels, and the provider that reports them. */
interface PastOfProvider {
  readonly past: Past
  readonly worldSeed: number
  readonly lie: number
}

/** The bars between two whole minutes, oldest first. */
export const minutesOf = (
  provider: PastOfProvider,
  instrument: Instrument,
  from: number,
  until: number,
): readonly Bar[] => {
  const { past, worldSeed, lie } = provider
  const instants = past.instants(from, until)
  const quotes = past.worths(instrument.quote, instants)
  const points = past.worths(instrument.base, instants).map(({ at, dollars: worth, volatility }, i): Point => {
    const level = worth / (quotes[i]?.dollars ?? 1)
    return { at, price: level * (1 + departure(instrument, worldSeed, at, volatility)) * lie, volatility, worth }
  })
  const bar = barOf(instrument, mix(mix(instrument.seed, worldSeed), seedOf('minutes')))
  const bars: Bar[] = []
  let begun = 0
  for (const [place, { at }] of points.entries()) {
    if (place === 0 || at % MINUTE_MS !== 0) continue
    bars.push(bar(points.slice(begun, place + 1)))
    begun = place
  }
  return bars
}

/** A bar from its first instant to the first of the next one, including every level that was set in between. */
const barOf = (instrument: Instrument, seed: number): ((points: readonly Point[]) => Bar) => {
  const stray = strayOf(instrument.base, instrument.quote)
  const expected = 60 * instrument.perSecond

  /** The last trade before a time was at the bid or the ask. */
  const lastBefore = ({ at, price }: Point): number => {
    const { bid, ask } = touch(instrument, price)
    return unit(mix(seed, Math.floor(at / 1000))) < 0.5 ? bid : ask
  }

  return (points) => {
    const [first, last] = [points[0] as Point, points.at(-1) as Point]
    const draw = chance(mix(seed, first.at / MINUTE_MS))
    if (draw.next() < Math.exp(-expected)) return emptyMinute(first.at, lastBefore(first))
    const { bid, ask } = touch(instrument, first.price)
    const open = draw.next() < 0.5 ? bid : ask
    const close = lastBefore(last)
    // This is the exact distribution of the extreme of a random walk between two known ends.
    const deviation = stray * last.volatility * close
    const turn = (way: 1 | -1): number =>
      Math.round(
        (open + close + way * Math.sqrt((open - close) ** 2 - 2 * deviation ** 2 * Math.log(1 - draw.next()))) / 2,
      )
    const seen = [open, close, ...points.slice(1, -1).map(lastBefore)]
    const count = Math.max(1, Math.round(expected + Math.sqrt(expected) * draw.normal()))
    const size = (count * NOTIONAL * (0.6 + 0.8 * draw.next())) / last.worth
    const lots = BigInt(Math.max(1, Math.round(size * 10 ** instrument.sizeDecimals)))
    const bought = (lots * BigInt(Math.floor(101 * draw.next()))) / 100n
    const mean = BigInt(Math.round((open + close) / 2))
    return {
      ...emptyMinute(first.at, open),
      high: Math.max(...seen, turn(1)),
      low: Math.max(1, Math.min(...seen, turn(-1))),
      close,
      lots,
      turnover: lots * mean,
      boughtLots: bought,
      boughtTurnover: bought * mean,
      count,
    }
  }
}

/** A minute without trades: the price before it, and no volume. */
const emptyMinute = (start: number, ticks: number): Bar => ({
  start,
  end: start + MINUTE_MS,
  open: ticks,
  high: ticks,
  low: ticks,
  close: ticks,
  lots: 0n,
  turnover: 0n,
  boughtLots: 0n,
  boughtTurnover: 0n,
  count: 0,
  closed: true,
})
