import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { DAY_MS, inSeconds } from '../../time-units.ts'
import { type PublishedAnswer, publishedAnswer, inputFrom, shownInput } from '../attested.ts'
import { ORDERBOOK } from '../books/orderbook-carry.ts'
import { BASIS } from '../derivatives/basis-carry.ts'
import { FUNDING } from '../derivatives/funding-carry.ts'
import { INTEREST } from '../derivatives/interest-carry.ts'
import { LIQUIDATIONS } from '../derivatives/liquidations-published.ts'
import { actorId, type TickContext } from '../feed.ts'
import { LIFETIMES } from '../lifetimes.ts'
import { PEGS, SPOT } from '../prices/price-carry.ts'
import { closeBefore } from './bar-measures.ts'
import { BAR_PLACES, barsOf, LEAST_HOUR_LISTENED } from './perp-inputs.ts'
import type { InputValue } from '../rules/condition.ts'

/** What a liquidity regime is made of, as its body shows it (methods 6.2). */

/** The coins of which the mean is taken. */
const LIQUIDITY_COINS = ['BTC', 'ETH'] as const
export type LiquidityCoin = (typeof LIQUIDITY_COINS)[number]

const PEG = 'USDT-USD'
const keyOf = (coin: LiquidityCoin): string => `${coin}-USD`

const withConfidence = <V extends typeof Type.Number | typeof Type.Boolean>(
  value: ReturnType<V>,
  description: string,
) =>
  Type.Object(
    {
      ...shownInput(value, description).properties,
      confidence: Type.Union([Type.Number(), Type.Null()], { description: 'Of the answer it is from' }),
    },
    { description },
  )
const num = (description: string) => withConfidence<typeof Type.Number>(Type.Number(), description)

export const CoinInputs = Type.Object({
  spot: num('Our spot price, dollars'),
  close_24h: num('Price a day ago: median close of the venues’ five-minute bars, dollars'),
  funding_rate_8h: num('Composite funding per eight hours, a fraction'),
  oi_total_usd: num('Open interest, dollars'),
  oi_delta_4h_pct: num('Change of open interest'),
  oi_delta_24h_pct: num('Change of open interest'),
  basis_spread_bps: num('Spread of the basis over the venues'),
  liquidated_long_usd: num('Longs closed by force within the hour, dollars'),
  liquidated_short_usd: num('Shorts closed by force within the hour, dollars'),
  book_imbalance: num('Within ten basis points'),
  depth_collapse: withConfidence<typeof Type.Boolean>(Type.Boolean(), 'Whether depth collapsed'),
})
export type CoinInputs = Static<typeof CoinInputs>

/** The actors that the regime reads. */
export const liquidityActors = (): readonly string[] => [
  ...LIQUIDITY_COINS.flatMap((coin) =>
    [SPOT, FUNDING, INTEREST, BASIS, LIQUIDATIONS, ORDERBOOK].map((from) => actorId(from, { key: keyOf(coin) })),
  ),
  actorId(PEGS, { key: PEG }),
]

const { expireSeconds: MARKET_AGE } = LIFETIMES.funding

export const coinInputs = (context: TickContext, coin: LiquidityCoin): CoinInputs => {
  const key = keyOf(coin)
  const from = <A extends { readonly confidence: number }, V extends InputValue>(
    found: PublishedAnswer<A> | null,
    id: { readonly id: string },
    value: (values: A) => V | null,
  ) => {
    const input = inputFrom(found, actorId(id, { key }), value)
    return { ...input, confidence: input.value === null ? null : (found?.values.confidence ?? null) }
  }
  const usdt = publishedAnswer(context, PEGS, PEG)
  const close = closeBefore(context.boards, coin, {
    now: context.now,
    spanMs: DAY_MS,
    usdt: usdt && Number(usdt.values.price),
  })
  const interest = publishedAnswer(context, INTEREST, key, MARKET_AGE)
  const heard = publishedAnswer(context, LIQUIDATIONS, key)
  const liquidations = heard && heard.values.listened >= LEAST_HOUR_LISTENED ? heard : null
  const book = publishedAnswer(context, ORDERBOOK, key)
  return {
    spot: from(publishedAnswer(context, SPOT, key), SPOT, ({ price }) => Number(price)),
    close_24h: {
      value: close && rounded(close.value, BAR_PLACES.price),
      timestamp: close && inSeconds(close.at),
      actor: barsOf(close?.sources),
      contentHash: null,
      confidence: null,
    },
    funding_rate_8h: from(
      publishedAnswer(context, FUNDING, key, MARKET_AGE),
      FUNDING,
      ({ composite_rate_8h: found }) => found,
    ),
    oi_total_usd: from(interest, INTEREST, ({ total_oi_usd: found }) => found),
    oi_delta_4h_pct: from(interest, INTEREST, ({ delta_4h_pct: found }) => found),
    oi_delta_24h_pct: from(interest, INTEREST, ({ delta_24h_pct: found }) => found),
    basis_spread_bps: from(publishedAnswer(context, BASIS, key, MARKET_AGE), BASIS, ({ spread_bps: found }) => found),
    liquidated_long_usd: from(liquidations, LIQUIDATIONS, ({ long_usd: found }) => Number(found)),
    liquidated_short_usd: from(liquidations, LIQUIDATIONS, ({ short_usd: found }) => Number(found)),
    book_imbalance: from(book, ORDERBOOK, ({ imbalance_10bps: found }) => found),
    depth_collapse: from(book, ORDERBOOK, ({ collapsed }) => collapsed),
  }
}
