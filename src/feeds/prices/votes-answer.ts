import { type Static, Type } from '@sinclair/typebox'
import { fixed } from '../../canonical/decimal.ts'
import type { Agreed } from '../math/agreement.ts'
import { statedAge } from './confidence.ts'
import { type QuoteRules, USDT_RULES } from './quotes.ts'
import { type Ballot, fraction, type PriceVote } from './votes.ts'

/** Every vote, in the body that is sold, so that a reader can recount it. */

export const QuoteAnswer = Type.Object({
  source: Type.String({ description: 'Who says it; `crossrate` is our own dollar price over our own exchange rate' }),
  price: Type.String({ description: 'Middle of its book, or its last trade, as it was counted; decimal text' }),
  currency: Type.String({ description: 'What the book is quoted in; USDT counts at usdt_rate' }),
  book: Type.Optional(
    Type.String({
      description: 'A book of a coin: counts as what its price implies by the dollar price of the coin in legs',
    }),
  ),
  age_seconds: Type.Number({ minimum: 0, description: 'When the price was computed; one decimal' }),
  used: Type.Boolean({ description: 'Whether the price is a median over this' }),
  reason: Type.Optional(
    Type.Union(
      [
        Type.Literal('outside_agreement'),
        Type.Literal('no_usdt_rate'),
        Type.Literal('no_agreement'),
        Type.Literal('reputation'),
      ],
      {
        description:
          'Why it was not used; `reputation`: far outside of agreements lately, and without a vote for a while',
      },
    ),
  ),
})
export type QuoteAnswer = Static<typeof QuoteAnswer>

export const AgreementAnswer = Type.Object({
  configured: Type.Integer({ description: 'Venues that are asked; more than half of them must agree' }),
  tau: Type.Number({ description: 'How far they may lie apart, as a fraction: wider while the market runs' }),
  width: Type.Optional(
    Type.Number({ description: 'How far the closest majority lies apart, as a fraction; absent where none agrees' }),
  ),
  expires_seconds: Type.Integer({ description: 'The age at which a vote is none any more; freshness is judged by it' }),
})

const COUNT = {
  agreement: AgreementAnswer,
  quotes: Type.Array(QuoteAnswer, { description: 'Every vote, by name' }),
}
export const CountAnswer = Type.Object(COUNT)
export type CountAnswer = Static<typeof CountAnswer>

const RATE = Type.Object({
  value: Type.String({ description: 'Dollars per USDT, not rounded; decimal text' }),
  ...COUNT,
})

export type RateAnswer = Static<typeof RATE>

/** The fields of an agreement in a body. */
export const VotesAnswer = Type.Object({ ...COUNT, usdt_rate: Type.Optional(RATE) })
export type VotesAnswer = Static<typeof VotesAnswer>

/** The same fields for an answer whose value may have another origin. */
export const VOTES = Type.Partial(VotesAnswer).properties

/** The currency of books that count at a rate. */
export const TETHER = 'USDT'

/** Our own vote beside those of the venues: our dollar price over our exchange rate. */
export const CROSS = 'crossrate'

/** The shortest text that reads back as the same double, without an exponent. */
export const exact = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? fixed(value, 18).replace(/\.?0+$/, '') : text
}

export const quoteOf = (
  vote: PriceVote & { readonly book?: string | null },
  now: number,
  reason?: QuoteAnswer['reason'],
): QuoteAnswer => ({
  source: vote.source,
  price: exact(vote.quoted),
  currency: vote.currency,
  ...(vote.book && { book: vote.book }),
  age_seconds: statedAge(now - vote.at),
  used: reason === undefined,
  ...(reason !== undefined && { reason }),
})

export const byName = (a: QuoteAnswer, b: QuoteAnswer): number => (a.source < b.source ? -1 : 1)

interface Showing {
  readonly now: number
  readonly expireMs: number
}

const countOf = (
  { configured, tau, width, used, rejected, silenced = [] }: Agreed<PriceVote>,
  unheard: readonly PriceVote[],
  { now, expireMs }: Showing,
): CountAnswer => ({
  agreement: { configured, tau, width: fraction(width), expires_seconds: expireMs / 1000 },
  quotes: [
    ...used.map((vote) => quoteOf(vote, now)),
    ...rejected.map((vote) => quoteOf(vote, now, 'outside_agreement')),
    ...silenced.map((vote) => quoteOf(vote, now, 'reputation')),
    ...unheard.map((vote) => quoteOf(vote, now, 'no_usdt_rate')),
  ].toSorted(byName),
})

/**
 * The votes of the venues, without the value of USDT.
 *
 * @param rules the rules by which the votes were read
 */
export const countAnswer = ({ agreement, unheard }: Ballot, { expireMs }: QuoteRules, now: number): CountAnswer =>
  countOf(agreement, unheard, { now, expireMs })

/** The value of USDT, if it was used. */
export const rateAnswer = (usdt: Ballot['usdt'], now: number): Pick<VotesAnswer, 'usdt_rate'> =>
  usdt === null
    ? {}
    : { usdt_rate: { value: exact(usdt.value), ...countOf(usdt, [], { now, expireMs: USDT_RULES.expireMs }) } }

/** @param rules the rules by which the votes were read */
export const votesAnswer = (ballot: Ballot, rules: QuoteRules, now: number): VotesAnswer => ({
  ...countAnswer(ballot, rules, now),
  ...rateAnswer(ballot.usdt, now),
})

/** Ages of the used votes, as the answer states them. */
export const agesOf = ({ used }: Agreed<PriceVote>, now: number): readonly number[] =>
  used.map(({ at }) => statedAge(now - at))
