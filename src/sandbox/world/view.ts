import { DAY_SECONDS, HOUR_MS, MINUTE_MS } from '../../time-units.ts'
import { type Bar, barsOf, mergedBars } from './bars.ts'
import type { Coupling } from './coupling.ts'
import { daysOf } from './days.ts'
import { dollars, levelOf, swingOf } from './factors.ts'
import { type Instrument, middle, touch } from './instruments.ts'
import { MINUTES_TOLD_MS, minutesOf } from './minutes.ts'
import type { Repriced } from './model-prices.ts'
import type { Standing } from './standing.ts'
import { createPast } from './past.ts'
import type { Path } from './path.ts'
import { chance, mix, seedOf, unit } from './prng.ts'
import type { AddedRelease } from './announced.ts'
import type { Release, Statistics } from './statistics/releases.ts'
import { createTape, type Tape, type Trade } from './tape.ts'

/** The quote of one instrument at one venue and moment, in whole ticks and lots. */
export interface Quote {
  readonly bid: number
  readonly ask: number
  readonly bidLots: number
  readonly askLots: number
  readonly last: Trade
  /** The 24-hour figures are plausible, but not computed from a day of trades. */
  readonly open: number
  readonly high: number
  readonly low: number
  readonly lots: number
  readonly count: number
}

/** One level of a book. */
export interface Rung {
  readonly ticks: number
  readonly lots: number
}

/** The levels of a book, best first. */
export interface Book {
  readonly bids: readonly Rung[]
  readonly asks: readonly Rung[]
}

/** The market as one provider reports it at one moment: everything that a dialect needs for its replies. */
export interface View {
  readonly now: number
  /** The seed of the simulation: data outside of the market (weather, waves) depends on it alone. */
  readonly seed: number
  /** The factor by which this provider's prices are wrong; 1 without a lie. */
  readonly lie: number
  /** The share of options without a quote at this provider; 0 without that fault. */
  readonly thin: number
  /** The chain for which a node takes itself, by the fault of this name; absent without it. */
  readonly chain?: number
  /** Events that were announced beside the usual ones, up to this moment. */
  readonly announced: readonly AddedRelease[]
  quote(instrument: Instrument): Quote
  /** Remembered trades, oldest first. */
  trades(instrument: Instrument): readonly Trade[]
  /**
   * Bars made of those trades, oldest first, the present one last. Bars of five minutes go on into the past for a day and an
   * hour, made of its minutes.
   */
  bars(instrument: Instrument, lengthMs: number): readonly Bar[]
  /** One-minute bars that begin within `[from, to]`, of the last sixty days, oldest first, the present one last. */
  minutes(instrument: Instrument, from: number, to: number): readonly Bar[]
  /** Daily bars, oldest first, the present one last; a day begins so long after midnight UTC. */
  days(instrument: Instrument, cutMs?: number): readonly Bar[]
  book(instrument: Instrument, depth: number): Book
  /** Dollars per unit of an asset now, without the lie. */
  dollars(asset: string): number
  /** A present level of the simulation: `perp.BTC`. */
  level(key: string): number
  /** A level that stays where it is set, at a time: `apr.aave.base.usdc`. */
  standing(key: string, at: number): number
  /** The same at an earlier hour; near its starting level for hours before the simulation began. */
  levelThen(key: string, at: number): number
  /** When the simulation began, and a level then. */
  readonly startedAt: number
  firstLevel(key: string): number
  /** The correlation of the S&P 500 with bitcoin on the days before. */
  readonly rho: number
  /** Dollars per unit of an asset at a time before the simulation began, without the lie. */
  dollarsBefore(asset: string, at: number): number
  /** The last `count` published periods of a statistic, oldest first, without the lie: `us.cpi`. */
  statistic(key: string, count: number): readonly Release[]
  /** By how much a host's price of a model was changed, without the lie: `openai/o3`. */
  repriced(key: string): number
  /** Dollars per unit of a currency when a fixing of this date was set, without the lie. */
  fixing(currency: string, date: string, at: number): number
}

/** A market together with a lie: the source of a provider's views. It keeps the tapes. */
export interface Scene {
  at(now: number): View
}

/** Bars of this length are told beyond the trades that are remembered. */
const LONG_BAR_MS = 5 * MINUTE_MS
const LONG_BARS_TOLD = 300

/** Fixings of days before the simulation began differ from the starting levels by at most this much. */
const EARLIER_DAYS = 0.0015

