import { type Static, Type } from '@sinclair/typebox'
import { HOUR_MS } from '../../time-units.ts'
import { GOLD_BOARD } from '../boards/gold-board.ts'
import { type Conclusion, type Declined, defineFeed, type Earlier, type TickContext } from '../feed.ts'
import { TAU } from '../math/agreement.ts'
import { type AgreedGold, agreedGold, BULLION, TOKENS } from '../math/gold-agreement.ts'
import { type Observed, observedBy, observedOf } from '../math/observed.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import { agreedConfidence, isLiveEnough, statedAge, tooLittle } from './confidence.ts'
import { tickers } from './cross.ts'
import { crossingOf, legsAfter, withLeg } from './crossing.ts'
import { exampleBy } from './example-market.ts'
import { GOLD, goldAnswer, type OunceVote, TOKEN_VENUES } from './gold-answer.ts'
import { type MarketHours, marketHours } from './market-hours.ts'
import { METAL_PAIRS, type Pair, pairOfSubject } from './pairs.ts'
import { concludePrice, PriceAnswer, priceSale } from './price-answer.ts'
import { PriceCarry } from './price-carry.ts'
import { CLOCK_SLACK_MS, METAL_RULES } from './quotes.ts'
import { oldest } from './spot-legs.ts'
import { USDT_RATE_VENUES, usdtRate } from './usdt.ts'
import { mixedBallot, votesOf } from './votes.ts'

const VENUES = [...new Set(Object.values(TOKEN_VENUES).flatMap(({ usd, usdt }) => [...usd, ...usdt]))]
/** The bullion price counts only while it is younger than this. */
const SPOT_FRESH_MS = 900_000
const CARRY_MS = 120 * HOUR_MS
/** A number outside of these bounds is not in dollars per ounce. */
const BOUNDS = { low: 1_000, high: 20_000 } as const

/** The value that each token's venues agree on; no vote for a token without an agreement. */
const tokenVotes = ({ boards, now, quorum }: TickContext): readonly OunceVote[] => {
  const rate = usdtRate(boards, now, quorum)
  return TOKENS.flatMap((source): readonly OunceVote[] => {
    const { usd, usdt } = TOKEN_VENUES[source]
    const ballot = mixedBallot(
      votesOf(boards, usd, `${source}/USD`, METAL_RULES, now),
      votesOf(boards, usdt, `${source}/USDT`, METAL_RULES, now),
      rate,
      { configured: usd.length + usdt.length, tau: TAU.crypto, quorum },
    )
    if (ballot.kind !== 'ballot') return []
    const { value, used } = ballot.agreement
    return [{ source, ...inDollars(value, oldest(used)), ballot }]
  })
}

const inDollars = (price: number, at: number) => ({ price, quoted: price, currency: 'USD', at, range: null })

const bullionVotes = ({ boards, now }: TickContext, market: MarketHours): readonly OunceVote[] => {
  const quote = boards.read(GOLD_BOARD)?.quote
  const age = quote ? now - quote.at : Number.NaN
  const isAlive = market.status === 'open' && age <= SPOT_FRESH_MS && age >= -CLOCK_SLACK_MS
  return quote && isAlive ? [{ source: BULLION, ...inDollars(Number(quote.price), quote.at), ballot: null }] : []
}

/** An answer that is carried over a closed market has no votes. */
const MetalAnswer = Type.Object({ ...PriceAnswer.properties, ...Type.Partial(Type.Object(GOLD)).properties })
type MetalAnswer = Static<typeof MetalAnswer>

/**
 * Whether a snapshot was concluded before the close, or carries such a value. The tokens' price on a weekend must not
 * be carried as the last market price.
 */
const isOfBefore = ({ timestamp, content }: Earlier<PriceCarry>, { since }: MarketHours): boolean => {
  const { legs } = content
  const [leg] = Array.isArray(legs) ? (legs as PriceAnswer['legs']) : []
  return timestamp * 1000 < since || leg?.basis === 'carried'
}

const goldInUsd = (context: TickContext, market: MarketHours): AgreedGold<OunceVote> | Declined => {
  const votes = [...bullionVotes(context, market), ...tokenVotes(context)]
  return agreedGold(votes.filter(({ price }) => price >= BOUNDS.low && price <= BOUNDS.high))
}

