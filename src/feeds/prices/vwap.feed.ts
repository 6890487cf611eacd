import type { AnyBoard } from '../board.ts'
import { TRADE_BOARDS } from '../boards/trade-boards.ts'
import { defineFeed, type Look } from '../feed.ts'
import { TAU } from '../math/agreement.ts'
import { agreedVwap, PRICE_CLIP, WEIGHT_CAP } from '../math/vwap-agreement.ts'
import { TARIFF } from '../tariff.ts'
import { agreedConfidence, isLiveEnough, printedAge, tooLittle } from './confidence.ts'
import { crossed, legActor, legBoards, legNow, tickers, viewOf } from './cross.ts'
import { pairOf, VWAP_PAIRS } from './pairs.ts'
import { concludePrice, PriceAnswer, priceSale } from './price-answer.ts'
import { priceExamples } from './price-example.ts'
import { marked } from './reputation.ts'
import { USDT_RATE_VENUES, usdtRate } from './usdt.ts'
import { configuredFor } from './votes.ts'
import { MIN_COVERAGE, type VenueWindow, venueWindow, windowOf } from './vwap.ts'

/** Seven venues: five in dollars, two in USDT. */
const USD_VENUES = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex'] as const
const USDT_VENUES = ['okx', 'gateio'] as const
const CONFIGURED = USD_VENUES.length + USDT_VENUES.length
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
    const found = venueWindow(venue, fills, coverage, group === 'usdt' ? rate! : 1)
    return found && coverage >= MIN_COVERAGE ? [found] : []
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
    tau: TAU.crypto,
    agreement: 'more than half of the venues must lie within tau; every window within tau of them is used',
    weights: `shares of volume, capped at ${WEIGHT_CAP}; the excess is spread in proportion`,
    clip: `each venue's price counts as the agreed median give or take ${PRICE_CLIP}`,
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
    const rate = usdtRate(look.boards, look.now, look.quorum)
    const windows = marked(windowsOf(look, pair.base, rate?.value ?? null), look.boards)
    const configured = configuredFor(windows.length, { configured: CONFIGURED, quorum: look.quorum })
    const found = agreedVwap(windows, { configured, tau: TAU.crypto })
    if (found.kind !== 'vwap') return found
    const { agreement } = found
    const leg = pair.quote === 'USD' ? null : legNow(look, pair.quote)
    if (leg !== null && leg.kind !== 'leg') return leg
    const voters = new Set(agreement.used.map(({ source }) => source))
    const askedAt = tradeBoards(pair.base)
      .filter(({ venue }) => voters.has(venue))
      .map(({ board }) => look.boards.read(board)!.askedAt)
    const ages = askedAt.map((at) => printedAge(look.now - at))
    const judged = agreedConfidence(agreement, ages, EXPIRE_SECONDS)
    if (!isLiveEnough(judged)) return tooLittle(judged)
    return concludePrice({
      pair,
      value: leg ? crossed(found.price, pair.quote, leg) : found.price,
      sources: [...voters, ...(leg?.sources ?? [])],
      method: 'vwap',
      confidence: judged.confidence * (leg?.method ?? 1),
      legs: [{ pair: `${pair.base}/USD`, basis: 'live', at: Math.min(...askedAt) }, ...(leg ? [viewOf(leg)] : [])],
      market: leg?.market,
      now: look.now,
    })
  },

  sale: priceSale(VWAP_PAIRS, '/oracle/price/{base}/{quote}/vwap', TARIFF.vwap, 60),
})
