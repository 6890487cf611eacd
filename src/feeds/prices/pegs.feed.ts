import { type Conclusion, type Declined, defineFeed, type Look } from '../feed.ts'
import { TAU } from '../math/agreement.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import { agreedConfidence, isLiveEnough, tooLittle } from './confidence.ts'
import { legActor, legBoards, legNow, tickers } from './cross.ts'
import { exampleBy } from './example-market.ts'
import { crossed } from './fx-venues.ts'
import { rateOf, viewsOf } from './leg-answer.ts'
import { pairOf, PEG_PAIRS } from './pairs.ts'
import { concludePrice, PriceAnswer, priceSale } from './price-answer.ts'
import { priceExamples } from './price-example.ts'
import { type PegCarry, PEGS } from './price-carry.ts'
import { PEG_SEEN, pegSeen } from './peg-door.ts'
import { PEG_RULES } from './quotes.ts'
import { oldest, PEG_VENUES, pegInUsd } from './spot-legs.ts'
import { USDT_RATE_VENUES } from './usdt.ts'
import { agesOf, votesAnswer } from './votes-answer.ts'

const conclude = (subject: Subject, look: Look): Conclusion<PriceAnswer, PegCarry> | Declined => {
  const pair = pairOf(PEG_PAIRS, subject)
  const ballot = pegInUsd(look, pair.base)
  if (ballot.kind !== 'ballot') return ballot
  const leg = pair.quote === 'USD' ? null : legNow(look, pair.quote)
  if (leg !== null && leg.kind !== 'leg') return leg
  const { agreement } = ballot
  const found = agreedConfidence(agreement, agesOf(agreement, look.now), PEG_RULES.expireMs / 1000)
  if (!isLiveEnough(found)) return tooLittle(found)
  const concluded = concludePrice({
    pair,
    value: leg ? crossed(agreement.value, pair.quote, leg) : agreement.value,
    sources: [...agreement.used.map(({ source }) => source), ...(leg?.sources ?? [])],
    method: 'median',
    confidence: found.confidence * (leg?.method ?? 1),
    legs: [
      { pair: `${pair.base}/USD`, basis: 'live', at: oldest(agreement.used) },
      ...viewsOf(leg ? [leg] : [], look.now),
    ],
    market: leg?.market,
    votes: { ...votesAnswer(ballot, PEG_RULES, look.now), ...rateOf(leg ? [leg] : [], look.now) },
    now: look.now,
  })
  return { ...concluded, carry: { ...concluded.carry, coverage: found.coverage } }
}

const EXAMPLE: PriceAnswer = {
  domain: 'USDTUSD',
  price: '0.99960',
  currency: 'USD',
  decimals: 5,
  sources: USDT_RATE_VENUES.toSorted(),
  method: 'median',
  confidence: 0.99,
  observedAt: 1_795_000_000,
  legs: [{ pair: 'USDT/USD', basis: 'live', observedAt: 1_795_000_000, ageSeconds: 6 }],
}

const examples = priceExamples(PEG_PAIRS, EXAMPLE, (base) => PEG_VENUES[base]!.toSorted(), {
  tau: TAU.peg,
  expiresSeconds: PEG_RULES.expireMs / 1000,
  tethers: () => [],
})

export const pegs = defineFeed({
  ...PEGS,
  family: 'prices',
  layer: 'Oracle Data',
  summary: 'Stablecoins: median of direct dollar quotes; EUR and JPY are crosses',
  noun: 'stablecoin price',
  subjects: PEG_PAIRS,
  answer: PriceAnswer,
  example: examples(PEG_PAIRS[0]!),
  exampleOf: (subject) =>
    pairOf(PEG_PAIRS, subject).quote === 'USD' ? examples(subject) : exampleBy((look) => conclude(subject, look)),
  methodology: {
    method:
      'Median of direct dollar quotes of the venues that agree: more than half of those configured must lie within tau, and every vote within tau of them is used',
    tau: TAU.peg,
    venues: PEG_VENUES,
    crosses: 'USDT/EUR and USDT/JPY are crosses with our own legs, unrounded',
  },

  everySeconds: 15,
  boards: (subject) => {
    const { base, quote } = pairOf(PEG_PAIRS, subject)
    return quote === 'USD' ? tickers(PEG_VENUES[base]!) : [...tickers(PEG_VENUES[base]!), ...legBoards(quote)]
  },
  after: (subject) => {
    const { quote } = pairOf(PEG_PAIRS, subject)
    return quote === 'USD' ? [] : [legActor(quote)]
  },
  conclude,

  aside: ({ key }, look) => {
    const seen = key === 'USDC-USD' ? pegSeen(look) : null
    return seen && { id: PEG_SEEN.id, state: { ...seen } }
  },

  sale: priceSale(PEG_PAIRS, '/oracle/price/{base}/{quote}', TARIFF.spot, 60),
})
