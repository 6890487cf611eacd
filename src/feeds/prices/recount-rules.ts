import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { TAU } from '../math/agreement.ts'
import { WIDEST } from '../math/fast-market.ts'
import { marketHours } from './market-hours.ts'
import { PEG_PAIRS, SPOT_PAIRS } from './pairs.ts'
import { CRYPTO_RULES, PEG_RULES, USDT_RULES } from './quotes.ts'
import { PEG_VENUES, spotTethers, spotVenues } from './spot-legs.ts'
import { USDT_RATE_VENUES } from './usdt.ts'
import { type CountAnswer, TETHER } from './votes-answer.ts'

/** Whether a count was held by the published rules: without them any single vote would be a majority of itself. */

/** Who is asked about a price, and how their votes are judged. */
export interface CountRules {
  readonly venues: readonly string[]
  /** Those of them that quote USDT. */
  readonly tethers: readonly string[]
  /** What the others quote; dollars where left out. */
  readonly currency?: string
  readonly tau: number
  readonly expiresSeconds: number
}

export const USDT_COUNT: CountRules = {
  venues: USDT_RATE_VENUES,
  tethers: [],
  tau: TAU.peg,
  expiresSeconds: USDT_RULES.expireMs / 1000,
}

const seconds = ({ expireMs }: { readonly expireMs: number }): number => expireMs / 1000

/** Those of a coin or a stablecoin in dollars, by its pair; `null` for another pair. */
export const dollarRules = (name: string): CountRules | null => {
  const [base = '', quote] = name.split('/')
  if (quote !== 'USD') return null
  if (SPOT_PAIRS.some((pair) => pair.name === name))
    return {
      venues: spotVenues(base),
      tethers: spotTethers(base),
      tau: TAU.crypto,
      expiresSeconds: seconds(CRYPTO_RULES),
    }
  if (PEG_PAIRS.some((pair) => pair.name === name))
    return { venues: PEG_VENUES[base]!, tethers: [], tau: TAU.peg, expiresSeconds: seconds(PEG_RULES) }
  return null
}

/** By name, in its own currency, young enough; all the venues of the list, and a τ that fast markets may have. */
export const isByRules = ({ agreement, quotes }: CountAnswer, rules: CountRules | null): boolean =>
  rules !== null &&
  agreement.configured === rules.venues.length &&
  agreement.tau >= rules.tau &&
  agreement.tau <= WIDEST * rules.tau &&
  agreement.expires_seconds === rules.expiresSeconds &&
  quotes.every(
    ({ source, currency, age_seconds: age }) =>
      rules.venues.includes(source) &&
      currency === (rules.tethers.includes(source) ? TETHER : (rules.currency ?? 'USD')) &&
      age <= rules.expiresSeconds,
  )

/** What a body says of the hours of a market, by the time of its string. No check where it says nothing of them. */
export const hoursCheck = (body: Readonly<Record<string, Json>>): readonly Check[] => {
  const { timestamp, marketStatus, marketStatusSince, legs } = body
  const isCarried = Array.isArray(legs) && legs.some((leg) => (leg as { basis?: unknown } | null)?.basis === 'carried')
  if (typeof timestamp !== 'number' || ((marketStatus === undefined || marketStatus === null) && !isCarried)) return []
  const { status, since } = marketHours(timestamp * 1000)
  const ok = marketStatus === status && marketStatusSince === Math.floor(since / 1000)
  return [{ what: 'the market was open or closed as it says', ok: ok && (status === 'closed' || !isCarried) }]
}
