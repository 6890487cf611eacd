import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time-units.ts'
import { bullionClosedSince } from './calendar.ts'
import { FACTORS, type Levels } from './factors.ts'
import { chance, mix } from './prng.ts'

/** How far back there are trades, quotes and bars. */
export const REMEMBERED_MS = 31 * MINUTE_MS

/** How long traces are kept: one day longer than there are minutes. */
const TRACES_MS = 61 * DAY_MS

const STEP_MS = 1000
const HOURS_KEPT = 12 * 24
const SECONDS_PER_YEAR = 31_536_000

/** The levels that are valid from one instant on. Never changed after creation, because frozen copies share it. */
export interface Moment {
  readonly from: number
  readonly levels: Levels
  readonly volatility: number
  /** True when a level was set or shocked at this instant. */
  readonly steered: boolean
}

/** The path of the factors, second by second, and its continuation. */
export interface Path {
  readonly startedAt: number
  /** The levels at that time. */
  readonly firstLevels: Levels
  /** Continues to this time. The result does not depend on how often it is called. */
  advance(now: number): void
  /** Levels at a time; before the kept time, the oldest ones. */
  at(ms: number): Moment
  /** Levels just before a time: a trade must not know a level that is set in its own millisecond. */
  before(ms: number): Moment
  /** Moments at which a level was set within `[from, until)`, each with the one before it. */
  steered(from: number, until: number): readonly (readonly [before: Moment, after: Moment])[]
  /** Hourly levels for the fixings, or `null` for times before the simulation began. */
  hourly(ms: number): Levels | null
  /**
   * The part of the path that is kept when its seconds are dropped. It has the levels at every minute (where the clock
   * jumped, every hour) and wherever they were set. It goes from the last one at or before `from`, or the very first,
   * to the first one at or after `until`.
   */
  traces(from: number, until: number): readonly Moment[]
  /** Replaces the present levels. An anchored factor stays where it was set. */
  steer(now: number, change: { levels?: Levels; anchors?: Levels; volatility?: number }): void
  anchors(): Levels
  /** The path as it is now, without further movement. */
  copy(): Path
}

