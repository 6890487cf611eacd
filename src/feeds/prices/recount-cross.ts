import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { fixed } from '../../canonical/decimal.ts'
import type { Json } from '../../canonical/jcs.ts'
import type { Agreed } from '../math/agreement.ts'
import { agreedConfidence } from './confidence.ts'
import { COIN, crossed, currencyOf, dollarsPer, LEG_CURRENCIES } from './fx-venues.ts'
import { HYBRID_VENUES } from './hybrid-venues.ts'
import { LegAnswer } from './leg-answer.ts'
import { FX_PAIRS, type Pair, PEG_PAIRS, SPOT_PAIRS } from './pairs.ts'
import { again, type Counted, isTrue, type PrintedPrice, rateCheck } from './recount.ts'
import { type CountedLeg, countLeg, type LegContext } from './recount-leg.ts'
import { CROSS, VOTES } from './votes-answer.ts'

/** Counting again what stands on exchange rates: foreign exchange, coins in euros and yen, stablecoins in them. */

const LeggedAnswer = Type.Object({
  legs: Type.Array(LegAnswer),
  marketStatus: Type.Optional(Type.String()),
  marketStatusSince: Type.Optional(Type.Integer()),
  ...VOTES,
})
type LeggedAnswer = Static<typeof LeggedAnswer>

const CROSSED = [...FX_PAIRS, ...SPOT_PAIRS, ...PEG_PAIRS].filter(
  ({ base, quote }) => quote !== 'USD' || LEG_CURRENCIES.includes(base),
)

/** The pair of a body whose price stands on exchange rates; `null` for another. */
export const crossedPair = ({ domain, method }: { readonly domain: string; readonly method: string }): Pair | null =>
  method === 'median' ? (CROSSED.find((pair) => pair.domain === domain) ?? null) : null

/** What a body counts, step by step. */
interface Recount {
  readonly checks: readonly Check[]
  /** By currency. */
  readonly legs: Readonly<Record<string, CountedLeg>>
  /** Dollar prices of coins, by pair. */
  readonly coins: Readonly<Record<string, Agreed<Counted>>>
  /** The votes on the price itself. */
  readonly own: Agreed<Counted> | null
}

const follows = (what: string, ok: boolean): Check => ({ what: `${what} follows from its votes`, ok })

const recountOf = (pair: Pair, body: LeggedAnswer): Recount => {
  const { agreement, quotes, usdt_rate: usdt } = body
  const tether = usdt && rateCheck(usdt)
  const isRate = tether?.ok === true
  const rate = isRate ? Number(usdt?.value) : Number.NaN
  const checks: Check[] = tether ? [tether] : []

  const coins: Record<string, Agreed<Counted>> = {}
  for (const { pair: name, basis, agreement: rules, quotes: votes, value } of body.legs) {
    if (basis !== 'live' || currencyOf(name) !== null || !rules || !votes) continue
    const count = { agreement: rules, quotes: votes }
    const found = again(count, rate)
    const ok = isTrue(count, found) && found.value === Number(value)
    checks.push(follows(name, ok))
    if (ok) coins[name] = found
  }

  const legs: Record<string, CountedLeg> = {}
  const context: LegContext = {
    tether: isRate ? rate : null,
    coin: coins[`${COIN}/USD`]?.value ?? null,
    closedSince: body.marketStatus === 'closed' ? (body.marketStatusSince ?? null) : null,
    beside: HYBRID_VENUES[pair.name] ?? [],
  }
  for (const leg of body.legs) {
    const currency = currencyOf(leg.pair)
    if (currency === null) continue
    const count = leg.pair === pair.name ? { ...(agreement && { agreement }), ...(quotes && { quotes }) } : leg
    const counted = countLeg(leg, currency, count, context)
    checks.push(follows(leg.pair, counted?.isTrue === true))
    if (counted?.isTrue) legs[currency] = counted
  }

  if (!agreement || !quotes || currencyOf(pair.name) !== null) return { checks, legs, coins, own: null }
  const found = again({ agreement, quotes }, rate)
  const isOwn = isTrue({ agreement, quotes }, found)
  checks.push({ what: 'those who are used are those who agree', ok: isOwn })
  return { checks, legs, coins, own: isOwn ? found : null }
}

/** What the price is by this count, and how much it is worth; `null` where it cannot be counted. */
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

/** Our own vote among those of the venues follows from its legs; where it was not used, none are shown. */
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

/** No check for a body that shows no votes. */
export const recountedCross = (
  pair: Pair,
  printed: PrintedPrice,
  body: Readonly<Record<string, Json>>,
): readonly Check[] => {
  if (!Value.Check(LeggedAnswer, body)) return [{ what: 'the votes are readable', ok: false }]
  if (body.quotes === undefined && body.legs.every(({ value }) => value === undefined)) return []
  const recount = recountOf(pair, body)
  const worth = worthOf(pair, body, recount)
  const value = worth && fixed(worth.value, printed.decimals)
  const confidence = worth && fixed(worth.confidence, 2)
  return [
    ...recount.checks,
    { what: 'the price follows from the votes', ok: value === printed.price, ...(value !== null && { detail: value }) },
    {
      what: 'the confidence follows from the votes',
      ok: confidence === fixed(Number((body as Readonly<Record<string, Json>>)['confidence']), 2),
    },
  ]
}
