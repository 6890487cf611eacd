import type { Earlier, Look } from '../feed.ts'
import { survivors } from '../math/robust.ts'
import { mean } from '../math/sums.ts'
import { freshness, type Lifetime, LIFETIMES } from './freshness.ts'
import { type ComponentReading, FALLBACK } from './reading.ts'
import type { ReadingsOf } from './component.ts'
import type { StressKey } from './stress.ts'

/** What the stress index reads of other feeds (methods 4.1). They hand over what they know unrounded, in `carry`. */

const VOLATILITY_COINS = ['BTC', 'ETH'] as const

const volatilityActor = (coin: string): string => `index/volatility/${coin}-USD`

export const STRESS_INPUTS = {
  volatility: VOLATILITY_COINS.map(volatilityActor),
  pegs: ['price/pegs/USDT-USD', 'price/pegs/USDC-USD'],
  funding: ['funding/BTC-USD', 'funding/ETH-USD'],
  dispersion: ['funding/BTC-USD', 'funding/ETH-USD', 'funding/SOL-USD'],
} as const

/** Rates nearer to the median than this are never rejected: one basis point per eight hours. */
export const DISPERSION_FLOOR = 0.0001

const BPS = 10_000

/** One input as a number, how far it is believed, and since when. */
interface Voice {
  readonly value: number
  readonly confidence: number
  readonly sources: readonly string[]
  readonly at: number
}

const namesOf = (earlier: Earlier): readonly string[] => {
  const { sources } = earlier.carry
  return Array.isArray(sources) ? sources.map(String) : []
}

/** A number of an earlier snapshot, faded by its age; `null` when it is not there or has expired. */
const voiceOf = (
  earlier: Earlier | null,
  value: unknown,
  lifetime: Lifetime,
  now: number,
  sources: readonly string[] = earlier ? namesOf(earlier) : [],
): Voice | null => {
  if (!earlier || typeof value !== 'number') return null
  const { observedAt, coverage } = earlier.carry
  const confidence = typeof coverage === 'number' ? coverage : earlier.carry['confidence']
  const at = typeof observedAt === 'number' ? observedAt : earlier.timestamp * 1_000
  const fresh = freshness(at, now, lifetime)
  if (fresh === 0 || typeof confidence !== 'number') return null
  return { value, confidence: confidence * fresh, sources, at }
}

/** Several voices as one component; fewer of them than wanted are a fallback and cost what `method` says. */
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

/** A volatility in per cent is no index, and cannot stand in for one. */
const volatility = (look: Look): ComponentReading | null =>
  together(
    VOLATILITY_COINS.map((coin) => {
      const earlier = look.earlier(volatilityActor(coin))
      const isIndex = earlier?.carry['unit'] === 'index'
      const value = isIndex ? earlier.carry['value'] : null
      // As old as its snapshot: how old its own inputs are is in its confidence already.
      const dated = earlier && { ...earlier, carry: { ...earlier.carry, observedAt: earlier.timestamp * 1_000 } }
      return voiceOf(dated, value, LIFETIMES.ownIndex, look.now, [`MSVI:${coin}USD`])
    }),
    mean,
    () => FALLBACK,
  )

/** The larger departure from a dollar, per cent. One coin alone may hide the other's: coverage says so. */
const pegs = (look: Look): ComponentReading | null =>
  together(
    STRESS_INPUTS.pegs.map((actor) => {
      const earlier = look.earlier(actor)
      const value = earlier?.carry['value']
      return voiceOf(earlier, typeof value === 'number' ? 100 * Math.abs(value - 1) : null, LIFETIMES.peg, look.now)
    }),
    (values) => Math.max(...values),
    (share) => share,
  )

/** The size of the mean, not the mean of the sizes: funding that leans one way in both coins. Opposite extremes cancel. */
const funding = (look: Look): ComponentReading | null =>
  together(
    STRESS_INPUTS.funding.map((actor) => {
      const earlier = look.earlier(actor)
      return voiceOf(earlier, earlier?.carry['zscore'], LIFETIMES.funding, look.now)
    }),
    (scores) => Math.abs(mean(scores)),
    (share) => share,
  )

const ratesOf = (earlier: Earlier | null): readonly number[] => {
  const exchanges = earlier?.content['exchanges']
  if (!Array.isArray(exchanges)) return []
  return exchanges.flatMap((each) => {
    const rate = typeof each === 'object' && each !== null && 'rate_8h' in each ? each['rate_8h'] : null
    return typeof rate === 'number' ? [rate] : []
  })
}

/** How far the venues that survive the test lie apart, in basis points per eight hours; `null` below two. */
export const dispersionBps = (rates: readonly number[]): number | null => {
  const kept = survivors(rates, DISPERSION_FLOOR)
  return kept.length < 2 ? null : BPS * (Math.max(...kept) - Math.min(...kept))
}

const dispersion = (look: Look): ComponentReading | null =>
  together(
    STRESS_INPUTS.dispersion.map((actor) => {
      const earlier = look.earlier(actor)
      return voiceOf(earlier, dispersionBps(ratesOf(earlier)), LIFETIMES.funding, look.now)
    }),
    mean,
    (share) => share,
  )

export const stressReadings = (look: Look): ReadingsOf<StressKey> => ({
  vol: volatility(look),
  stbl: pegs(look),
  fr: funding(look),
  disp: dispersion(look),
})
