import { defineFeed } from '../feed.ts'
import { TARIFF } from '../tariff.ts'
import { priceConfidence } from './confidence.ts'
import { crossed, legActor, legBoards, legNow, tickers, viewOf } from './cross.ts'
import { pairOf, PEG_PAIRS } from './pairs.ts'
import { concludePrice, PriceAnswer, priceSale } from './price-answer.ts'
import { priceExamples } from './price-example.ts'
import { PEG_RULES } from './quotes.ts'
import { oldest, PEG_VENUES, pegInUsd } from './spot-legs.ts'

const EXAMPLE: PriceAnswer = {
  domain: 'USDTUSD',
  price: '0.99960',
  currency: 'USD',
  decimals: 5,
  sources: ['bitfinex', 'bitstamp', 'coinbase', 'gemini', 'kraken'],
  method: 'median',
  confidence: 0.95,
  observedAt: 1_795_000_000,
  legs: [{ pair: 'USDT/USD', basis: 'live', observedAt: 1_795_000_000, ageSeconds: 3 }],
}

export const pegs = defineFeed({
  id: 'price/pegs',
  family: 'prices',
  layer: 'Oracle Data',
  summary: 'Stablecoins: median of direct dollar quotes; EUR and JPY are crosses',
  noun: 'stablecoin price',
  subjects: PEG_PAIRS,
  answer: PriceAnswer,
  example: EXAMPLE,
  exampleOf: priceExamples(PEG_PAIRS, EXAMPLE, (base) => PEG_VENUES[base]!),
  methodology: {
    method: 'Median of at least two direct dollar quotes after the outlier test with a floor of 0.05 %',
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
  conclude: (subject, look) => {
    const pair = pairOf(PEG_PAIRS, subject)
    const agreed = pegInUsd(look, pair.base)
    if (agreed.kind !== 'agreed') return agreed
    const leg = pair.quote === 'USD' ? null : legNow(look, pair.quote)
    if (leg !== null && leg.kind !== 'leg') return leg
    const { confidence } = priceConfidence({
      used: agreed.members.length,
      configured: PEG_VENUES[pair.base]!.length,
      scaledMad: agreed.scaledMad,
      median: agreed.price,
      agesSeconds: agreed.members.map((member) => (look.now - member.at) / 1000),
      expireSeconds: PEG_RULES.expireMs / 1000,
    })
    const concluded = concludePrice({
      pair,
      value: leg ? crossed(agreed.price, pair.quote, leg) : agreed.price,
      sources: [...agreed.members.map((member) => member.source), ...(leg?.sources ?? [])],
      method: 'median',
      confidence: confidence * (leg?.method ?? 1),
      legs: [{ pair: `${pair.base}/USD`, basis: 'live', at: oldest(agreed.members) }, ...(leg ? [viewOf(leg)] : [])],
      market: leg?.market,
      now: look.now,
    })
    // Indices judge it by who is there and how old it is; that venues disagree is what they measure.
    return {
      ...concluded,
      carry: { ...concluded.carry, coverage: agreed.members.length / PEG_VENUES[pair.base]!.length },
    }
  },

  sale: priceSale(PEG_PAIRS, '/oracle/price/{base}/{quote}', TARIFF.spot, 60),
})
