import { type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { TAU } from '../math/agreement.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import { agreedConfidence, isLiveEnough, tooLittle } from './confidence.ts'
import { tickers } from './cross.ts'
import { crossingOf, legsAfter, withLeg } from './crossing.ts'
import { exampleBy } from './example-market.ts'
import { rateOf } from './leg-answer.ts'
import { pairOfSubject, PEG_PAIRS } from './pairs.ts'
import { concludePrice, PriceAnswer, priceSale } from './price-answer.ts'
import { priceExamples } from './price-example.ts'
import { type PegCarry, PEGS } from './price-carry.ts'
import { PEG_SEEN, pegSeen } from './accepted-peg.ts'
import { PEG_RULES } from './quotes.ts'
import { oldest, PEG_VENUES, pegInUsd } from './spot-legs.ts'
import { USDT_RATE_VENUES } from './usdt.ts'
import { agesOf, votesAnswer } from './votes-answer.ts'

const conclude = (subject: Subject, context: TickContext): Conclusion<PriceAnswer, PegCarry> | Declined => {
  const pair = pairOfSubject(PEG_PAIRS, subject)
  const ballot = pegInUsd(context, pair.base)
  if (ballot.kind !== 'ballot') return ballot
  const crossing = crossingOf(context, pair)
  if (crossing.kind !== 'crossing') return crossing
  const { agreement } = ballot
  const found = agreedConfidence(agreement, agesOf(agreement, context.now), PEG_RULES.expireMs / 1000)
  if (!isLiveEnough(found)) return tooLittle(found)
  const concluded = concludePrice({
    pair,
    method: 'median',
    ...crossing.priced({
      value: agreement.value,
      sources: agreement.used.map(({ source }) => source),
      confidence: found.confidence,
      legs: [{ pair: `${pair.base}/USD`, basis: 'live', at: oldest(agreement.used) }],
    }),
    votes: { ...votesAnswer(ballot, PEG_RULES, context.now), ...rateOf(crossing.legs, context.now) },
    now: context.now,
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
  observed_at: 1_795_000_000,
  legs: [{ pair: 'USDT/USD', basis: 'live', observed_at: 1_795_000_000, age_seconds: 6 }],
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
  exampleOf: (subject) =>
    pairOfSubject(PEG_PAIRS, subject).quote === 'USD'
      ? examples(subject)
      : exampleBy((context) => conclude(subject, context)),
  methodology: {
    method:
      'Median of direct dollar quotes of the venues that agree: more than half of those configured must lie within tau, and every vote within tau of them is used',
    tau: TAU.peg,
    venues: PEG_VENUES,
    crosses: 'USDT/EUR and USDT/JPY are crosses with our own legs, unrounded',
  },

  everySeconds: 15,
  boards: (subject) => {
    const pair = pairOfSubject(PEG_PAIRS, subject)
    return withLeg(pair, tickers(PEG_VENUES[pair.base]!))
  },
  after: (subject) => legsAfter(pairOfSubject(PEG_PAIRS, subject)),
  conclude,

  aside: ({ key }, context) => {
    const seen = key === 'USDC-USD' ? pegSeen(context) : null
    return seen && { id: PEG_SEEN.id, state: { ...seen } }
  },

  sale: priceSale(PEG_PAIRS, '/oracle/price/{base}/{quote}', TARIFF.spot, PEGS.sellableSeconds),
})
