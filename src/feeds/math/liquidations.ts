import { mad, MAD_TO_SIGMA, median } from './robust.ts'
import { sum } from './sums.ts'

/** Statistics of forced closings (methods 5.4). Times are Unix seconds. */

/** One liquidation. `side` is the side of the closed position. */
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
   * Variance of the counts per minute over their mean: 1 for independent events; 0 without events; `null` if too few
   * minutes were received.
   */
  readonly fano: number | null
  /** 0 for independent events, close to 1 for bursts. */
  readonly clusteringTime: number | null
  /** Herfindahl sum over price buckets: 1 if all events were at one price; 0 without events. */
  readonly clusteringPrice: number
  readonly lastMinuteUsd: number
  /**
   * How far the last minute is above the ones before it, in robust deviations; `null` if too few minutes were received.
   */
  readonly burstZ: number | null
  readonly burst: boolean
}

export const DOMINANT_SIDES = ['long', 'short', 'neutral'] as const
export type DominantSide = (typeof DOMINANT_SIDES)[number]

export const MINUTES = 60
/**
 * With fewer received minutes nothing is measured: a missing minute would count as calm, and normal minutes as a burst.
 */
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

/**
 * The index of the minute within the hour that ends at `asOf`, whose end belongs to the last minute; `null` outside.
 */
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

/** The sum of squared shares of notional, in buckets of 25 basis points of log price around the median event price. */
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

/** How far the last of these notionals is above the ones before it, in robust deviations. */
const burstOf = (notionals: readonly number[]): number => {
  const earlier = notionals.slice(0, -1)
  const scale = Math.max(MAD_TO_SIGMA * mad(earlier), (0.25 * sum(earlier)) / earlier.length, 1)
  return ((notionals.at(-1) ?? 0) - median(earlier)) / scale
}

/**
 * The statistics of the hour that ends at `asOf`. Events outside of it are left out.
 *
 * @param minBurstUsd a minute below this many dollars is not a burst, even after a quiet hour
 * @param heard for each minute, oldest first: whether its events were received
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

/** After this long no part of the burst lies in the hour, whether its end was measured or not. */
export const BURST_FORGOTTEN_SECONDS = MINUTES * 60

/** A burst lasts until three minutes have been calm. */
export interface BurstState {
  readonly active: boolean
  /** Unix seconds since when z is below 2; `null` while it is not, or if there is no burst. */
  readonly calmSince: number | null
  /** Unix seconds of the last measurement that was not calm; `null` if there is no burst. */
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
  // A time that cannot be measured does not count as calm. Otherwise a lost connection would end a burst.
  if (burstZ === null) return { active: true, calmSince: null, seenAt }
  if (burstZ >= CALM_Z) return { active: true, calmSince: null, seenAt: asOf }
  const calmSince = before.calmSince ?? asOf
  return asOf - calmSince >= CALM_SECONDS ? NO_BURST : { active: true, calmSince, seenAt }
}
