import { SECOND_MS } from '../../time-units.ts'
import { dollars } from './factors.ts'
import { type Instrument, middle, touch } from './instruments.ts'
import { type Path, REMEMBERED_MS } from './path.ts'
import { chance, mix } from './prng.ts'

/** One trade. Prices in whole ticks and sizes in whole lots, so that sums over trades are exact. */
export interface Trade {
  /** Grows with time and is unique at its venue and instrument. */
  readonly id: number
  readonly at: number
  readonly ticks: number
  readonly lots: number
  /** True when the buyer was the taker. */
  readonly bought: boolean
}

/** The trades of one instrument at one venue. */
export interface Tape {
  /** All remembered trades up to and including this time, oldest first. */
  until(now: number): readonly Trade[]
}

/** Ids count from here: 64 for each millisecond, so that they are still exact numbers in JSON. */
const ID_EPOCH = Date.UTC(2020, 0, 1)
const IDS_PER_MS = 64
const STEERED_FROM = 48

const idOf = (at: number, place: number): number => (at - ID_EPOCH) * IDS_PER_MS + place

/**
 * Trades depend only on their second and on the path, not on when they are read. A tape that was not read for ten
 * minutes has the same trades as one that was read every second.
 */
export const createTape = (instrument: Instrument, worldSeed: number, path: Path, lie: number): Tape => {
  const seed = mix(instrument.seed, worldSeed)
  const trades: Trade[] = []
  let complete = 0

  const size = (notional: number, at: number): number => {
    const worth = dollars(path.before(at).levels, instrument.base)
    return Math.max(1, Math.round((notional / worth) * 10 ** instrument.sizeDecimals))
  }

  const ordinary = (second: number): Trade[] => {
    const draw = chance(mix(seed, second / SECOND_MS))
    const count = Math.min(STEERED_FROM, draw.poisson(instrument.perSecond))
    const made: Trade[] = []
    const times = Array.from({ length: count }, () => second + Math.floor(draw.next() * SECOND_MS))
    for (const at of times.sort((a, b) => a - b)) {
      const bought = draw.next() < 0.5
      const { bid, ask } = touch(instrument, middle(instrument, worldSeed, path.before(at), at, lie))
      // Log-normal with a median of about 1,200 dollars: many small trades and a few large ones, as on real venues.
      const notional = Math.min(60_000, Math.max(20, 1200 * Math.exp(1.1 * draw.normal())))
      made.push({ id: idOf(at, made.length), at, ticks: bought ? ask : bid, lots: size(notional, at), bought })
    }
    return made
  }

  /**
   * A level that was set appears in a trade at once: otherwise, with a stopped clock, the last price would be the old
   * one.
   */
  const steered = (from: number, until: number): Trade[] => {
    const made: Trade[] = []
    for (const [before, after] of path.steered(from, until)) {
      const at = after.from
      const was = middle(instrument, worldSeed, before, at, lie)
      const is = middle(instrument, worldSeed, after, at, lie)
      if (was === is) continue
      const { bid, ask } = touch(instrument, is)
      const bought = is > was
      const place = Math.min(IDS_PER_MS - 1, STEERED_FROM + made.filter((trade) => trade.at === at).length)
      made.push({ id: idOf(at, place), at, ticks: bought ? ask : bid, lots: size(1200, at), bought })
    }
    return made
  }

  const ofSecond = (second: number): Trade[] => {
    if (!instrument.trading) return []
    const made = ordinary(second)
    const extra = steered(second, second + SECOND_MS)
    return extra.length === 0 ? made : [...made, ...extra].sort((a, b) => a.id - b.id)
  }

  return {
    until(now) {
      const running = Math.floor(now / SECOND_MS) * SECOND_MS
      const oldest = running - REMEMBERED_MS + 2 * SECOND_MS
      if (complete < oldest) {
        trades.length = 0
        complete = oldest
      }
      for (; complete < running; complete += SECOND_MS) trades.push(...ofSecond(complete))
      const found = firstAfter(trades, now)
      const stale = firstAfter(trades, now - REMEMBERED_MS)
      const told = trades.slice(stale, found)
      if (complete <= now) told.push(...ofSecond(complete).filter((trade) => trade.at <= now))
      if (stale > 2000) trades.splice(0, stale)
      return told
    },
  }
}

/** The index of the first trade that is later than a time. */
const firstAfter = (trades: readonly Trade[], ms: number): number => {
  let low = 0
  let high = trades.length
  while (low < high) {
    const half = (low + high) >>> 1
    if ((trades[half]?.at ?? 0) <= ms) low = half + 1
    else high = half
  }
  return low
}
