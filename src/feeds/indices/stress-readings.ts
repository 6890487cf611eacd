import { FUNDING, type FundingCarry } from '../derivatives/funding-carry.ts'
import { actorId, type Earlier, type TickContext } from '../feed.ts'
import { survivors } from '../math/robust.ts'
import { mean } from '../math/sums.ts'
import type { Lifetime } from '../math/freshness.ts'
import { freshnessAt, LIFETIMES } from '../lifetimes.ts'
import { PEGS } from '../prices/price-carry.ts'
import { type ComponentReading, FALLBACK } from '../reading.ts'
import { VOLATILITY } from './volatility-carry.ts'
import type { ReadingsOf } from './component.ts'
import type { StressKey } from './stress.ts'

/** The inputs of the stress index from other feeds (methods 4.1): unrounded values, from their `carry`. */

/** Subjects, by component. */
const KEYS = {
  volatility: ['BTC-USD', 'ETH-USD'],
  pegs: ['USDT-USD', 'USDC-USD'],
  funding: ['BTC-USD', 'ETH-USD'],
  dispersion: ['BTC-USD', 'ETH-USD', 'SOL-USD'],
} as const

const actors = (from: { readonly id: string }, keys: readonly string[]) => keys.map((key) => actorId(from, { key }))

export const STRESS_INPUTS: readonly string[] = [
  ...new Set([
    ...actors(VOLATILITY, KEYS.volatility),
    ...actors(PEGS, KEYS.pegs),
    ...actors(FUNDING, [...KEYS.funding, ...KEYS.dispersion]),
  ]),
]

/** Rates that differ from the median by less than this are never rejected: one basis point per eight hours. */
export const DISPERSION_FLOOR = 0.0001

const BPS = 10_000

/** One input: its value, the confidence in it, and its time. */
interface Voice {
  readonly value: number
  readonly confidence: number
  readonly sources: readonly string[]
  readonly at: number
}

/** An input with its confidence lowered by its age; `null` if it has expired. */
const faded = (voice: Voice, lifetime: Lifetime, now: number): Voice | null => {
  const fresh = freshnessAt(voice.at, now, lifetime)
  return fresh === 0 ? null : { ...voice, confidence: voice.confidence * fresh }
}

const tickOf = ({ timestamp }: Earlier): number => timestamp * 1_000

/**
 * Joins several inputs into one component. If one is missing, the component is a fallback, and `method` gives its
 * confidence factor from the share that is there.
 */
const together = (
  voices: readonly (Voice | null)[],
  join: (values: readonly number[]) => number,
  method: (share: number) => number,
): ComponentReading | null => {
  const there = voices.filter((voice) => voice !== null)
  if (there.length === 0) return null
  const share = there.length / voices.length
  return {
    value: join(there.map(({ value }) => value)),
    confidence: mean(there.map(({ confidence }) => confidence)) * (share === 1 ? 1 : method(share)),
    isFallback: share < 1,
    sources: [...new Set(there.flatMap(({ sources }) => sources))].toSorted(),
    at: Math.min(...there.map(({ at }) => at)),
  }
}

const volatility = (context: TickContext): ComponentReading | null =>
  together(
    KEYS.volatility.map((key) => {
      const earlier = context.earlier(VOLATILITY, key)
      if (earlier?.carry.unit !== 'index') return null
      const { value, confidence } = earlier.carry
      const sources = [`MSVI:${key.replace('-', '')}`]
      // The age of the snapshot. The age of its own inputs is already part of its confidence.
      return faded({ value, confidence, sources, at: tickOf(earlier) }, LIFETIMES.ownIndex, context.now)
    }),
    mean,
    () => FALLBACK,
  )

/**
 * The larger departure from a dollar, in per cent. With one coin alone the other's departure is unknown, so coverage is
 * lower.
 */
const pegs = (context: TickContext): ComponentReading | null =>
  together(
    KEYS.pegs.map((key) => {
      const earlier = context.earlier(PEGS, key)
      if (!earlier) return null
      const { value, coverage, sources, observedAt } = earlier.carry
      const voice = { value: 100 * Math.abs(value - 1), confidence: coverage, sources, at: observedAt }
      return faded(voice, LIFETIMES.peg, context.now)
    }),
    (values) => Math.max(...values),
    (share) => share,
  )

/** One number from the funding composite of a coin; `null` if there is none. */
const fundingVoice = (
  context: TickContext,
  key: string,
  valueOf: (earlier: Earlier<FundingCarry>) => number | null,
): Voice | null => {
  const earlier = context.earlier(FUNDING, key)
  const value = earlier && valueOf(earlier)
  if (!earlier || value === null) return null
  const { confidence, sources } = earlier.carry
  return faded({ value, confidence, sources, at: tickOf(earlier) }, LIFETIMES.funding, context.now)
}

/**
 * The size of the mean, not the mean of the sizes: it shows funding that leans the same way in both coins. Opposite
 * extremes cancel out.
 */
const funding = (context: TickContext): ComponentReading | null =>
  together(
    KEYS.funding.map((key) => fundingVoice(context, key, ({ carry }) => carry.zscore)),
    (scores) => Math.abs(mean(scores)),
    (share) => share,
  )

const ratesOf = ({ content }: Earlier): readonly number[] => {
  const exchanges = content['exchanges']
  if (!Array.isArray(exchanges)) return []
  return exchanges.flatMap((each) => {
    const rate = typeof each === 'object' && each !== null && 'rate_8h' in each ? each['rate_8h'] : null
    return typeof rate === 'number' ? [rate] : []
  })
}

/**
 * Highest less lowest rate of the venues that pass the outlier test, in basis points per eight hours; `null` below two
 * venues.
 */
export const dispersionBps = (rates: readonly number[]): number | null => {
  const kept = survivors(rates, DISPERSION_FLOOR)
  return kept.length < 2 ? null : BPS * (Math.max(...kept) - Math.min(...kept))
}

const dispersion = (context: TickContext): ComponentReading | null =>
  together(
    KEYS.dispersion.map((key) => fundingVoice(context, key, (earlier) => dispersionBps(ratesOf(earlier)))),
    mean,
    (share) => share,
  )

export const stressReadings = (context: TickContext): ReadingsOf<StressKey> => ({
  vol: volatility(context),
  stbl: pegs(context),
  fr: funding(context),
  disp: dispersion(context),
})
