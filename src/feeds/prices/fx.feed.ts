import type { AnyBoard } from '../board.ts'
import { type Conclusion, type Declined, defineFeed, type Earlier, type Look } from '../feed.ts'
import { TARIFF } from '../tariff.ts'
import { priceConfidence } from './confidence.ts'
import { FX_FEED, legActor, legBoards, legNow, viewOf } from './cross.ts'
import { dollarsPer, type FxLeg, legPair, LEG_CURRENCIES, legVenues } from './fx-legs.ts'
import { FX_PAIRS, type Pair, pairOf } from './pairs.ts'
import { concludePrice, PriceAnswer, priceSale } from './price-answer.ts'
import { priceExamples } from './price-example.ts'
import { FX_RULES } from './quotes.ts'

/** The currencies of a pair that have a leg against the dollar. */
const legsOf = (pair: Pair): readonly string[] =>
  [pair.base, pair.quote].filter((each) => LEG_CURRENCIES.includes(each))

const ageSeconds = (leg: FxLeg, now: number): readonly number[] =>
  leg.members.length > 0 ? leg.members.map((member) => (now - member.at) / 1000) : [(now - leg.at) / 1000]

/** Coverage counts live venues; a fixing or a carried value is judged by its method and its age alone. */
const legConfidence = (currency: string, leg: FxLeg, now: number): number => {
  const live = leg.basis === 'live'
  return (
    leg.method *
    priceConfidence({
      used: live ? leg.members.length : 1,
      configured: live ? legVenues(currency).length : 1,
      scaledMad: leg.scaledMad,
      median: leg.value,
      agesSeconds: ageSeconds(leg, now),
      expireSeconds: live ? FX_RULES.expireMs / 1000 : 120 * 3_600,
    }).confidence
  )
}

const conclude = (pair: Pair, look: Look, previous: Earlier | null): Conclusion<PriceAnswer> | Declined => {
  const currencies = legsOf(pair)
  const legs: FxLeg[] = []
  for (const currency of currencies) {
    const leg = legNow(look, currency, legPair(currency) === pair.name ? previous : null)
    if (leg.kind !== 'leg') return leg
    legs.push(leg)
  }
  const dollars = (currency: string): number => {
    const at = currencies.indexOf(currency)
    return at < 0 ? 1 : dollarsPer(currency, legs[at]!)
  }
  // A pair that is itself a leg is published as the market quotes it, not as the reciprocal of a reciprocal.
  const own = legs.length === 1 && legs[0]!.pair === pair.name ? legs[0]!.value : null
  return concludePrice({
    pair,
    value: own ?? dollars(pair.base) / dollars(pair.quote),
    sources: legs.flatMap((leg) => leg.sources),
    method: 'median',
    confidence: Math.min(...legs.map((leg, at) => legConfidence(currencies[at]!, leg, look.now))),
    legs: legs.map(viewOf),
    market: legs[0]!.market,
    now: look.now,
  })
}

const EXAMPLE: PriceAnswer = {
  domain: 'EURUSD',
  price: '1.15000',
  currency: 'USD',
  decimals: 5,
  sources: ['bitstamp', 'kraken'],
  method: 'median',
  confidence: 0.96,
  observedAt: 1_795_000_000,
  legs: [{ pair: 'EUR/USD', basis: 'live', observedAt: 1_795_000_000, ageSeconds: 2 }],
  marketStatus: 'open',
  marketStatusSince: 1_794_779_200,
}

export const fx = defineFeed({
  id: FX_FEED,
  family: 'prices',
  layer: 'Oracle Data',
  summary:
    'Foreign exchange: live quotes when two agree, central-bank fixings as guards and fallback, crosses by dollar legs',
  noun: 'exchange rate',
  subjects: FX_PAIRS,
  answer: PriceAnswer,
  example: EXAMPLE,
  exampleOf: priceExamples(FX_PAIRS, EXAMPLE),
  methodology: {
    legs: 'EUR, GBP, JPY, CHF, CAD and CNY against the dollar; every other pair is a cross of two legs, unrounded',
    live: 'Kraken and Bitstamp mids with spreads up to 30 bps, when at least two lie within 0.3 % of one another',
    oneLive: 'one live quote within 2 % of the fixings, method 0.7',
    fixings:
      'otherwise the median of at least three opinions among ECB, Bank of Canada, RBA, Norges Bank, CNB and Bank of England; ECB, Norges Bank and CNB count as one',
    closed: 'Sunday 17:00 to Friday 17:00 New York is open; outside, the last value is carried for up to 120 h',
  },

  everySeconds: 60,
  boards: (subject) => [...new Set(legsOf(pairOf(FX_PAIRS, subject)).flatMap(legBoards))] as AnyBoard[],
  after: (subject) => {
    const pair = pairOf(FX_PAIRS, subject)
    return legsOf(pair)
      .filter((currency) => legPair(currency) !== pair.name)
      .map(legActor)
  },
  conclude: (subject, look) => conclude(pairOf(FX_PAIRS, subject), look, look.previous),

  sale: priceSale(FX_PAIRS, '/oracle/price/{base}/{quote}', TARIFF.spot, 900),
})
