import { mad, MAD_TO_SIGMA, median } from './robust.ts'
import { sum } from './sums.ts'

/** What forced closings say of a market (methods 5.4). Times are Unix seconds. */

/** One liquidation: `side` is that of the position. */
export interface Closing {
  readonly t: number
  readonly side: 'long' | 'short'
  readonly price: number
  readonly usd: number
}

export interface ClosingStatistics {
  readonly longUsd: number
  readonly shortUsd: number
  readonly imbalance: number
  readonly dominantSide: DominantSide
  /**
   * Variance of the counts per minute over their mean: 1 for events that know nothing of each other; 0 without any;
   * `null` when too few minutes were heard.
   */
  readonly fano: number | null
  /** 0 for independent events, towards 1 for bursts. */
  readonly clusteringTime: number | null
  /** Herfindahl sum over price buckets: 1 when everything happened at one price; 0 without events. */
  readonly clusteringPrice: number
  readonly lastMinuteUsd: number
  /** How far the last minute stands out of those before, in robust deviations; `null` when too few were heard. */
  readonly burstZ: number | null
  readonly burst: boolean
}

export const DOMINANT_SIDES = ['long', 'short', 'neutral'] as const
export type DominantSide = (typeof DOMINANT_SIDES)[number]

export const MINUTES = 60
/** With fewer minutes heard there is no yardstick: what was not heard would count as calm, and all else as a burst. */
export const LEAST_HEARD = 30

const ALL_HEARD: readonly boolean[] = Array.from({ length: MINUTES }, () => true)

const BUCKET_LOG = 0.0025
const NEUTRAL_BELOW = 0.1
const BURST_Z = 5

/** `(L − S)/(L + S)`, 0 without events. */
export const imbalanceOf = (longUsd: number, shortUsd: number): number =>
  longUsd + shortUsd === 0 ? 0 : (longUsd - shortUsd) / (longUsd + shortUsd)

export const dominantSideOf = (imbalance: number): DominantSide => {
  if (Math.abs(imbalance) < NEUTRAL_BELOW) return 'neutral'
  return imbalance > 0 ? 'long' : 'short'
}

/** The minute of an hour that ends at `asOf`: the last one is closed on the right, and `null` is outside. */
const minuteOf = (t: number, asOf: number): number | null => {
  const minute = Math.floor((t - (asOf - MINUTES * 60)) / 60)
  if (t === asOf) return MINUTES - 1
  return minute >= 0 && minute < MINUTES ? minute : null
}

/** Variance over mean of counts, with the sample variance. */
const fanoOf = (counts: readonly number[]): number => {
  const mean = sum(counts) / counts.length
  if (mean === 0) return 0
  return sum(counts.map((count) => (count - mean) ** 2)) / (counts.length - 1) / mean
}

/** Shares of notional in buckets of 25 basis points of the logarithm round the median event price, squared and summed. */
const herfindahlOf = (closings: readonly Closing[]): number => {
  const total = sum(closings.map(({ usd }) => usd))
  if (total === 0) return 0
  const centre = median(closings.map(({ price }) => price))
  const buckets = new Map<number, number>()
  for (const { price, usd } of closings) {
    const bucket = Math.floor(Math.log(price / centre) / BUCKET_LOG)
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + usd)
  }
  return sum([...buckets.values()].map((usd) => (usd / total) ** 2))
}

/** How far the last of these notionals stands out of those before it. */
const burstOf = (notionals: readonly number[]): number => {
  const earlier = notionals.slice(0, -1)
  const scale = Math.max(MAD_TO_SIGMA * mad(earlier), (0.25 * sum(earlier)) / earlier.length, 1)
  return ((notionals.at(-1) ?? 0) - median(earlier)) / scale
}

/**
 * The hour that ends at `asOf`. What lies outside of it is left out.
 *
 * @param minBurstUsd a minute below it is no burst, however quiet the hour was
 * @param heard of each minute, oldest first, whether whatever happened in it would be here
 */
export const closingStatistics = (
  all: readonly Closing[],
  asOf: number,
  minBurstUsd: number,
  heard: readonly boolean[] = ALL_HEARD,
): ClosingStatistics => {
  const closings = all.filter(({ t }) => minuteOf(t, asOf) !== null)
  const counts = Array.from({ length: MINUTES }, () => 0)
  const notionals = Array.from({ length: MINUTES }, () => 0)
  for (const { t, usd } of closings) {
    const minute = minuteOf(t, asOf) ?? 0
    counts[minute] = (counts[minute] ?? 0) + 1
    notionals[minute] = (notionals[minute] ?? 0) + usd
  }
  const of = (side: Closing['side']): number => sum(closings.filter((each) => each.side === side).map(({ usd }) => usd))
  const [longUsd, shortUsd] = [of('long'), of('short')]
  const imbalance = imbalanceOf(longUsd, shortUsd)
  const isHeard = (_: number, minute: number): boolean => heard[minute] === true
  const isMeasured = heard.filter(Boolean).length >= LEAST_HEARD
  const fano = isMeasured ? fanoOf(counts.filter(isHeard)) : null
  const lastMinuteUsd = notionals.at(-1) ?? 0
  const burstZ = isMeasured && heard.at(-1) === true ? burstOf(notionals.filter(isHeard)) : null
  return {
    longUsd,
    shortUsd,
    imbalance,
    dominantSide: dominantSideOf(imbalance),
    fano,
    clusteringTime: fano === null ? null : Math.max(0, (fano - 1) / (fano + 1)),
    clusteringPrice: herfindahlOf(closings),
    lastMinuteUsd,
    burstZ,
    burst: burstZ !== null && burstZ >= BURST_Z && lastMinuteUsd >= minBurstUsd,
  }
}

const CALM_Z = 2
const CALM_SECONDS = 180

/** After so long nothing of a burst lies in the hour any more, whether its end was measured or not. */
export const BURST_FORGOTTEN_SECONDS = MINUTES * 60

/** A burst goes on until three minutes have been calm. */
export interface BurstState {
  readonly active: boolean
  /** Unix seconds since when z is below 2; `null` while it is not, or no burst is on. */
  readonly calmSince: number | null
  /** Unix seconds when it was last measured not to be calm; `null` when no burst is on. */
  readonly seenAt: number | null
}

export const NO_BURST: BurstState = Object.freeze({ active: false, calmSince: null, seenAt: null })

export const burstAfter = (
  before: BurstState,
  { burst, burstZ }: Pick<ClosingStatistics, 'burst' | 'burstZ'>,
  asOf: number,
): BurstState => {
  if (burst) return { active: true, calmSince: null, seenAt: asOf }
  const seenAt = before.seenAt ?? asOf
  if (!before.active || asOf - seenAt >= BURST_FORGOTTEN_SECONDS) return NO_BURST
  // What nobody can measure is not calm: a burst does not end because its end was not heard.
  if (burstZ === null) return { active: true, calmSince: null, seenAt }
  if (burstZ >= CALM_Z) return { active: true, calmSince: null, seenAt: asOf }
  const calmSince = before.calmSince ?? asOf
  return asOf - calmSince >= CALM_SECONDS ? NO_BURST : { active: true, calmSince, seenAt }
}
