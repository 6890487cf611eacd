import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { fixed } from '../../canonical/decimal.ts'
import type { Json } from '../../canonical/jcs.ts'
import { type Agreed, TAU } from '../math/agreement.ts'
import { agreedConfidence } from './confidence.ts'
import { crossed, currencyOf, dollarsPer, LEG_CURRENCIES } from './fx-venues.ts'
import { besideOf, HYBRID_VENUES } from './hybrid-venues.ts'
import { FX_PAIRS, type Pair, PEG_PAIRS, SPOT_PAIRS } from './pairs.ts'
import { again, type Counted, isTrue, type StatedPrice } from './recount.ts'
import { CRYPTO_RULES } from './quotes.ts'
import { type CountRules, dollarRules, isByRules } from './recount-rules.ts'
import { type CountedLegs, countLegs, LegsAnswer } from './recount-legs.ts'
import { CROSS, VOTES } from './votes-answer.ts'

/** Recounts prices that depend on exchange rates: foreign exchange, coins in euros and yen, stablecoins in them. */

const LeggedAnswer = Type.Composite([LegsAnswer, Type.Object(VOTES)])
type LeggedAnswer = Static<typeof LeggedAnswer>

const CROSSED = [...FX_PAIRS, ...SPOT_PAIRS, ...PEG_PAIRS].filter(
  ({ base, quote }) => quote !== 'USD' || LEG_CURRENCIES.includes(base),
)

/** The pair of a body whose price depends on exchange rates; `null` for any other. */
export const crossedPair = ({ domain, method }: { readonly domain: string; readonly method: string }): Pair | null =>
  method === 'median' ? (CROSSED.find((pair) => pair.domain === domain) ?? null) : null

const isHybrid = ({ name }: Pair): boolean => name in HYBRID_VENUES

/** The rules for the votes on the price itself: those of a coin beside its cross, or of a stablecoin in dollars. */
const ownRules = (pair: Pair): CountRules | null =>
  isHybrid(pair)
    ? {
        venues: [...HYBRID_VENUES[pair.name]!, CROSS],
        tethers: [],
        currency: pair.quote,
        tau: TAU.crypto,
        expiresSeconds: CRYPTO_RULES.expireMs / 1000,
      }
    : dollarRules(`${pair.base}/USD`)

/** The recount of a body, step by step. */
interface Recount extends CountedLegs {
  /** The votes on the price itself. */
  readonly own: Agreed<Counted> | null
}

const recountOf = (pair: Pair, body: LeggedAnswer): Recount => {
  const { agreement, quotes } = body
  const isRate = currencyOf(pair.name) !== null
  const count = agreement && quotes ? { agreement, quotes } : null
  const legs = countLegs(
    body,
    (leg) => (leg.pair === pair.name ? (count ?? {}) : leg),
    isHybrid(pair) ? besideOf(pair.base, pair.quote) : null,
  )
  if (isRate || count === null) return { ...legs, own: null }
  const found = again(count, legs.rate)
  const isOwn = isTrue(count, found)
  const rules = { what: 'the votes are judged by the published rules', ok: isByRules(count, ownRules(pair)) }
  const check = { what: 'the used votes are those that agree', ok: isOwn }
  return { ...legs, checks: [...legs.checks, rules, check], own: isOwn ? found : null }
}

/** The price and its confidence by this recount; `null` if it cannot be computed. */
interface Worth {
  readonly value: number
  readonly confidence: number
}

const confidenceOf = (own: Agreed<Counted>, { agreement }: LeggedAnswer): number =>
  agreedConfidence(
    own,
    own.used.map(({ age }) => age),
    agreement!.expires_seconds,
  ).confidence

const fxWorth = ({ name, base, quote }: Pair, { legs }: Recount): Worth | null => {
  const own = currencyOf(name)
  if (own !== null) return legs[own] ?? null
  const both = [legs[base], legs[quote]]
  if (!both[0] || !both[1]) return null
  return {
    value: dollarsPer(base, both[0]) / dollarsPer(quote, both[1]),
    confidence: Math.min(both[0].confidence, both[1].confidence),
  }
}

/**
 * The cross rate is a vote of our own and must follow from its legs. If it was not used, the body does not show its
 * legs.
 */
const hybridWorth = ({ base, quote }: Pair, body: LeggedAnswer, { legs, coins, own }: Recount): Worth | null => {
  if (own === null) return null
  const confidence = confidenceOf(own, body)
  const cross = own.used.find(({ source }) => source === CROSS)
  if (!cross) return { value: own.value, confidence }
  const [leg, usd] = [legs[quote], coins[`${base}/USD`]]
  if (!leg || !usd || crossed(usd.value, quote, leg) !== cross.price) return null
  return { value: own.value, confidence: confidence * leg.method }
}

const pegWorth = ({ quote }: Pair, body: LeggedAnswer, { legs, own }: Recount): Worth | null => {
  const leg = legs[quote]
  if (own === null || !leg) return null
  return { value: crossed(own.value, quote, leg), confidence: confidenceOf(own, body) * leg.method }
}

const worthOf = (pair: Pair, body: LeggedAnswer, recount: Recount): Worth | null => {
  if (FX_PAIRS.includes(pair)) return fxWorth(pair, recount)
  return pair.name in HYBRID_VENUES ? hybridWorth(pair, body, recount) : pegWorth(pair, body, recount)
}

/** The checks of a body; none if it shows no votes. */
export const recountedCross = (
  pair: Pair,
  stated: StatedPrice,
  body: Readonly<Record<string, Json>>,
): readonly Check[] => {
  if (!Value.Check(LeggedAnswer, body)) return [{ what: 'the votes are readable', ok: false }]
  if (body.quotes === undefined && body.legs.every(({ value }) => value === undefined)) return []
  const recount = recountOf(pair, body)
  const worth = worthOf(pair, body, recount)
  const value = worth && fixed(worth.value, stated.decimals)
  const confidence = worth && fixed(worth.confidence, 2)
  return [
    ...recount.checks,
    { what: 'the price follows from the votes', ok: value === stated.price, ...(value !== null && { detail: value }) },
    {
      what: 'the confidence follows from the votes',
      ok: confidence === fixed(Number((body as Readonly<Record<string, Json>>)['confidence']), 2),
    },
  ]
}
