import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import type { Agreed } from '../math/agreement.ts'
import { COIN, crossed, currencyOf } from './fx-venues.ts'
import type { Beside } from './hybrid-venues.ts'
import { LegAnswer } from './leg-answer.ts'
import { again, type Counted, isTrue } from './recount.ts'
import { type CountedLeg, countLeg, type LegContext } from './recount-leg.ts'
import { dollarRules, isByRules, USDT_COUNT } from './recount-rules.ts'
import { type CountAnswer, VOTES } from './votes-answer.ts'

/** Recounts all values that a body shows besides its own votes: those of USDT, coins and currencies. */

/** The parts of a body that this reads. */
export const LegsAnswer = Type.Object({
  legs: Type.Array(LegAnswer),
  marketStatus: Type.Optional(Type.String()),
  marketStatusSince: Type.Optional(Type.Integer()),
  usdt_rate: VOTES.usdt_rate,
})
export type LegsAnswer = Static<typeof LegsAnswer>

/** The result of the recount. */
export interface CountedLegs {
  readonly checks: readonly Check[]
  /** Dollars per USDT; NaN if it does not follow from its votes. */
  readonly rate: number
  /** Dollar prices of coins that follow from their votes, by pair. */
  readonly coins: Readonly<Record<string, Agreed<Counted>>>
  /** Exchange rates that follow from their votes, by currency. */
  readonly legs: Readonly<Record<string, CountedLeg>>
}

const follows = (what: string, ok: boolean): Check => ({ what: `${what} follows from its votes`, ok })

const rateOf = ({ usdt_rate: usdt }: LegsAnswer): number | null => {
  const found = usdt ? again(usdt, 1) : null
  return usdt !== undefined && isByRules(usdt, USDT_COUNT) && isTrue(usdt, found) && found.value === Number(usdt.value)
    ? found.value
    : null
}

const coinOf = ({ pair, basis, agreement, quotes, value }: LegAnswer, rate: number): Agreed<Counted> | null => {
  const count = basis === 'live' && agreement && quotes ? { agreement, quotes } : null
  const rules = dollarRules(pair)
  const found = count && isByRules(count, rules) ? again(count, rate) : null
  return count && isTrue(count, found) && found.value === Number(value) ? found : null
}

/**
 * @param countOf the votes of a leg, if they are not in the leg itself
 * @param beside the direct prices beside the cross that these legs go into, if there are any
 */
export const countLegs = (
  body: LegsAnswer,
  countOf: (leg: LegAnswer) => Partial<CountAnswer>,
  beside: Beside | null,
): CountedLegs => {
  const tether = rateOf(body)
  const rate = tether ?? Number.NaN
  const checks: Check[] = body.usdt_rate ? [follows('the rate of USDT', tether !== null)] : []

  const coins: Record<string, Agreed<Counted>> = {}
  for (const leg of body.legs.filter(({ pair, quotes }) => currencyOf(pair) === null && quotes !== undefined)) {
    const found = coinOf(leg, rate)
    checks.push(follows(leg.pair, found !== null))
    if (found) coins[leg.pair] = found
  }

  const legs: Record<string, CountedLeg> = {}
  const coin = coins[`${COIN}/USD`]?.value ?? null
  const closedSince = body.marketStatus === 'closed' ? (body.marketStatusSince ?? null) : null
  const context: LegContext = { tether, coin, closedSince, beside }
  for (const leg of body.legs) {
    const currency = currencyOf(leg.pair)
    if (currency === null) continue
    const counted = countLeg(leg, currency, countOf(leg), context)
    checks.push(follows(leg.pair, counted?.isTrue === true))
    if (counted?.isTrue) legs[currency] = counted
  }
  return { checks, rate, coins, legs }
}

/** A dollar value converted into the currency of a price. */
export interface InCurrency {
  readonly checks: readonly Check[]
  /** `null` if the exchange rate does not follow from its votes. */
  readonly value: number | null
  /** The confidence factor of the exchange rate; 1 if none was needed. */
  readonly method: number
}

const DOLLARS = 'USD'

/** Converts with the exchange rate that the body shows. */
export const inCurrency = (currency: string, dollars: number, body: Readonly<Record<string, Json>>): InCurrency => {
  if (currency === DOLLARS) return { checks: [], value: dollars, method: 1 }
  if (!Value.Check(LegsAnswer, body))
    return { checks: [{ what: 'the legs are readable', ok: false }], value: null, method: 1 }
  const { checks, legs } = countLegs(body, (leg) => leg, null)
  const leg = legs[currency]
  return { checks, value: leg ? crossed(dollars, currency, leg) : null, method: leg?.method ?? 1 }
}
