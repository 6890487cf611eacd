import { defineFeed, type Conclusion, type Declined, type Look } from '../feed.ts'
import { SOLD_DAYS } from '../keeping.ts'
import { type Agreed, majorityOf, TAU } from '../math/agreement.ts'
import { TARIFF } from '../tariff.ts'
import { agreedConfidence, isLiveEnough, LIVE_FLOOR, tooLittle } from './confidence.ts'
import { crossed, legActor, legBoards, legNow, tickers, viewOf } from './cross.ts'
import { type Pair, pairOf, SPOT_PAIRS } from './pairs.ts'
import { type Concluded, concludePrice, PriceAnswer, priceSale } from './price-answer.ts'
import { priceExamples } from './price-example.ts'
import { CRYPTO_RULES } from './quotes.ts'
import { oldest, spotInUsd, spotReads, spotTethers, spotVenues } from './spot-legs.ts'
import { USDT_RATE_VENUES } from './usdt.ts'
import { type Ballot, directBallot, type PriceVote, votesOf } from './votes.ts'
import { agesOf, CROSS, votesAnswer } from './votes-answer.ts'

/** Venues that quote a coin directly in another currency. */
const DIRECT: Readonly<Record<string, readonly string[]>> = {
  'BTC/EUR': ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex'],
  'ETH/EUR': ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex'],
  'SOL/EUR': ['coinbase', 'kraken', 'bitstamp', 'binance'],
  'BTC/JPY': ['bitflyer', 'bitbank', 'coincheck', 'kraken'],
  'ETH/JPY': ['bitflyer', 'bitbank', 'kraken'],
  'SOL/JPY': ['bitbank', 'binance'],
}

/** Subjects whose prices are kept as candles. */
const KEPT = ['BTC-USD', 'ETH-USD']

const confidenceOf = (agreement: Agreed<PriceVote>, now: number) =>
  agreedConfidence(agreement, agesOf(agreement, now), CRYPTO_RULES.expireMs / 1000)

const inDollars = (pair: Pair, look: Look): Conclusion<PriceAnswer> | Declined => {
  const ballot = spotInUsd(look, pair.base)
  if (ballot.kind !== 'ballot') return ballot
  const { agreement } = ballot
  return sold(pair, look, ballot, 1, [{ pair: pair.name, basis: 'live', at: oldest(agreement.used) }])
}

/** The direct quotes and one vote for the cross rate, so that nine dollar venues cannot outvote the direct market. */
const hybrid = (pair: Pair, look: Look): Conclusion<PriceAnswer> | Declined => {
  const { now } = look
  const venues = DIRECT[pair.name]!
  const direct = votesOf(look.boards, venues, pair.name, CRYPTO_RULES, now)
  const usd = spotInUsd(look, pair.base)
  const leg = legNow(look, pair.quote)
  // The vote is as old as this tick; how old its two legs are stands in the answer.
  const cross =
    usd.kind === 'ballot' && leg.kind === 'leg'
      ? { source: CROSS, ...crossVote(crossed(usd.agreement.value, pair.quote, leg), pair, now) }
      : null
  const ballot = directBallot([...direct, ...(cross ? [cross] : [])], {
    configured: venues.length + 1,
    tau: TAU.crypto,
    quorum: look.quorum,
  })
  if (ballot.kind !== 'ballot') return ballot
  const { agreement } = ballot
  const isCrossed = agreement.used.some(({ source }) => source === CROSS)
  const quoted = agreement.used.filter(({ source }) => source !== CROSS)
  const legs = [
    ...(quoted.length > 0 ? [{ pair: pair.name, basis: 'live' as const, at: oldest(quoted) }] : []),
    ...(isCrossed && usd.kind === 'ballot' && leg.kind === 'leg'
      ? [{ pair: `${pair.base}/USD`, basis: 'live' as const, at: oldest(usd.agreement.used) }, viewOf(leg)]
      : []),
  ]
  const method = isCrossed && leg.kind === 'leg' ? leg.method : 1
  const market = leg.kind === 'leg' ? leg.market : undefined
  return sold(pair, look, ballot, method, legs, market)
}

const crossVote = (price: number, { quote }: Pair, now: number) => ({
  price,
  quoted: price,
  currency: quote,
  at: now,
  range: null,
})

/** @param method how much what stands behind it is worth (methods 0.3) */
const sold = (
  pair: Pair,
  { now }: Look,
  ballot: Ballot,
  method: number,
  legs: Concluded['legs'],
  market?: Concluded['market'],
): Conclusion<PriceAnswer> | Declined => {
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
    votes: votesAnswer(ballot, CRYPTO_RULES, now),
    now,
  })
}

const EXAMPLE: PriceAnswer = {
  domain: 'BTCUSD',
  price: '97012.30',
  currency: 'USD',
  decimals: 2,
  sources: ['binance', 'binanceus', 'bitfinex', 'bitstamp', 'coinbase', 'gateio', 'gemini', 'kraken', 'okx'],
  method: 'median',
  confidence: 0.98,
  observedAt: 1_795_000_000,
  legs: [{ pair: 'BTC/USD', basis: 'live', observedAt: 1_795_000_000, ageSeconds: 2 }],
}

const examples = priceExamples(SPOT_PAIRS, EXAMPLE, (base) => spotVenues(base).toSorted(), {
  tau: TAU.crypto,
  expiresSeconds: CRYPTO_RULES.expireMs / 1000,
  tethers: spotTethers,
})

export const spot = defineFeed({
  id: 'price/spot',
  family: 'prices',
  layer: 'Oracle Data',
  summary: 'Spot price: median over exchanges of which a majority agrees, USDT books normalised to dollars',
  noun: 'spot price',
  subjects: SPOT_PAIRS,
  answer: PriceAnswer,
  example: examples(SPOT_PAIRS[0]!),
  exampleOf: examples,
  methodology: {
    method:
      'Median of mids (last trade above 50 bps of spread) of the venues that agree: more than half of those configured must lie within tau, and every vote within tau of them is used',
    tau: TAU.crypto,
    fast: 'tau grows to the median of what each venue itself has moved in ten seconds, at most threefold',
    usdt: `USDT books count at a rate that ${USDT_RATE_VENUES.length} venues agree on by the same rule (tau ${TAU.peg}), not older than 60 s; without one they do not vote`,
    crosses: 'EUR and JPY: direct quotes and one vote for the cross rate, by the same rule',
    floor: `not sold below ${LIVE_FLOOR} of coverage times freshness`,
    venues: Object.fromEntries(
      ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOGE'].map((base) => {
        const venues = spotVenues(base)
        return [base, { venues, majority: majorityOf(venues.length) }]
      }),
    ),
    direct: DIRECT,
  },

  everySeconds: 1,
  keeps: ({ key }) => (KEPT.includes(key) ? { kind: 'candles', days: SOLD_DAYS.spot } : null),
  boards: (subject) => {
    const { base, quote, name } = pairOf(SPOT_PAIRS, subject)
    const dollars = tickers([...spotReads(base), ...(DIRECT[name] ?? [])])
    return quote === 'USD' ? dollars : [...dollars, ...legBoards(quote)]
  },
  after: (subject) => {
    const { quote } = pairOf(SPOT_PAIRS, subject)
    return quote === 'USD' ? [] : [legActor(quote)]
  },
  conclude: (subject, look) => {
    const pair = pairOf(SPOT_PAIRS, subject)
    return pair.quote === 'USD' ? inDollars(pair, look) : hybrid(pair, look)
  },

  sale: priceSale(SPOT_PAIRS, '/oracle/price/{base}/{quote}', TARIFF.spot, 30),
})
