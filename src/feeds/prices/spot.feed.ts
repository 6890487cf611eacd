import { defineFeed, type Conclusion, type Declined, type TickContext } from '../feed.ts'
import { SOLD_DAYS } from '../keeping.ts'
import { type Agreed, majorityOf, TAU } from '../math/agreement.ts'
import { observedBy } from '../math/observed.ts'
import { REPUTATION } from '../math/reputation.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import { agreedConfidence, isLiveEnough, LIVE_FLOOR, tooLittle } from './confidence.ts'
import { legBoards, legNow, tickers } from './cross.ts'
import { legsAfter } from './crossing.ts'
import { exampleBy } from './example-market.ts'
import { crossed } from './fx-venues.ts'
import { besideOf, HYBRID_VENUES } from './hybrid-venues.ts'
import { ballotView, rateOf, viewsOf } from './leg-answer.ts'
import { type Pair, pairOfSubject, SPOT_PAIRS } from './pairs.ts'
import { type PriceConclusion, concludePrice, PriceAnswer, priceSale } from './price-answer.ts'
import { type PriceCarry, SPOT, type SpotCarry } from './price-carry.ts'
import { priceExamples } from './price-example.ts'
import { CRYPTO_RULES } from './quotes.ts'
import { withReputation } from './reputation.ts'
import { oldest, spotInUsd, spotReads, spotTethers, spotVenues } from './spot-legs.ts'
import { USDT_RATE_VENUES } from './usdt.ts'
import { type Ballot, directBallot, type PriceVote, votesOf } from './votes.ts'
import { agesOf, CROSS, rateAnswer, votesAnswer } from './votes-answer.ts'

/** Subjects whose prices are kept as candles. */
const KEPT = ['BTC-USD', 'ETH-USD']

const confidenceOf = (agreement: Agreed<PriceVote>, now: number) =>
  agreedConfidence(agreement, agesOf(agreement, now), CRYPTO_RULES.expireMs / 1000)

const inDollars = (pair: Pair, context: TickContext<SpotCarry>): Conclusion<PriceAnswer, SpotCarry> | Declined => {
  const ballot = spotInUsd(context, pair.base)
  if (ballot.kind !== 'ballot') return ballot
  const { agreement } = ballot
  const legs = [{ pair: pair.name, basis: 'live' as const, at: oldest(agreement.used) }]
  const found = sold(pair, context, ballot, { method: 1, legs })
  return found.kind === 'concluded' ? withReputation(found, agreement, context) : found
}

/**
 * Direct quotes and one vote for the cross rate. If each dollar venue had a vote here, nine of them could outvote the
 * direct market.
 */
const hybrid = (pair: Pair, context: TickContext): Conclusion<PriceAnswer, PriceCarry> | Declined => {
  const { now } = context
  const beside = besideOf(pair.base, pair.quote)
  const direct = votesOf(context.boards, beside.venues, pair.name, CRYPTO_RULES, now)
  const usd = spotInUsd(context, pair.base)
  const leg = legNow(context, pair.quote, { beside })
  const rate =
    usd.kind === 'ballot' && leg.kind === 'leg'
      ? { usd, leg, price: crossed(usd.agreement.value, pair.quote, leg) }
      : null
  // The vote has the age of this tick. The ages of its two legs are in the answer.
  const cross = rate ? [{ source: CROSS, ...crossVote(rate.price, pair, now) }] : []
  const ballot = directBallot([...direct, ...cross], {
    configured: beside.venues.length + 1,
    tau: TAU.crypto,
    quorum: context.quorum,
  })
  if (ballot.kind !== 'ballot') return ballot
  const { used } = ballot.agreement
  const quoted = used.filter(({ source }) => source !== CROSS)
  const counted = rate && used.length > quoted.length ? rate : null
  return sold(pair, context, ballot, {
    method: counted?.leg.method ?? 1,
    legs: [
      ...(quoted.length > 0 ? [{ pair: pair.name, basis: 'live' as const, at: oldest(quoted) }] : []),
      ...(counted
        ? [ballotView(`${pair.base}/USD`, counted.usd, CRYPTO_RULES, now), ...viewsOf([counted.leg], now)]
        : []),
    ],
    ...(leg.kind === 'leg' && { market: leg.market }),
    ...(counted && { rate: { ...rateOf([counted.leg], now), ...rateAnswer(counted.usd.usdt, now) } }),
  })
}

const crossVote = (price: number, { quote }: Pair, now: number) => ({
  price,
  quoted: price,
  currency: quote,
  at: now,
  range: null,
})

