import { fixed } from '../../canonical/decimal.ts'
import { agree, TAU } from '../math/agreement.ts'
import { convertedVotes } from '../math/converted-votes.ts'
import { agreedGold, BULLION, type TOKENS } from '../math/gold-agreement.ts'
import { agreedConfidence } from './confidence.ts'
import { type GoldAnswer, goldAnswer, type OunceVote } from './gold-answer.ts'
import type { Priced } from './price-answer.ts'
import { METAL_RULES } from './quotes.ts'
import type { Ballot, PriceVote } from './votes.ts'
import { TETHER } from './votes-answer.ts'
import { exampleRate } from './vwap-example.ts'

/** Who quotes a token, in dollars and in USDT. */
export type TokenVenues = Readonly<
  Record<(typeof TOKENS)[number], { readonly usd: readonly string[]; readonly usdt: readonly string[] }>
>

/** Votes for documents: everybody says the same. */
export const withTokens = (answer: Priced, dollars: number, venues: TokenVenues): Priced & GoldAnswer => {
  const { ageSeconds, observedAt } = answer.legs[0]!
  const at = observedAt * 1000
  const now = at + ageSeconds * 1000
  const usdt = exampleRate(now, ageSeconds)
  const votes = (sources: readonly string[], currency: string, price: number): readonly PriceVote[] =>
    sources.map((source) => ({ source, price, quoted: price, currency, at, range: 0 }))
  const ballotOf = (usd: readonly string[], tethers: readonly string[]): Ballot => {
    const inTether = convertedVotes(votes(tethers, TETHER, Number((dollars / usdt.value).toFixed(2))), usdt.value)
    const all = [...votes(usd, 'USD', dollars), ...inTether]
    const agreement = agree(all, { configured: all.length, tau: TAU.crypto })
    if (agreement.kind !== 'agreed') throw new Error(`an example that does not agree: ${agreement.kind}`)
    return { kind: 'ballot', agreement, usdt, unheard: [] }
  }
  const number = (source: OunceVote['source'], price: number, ballot: Ballot | null): OunceVote => ({
    ...votes([source], 'USD', price)[0]!,
    source,
    ballot,
  })
  const tokens = (['PAXG', 'XAUT'] as const).map((token) => {
    const ballot = ballotOf(venues[token].usd, venues[token].usdt)
    return number(token, ballot.agreement.value, ballot)
  })
  const gold = agreedGold([number(BULLION, dollars, null), ...tokens])
  if (gold.kind !== 'gold') throw new Error(`an example that does not agree: ${gold.kind}`)
  const { confidence } = agreedConfidence(
    gold.agreement,
    gold.agreement.used.map(() => ageSeconds),
    METAL_RULES.expireMs / 1000,
  )
  return { ...answer, confidence: Number(fixed(confidence, 2)), ...goldAnswer(gold, now) }
}
