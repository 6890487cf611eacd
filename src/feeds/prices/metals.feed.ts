import type { AnyBoard } from '../board.ts'
import { GOLD_BOARD } from '../boards/gold-board.ts'
import { type Conclusion, type Declined, defineFeed, type Earlier, type Look } from '../feed.ts'
import { median } from '../math/robust.ts'
import { TARIFF } from '../tariff.ts'
import { type Agreed, aggregate, divergence } from './aggregate.ts'
import { priceConfidence } from './confidence.ts'
import { crossed, legActor, legBoards, legNow, tickers, viewOf } from './cross.ts'
import { type MarketHours, marketHours } from './market-hours.ts'
import { METAL_PAIRS, type Pair, pairOf } from './pairs.ts'
import { concludePrice, type LegView, PriceAnswer, priceSale } from './price-answer.ts'
import { priceExamples } from './price-example.ts'
import { CLOCK_SLACK_MS, type Member, membersOf, METAL_RULES } from './quotes.ts'
import { oldest } from './spot-legs.ts'
import { inUsd, USDT_RATE_VENUES, usdtRate } from './usdt.ts'

/** One token claims one fine troy ounce. */
const TOKENS: readonly { readonly pair: string; readonly venues: readonly string[] }[] = [
  { pair: 'PAXG/USD', venues: ['coinbase', 'kraken', 'gemini'] },
  { pair: 'PAXG/USDT', venues: ['binance', 'okx'] },
  { pair: 'XAUT/USD', venues: ['kraken', 'bitfinex'] },
  { pair: 'XAUT/USDT', venues: ['okx', 'bybit'] },
]

const VENUES = [...new Set(TOKENS.flatMap(({ venues }) => venues))]
const QUORUM = 4
const FLOOR = 0.002
/** The spot price speaks for the token group only while it is itself alive. */
const SPOT_FRESH_MS = 900_000
const MAX_DIVERGENCE = 0.005
const CARRY_MS = 120 * 3_600_000
/** Outside of these a number is not dollars per ounce. */
const RAILS = { low: 1_000, high: 20_000 } as const

/** Gold in dollars, and what it rests on. */
interface Gold {
  readonly kind: 'gold'
  readonly agreed: Agreed
  readonly method: number
  readonly basis: LegView['basis']
}

/** One vote per venue: the median of its tokens, so that a venue with two tokens has no second vote. */
const tokenMembers = ({ boards, now }: Look): readonly Member[] => {
  const rate = usdtRate(boards, now)
  const all = TOKENS.flatMap(({ pair, venues }) => {
    const quotes = membersOf(boards, venues, pair, METAL_RULES, now)
    if (pair.endsWith('/USD')) return quotes
    return rate ? inUsd(quotes, rate) : []
  })
  return [...Map.groupBy(all, ({ source }) => source)].map(([source, quotes]) => ({
    source,
    price: median(quotes.map((quote) => quote.price)),
    at: oldest(quotes),
  }))
}

const goldInUsd = (look: Look, market: MarketHours): Gold | Declined => {
  const inRails = (member: Member) => member.price >= RAILS.low && member.price <= RAILS.high
  const tokens = tokenMembers(look).filter(inRails)
  const quote = look.boards.read(GOLD_BOARD)?.quote
  const age = quote ? look.now - quote.at : Number.NaN
  const alive = market.status === 'open' && quote && age <= SPOT_FRESH_MS && age >= -CLOCK_SLACK_MS
  const dealer = alive
    ? [{ source: GOLD_BOARD.source.name, price: Number(quote.price), at: quote.at }].filter(inRails)
    : []
  const rules = { floor: FLOOR, quorum: look.quorum ?? QUORUM }
  if (dealer.length === 0) {
    const agreed = aggregate(tokens, rules)
    return agreed.kind === 'agreed' ? { kind: 'gold', agreed, method: 0.7, basis: 'tokens' } : agreed
  }
  const strays = tokens.length > 0 ? divergence(tokens, dealer) : 0
  if (strays > MAX_DIVERGENCE) return { kind: 'disagreement', spread: strays, limit: MAX_DIVERGENCE }
  const agreed = aggregate([...dealer, ...tokens], rules)
  return agreed.kind === 'agreed' ? { kind: 'gold', agreed, method: 1, basis: 'live' } : agreed
}

