import { type Conclusion, type Declined, defineFeed, type Earlier, type TickContext } from '../feed.ts'
import { majorityOf, TAU } from '../math/agreement.ts'
import { FIXING_GUARD } from '../math/fx-agreement.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import { legActor, legBoards, legNow } from './cross.ts'
import { exampleBy } from './example-market.ts'
import { FX, type FxCarry } from './price-carry.ts'
import type { FxLeg } from './fx-legs.ts'
import { COIN, dollarsPer, LEG_CURRENCIES, legPair, legVenues, votersOf } from './fx-venues.ts'
import { type LegView, rateOf, viewsOf } from './leg-answer.ts'
import { FX_PAIRS, type Pair, pairOfSubject } from './pairs.ts'
import { type PriceConclusion, concludePrice, PriceAnswer, priceSale } from './price-answer.ts'

/** The currencies of a pair that have a leg against the dollar. */
const legsOf = (pair: Pair): readonly string[] =>
  [pair.base, pair.quote].filter((each) => LEG_CURRENCIES.includes(each))

/** For a pair that is itself a leg, moves its votes to the place where all other prices have theirs. */
const withOwnVotes = ([own, ...others]: readonly LegView[]): Pick<PriceConclusion, 'legs' | 'votes'> => {
  const { agreement, quotes, ...rest } = own!.shown ?? {}
  return {
    legs: [{ ...own!, shown: rest }, ...others],
    ...(agreement && quotes && { votes: { agreement, quotes } }),
  }
}

const conclude = (
  pair: Pair,
  context: TickContext<FxCarry>,
  previous: Earlier<FxCarry> | null,
): Conclusion<PriceAnswer, FxCarry> | Declined => {
  const currencies = legsOf(pair)
  const legs: FxLeg[] = []
  for (const currency of currencies) {
    const leg = legNow(context, currency, { own: legPair(currency) === pair.name ? previous : null })
    if (leg.kind !== 'leg') return leg
    legs.push(leg)
  }
  const dollars = (currency: string): number => {
    const at = currencies.indexOf(currency)
    return at < 0 ? 1 : dollarsPer(currency, legs[at]!)
  }
  // A pair that is itself a leg is published as the market quotes it. Two divisions would add rounding errors.
  const own = legs.length === 1 && legs[0]!.pair === pair.name ? legs[0]! : null
  const views = viewsOf(legs, context.now)
  const shown = own ? withOwnVotes(views) : { legs: views }
  const concluded = concludePrice({
    pair,
    value: own ? own.value : dollars(pair.base) / dollars(pair.quote),
    sources: legs.flatMap((leg) => leg.sources),
    method: 'median',
    confidence: Math.min(...legs.map(({ confidence }) => confidence)),
    ...shown,
    votes: { ...shown.votes, ...rateOf(legs, context.now) },
    market: legs[0]!.market,
    now: context.now,
  })
  return own ? { ...concluded, carry: { ...concluded.carry, observedAt: own.at, basis: own.basis } } : concluded
}

const votes = (currency: string) => ({
  ...legVenues(currency),
  majority: majorityOf(votersOf(legVenues(currency)).length),
})

const exampleOf = (subject: Subject): PriceAnswer =>
  exampleBy((context) => conclude(pairOfSubject(FX_PAIRS, subject), context, null))

export const fx = defineFeed({
  ...FX,
  family: 'prices',
  layer: 'Oracle Data',
  summary:
    'Foreign exchange: what a majority of venues agrees on, central-bank fixings as guards and fallback, crosses by dollar legs',
  noun: 'exchange rate',
  subjects: FX_PAIRS,
  answer: PriceAnswer,
  exampleOf,
  methodology: {
    legs: 'EUR, GBP, JPY, CHF, CAD and CNY against the dollar; every other pair is a cross of two legs, unrounded',
    votes: `live: mids with spreads up to 30 bps; tether: the currency in USDT, at the rate that venues agree on; implied: a venue's price of ${COIN} in the currency beside the agreed ${COIN}/USD; a venue votes once, in this order`,
    venues: Object.fromEntries(LEG_CURRENCIES.map((currency) => [currency, votes(currency)])),
    tau: TAU.fx,
    agreement: `more than half of the venues, of two at least, must lie within tau; without a live quote among them they may lie ${FIXING_GUARD} from the fixings`,
    oneLive: `without an agreement a live quote within ${FIXING_GUARD} of the fixings, method 0.7`,
    fixings:
      'otherwise the median of at least three opinions among ECB, Bank of Canada, RBA, Norges Bank, CNB and Bank of England; ECB, Norges Bank and CNB count as one; method 0.7; none older than 120 h',
    closed:
      'Sunday 17:00 to Friday 17:00 New York is open, the days from 17:00 on 24 and 31 December apart; outside, what markets last agreed on before the close is carried for up to 120 h, method 0.5; without it the fixings',
  },

  everySeconds: 60,
  boards: (subject) => [
    ...new Set(legsOf(pairOfSubject(FX_PAIRS, subject)).flatMap((currency) => legBoards(currency))),
  ],
  after: (subject) => {
    const pair = pairOfSubject(FX_PAIRS, subject)
    return legsOf(pair)
      .filter((currency) => legPair(currency) !== pair.name)
      .map(legActor)
  },
  conclude: (subject, context) => conclude(pairOfSubject(FX_PAIRS, subject), context, context.previous),

  sale: priceSale(FX_PAIRS, '/oracle/price/{base}/{quote}', TARIFF.spot, 900),
})
