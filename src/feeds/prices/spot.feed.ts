import { defineFeed, type Conclusion, type Declined, type Look } from '../feed.ts'
import { SOLD_DAYS } from '../keeping.ts'
import { TARIFF } from '../tariff.ts'
import { type Agreed, aggregate } from './aggregate.ts'
import { priceConfidence } from './confidence.ts'
import { crossed, legActor, legBoards, legNow, tickers, viewOf } from './cross.ts'
import { type Pair, pairOf, SPOT_PAIRS } from './pairs.ts'
import { concludePrice, PriceAnswer, priceSale } from './price-answer.ts'
import { priceExamples } from './price-example.ts'
import { CRYPTO_RULES, membersOf } from './quotes.ts'
import { dollarsContradict, oldest, spotConfigured, spotInUsd, spotRules, spotVenues } from './spot-legs.ts'
import { USDT_RATE_VENUES } from './usdt.ts'

/** Venues that quote a coin directly in another currency, and how many members must survive. */
const DIRECT: Readonly<Record<string, { readonly venues: readonly string[]; readonly quorum: number }>> = {
  'BTC/EUR': { venues: ['coinbase', 'kraken', 'bitstamp'], quorum: 2 },
  'ETH/EUR': { venues: ['coinbase', 'kraken', 'bitstamp'], quorum: 2 },
  'SOL/EUR': { venues: ['coinbase', 'kraken', 'bitstamp'], quorum: 2 },
  'BTC/JPY': { venues: ['bitflyer', 'bitbank', 'coincheck', 'kraken'], quorum: 2 },
  'ETH/JPY': { venues: ['bitflyer', 'bitbank', 'kraken'], quorum: 2 },
  'SOL/JPY': { venues: ['bitbank'], quorum: 1 },
}

/** Subjects whose prices are kept as candles. */
const KEPT = ['BTC-USD', 'ETH-USD']

const EXPIRE_SECONDS = CRYPTO_RULES.expireMs / 1000

const confidenceOf = (agreed: Agreed, configured: number, now: number): number =>
  priceConfidence({
    used: agreed.members.length,
    configured,
    scaledMad: agreed.scaledMad,
    median: agreed.price,
    agesSeconds: agreed.members.map((member) => (now - member.at) / 1000),
    expireSeconds: EXPIRE_SECONDS,
  }).confidence

const inDollars = (pair: Pair, look: Look): Conclusion<PriceAnswer> | Declined => {
  const agreed = spotInUsd(look, pair.base)
  if (agreed.kind !== 'agreed') return agreed
  return concludePrice({
    pair,
    value: agreed.price,
    sources: agreed.members.map((member) => member.source),
    method: 'median',
    confidence: confidenceOf(agreed, spotConfigured(pair.base), look.now),
    legs: [{ pair: pair.name, basis: 'live', at: oldest(agreed.members) }],
    now: look.now,
  })
}

/** The direct quotes and one vote for the cross rate, so that nine dollar venues cannot outvote the direct market. */
const hybrid = (pair: Pair, look: Look): Conclusion<PriceAnswer> | Declined => {
  const { venues, quorum } = DIRECT[pair.name]!
  const usd = spotInUsd(look, pair.base)
  // The venues that quote euros quote dollars too: two that lie could silence the cross and then be the majority here.
  // So where dollar quotes contradict one another, only venues that quote no dollars have a vote.
  const suspects = usd.kind !== 'agreed' && dollarsContradict(look, pair.base) ? spotVenues(pair.base) : []
  const direct = membersOf(
    look.boards,
    venues.filter((venue) => !suspects.includes(venue)),
    pair.name,
    CRYPTO_RULES,
    look.now,
  )
  const leg = legNow(look, pair.quote)
  const hasCross = usd.kind === 'agreed' && leg.kind === 'leg'
  // The vote is as old as this tick; how old its two legs are stands in the answer.
  const cross = hasCross ? [{ source: 'crossrate', price: crossed(usd.price, pair.quote, leg), at: look.now }] : []
  const agreed = aggregate([...direct, ...cross], { floor: 0.001, quorum: look.quorum ?? quorum })
  if (agreed.kind !== 'agreed') return agreed
  const survivors = agreed.members.filter((member) => member.source !== 'crossrate')
  const crossSurvived = survivors.length < agreed.members.length
  const rejected = direct.length - survivors.length + (hasCross ? 1 : 0)
  // The cross rests on many venues. Without it the direct quotes must agree by more than two to one.
  if (!crossSurvived && survivors.length <= 2 * rejected)
    return { kind: 'quorum_missed', have: survivors.length, need: 2 * rejected + 1 }
  return concludePrice({
    pair,
    value: agreed.price,
    sources: agreed.members.map((member) => member.source),
    method: 'median',
    confidence: confidenceOf(agreed, venues.length + 1, look.now) * (crossSurvived && hasCross ? leg.method : 1),
    legs: [
      ...(survivors.length > 0 ? [{ pair: pair.name, basis: 'live' as const, at: oldest(survivors) }] : []),
      ...(crossSurvived && hasCross
        ? [{ pair: `${pair.base}/USD`, basis: 'live' as const, at: oldest(usd.members) }, viewOf(leg)]
        : []),
    ],
    market: leg.kind === 'leg' ? leg.market : undefined,
    now: look.now,
  })
}

const EXAMPLE: PriceAnswer = {
  domain: 'BTCUSD',
  price: '97012.30',
  currency: 'USD',
  decimals: 2,
  sources: ['binance', 'binanceus', 'bitfinex', 'bitstamp', 'coinbase', 'gateio', 'gemini', 'kraken', 'okx'],
  method: 'median',
  confidence: 0.97,
  observedAt: 1_795_000_000,
  legs: [{ pair: 'BTC/USD', basis: 'live', observedAt: 1_795_000_000, ageSeconds: 2 }],
}

export const spot = defineFeed({
  id: 'price/spot',
  family: 'prices',
  layer: 'Oracle Data',
  summary: 'Spot price: median over exchanges, USDT books normalised to dollars, outliers left out',
  noun: 'spot price',
  subjects: SPOT_PAIRS,
  answer: PriceAnswer,
  example: EXAMPLE,
  exampleOf: priceExamples(SPOT_PAIRS, EXAMPLE, (base) => spotVenues(base)),
  methodology: {
    method: 'Median of mids (last trade above 50 bps of spread) after one pass of the modified z-score test.',
    outlier: 'reject |x - m| > max(3.5 * 1.4826 * MAD, 0.1 % of m); below four values 1 % of m',
    usdt: 'USDT books times the median direct USDT/USD quote; the group is left out when it strays 0.5 % or the rate leaves 0.98 to 1.02',
    crosses: 'EUR and JPY: direct quotes and one vote for the cross rate, quorum 2 (SOL/JPY 1)',
    contradiction:
      'without the USDT group, or without the cross, those who agree must outnumber the rejected by more than two to one; where dollar quotes contradict one another their venues have no vote on EUR and JPY',
    quorums: Object.fromEntries(
      ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOGE'].map((base) => {
        const { quorum, quorumWithoutUsdt } = spotRules(base)
        return [base, { venues: spotVenues(base), quorum, quorumWithoutUsdt }]
      }),
    ),
  },

  everySeconds: 5,
  keeps: ({ key }) => (KEPT.includes(key) ? { kind: 'candles', days: SOLD_DAYS.spot } : null),
  boards: (subject) => {
    const { base, quote, name } = pairOf(SPOT_PAIRS, subject)
    const dollars = tickers([...spotVenues(base), ...USDT_RATE_VENUES, ...(DIRECT[name]?.venues ?? [])])
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