/** A scene over a path. Creating one is cheap: a tape is generated when it is first read. */
export const createScene = (
  worldSeed: number,
  path: Path,
  lie: number,
  statistics: Statistics,
  steered: Repriced & Standing & Coupling,
): Scene => {
  const tapes = new Map<Instrument, Tape>()
  const tape = (instrument: Instrument): Tape => {
    let found = tapes.get(instrument)
    if (found === undefined) {
      found = createTape(instrument, worldSeed, path, lie)
      tapes.set(instrument, found)
    }
    return found
  }
  const price = (instrument: Instrument, now: number): number => middle(instrument, worldSeed, path.at(now), now, lie)

  const fixing = (currency: string, date: string, at: number): number => {
    const hourly = path.hourly(at)
    if (hourly !== null) return dollars(hourly, currency)
    if (currency === 'USD') return 1
    const departure = unit(mix(worldSeed, seedOf(`${currency} ${date}`))) * 2 - 1
    return dollars(path.firstLevels, currency) * (1 + departure * EARLIER_DAYS)
  }

  const past = createPast(worldSeed, path, fixing)

  /** Nothing that is ordered changes it, and each takes a day of minutes to compute. */
  const before = new Map<string, number>()
  const dollarsBefore = (asset: string, at: number): number => {
    const key = `${asset} ${at}`
    const found = before.get(key) ?? past.worths(asset, [at])[0]?.dollars ?? 0
    before.set(key, found)
    return found
  }

  /** A past minute is computed from the traces of the path, so it is the same whoever reads it and when. */
  const minutes = (instrument: Instrument, now: number, from: number, to: number): readonly Bar[] => {
    if (!instrument.trading) return []
    const running = Math.floor(now / MINUTE_MS) * MINUTE_MS
    const first = Math.ceil(Math.max(from, now - MINUTES_TOLD_MS) / MINUTE_MS) * MINUTE_MS
    const end = Math.min(Math.floor(to / MINUTE_MS) * MINUTE_MS + MINUTE_MS, running)
    const over = first < end ? minutesOf({ past, worldSeed, lie }, instrument, first, end) : []
    if (running < first || running > to) return over
    return [...over, ...barsOf(tape(instrument).until(now), MINUTE_MS, now).slice(-1)]
  }

  return {
    at: (now) => ({
      now,
      seed: worldSeed,
      lie,
      thin: 0,
      announced: [],
      quote: (instrument) => quoteOf(instrument, price(instrument, now), tape(instrument).until(now), now),
      trades: (instrument) => tape(instrument).until(now),
      bars: (instrument, lengthMs) => {
        const traded = barsOf(tape(instrument).until(now), lengthMs, now)
        const first = traded[0]
        if (lengthMs !== LONG_BAR_MS || first === undefined) return traded
        const past = minutes(instrument, now, first.start - LONG_BARS_TOLD * LONG_BAR_MS, first.start - MINUTE_MS)
        return [...mergedBars(past, lengthMs), ...traded]
      },
      minutes: (instrument, from, to) => minutes(instrument, now, from, to),
      days: (instrument, cutMs) =>
        daysOf(
          {
            now,
            seed: worldSeed,
            lie,
            closing: fixing,
            dollars: (asset) => dollars(path.at(now).levels, asset),
          },
          instrument,
          cutMs,
        ),
      book: (instrument, depth) => bookOf(instrument, price(instrument, now), depth, now),
      dollars: (asset) => dollars(path.at(now).levels, asset),
      level: (key) => levelOf(path.at(now).levels, key),
      standing: steered.standing,
      levelThen(key, at) {
        const hourly = path.hourly(at)
        if (hourly !== null) return levelOf(hourly, key)
        const hour = Math.floor(at / HOUR_MS)
        const departure = chance(mix(worldSeed, seedOf(`${key} ${hour}`))).normal()
        return levelOf(path.firstLevels, key) + departure * swingOf(key)
      },
      statistic: (key, count) => statistics.told(key, now, count),
      startedAt: path.startedAt,
      firstLevel: (key) => levelOf(path.firstLevels, key),
      rho: steered.rho(now),
      dollarsBefore,
      repriced: (key) => steered.factor(key, now),
      fixing,
    }),
  }
}

const lotsFor = (instrument: Instrument, price: number, notional: number): number =>
  Math.max(1, Math.round((notional / price) * 10 ** instrument.sizeDecimals))

/** Random numbers that change every second: sizes in a book always change, even when prices do not. */
const lively = (instrument: Instrument, now: number, place: number): number =>
  unit(mix(mix(instrument.seed, Math.floor(now / 1000)), place))

const quoteOf = (instrument: Instrument, price: number, trades: readonly Trade[], now: number): Quote => {
  const { bid, ask } = touch(instrument, price)
  const last = trades.at(-1) ?? { id: 1, at: now, ticks: bid, lots: 1, bought: false }
  const lasting = unit(instrument.seed)
  const open = Math.max(1, Math.round(last.ticks * (0.985 + 0.03 * lasting)))
  const daily = lotsFor(instrument, price, (5 + 20 * lasting + lively(instrument, now, 3) / 1000) * 1e6)
  return {
    bid,
    ask,
    bidLots: lotsFor(instrument, price, 500 + 20_000 * lively(instrument, now, 1)),
    askLots: lotsFor(instrument, price, 500 + 20_000 * lively(instrument, now, 2)),
    last,
    open,
    high: Math.ceil(Math.max(open, last.ticks, ask) * 1.004),
    low: Math.max(1, Math.floor(Math.min(open, last.ticks, bid) * 0.996)),
    lots: daily,
    count: Math.round(DAY_SECONDS * instrument.perSecond),
  }
}

/** Levels per spread: so close that 400 levels of bitcoin end half a per cent from the middle. */
const LEVELS_PER_SPREAD = 8

const bookOf = (instrument: Instrument, price: number, depth: number, now: number): Book => {
  const { bid, ask } = touch(instrument, price)
  const gap = Math.max(1, Math.round((ask - bid) / LEVELS_PER_SPREAD))
  const rung = (ticks: number, place: number): Rung => ({
    ticks,
    lots: lotsFor(instrument, price, 500 + 20_000 * lively(instrument, now, place)),
  })
  const places = Array.from({ length: depth }, (_, i) => i)
  return {
    bids: places.map((i) => rung(bid - i * gap, 2 * i + 1)).filter((row) => row.ticks > 0),
    asks: places.map((i) => rung(ask + i * gap, 2 * i + 2)),
  }
}
