import { type Static, Type } from '@sinclair/typebox'
import { word } from '../answer-fields.ts'
import { hearing } from '../math/agreement.ts'
import { statedAge } from './confidence.ts'
import type { FxLeg, LegEvidence } from './fx-legs.ts'
import { COIN } from './fx-venues.ts'
import type { LegVote } from './fx-votes.ts'
import { CRYPTO_RULES, FX_RULES, type QuoteRules } from './quotes.ts'
import { oldest } from './spot-legs.ts'
import { type Ballot, fraction } from './votes.ts'
import { byName, countAnswer, CountAnswer, exact, type QuoteAnswer, quoteOf, rateAnswer } from './votes-answer.ts'

/** The values that a price is computed from, each with its own votes. */

const FixingAnswer = Type.Object({
  source: Type.String({ description: 'The central bank; those that copy one another count once' }),
  price: Type.String({ description: 'In the direction of the pair, not rounded; decimal text' }),
  age_seconds: Type.Number({ minimum: 0, description: 'Since it was set; one decimal' }),
})

/** One value that a price is computed from. */
export const LegAnswer = Type.Object({
  pair: Type.String({ description: 'What was observed', examples: ['EUR/USD'] }),
  basis: word(
    ['live', 'fixing', 'carried', 'tokens'],
    'Market quotes, daily fixings, the last value before the market closed, or tokenised gold alone',
  ),
  observed_at: Type.Integer({ description: 'Unix seconds of the oldest observation in it' }),
  age_seconds: Type.Integer({ description: 'Its age when the price was computed' }),
  value: Type.Optional(Type.String({ description: 'Not rounded; decimal text' })),
  method: Type.Optional(
    Type.Number({ description: '1 where markets agree, 0.7 for a lone quote or fixings, 0.5 for a carried value' }),
  ),
  ...Type.Partial(CountAnswer).properties,
  fixings: Type.Optional(
    Type.Array(FixingAnswer, { description: 'What central banks last set, where no agreement of live quotes decided' }),
  ),
})
export type LegAnswer = Static<typeof LegAnswer>

/** The fields of a leg in an answer besides its age. */
export type LegShown = Pick<LegAnswer, 'value' | 'method' | 'agreement' | 'quotes' | 'fixings'>

/** One leg of a conclusion. */
export interface LegView {
  readonly pair: string
  readonly basis: LegAnswer['basis']
  readonly at: number
  readonly shown?: LegShown
}

const reasonsOf = ({ ballot, found }: LegEvidence): ((vote: LegVote) => QuoteAnswer['reason']) => {
  if (found.kind === 'market') {
    const { used, silenced = [] } = found.agreement
    return (vote) => (used.includes(vote) ? undefined : silenced.includes(vote) ? 'reputation' : 'outside_agreement')
  }
  const { silenced } = hearing(ballot.votes, ballot.configured)
  return (vote) =>
    found.kind === 'lone' && found.votes.includes(vote)
      ? undefined
      : silenced.includes(vote)
        ? 'reputation'
        : 'no_agreement'
}

/** The votes on a leg, sorted by source. */
const legCount = (evidence: LegEvidence, now: number): CountAnswer => {
  const { ballot, found } = evidence
  const reasonOf = reasonsOf(evidence)
  return {
    agreement: {
      configured: ballot.configured,
      tau: ballot.tau,
      ...(found.kind === 'market' && { width: fraction(found.agreement.width) }),
      expires_seconds: FX_RULES.expireMs / 1000,
    },
    quotes: [
      ...ballot.votes.map((vote) => quoteOf(vote, now, reasonOf(vote))),
      ...ballot.unheard
        .filter(({ source }) => ballot.votes.every((vote) => vote.source !== source))
        .map((vote) => quoteOf(vote, now, 'no_usdt_rate')),
    ].toSorted(byName),
  }
}

const viewOf = ({ pair, basis, at, value, method, evidence }: FxLeg, now: number): LegView => ({
  pair,
  basis,
  at,
  shown: {
    value: exact(value),
    method,
    ...(evidence !== null && evidence.ballot.configured > 0 && legCount(evidence, now)),
    ...(evidence !== null &&
      evidence.fixings.length > 0 && {
        fixings: evidence.fixings.map(({ source, price, at: setAt }) => ({
          source,
          price: exact(price),
          age_seconds: statedAge(now - setAt),
        })),
      }),
  },
})

/**
 * A price that another price is computed from, with its votes. The value of USDT is not repeated here, because it is in
 * the answer once for all.
 */
export const ballotView = (pair: string, ballot: Ballot, rules: QuoteRules, now: number): LegView => ({
  pair,
  basis: 'live',
  at: oldest(ballot.agreement.used),
  shown: { value: exact(ballot.agreement.value), ...countAnswer(ballot, rules, now) },
})

const only = <T>(values: readonly (T | null | undefined)[]): T | null => values.find((value) => value != null) ?? null

/** The legs as an answer shows them, followed by the price of the coin that implied votes use. */
export const viewsOf = (legs: readonly FxLeg[], now: number): readonly LegView[] => {
  const coin = only(legs.map(({ evidence }) => evidence?.ballot.coin))
  return [...legs.map((leg) => viewOf(leg, now)), ...(coin ? [ballotView(`${COIN}/USD`, coin, CRYPTO_RULES, now)] : [])]
}

/** The value of USDT in these legs, if they use it. */
export const rateOf = (legs: readonly FxLeg[], now: number): ReturnType<typeof rateAnswer> =>
  rateAnswer(only(legs.map(({ evidence }) => evidence?.ballot.usdt)), now)
