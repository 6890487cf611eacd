import { type Static, Type } from '@sinclair/typebox'
import { TRADE_BOARDS } from '../boards/trade-boards.ts'
import { actorId, type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { majorityOf, TAU } from '../math/agreement.ts'
import { agreedVwap, PRICE_CLIP, WEIGHT_CAP } from '../math/vwap-agreement.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import { agreedConfidence, isLiveEnough, statedAge, tooLittle } from './confidence.ts'
import { tickers } from './cross.ts'
import { crossingOf, legsAfter, withLeg } from './crossing.ts'
import { exampleBy } from './example-market.ts'
import { MinuteVolumes, minuteVolumes } from './minute-volumes.ts'
import { pairOfSubject, VWAP_PAIRS } from './pairs.ts'
import { concludePrice, PriceAnswer, priceSale } from './price-answer.ts'
import { PriceCarry, VWAP } from './price-carry.ts'
import { marked } from './reputation.ts'
import { spot } from './spot.feed.ts'
import { oldest } from './spot-legs.ts'
import { USDT_RATE_VENUES, usdtRate } from './usdt.ts'
import { configuredFor } from './votes.ts'
import { TETHER } from './votes-answer.ts'
import {
  CONFIGURED,
  EXPIRE_SECONDS,
  MIN_COVERAGE,
  USD_VENUES,
  USDT_VENUES,
  type VenueWindow,
  venueWindow,
  tradeWindowOf,
} from './vwap.ts'
import { VWAP_EVIDENCE, windowsAnswer } from './vwap-answer.ts'

const tradeBoards = (base: string) => [
  ...USD_VENUES.map((venue) => ({ venue, currency: 'USD', board: TRADE_BOARDS.get(`${venue}|${base}/USD`)! })),
  ...USDT_VENUES.map((venue) => ({ venue, currency: TETHER, board: TRADE_BOARDS.get(`${venue}|${base}/${TETHER}`)! })),
]

/** @param rate dollars per USDT; 1 if it is not known, and then these windows do not vote */
const windowsOf = (context: TickContext, base: string, rate: number): readonly VenueWindow[] =>
  tradeBoards(base).flatMap(({ venue, currency, board }) => {
    const state = context.boards.read(board)
    const found =
      state && venueWindow(venue, tradeWindowOf(state, context.now), { currency, rate: currency === 'USD' ? 1 : rate })
    return found ? [found] : []
  })

const VwapAnswer = Type.Object({ ...PriceAnswer.properties, ...VWAP_EVIDENCE })
type VwapAnswer = Static<typeof VwapAnswer>

const VwapCarry = Type.Object({ ...PriceCarry.properties, ...MinuteVolumes.properties })
type VwapCarry = Static<typeof VwapCarry>

const conclude = (subject: Subject, context: TickContext): Conclusion<VwapAnswer, VwapCarry> | Declined => {
  const pair = pairOfSubject(VWAP_PAIRS, subject)
  const rate = usdtRate(context.boards, context.now, context.quorum)
  const windows = marked(windowsOf(context, pair.base, rate?.value ?? 1), context.boards)
  const covered = windows.filter(({ coverage }) => coverage >= MIN_COVERAGE)
  const votes = covered.filter(({ currency }) => currency !== TETHER || rate !== null)
  const configured = configuredFor(votes.length, { configured: CONFIGURED, quorum: context.quorum })
  const found = agreedVwap(votes, { configured, tau: TAU.crypto })
  if (found.kind !== 'vwap') return found
  const { agreement } = found
  const crossing = crossingOf(context, pair)
  if (crossing.kind !== 'crossing') return crossing
  const { used } = agreement
  const ages = used.map(({ at }) => statedAge(context.now - at))
  const judged = agreedConfidence(agreement, ages, EXPIRE_SECONDS)
  if (!isLiveEnough(judged)) return tooLittle(judged)
  const concluded = concludePrice({
    pair,
    method: 'vwap',
    ...crossing.priced({
      value: found.price,
      sources: used.map(({ source }) => source),
      confidence: judged.confidence,
      legs: [{ pair: `${pair.base}/USD`, basis: 'live', at: oldest(used) }],
    }),
    now: context.now,
  })
  const shown = {
    found,
    usdt: rate,
    unheard: covered.filter((window) => !votes.includes(window)),
    uncovered: windows.filter((window) => !covered.includes(window)),
    expiresSeconds: EXPIRE_SECONDS,
    now: context.now,
  }
  const states = tradeBoards(pair.base)
    .filter(({ venue }) => used.some(({ source }) => source === venue))
    .flatMap(({ board }) => context.boards.read(board) ?? [])
  return {
    ...concluded,
    content: { ...concluded.content, ...windowsAnswer(shown) },
    carry: { ...concluded.carry, minutes: minuteVolumes(states, majorityOf(configured), context.now) },
  }
}

const exampleOf = (subject: Subject): VwapAnswer => exampleBy((context) => conclude(subject, context))

export const vwap = defineFeed({
  id: VWAP.id,
  published: VWAP.published,
  family: 'prices',
  layer: 'Oracle Data',
  summary: 'Five-minute volume-weighted average price over seven exchanges, no venue above 40 % of the weight',
  noun: 'five-minute VWAP',
  subjects: VWAP_PAIRS,
  answer: VwapAnswer,
  carry: VwapCarry,
  exampleOf,
  methodology: {
    window: `trades in [t - 300 s, t) of each venue, from where none is missing to the last one that was seen; a venue with less than ${MIN_COVERAGE} of the window is left out`,
    venues: [...USD_VENUES, ...USDT_VENUES],
    tau: TAU.crypto,
    agreement: 'more than half of the venues must lie within tau; every window within tau of them is used',
    weights: `shares of volume, capped at ${WEIGHT_CAP}; the excess is spread in proportion`,
    clip: `each venue's price counts as the agreed median give or take ${PRICE_CLIP}`,
    euro: 'BTC/EUR is BTC/USD VWAP divided by EUR/USD, unrounded',
  },

  everySeconds: 15,
  keeps: (subject) => {
    const candles = spot.keeps?.(subject)
    return candles?.kind === 'candles' ? { kind: 'volumes', days: candles.days, series: actorId(spot, subject) } : null
  },
  boards: (subject) => {
    const pair = pairOfSubject(VWAP_PAIRS, subject)
    const trades = tradeBoards(pair.base).map(({ board }) => board)
    return withLeg(pair, [...trades, ...tickers(USDT_RATE_VENUES)])
  },
  after: (subject) => legsAfter(pairOfSubject(VWAP_PAIRS, subject)),
  conclude,

  sale: priceSale(VWAP_PAIRS, '/oracle/price/{base}/{quote}/vwap', TARIFF.vwap, VWAP.sellableSeconds),
})
