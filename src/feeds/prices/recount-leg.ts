import { type Agreed, type AgreementRules, TAU } from '../math/agreement.ts'
import { convertedVotes, impliedVotes } from '../math/converted-votes.ts'
import { WIDEST } from '../math/fast-market.ts'
import { type FxValue, type FxVote, fxValue } from '../math/fx-agreement.ts'
import { CARRIED_METHOD, fxConfidence, heldConfidence } from './fx-confidence.ts'
import { FIXING_EXPIRE_MS, fixingOf } from './fixings.ts'
import { isPerUsd, legVenues, votersOf } from './fx-venues.ts'
import type { Beside } from './hybrid-venues.ts'
import type { LegAnswer } from './leg-answer.ts'
import { FX_RULES } from './quotes.ts'
import { isCast, mayLeaveOut, maySilence } from './recount.ts'
import { type CountAnswer, type QuoteAnswer, TETHER } from './votes-answer.ts'
import { fraction } from './votes.ts'

/** Recounts the votes on a currency from the leg of a body that shows them. */

/** The result of recounting a leg. */
export interface CountedLeg {
  readonly value: number
  readonly method: number
  readonly confidence: number
  /** Whether the leg states exactly what follows from its votes. */
  readonly isTrue: boolean
}

/** The values that the votes of a leg depend on. */
export interface LegContext {
  /** Dollars per USDT and per coin, as recounted; `null` if the recount failed or the body has none. */
  readonly tether: number | null
  readonly coin: number | null
  /** Unix seconds since when the market is closed; `null` while it is open. */
  readonly closedSince: number | null
  /** The direct prices beside the cross that the leg goes into, if there are any. */
  readonly beside: Beside | null
}

interface CountedVote extends FxVote {
  readonly age: number
}

const voteOf = (currency: string, { tether, coin }: LegContext, quote: QuoteAnswer): readonly CountedVote[] => {
  const { source, price, age_seconds: age } = quote
  const vote = { source, price: Number(price), age }
  if (quote.book !== undefined) return impliedVotes([{ ...vote, origin: 'implied' as const }], coin, isPerUsd(currency))
  if (quote.currency === TETHER) return convertedVotes([{ ...vote, origin: 'implied' as const }], tether)
  return [{ ...vote, origin: 'live' }]
}

const usedOf = (found: FxValue<CountedVote>): readonly string[] =>
  found.kind === 'market'
    ? found.agreement.used.map(({ source }) => source)
    : found.kind === 'lone'
      ? found.votes.map(({ source }) => source)
      : []

const widthOf = (found: FxValue<CountedVote>): number | undefined =>
  found.kind === 'market' ? fraction((found.agreement as Agreed).width) : undefined

const isSaid = (leg: LegAnswer, count: Partial<CountAnswer>, found: FxValue<CountedVote>): boolean => {
  const said = (count.quotes ?? []).flatMap(({ source, used }) => (used ? [source] : []))
  return (
    leg.basis === (found.kind === 'fixing' ? 'fixing' : 'live') &&
    leg.method === found.method &&
    Number(leg.value) === found.value &&
    count.agreement?.width === widthOf(found) &&
    JSON.stringify(said.toSorted()) === JSON.stringify(usedOf(found).toSorted())
  )
}

/**
 * Whether the votes follow the published rules. While the market is open all voting venues are asked, while it is
 * closed none is.
 */
const isPublished = (
  currency: string,
  { agreement, quotes = [] }: Partial<CountAnswer>,
  { beside, closedSince }: LegContext,
): boolean => {
  const voters = closedSince === null ? votersOf(legVenues(currency, beside)) : []
  if (agreement === undefined) return voters.length === 0 && quotes.length === 0
  return (
    agreement.configured === voters.length &&
    agreement.tau >= TAU.fx &&
    agreement.tau <= WIDEST * TAU.fx &&
    agreement.expires_seconds === FX_RULES.expireMs / 1000 &&
    quotes.every(({ source, age_seconds: age }) => voters.includes(source) && age <= agreement.expires_seconds)
  )
}

const NO_RULES: AgreementRules = { configured: 0, tau: 0 }

/**
 * The last value from before the close cannot be recounted, because its votes were published when it was live. Only its
 * age and method are checked.
 */
const carriedLeg = (
  { value, method, age_seconds: ageSeconds, observed_at: observedAt }: LegAnswer,
  closedSince: number | null,
): CountedLeg => ({
  value: Number(value),
  method: CARRIED_METHOD,
  confidence: heldConfidence(CARRIED_METHOD, ageSeconds),
  isTrue:
    method === CARRIED_METHOD &&
    ageSeconds <= FIXING_EXPIRE_MS / 1000 &&
    closedSince !== null &&
    observedAt < closedSince,
})

/** @param count the votes of the leg, which may be at another place of the body */
export const countLeg = (
  leg: LegAnswer,
  currency: string,
  count: Partial<CountAnswer>,
  context: LegContext,
): CountedLeg | null => {
  if (leg.basis === 'carried') return carriedLeg(leg, context.closedSince)
  const fixings = (leg.fixings ?? []).map(({ source, price }) => ({ source, price: Number(price) }))
  const ages = (leg.fixings ?? []).map(({ age_seconds: age }) => age)
  const quotes = count.quotes ?? []
  // Votes without an agreement are recounted too: whether there was one is the question.
  const cast = quotes.filter((quote) => isCast(quote) || quote.reason === 'no_agreement')
  const rate = context.tether ?? Number.NaN
  if (!quotes.every((quote) => cast.includes(quote) || mayLeaveOut(quote, rate))) return null
  const rules = count.agreement ?? NO_RULES
  if (!maySilence(quotes, { left: cast.length, configured: rules.configured })) return null
  const votes = cast.flatMap((quote) => voteOf(currency, context, quote))
  try {
    const found = fxValue(votes, rules, fixingOf(fixings), context.beside?.venues)
    if (!('value' in found)) return null
    const areYoung = ages.every((age) => age <= FIXING_EXPIRE_MS / 1000)
    return {
      value: found.value,
      method: found.method,
      confidence: fxConfidence(found, ({ age }) => age, Math.max(...ages)),
      isTrue: areYoung && isPublished(currency, count, context) && isSaid(leg, count, found),
    }
  } catch {
    return null
  }
}