/** The parts of an answer besides its agreement. */
interface Standing extends Pick<PriceConclusion, 'legs' | 'market'> {
  /** The confidence factor of its origin (methods 0.3). */
  readonly method: number
  /** The value of USDT in its legs. */
  readonly rate?: PriceConclusion['votes']
}

const sold = (
  pair: Pair,
  { now }: TickContext,
  ballot: Ballot,
  { method, legs, market, rate }: Standing,
): Conclusion<PriceAnswer, PriceCarry> | Declined => {
  const { agreement } = ballot
  const found = confidenceOf(agreement, now)
  if (!isLiveEnough(found)) return tooLittle(found)
  return concludePrice({
    pair,
    value: agreement.value,
    sources: agreement.used.map(({ source }) => source),
    method: 'median',
    confidence: found.confidence * method,
    legs,
    market,
    votes: { ...votesAnswer(ballot, CRYPTO_RULES, now), ...rate },
    // Our own cross rate has the age of this tick and may depend on a fixing, so it is no fresh observation.
    observed: observedBy(
      agreement.used.filter(({ source }) => source !== CROSS),
      agreement.configured,
    ),
    now,
  })
}

const conclude = (subject: Subject, context: TickContext<SpotCarry>): Conclusion<PriceAnswer, SpotCarry> | Declined => {
  const pair = pairOfSubject(SPOT_PAIRS, subject)
  return pair.quote === 'USD' ? inDollars(pair, context) : hybrid(pair, context)
}

const EXAMPLE: PriceAnswer = {
  domain: 'BTCUSD',
  price: '97012.30',
  currency: 'USD',
  decimals: 2,
  sources: spotVenues('BTC').toSorted(),
  method: 'median',
  confidence: 0.98,
  observed_at: 1_795_000_000,
  legs: [{ pair: 'BTC/USD', basis: 'live', observed_at: 1_795_000_000, age_seconds: 2 }],
}

const examples = priceExamples(SPOT_PAIRS, EXAMPLE, (base) => spotVenues(base).toSorted(), {
  tau: TAU.crypto,
  expiresSeconds: CRYPTO_RULES.expireMs / 1000,
  tethers: spotTethers,
})

export const spot = defineFeed({
  ...SPOT,
  family: 'prices',
  layer: 'Oracle Data',
  summary: 'Spot price: median over exchanges of which a majority agrees, USDT books normalised to dollars',
  noun: 'spot price',
  subjects: SPOT_PAIRS,
  answer: PriceAnswer,
  exampleOf: (subject) =>
    pairOfSubject(SPOT_PAIRS, subject).quote === 'USD'
      ? examples(subject)
      : exampleBy((context) => conclude(subject, context)),
  methodology: {
    method:
      'Median of mids (last trade above 50 bps of spread) of the venues that agree: more than half of those configured must lie within tau, and every vote within tau of them is used',
    tau: TAU.crypto,
    fast: 'tau grows to the median of what each venue itself has moved in ten seconds, at most threefold',
    usdt: `USDT books count at a rate that ${USDT_RATE_VENUES.length} venues agree on by the same rule (tau ${TAU.peg}), not older than 60 s; without one they do not vote`,
    crosses:
      'EUR and JPY: direct quotes and one vote for the cross rate, by the same rule; its exchange rate is made without what these coins and venues imply, and never by these venues alone',
    reputation: `a venue further than ${REPUTATION.far} from a dollar price of at least ${REPUTATION.configured} venues, the closest majority of which lies within ${REPUTATION.width}, in ${REPUTATION.conclusions} conclusions over at least ${REPUTATION.overMs / 1000} s has no vote anywhere for ${REPUTATION.silencedMs / 1000} s, as long as one more than a majority is left`,
    floor: `not sold below ${LIVE_FLOOR} of coverage times freshness`,
    venues: Object.fromEntries(
      ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOGE'].map((base) => {
        const venues = spotVenues(base)
        return [base, { venues, majority: majorityOf(venues.length) }]
      }),
    ),
    direct: HYBRID_VENUES,
  },

  everySeconds: 1,
  keeps: ({ key }) => (KEPT.includes(key) ? { kind: 'candles', days: SOLD_DAYS.spot } : null),
  boards: (subject) => {
    const { base, quote, name } = pairOfSubject(SPOT_PAIRS, subject)
    const direct = tickers([...spotReads(base), ...(HYBRID_VENUES[name] ?? [])])
    return quote === 'USD' ? direct : [...new Set([...direct, ...legBoards(quote, besideOf(base, quote))])]
  },
  after: (subject) => legsAfter(pairOfSubject(SPOT_PAIRS, subject)),
  conclude,

  sale: priceSale(SPOT_PAIRS, '/oracle/price/{base}/{quote}', TARIFF.spot, SPOT.sellableSeconds),
})
