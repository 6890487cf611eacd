import { DAY_MS, MINUTE_MS } from '../../time-units.ts'
import { type Driver, dollars, driversOf } from './factors.ts'
import type { Path } from './path.ts'
import { chance, mix, seedOf } from './prng.ts'

/**
 * The value of assets at each minute, for times whose seconds the path no longer keeps. Where the path left traces,
 * they are used. There are none where the clock jumped or the simulation did not exist yet. There the values are
 * generated: a random walk of the usual volatility between the known values at both ends. Of the days before the
 * simulation began, the closings are known, the same that daily bars and fixings use.
 */

const MINUTES_PER_YEAR = 525_600

/** The value of an asset at one time, and the volatility of the market up to then. */
export interface Worth {
  readonly at: number
  readonly dollars: number
  readonly volatility: number
}

/** The past of a simulation. */
export interface Past {
  /** Every whole minute within `[from, until]`, and the times at which a level was set in between, in order. */
  instants(from: number, until: number): readonly number[]
  /** The value of an asset at each of these times. */
  worths(asset: string, instants: readonly number[]): readonly Worth[]
}

/** How much of a deviation a factor keeps for a minute, and how far it moves within one. */
const minuteStep = ({ factor }: Driver): { readonly kept: number; readonly stray: number } => {
  if (factor.halfLifeSeconds === 0) return { kept: 1, stray: factor.swing / Math.sqrt(MINUTES_PER_YEAR) }
  const kept = 2 ** (-60 / factor.halfLifeSeconds)
  return { kept, stray: factor.swing * Math.sqrt(1 - kept * kept) }
}

/** How far the ratio of two assets moves within a minute, as a deviation of its logarithm. */
export const strayOf = (base: string, quote: string): number =>
  Math.hypot(...[...driversOf(base), ...driversOf(quote)].map((driver) => minuteStep(driver).stray))

/** @param closing dollars per unit of an asset at the end of a day before the simulation began */
export const createPast = (
  worldSeed: number,
  path: Path,
  closing: (asset: string, date: string, at: number) => number,
): Past => {
  const seed = mix(worldSeed, seedOf('past'))

  const known = (asset: string, from: number, until: number): readonly Worth[] => {
    const traces = path.traces(from, until)
    const [first] = traces
    const days: Worth[] = []
    for (let at = Math.floor(from / DAY_MS) * DAY_MS; first !== undefined && at < first.from; at += DAY_MS) {
      const date = new Date(at - DAY_MS).toISOString().slice(0, 10)
      days.push({ at, dollars: closing(asset, date, at), volatility: first.volatility })
      if (at >= until) break
    }
    return [
      ...days,
      ...traces.map(({ from: at, levels, volatility }) => ({ at, dollars: dollars(levels, asset), volatility })),
    ]
  }

  /** The random change of a factor in one minute: coins move together and currencies move together, as in the path. */
  const push = (minute: number, { factor, place }: Driver): number => {
    const shared = mix(seed, minute)
    const draw = chance(shared)
    const own = Math.sqrt(1 - factor.crypto ** 2 - factor.weakDollar ** 2)
    return (
      factor.crypto * draw.normal() + factor.weakDollar * draw.normal() + own * chance(mix(shared, place + 1)).normal()
    )
  }

  /**
   * The deviation of an asset's logarithm at each whole minute after one known time, and finally at the next known
   * time.
   */
  const wander = (asset: string, from: number, until: number, volatility: number): readonly number[] => {
    const first = Math.floor(from / MINUTE_MS) + 1
    const strayed = Array.from({ length: Math.ceil(until / MINUTE_MS) - first + 1 }, () => 0)
    if (strayed.length <= 1 || volatility === 0) return strayed
    for (const driver of driversOf(asset)) {
      const { kept, stray } = minuteStep(driver)
      let off = 0
      for (const place of strayed.keys()) {
        off = kept * off + stray * volatility * push(first + place, driver)
        strayed[place] = (strayed[place] ?? 0) + driver.sign * off
      }
    }
    return strayed
  }

  return {
    instants(from, until) {
      const minutes = Array.from({ length: Math.floor((until - from) / MINUTE_MS) + 1 }, (_, i) => from + i * MINUTE_MS)
      const steered = path
        .traces(from, until)
        .filter(({ from: at, steered: is }) => is && at > from && at < until && at % MINUTE_MS !== 0)
      if (steered.length === 0) return minutes
      return [...new Set([...minutes, ...steered.map(({ from: at }) => at)])].sort((a, b) => a - b)
    },
    worths(asset, instants) {
      const [from = 0, until = 0] = [instants[0], instants.at(-1)]
      const points = known(asset, from, until)
      let place = -1
      let made = -1
      let strayed: readonly number[] = []
      return instants.map((at): Worth => {
        while ((points[place + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) place++
        const [a, b] = [points[place], points[place + 1]]
        if (a === undefined) throw new Error(`nothing is known of ${asset} at ${at}`)
        if (a.at === at || b === undefined) return { ...a, at }
        if (made !== place) strayed = wander(asset, a.at, b.at, b.volatility)
        made = place
        const share = (at - a.at) / (b.at - a.at)
        const off =
          (strayed[Math.floor(at / MINUTE_MS) - Math.floor(a.at / MINUTE_MS) - 1] ?? 0) - share * (strayed.at(-1) ?? 0)
        return { at, dollars: a.dollars * (b.dollars / a.dollars) ** share * Math.exp(off), volatility: b.volatility }
      })
    },
  }
}
