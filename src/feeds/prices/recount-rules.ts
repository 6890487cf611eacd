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

/** Checks that votes follow the published rules. Otherwise a body could state a single vote and call it a majority. */

/** The venues that vote on a price, and the rules for their votes. */
export interface CountRules {
  readonly venues: readonly string[]
  /** The venues that quote it in USDT. */
  readonly tethers: readonly string[]
  /** The currency of the other venues; dollars if left out. */
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

/** The rules for a coin or a stablecoin in dollars; `null` for any other pair. */
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

/**
 * Whether votes are from listed venues, in their currency and young enough, and whether τ is one that a fast market may
 * have.
 */
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

/** Checks the stated market hours against the time of the string. No check if the body states none. */
export const hoursCheck = (body: Readonly<Record<string, Json>>): readonly Check[] => {
  const { timestamp, marketStatus, marketStatusSince, legs } = body
  const isCarried = Array.isArray(legs) && legs.some((leg) => (leg as { basis?: unknown } | null)?.basis === 'carried')
  if (typeof timestamp !== 'number' || ((marketStatus === undefined || marketStatus === null) && !isCarried)) return []
  const { status, since } = marketHours(timestamp * 1000)
  const ok = marketStatus === status && marketStatusSince === Math.floor(since / 1000)
  return [{ what: 'the market was open or closed as the body says', ok: ok && (status === 'closed' || !isCarried) }]
}
