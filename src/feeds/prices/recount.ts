import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { fixed } from '../../canonical/decimal.ts'
import type { Json } from '../../canonical/jcs.ts'
import { type Agreed, agree, majorityOf, type Vote } from '../math/agreement.ts'
import { agreedConfidence } from './confidence.ts'
import { type CountRules, dollarRules, isByRules, USDT_COUNT } from './recount-rules.ts'
import { fraction } from './votes.ts'
import { type CountAnswer, type QuoteAnswer, type RateAnswer, TETHER, VotesAnswer } from './votes-answer.ts'

/** Recounts the votes in a body, so that a buyer can check the price without trusting us. */

/** The values of the canonical string that a price is checked against. */
export interface StatedPrice {
  readonly price: string
  readonly currency: string
  readonly decimals: number
}

/** A vote from a body, in the unit of the price. */
export interface Counted {
  readonly source: string
  readonly price: number
  readonly age: number
}

export const isCast = ({ used, reason }: QuoteAnswer): boolean => used || reason === 'outside_agreement'

/**
 * Whether a body may leave out a vote: because its venue is silenced, or because it is in USDT and the USDT rate is not
 * known.
 *
 * @param rate dollars per USDT; NaN if it is not known
 */
export const mayLeaveOut = (
  { reason, currency }: { readonly reason?: string; readonly currency: string },
  rate: number,
): boolean => reason === 'reputation' || (reason === 'no_usdt_rate' && currency === TETHER && !Number.isFinite(rate))

/** Whether the recounted votes are from the same sources as the votes that the body calls used. */
export const sameNames = (
  found: readonly { readonly source: string }[],
  quotes: readonly { readonly source: string; readonly used: boolean }[],
): boolean => {
  const used = quotes.flatMap((quote) => (quote.used ? [quote.source] : [])).toSorted()
  return JSON.stringify(found.map(({ source }) => source)) === JSON.stringify(used)
}

/** Whether silenced votes are allowed: at least one vote more than a majority must remain. */
export const maySilence = (
  quotes: readonly { readonly reason?: string }[],
  { left, configured }: { readonly left: number; readonly configured: number },
): boolean => left > majorityOf(configured) || quotes.every(({ reason }) => reason !== 'reputation')

/**
 * The agreement of the votes in a body; `null` if there is none.
 *
 * @param rate dollars per USDT
 */
export const again = ({ agreement, quotes }: CountAnswer, rate: number): Agreed<Counted> | null => {
  const cast = quotes.filter(isCast)
  if (!quotes.every((quote) => isCast(quote) || mayLeaveOut(quote, rate))) return null
  if (!maySilence(quotes, { left: cast.length, configured: agreement.configured })) return null
  const votes = cast.map(({ source, price, currency, age_seconds: age }) => ({
    source,
    price: Number(price) * (currency === TETHER ? rate : 1),
    age,
  }))
  try {
    const found = agree(votes, agreement)
    return found.kind === 'agreed' ? found : null
  } catch {
    return null
  }
}

/** Whether the body states exactly what follows from its votes. */
export const isTrue = ({ agreement, quotes }: CountAnswer, found: Agreed<Counted> | null): found is Agreed<Counted> =>
  found !== null && fraction(found.width) === agreement.width && sameNames(found.used, quotes)

/** @param method the confidence factor of the origin of the value (methods 0.3) */
export const confidenceIsTrue = (
  body: Readonly<Record<string, Json>>,
  found: Agreed<Vote & { readonly age: number }>,
  expires: number,
  method = 1,
): boolean => {
  const ages = found.used.map(({ age }) => age)
  return fixed(agreedConfidence(found, ages, expires).confidence * method, 2) === fixed(Number(body['confidence']), 2)
}

export const rateCheck = (usdt: RateAnswer): Check => {
  const found = again(usdt, 1)
  return {
    what: 'the rate of USDT follows from its votes',
    ok: isByRules(usdt, USDT_COUNT) && isTrue(usdt, found) && found.value === Number(usdt.value),
  }
}

/** The rules of a price in dollars; `null` for any other. */
const rulesOf = (domain: string): CountRules | null =>
  domain.endsWith('USD') ? dollarRules(`${domain.slice(0, -3)}/USD`) : null

/** The checks of a body; none if it shows no votes. */
export const recounted = (
  stated: StatedPrice & { readonly domain: string },
  body: Readonly<Record<string, Json>>,
): readonly Check[] => {
  if (body['quotes'] === undefined) return []
  if (!Value.Check(VotesAnswer, body)) return [{ what: 'the votes are readable', ok: false }]
  const { usdt_rate: usdt, ...count } = body
  const found = again(count, usdt ? Number(usdt.value) : Number.NaN)
  const isCountTrue = isTrue(count, found)
  const rules = rulesOf(stated.domain)
  const rate: Check[] = [
    { what: 'the votes are judged by the published rules', ok: isByRules(count, rules) },
    ...(usdt ? [rateCheck(usdt)] : []),
  ]
  const votes: Check = { what: 'the used votes are those that agree', ok: isCountTrue }
  if (!isCountTrue) return [...rate, votes]
  const value = fixed(found.value, stated.decimals)
  return [
    ...rate,
    votes,
    { what: 'the price follows from the votes', ok: value === stated.price, detail: value },
    {
      what: 'the confidence follows from the votes',
      ok: confidenceIsTrue(body, found, count.agreement.expires_seconds),
    },
  ]
}
