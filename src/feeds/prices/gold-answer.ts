import { type Static, Type } from '@sinclair/typebox'
import { venuesOf } from '../boards/ticker-boards.ts'
import type { AgreedGold, GoldVote, TOKENS } from '../math/gold-agreement.ts'
import { METAL_RULES } from './quotes.ts'
import type { Ballot, PriceVote } from './votes.ts'
import { AgreementAnswer, countAnswer, exact, QuoteAnswer, rateAnswer, VotesAnswer } from './votes-answer.ts'

/** The numbers whose median is the price of gold, and the votes behind the numbers of the tokens. */

/** The venues of each token. One token stands for one fine troy ounce. */
export const TOKEN_VENUES: Readonly<
  Record<(typeof TOKENS)[number], { readonly usd: readonly string[]; readonly usdt: readonly string[] }>
> = {
  PAXG: { usd: venuesOf('PAXG/USD'), usdt: venuesOf('PAXG/USDT') },
  XAUT: { usd: venuesOf('XAUT/USD'), usdt: venuesOf('XAUT/USDT') },
}

const TokenAnswer = Type.Object({
  value: Type.String({ description: 'Dollars per token that its venues agree on, not rounded; decimal text' }),
  agreement: AgreementAnswer,
  quotes: Type.Array(QuoteAnswer, { description: 'Every vote about the token, by name' }),
})
export type TokenAnswer = Static<typeof TokenAnswer>

export const GOLD = {
  agreement: AgreementAnswer,
  quotes: Type.Array(QuoteAnswer, { description: 'Bullion and each token whose venues agree; all in dollars' }),
  tokens: Type.Object({ PAXG: Type.Optional(TokenAnswer), XAUT: Type.Optional(TokenAnswer) }),
  usdt_rate: VotesAnswer.properties.usdt_rate,
}
export const GoldAnswer = Type.Object(GOLD)
export type GoldAnswer = Static<typeof GoldAnswer>

/** One of the three numbers. `ballot` holds the votes behind a token's number, and is `null` for bullion. */
export interface OunceVote extends GoldVote, PriceVote {
  readonly source: GoldVote['source']
  readonly ballot: Ballot | null
}

export const goldAnswer = ({ agreement }: AgreedGold<OunceVote>, now: number): GoldAnswer => {
  const made = [...agreement.used, ...agreement.rejected].flatMap(({ source, ballot }) =>
    ballot ? [{ source, ballot }] : [],
  )
  const usdt = made.find(({ ballot }) => ballot.usdt)?.ballot.usdt ?? null
  return {
    ...countAnswer({ kind: 'ballot', agreement, usdt: null, unheard: [] }, METAL_RULES, now),
    tokens: Object.fromEntries(
      made.map(({ source, ballot }) => [
        source,
        { value: exact(ballot.agreement.value), ...countAnswer(ballot, METAL_RULES, now) },
      ]),
    ),
    ...rateAnswer(usdt, now),
  }
}