const venuesOf = ({ ballot }: OunceVote): readonly string[] =>
  ballot ? ballot.agreement.used.map(({ source }) => source) : [GOLD_BOARD.source.name]

const observedIn = ({ ballot, at }: OunceVote): Observed =>
  (ballot && observedBy(ballot.agreement.used, ballot.agreement.configured)) ?? { majorityAt: at, newestAt: at }

/** The last value from before the close, with its present age. */
const carried = (
  pair: Pair,
  now: number,
  previous: Earlier<PriceCarry>,
  market: MarketHours,
): Conclusion<PriceAnswer, PriceCarry> | null => {
  const { value, observedAt, sources } = previous.carry
  if (now - observedAt > CARRY_MS || !isOfBefore(previous, market)) return null
  return concludePrice({
    pair,
    value,
    sources,
    method: 'median',
    confidence: 0.5,
    legs: [{ pair: pair.name, basis: 'carried', at: observedAt }],
    market,
    now,
  })
}

const conclude = (pair: Pair, context: TickContext<PriceCarry>): Conclusion<MetalAnswer, PriceCarry> | Declined => {
  const market = marketHours(context.now)
  const kept =
    market.status === 'closed' && context.previous ? carried(pair, context.now, context.previous, market) : null
  if (kept) return kept
  const gold = goldInUsd(context, market)
  if (gold.kind !== 'gold') return gold
  const crossing = crossingOf(context, pair)
  if (crossing.kind !== 'crossing') return crossing
  const { agreement, method } = gold
  const { used, value } = agreement
  const ages = used.map(({ at }) => statedAge(context.now - at))
  const found = agreedConfidence(agreement, ages, METAL_RULES.expireMs / 1000)
  if (!isLiveEnough(found)) return tooLittle(found)
  const basis = method === 1 ? 'live' : 'tokens'
  const concluded = concludePrice({
    pair,
    method: 'median',
    ...crossing.priced({
      value,
      sources: used.flatMap(venuesOf),
      confidence: found.confidence * method,
      legs: [{ pair: 'XAU/USD', basis, at: oldest(used) }],
    }),
    market,
    // A cross price is only as new as the exchange rate in it.
    observed: crossing.legs.every((leg) => leg.basis === 'live')
      ? observedOf(used.map(observedIn), agreement.configured)
      : null,
    now: context.now,
  })
  return { ...concluded, content: { ...concluded.content, ...goldAnswer(gold, context.now) } }
}

const exampleOf = (subject: Subject): MetalAnswer =>
  exampleBy((context) => conclude(pairOfSubject(METAL_PAIRS, subject), context))

export const metals = defineFeed({
  id: 'price/metals',
  family: 'prices',
  layer: 'Oracle Data',
  summary: 'Gold per fine troy ounce: spot and tokenised ounces on exchanges; EUR and JPY are crosses',
  noun: 'gold price',
  subjects: METAL_PAIRS,
  answer: MetalAnswer,
  carry: PriceCarry,
  exampleOf,
  methodology: {
    method:
      'Median of those of three numbers that agree: a bullion spot price younger than 15 minutes, and what the venues of PAXG and of XAUT agree on; two of the three must lie within tau',
    tau: TAU.gold,
    tokens: { venues: TOKEN_VENUES, tau: TAU.crypto },
    without: 'two tokens without a bullion price: method 0.7',
    closed:
      'Sunday 17:00 to Friday 17:00 New York is open; outside, the last value from before the close is carried for up to 120 h, and without one tokens speak',
  },

  everySeconds: 60,
  boards: (subject) => {
    const gold = [GOLD_BOARD, ...tickers([...VENUES, ...USDT_RATE_VENUES])]
    return withLeg(pairOfSubject(METAL_PAIRS, subject), gold)
  },
  after: (subject) => legsAfter(pairOfSubject(METAL_PAIRS, subject)),
  conclude: (subject, context) => conclude(pairOfSubject(METAL_PAIRS, subject), context),

  sale: priceSale(METAL_PAIRS, '/oracle/price/{base}/{quote}', TARIFF.spot, 900),
})
