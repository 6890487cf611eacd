import { fixed } from '../../canonical/decimal.ts'
import { rounded } from '../../canonical/measure.ts'
import { DAY_SECONDS, HOUR_MS, inSeconds, utcDay } from '../../time-units.ts'
import { monthlyWaves } from '../marine/wave-climatology.ts'
import { type PoolState, poolStatement, USDC_PLACES } from './pool.ts'
import { QUOTE_PLACES, type InsuranceQuote } from './quote-answer.ts'
import type { QuoteQuestion } from './quote-question.ts'
import { seaPortNamed, type SeaPort } from './sea-ports.ts'
import { seaRoute, type SeaRoute } from './sea-route.ts'
import { METHOD_VERSION, PAYOUT_FRACTIONS, type PerTier, perTier } from './tiers.ts'
import { riskRefusal, verdictOn } from './verdict.ts'
import { VESSEL_CLASSES, type VesselClass } from './vessel-classes.ts'
import { type VoyagePrice, voyagePrice } from './voyage-price.ts'
import { type VoyageSegment, voyageSegments } from './voyage-segments.ts'

/** Only workers import it, and who counts a quote again. */

const SEASONAL_MONTHS = 12

interface Voyage {
  readonly segments: readonly VoyageSegment[]
  readonly price: VoyagePrice
}

/** @param departure `YYYY-MM-DD` */
const voyageOf = (route: SeaRoute, vessel: VesselClass, departure: string): Voyage => {
  const segments = voyageSegments(route, vessel, Date.parse(`${departure}T00:00:00Z`))
  return { segments, price: voyagePrice(segments, vessel) }
}

/** The first days of the months after the day of the quote. */
const firstsAfter = (nowTs: number): readonly string[] => {
  const today = new Date(nowTs * 1000)
  return Array.from({ length: SEASONAL_MONTHS }, (_, at) =>
    utcDay(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1 + at, 1)),
  )
}

const seasonal = (route: SeaRoute, vessel: VesselClass, nowTs: number): InsuranceQuote['seasonal'] => {
  const months = firstsAfter(nowTs).map((departure) => ({ departure, ...voyageOf(route, vessel, departure) }))
  const mean = months.reduce((sum, { price }) => sum + price.premium, 0) / months.length
  return months.map(({ departure, price }) => ({
    departure,
    premium_usdc: fixed(price.premium, USDC_PLACES),
    ratio: rounded(price.premium / mean, QUOTE_PLACES.ratio),
    refused: riskRefusal({ price, vessel }),
  }))
}

const printed = (chances: PerTier): PerTier => perTier((tier) => rounded(chances[tier], QUOTE_PLACES.chance))

const segmentAnswer = (
  { basin, month, nm, hours }: VoyageSegment,
  chances: PerTier,
): InsuranceQuote['segments'][number] => {
  const { meanM, shape } = monthlyWaves(basin, month)
  const { heavy, severe, extreme } = printed(chances)
  return {
    basin,
    month,
    distance_nm: rounded(nm, QUOTE_PLACES.nm),
    hours: rounded(hours, QUOTE_PLACES.hours),
    mean_hs_m: rounded(meanM, QUOTE_PLACES.waveM),
    shape,
    p_heavy: heavy,
    p_severe: severe,
    p_extreme: extreme,
  }
}

const quay = ({ id, name, country }: SeaPort): InsuranceQuote['origin'] => ({ id, name, country })

/** Unix seconds. */
const arrivalOf = (departure: string, hours: number): number =>
  inSeconds(Date.parse(`${departure}T00:00:00Z`) + hours * HOUR_MS)

/**
 * The answer without its envelope; `null` if no sea lane joins the ports.
 *
 * @param nowTs Unix seconds of the quote: its day says until when it stands, and which months are the next ones
 */
export const quoteAnswer = (question: QuoteQuestion, pool: PoolState, nowTs: number): InsuranceQuote | null => {
  const { departure, vessel_class } = question
  const [origin, destination] = [seaPortNamed(question.origin), seaPortNamed(question.destination)]
  if (!origin || !destination) throw new Error(`${question.origin} or ${question.destination} is no port`)
  const route = seaRoute(origin, destination)
  if (!route) return null
  const vessel = VESSEL_CLASSES[vessel_class]
  const { segments, price } = voyageOf(route, vessel, departure)
  const hours = segments.reduce((sum, segment) => sum + segment.hours, 0)
  const { status, reason } = verdictOn({ price, vessel }, pool)
  return {
    status,
    reasons: reason === null ? [] : [reason],
    origin: quay(origin),
    destination: quay(destination),
    departure,
    vessel_class,
    sum_insured_usdc: fixed(vessel.sumUsdc, USDC_PLACES),
    distance_nm: rounded(route.distanceNm, QUOTE_PLACES.nm),
    voyage_hours: rounded(hours, QUOTE_PLACES.hours),
    arrival: arrivalOf(departure, hours),
    segments: segments.map((segment, at) => segmentAnswer(segment, price.segments[at]!)),
    trigger_probabilities: printed(price.chances),
    payout_fractions: PAYOUT_FRACTIONS,
    expected_payout_usdc: fixed(price.expected, USDC_PLACES),
    premium_usdc: status === 'refused' ? null : fixed(price.premium, USDC_PLACES),
    seasonal: seasonal(route, vessel, nowTs),
    currency: 'USDC',
    methodVersion: METHOD_VERSION,
    valid_until: (Math.floor(nowTs / DAY_SECONDS) + 1) * DAY_SECONDS,
    binding: false,
    statement: poolStatement(pool),
  }
}