/** The last value before the close, said again with its age. */
const carried = (pair: Pair, look: Look, previous: Earlier, market: MarketHours): Conclusion<PriceAnswer> | null => {
  const { value, observedAt, sources } = previous.carry
  if (typeof value !== 'number' || typeof observedAt !== 'number' || !Array.isArray(sources)) return null
  if (look.now - observedAt > CARRY_MS) return null
  return concludePrice({
    pair,
    value,
    sources: sources as readonly string[],
    method: 'median',
    confidence: 0.5,
    legs: [{ pair: pair.name, basis: 'carried', at: observedAt }],
    market,
    now: look.now,
  })
}

const conclude = (pair: Pair, look: Look): Conclusion<PriceAnswer> | Declined => {
  const market = marketHours(look.now)
  const kept = market.status === 'closed' && look.previous ? carried(pair, look, look.previous, market) : null
  if (kept) return kept
  const gold = goldInUsd(look, market)
  if (gold.kind !== 'gold') return gold
  const leg = pair.quote === 'USD' ? null : legNow(look, pair.quote)
  if (leg !== null && leg.kind !== 'leg') return leg
  const { agreed } = gold
  const { confidence } = priceConfidence({
    used: agreed.members.length,
    configured: VENUES.length + 1,
    scaledMad: agreed.scaledMad,
    median: agreed.price,
    agesSeconds: agreed.members.map((member) => (look.now - member.at) / 1000),
    expireSeconds: METAL_RULES.expireMs / 1000,
  })
  return concludePrice({
    pair,
    value: leg ? crossed(agreed.price, pair.quote, leg) : agreed.price,
    sources: [...agreed.members.map((member) => member.source), ...(leg?.sources ?? [])],
    method: 'median',
    confidence: confidence * gold.method * (leg?.method ?? 1),
    legs: [{ pair: 'XAU/USD', basis: gold.basis, at: oldest(agreed.members) }, ...(leg ? [viewOf(leg)] : [])],
    market,
    now: look.now,
  })
}

const EXAMPLE: PriceAnswer = {
  domain: 'XAUUSD',
  price: '4100.25',
  currency: 'USD',
  decimals: 2,
  sources: ['binance', 'bitfinex', 'bybit', 'coinbase', 'gemini', 'goldapi', 'kraken', 'okx'],
  method: 'median',
  confidence: 0.93,
  observedAt: 1_795_000_000,
  legs: [{ pair: 'XAU/USD', basis: 'live', observedAt: 1_795_000_000, ageSeconds: 20 }],
  marketStatus: 'open',
  marketStatusSince: 1_794_779_200,
}

export const metals = defineFeed({
  id: 'price/metals',
  family: 'prices',
  layer: 'Oracle Data',
  summary: 'Gold per fine troy ounce: spot and tokenised ounces on exchanges; EUR and JPY are crosses',
  noun: 'gold price',
  subjects: METAL_PAIRS,
  answer: PriceAnswer,
  example: EXAMPLE,
  exampleOf: priceExamples(METAL_PAIRS, EXAMPLE),
  methodology: {
    method: 'Median of a bullion spot price and one vote per exchange with PAXG or XAUT; quorum 4',
    guard:
      'refused when tokens stray 0.5 % from a spot price younger than 15 minutes; older or closed: tokens alone, method 0.7',
    closed: 'Sunday 17:00 to Friday 17:00 New York is open; outside, the last value is carried for up to 120 h',
  },

  everySeconds: 60,
  boards: (subject) => {
    const { quote } = pairOf(METAL_PAIRS, subject)
    const gold = [GOLD_BOARD as unknown as AnyBoard, ...tickers([...VENUES, ...USDT_RATE_VENUES])]
    return quote === 'USD' ? gold : [...gold, ...legBoards(quote)]
  },
  after: (subject) => {
    const { quote } = pairOf(METAL_PAIRS, subject)
    return quote === 'USD' ? [] : [legActor(quote)]
  },
  conclude: (subject, look) => conclude(pairOf(METAL_PAIRS, subject), look),

  sale: priceSale(METAL_PAIRS, '/oracle/price/{base}/{quote}', TARIFF.spot, 900),
})