/** The index of the last moment with `from` before `ms` (or at it, when `inclusive`). */
const find = (moments: readonly Moment[], ms: number, inclusive: boolean): number => {
  let low = 0
  let high = moments.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const from = moments[middle]?.from ?? 0
    if (from < ms || (inclusive && from === ms)) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

/** Levels that stand still while bullion is not traded. */
const RESTING = /^(?:metal\.|copper$)/

/** One step of the correlated walk, `seconds` long. */
const step = (
  levels: Levels,
  anchors: Levels,
  seed: number,
  at: number,
  seconds: number,
  volatility: number,
): Levels => {
  if (volatility === 0) return levels
  const draw = chance(mix(seed, at / STEP_MS))
  const crypto = draw.normal()
  const weakDollar = draw.normal()
  const closed = bullionClosedAt(at)
  return FACTORS.map((factor, index) => {
    const own = draw.normal()
    const level = levels[index] ?? factor.start
    if (factor.halfLifeSeconds > 0) {
      const anchor = anchors[index] ?? factor.start
      const kept = 2 ** (-seconds / factor.halfLifeSeconds)
      return anchor + (level - anchor) * kept + factor.swing * volatility * Math.sqrt(1 - kept * kept) * own
    }
    if (closed && RESTING.test(factor.key)) return level
    const deviation = factor.swing * volatility * Math.sqrt(seconds / SECONDS_PER_YEAR)
    const rest = Math.sqrt(1 - factor.crypto ** 2 - factor.weakDollar ** 2)
    const shared = factor.crypto * crypto + factor.weakDollar * weakDollar
    return level * Math.exp(deviation * (shared + rest * own) - (deviation * deviation) / 2)
  })
}

/** The market opens and closes only at full hours, so one result is valid for a whole hour. */
const bullionClosedAt = (() => {
  const hours = new Map<number, boolean>()
  return (ms: number): boolean => {
    const hour = Math.floor(ms / HOUR_MS)
    let closed = hours.get(hour)
    if (closed === undefined) {
      if (hours.size > 1000) hours.clear()
      closed = bullionClosedSince(hour * HOUR_MS) !== null
      hours.set(hour, closed)
    }
    return closed
  }
})()

/** A path that has already run for half an hour and is, at `now`, exactly at the starting levels. */
export const createPath = (options: { seed: number; now: number; volatility: number }): Path => {
  const { seed, now: startedAt } = options
  const start: Levels = FACTORS.map((factor) => factor.start)
  const moments: Moment[] = warmHistory(seed, startedAt, start, options.volatility)
  const traces = moments.filter(({ from }, i) => i === 0 || from % MINUTE_MS === 0)
  const first = { ...(moments.at(-1) as Moment), from: startedAt }
  return walkFrom({ startedAt, firstLevels: start, seed }, { moments, hours: [first], traces }, start)
}

const warmHistory = (seed: number, now: number, start: Levels, volatility: number): Moment[] => {
  const first = Math.floor((now - REMEMBERED_MS) / STEP_MS) * STEP_MS
  const moments: Moment[] = [{ from: first, levels: start, volatility, steered: false }]
  for (let from = first + STEP_MS; from <= now; from += STEP_MS) {
    const levels = step(moments.at(-1)?.levels ?? start, start, seed, from, 1, volatility)
    moments.push({ from, levels, volatility, steered: false })
  }
  // The whole walk is scaled so that it ends at the starting levels; its last step is set exactly, without rounding
  // errors.
  const end = moments.at(-1)?.levels ?? start
  const scale = start.map((level, index) => level / (end[index] ?? level))
  return moments.map((moment, i) => ({
    ...moment,
    levels: i === moments.length - 1 ? start : moment.levels.map((level, place) => level * (scale[place] ?? 1)),
  }))
}

/** The constant parameters of a path. Without a seed it does not move. */
interface Origin {
  readonly startedAt: number
  readonly firstLevels: Levels
  readonly seed: number | null
}

/** The path so far; the further back, the fewer moments are kept. */
interface Memory {
  readonly moments: Moment[]
  readonly hours: Moment[]
  readonly traces: Moment[]
}

const walkFrom = (origin: Origin, memory: Memory, anchored: Levels): Path => {
  const { startedAt, firstLevels, seed } = origin
  const { moments, hours, traces } = memory
  let anchors = anchored
  const last = (): Moment => moments.at(-1) as Moment
  let reached = Math.floor(last().from / STEP_MS) * STEP_MS

  const walk = (until: number): void => {
    if (until <= reached) return
    const { levels, volatility } = last()
    const next = step(levels, anchors, seed ?? 0, until, (until - reached) / STEP_MS, volatility)
    moments.push({ from: until, levels: next, volatility, steered: false })
    if (Math.floor(until / HOUR_MS) > Math.floor(reached / HOUR_MS)) hours.push(last())
    if (Math.floor(until / MINUTE_MS) > Math.floor(reached / MINUTE_MS)) traces.push(last())
    reached = until
  }

  return {
    startedAt,
    firstLevels,
    advance(now) {
      if (seed === null) return
      const target = Math.floor(now / STEP_MS) * STEP_MS
      // When the clock jumps (a suspended laptop, a test), the path follows in steps of an hour. It goes through the
      // time that is not kept in one step.
      walk(target - HOURS_KEPT * HOUR_MS)
      while (target - reached > REMEMBERED_MS + HOUR_MS) walk(Math.floor(reached / HOUR_MS) * HOUR_MS + HOUR_MS)
      walk(Math.floor((target - REMEMBERED_MS) / STEP_MS) * STEP_MS)
      while (reached < target) walk(reached + STEP_MS)
      const stale = find(moments, now - REMEMBERED_MS, true)
      // Removed in groups: to shift a long list every second costs more than to keep a few minutes too many.
      if (stale > 300) moments.splice(0, stale)
      if (hours.length > HOURS_KEPT + 24) hours.splice(0, 24)
      const worn = find(traces, now - TRACES_MS, true)
      if (worn > 1440) traces.splice(0, worn)
    },
    at: (ms) => moments[find(moments, ms, true)] as Moment,
    before: (ms) => moments[find(moments, ms, false)] as Moment,
    steered(from, until) {
      const pairs: [Moment, Moment][] = []
      for (let i = Math.max(1, find(moments, from, false)); i < moments.length; i++) {
        const after = moments[i] as Moment
        if (after.from >= until) break
        if (after.steered && after.from >= from) pairs.push([moments[i - 1] as Moment, after])
      }
      return pairs
    },
    hourly: (ms) => (ms < startedAt ? null : (hours[find(hours, ms, true)]?.levels ?? null)),
    traces: (from, until) => traces.slice(find(traces, from, true), find(traces, until, false) + 2),
    steer(now, change) {
      const { levels, volatility } = last()
      if (change.anchors !== undefined) anchors = change.anchors
      moments.push({
        from: Math.max(now, last().from),
        levels: change.levels ?? levels,
        volatility: change.volatility ?? volatility,
        steered: change.levels !== undefined,
      })
      if (change.levels !== undefined) traces.push(last())
    },
    anchors: () => anchors,
    copy: () =>
      walkFrom(
        { ...origin, seed: null },
        { moments: moments.slice(), hours: hours.slice(), traces: traces.slice() },
        anchors,
      ),
  }
}
