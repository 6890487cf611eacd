import type { AnyBoard } from '../board.ts'
import { TRADE_BOARDS } from '../boards/trade-boards.ts'
import { defineFeed, type Look } from '../feed.ts'
import { TARIFF } from '../tariff.ts'
import { priceConfidence } from './confidence.ts'
import { crossed, legActor, legBoards, legNow, tickers, viewOf } from './cross.ts'
import { pairOf, VWAP_PAIRS } from './pairs.ts'
import { concludePrice, PriceAnswer, priceSale } from './price-answer.ts'
import { priceExamples } from './price-example.ts'
import { USDT_RATE_VENUES, usdtRate } from './usdt.ts'
import { combineVwap, type VenueWindow, venueWindow, windowOf } from './vwap.ts'

/** Seven venues: five in dollars, two in USDT. */
const USD_VENUES = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex'] as const
const USDT_VENUES = ['okx', 'gateio'] as const
const RULES = { quorum: 4, quorumWithoutUsdt: 3 } as const
/** A venue that has not answered for this long is left out by its coverage anyway; ages are judged against it. */
const EXPIRE_SECONDS = 60

const tradeBoards = (base: string) => [
  ...USD_VENUES.map((venue) => ({ venue, group: 'usd' as const, board: TRADE_BOARDS.get(`${venue}|${base}/USD`)! })),
  ...USDT_VENUES.map((venue) => ({ venue, group: 'usdt' as const, board: TRADE_BOARDS.get(`${venue}|${base}/USDT`)! })),
]

const windowsOf = (look: Look, base: string, rate: number | null): readonly VenueWindow[] =>
  tradeBoards(base).flatMap(({ venue, group, board }) => {
    const state = look.boards.read(board)
    if (!state || (group === 'usdt' && rate === null)) return []
    const { fills, coverage } = windowOf(state, look.now)
    const found = venueWindow(venue, group, fills, coverage, group === 'usdt' ? rate! : 1)
    return found ? [found] : []
  })

const EXAMPLE: PriceAnswer = {
  domain: 'BTCUSD',
  price: '97005.11',
  currency: 'USD',
  decimals: 2,
  sources: ['bitfinex', 'bitstamp', 'coinbase', 'gateio', 'gemini', 'kraken', 'okx'],
  method: 'vwap',
  confidence: 0.95,
  observedAt: 1_795_000_000,
  legs: [{ pair: 'BTC/USD', basis: 'live', observedAt: 1_795_000_000, ageSeconds: 9 }],
}

export const vwap = defineFeed({
  id: 'price/vwap',
  family: 'prices',
  layer: 'Oracle Data',
  summary: 'Five-minute volume-weighted average price over seven exchanges, no venue above 40 % of the weight',
  noun: 'five-minute VWAP',
  subjects: VWAP_PAIRS,
  answer: PriceAnswer,
  example: EXAMPLE,
  exampleOf: priceExamples(VWAP_PAIRS, EXAMPLE),
  methodology: {
    window: 'trades in [t - 300 s, t) of each venue; a venue with less than 0.8 of the window is left out',
    venues: [...USD_VENUES, ...USDT_VENUES],
    weights: 'shares of volume, capped at 0.40; the excess is spread in proportion',
    guards:
      'outlier test with a floor of 0.25 %, USDT group within 1 %, quorum 4 (3 without USDT, and then more than twice as many as rejected)',
    euro: 'BTC/EUR is BTC/USD VWAP divided by EUR/USD, unrounded',
  },

  everySeconds: 15,
  boards: (subject) => {
    const { base, quote } = pairOf(VWAP_PAIRS, subject)
    const trades = tradeBoards(base).map(({ board }) => board as unknown as AnyBoard)
    const dollars = [...trades, ...tickers(USDT_RATE_VENUES)]
    return quote === 'USD' ? dollars : [...dollars, ...legBoards(quote)]
  },
  after: (subject) => {
    const { quote } = pairOf(VWAP_PAIRS, subject)
    return quote === 'USD' ? [] : [legActor(quote)]
  },
  conclude: (subject, look) => {
    const pair = pairOf(VWAP_PAIRS, subject)
    const rate = usdtRate(look.boards, look.now)
    const rules = look.quorum === null ? RULES : { quorum: look.quorum, quorumWithoutUsdt: look.quorum }
    const found = combineVwap(windowsOf(look, pair.base, rate?.rate ?? null), rules, rate !== null)
    if (found.kind !== 'vwap') return found
    const leg = pair.quote === 'USD' ? null : legNow(look, pair.quote)
    if (leg !== null && leg.kind !== 'leg') return leg
    const voters = new Set(found.venues.map((each) => each.source))
    const askedAt = tradeBoards(pair.base)
      .filter(({ venue }) => voters.has(venue))
      .map(({ board }) => look.boards.read(board)!.askedAt)
    const { confidence } = priceConfidence({
      used: found.venues.length,
      configured: USD_VENUES.length + USDT_VENUES.length,
      scaledMad: found.scaledMad,
      median: found.price,
      agesSeconds: askedAt.map((at) => (look.now - at) / 1000),
      expireSeconds: EXPIRE_SECONDS,
    })
    return concludePrice({
      pair,
      value: leg ? crossed(found.price, pair.quote, leg) : found.price,
      sources: [...voters, ...(leg?.sources ?? [])],
      method: 'vwap',
      confidence: confidence * (leg?.method ?? 1),
      legs: [{ pair: `${pair.base}/USD`, basis: 'live', at: Math.min(...askedAt) }, ...(leg ? [viewOf(leg)] : [])],
      market: leg?.market,
      now: look.now,
    })
  },

  sale: priceSale(VWAP_PAIRS, '/oracle/price/{base}/{quote}/vwap', TARIFF.vwap, 60),
})
