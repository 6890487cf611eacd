import { rounded, roundedOrNull } from '../../canonical/measure.ts'
import { DAY_MS, HOUR_MS, inSeconds } from '../../time-units.ts'
import { type PublishedAnswer, publishedAnswer, inputFrom, type ShownInput } from '../attested.ts'
import { BAR_BOARDS } from '../boards/bar-boards.ts'
import { ORDERBOOK } from '../books/orderbook-carry.ts'
import { BASIS } from '../derivatives/basis-carry.ts'
import { FUNDING } from '../derivatives/funding-carry.ts'
import { INTEREST } from '../derivatives/interest-carry.ts'
import { LIQUIDATIONS } from '../derivatives/liquidations-published.ts'
import { actorId, type TickContext } from '../feed.ts'
import { STRESS } from '../indices/stress-carry.ts'
import { LIFETIMES } from '../lifetimes.ts'
import { IV } from '../options/iv/iv-published.ts'
import { PEGS, SPOT, VWAP } from '../prices/price-carry.ts'
import { closeBefore, lastMean, type Measured, volatilityRatio } from './bar-measures.ts'
import type { PerpCoin } from './perp-words.ts'

/** Everything that a perpetual regime is made of, as its body shows it (methods 6.1). */

/** Decimals of what is measured from bars. */
export const BAR_PLACES = { price: 4, ratio: 4 } as const

/** Below this share of the hour, liquidations are not known. */
export const LEAST_HOUR_LISTENED = 0.5

/** How old an input may be, seconds (methods 0.3). */
const AGES = {
  price: LIFETIMES.coinPrice.expireSeconds,
  funding: LIFETIMES.funding.expireSeconds,
  stress: LIFETIMES.ownIndex.expireSeconds,
  options: LIFETIMES.optionChain.expireSeconds,
} as const

/** Coins with a VWAP, an order book and an option summary of their own. */
const WITH_VWAP: readonly PerpCoin[] = ['BTC', 'ETH']

const PEG = 'USDT-USD'
const keyOf = (coin: PerpCoin): string => `${coin}-USD`

const actorsOf = (coin: PerpCoin) => {
  const key = keyOf(coin)
  return {
    spot: actorId(SPOT, { key }),
    usdt: actorId(PEGS, { key: PEG }),
    funding: actorId(FUNDING, { key }),
    interest: actorId(INTEREST, { key }),
    liquidations: actorId(LIQUIDATIONS, { key }),
    basis: actorId(BASIS, { key }),
    stress: actorId(STRESS, { key: 'MARKET' }),
    ...(WITH_VWAP.includes(coin) && {
      vwap: actorId(VWAP, { key }),
      book: actorId(ORDERBOOK, { key }),
      iv: actorId(IV, { key }),
    }),
  }
}

/** The actors that a regime reads. */
export const perpActors = (coin: PerpCoin): readonly string[] => Object.values(actorsOf(coin))

/** The boards of these venues; all of them where none told anything. */
export const barsOf = (sources: readonly string[] | undefined): string =>
  BAR_BOARDS.filter(({ board }) => sources?.includes(board.source.name) ?? true)
    .map(({ board }) => board.id)
    .join(',')

const measured = (found: Measured | null, places: number): ShownInput<number> => ({
  value: found && rounded(found.value, places),
  timestamp: found && inSeconds(found.at),
  actor: barsOf(found?.sources),
  contentHash: null,
})

const priceOf = ({ price }: { readonly price: string }): number => Number(price)

/** The inputs, and the venues behind them. */
export interface PerpInputs {
  readonly inputs: ReturnType<typeof shownInputs>
  /** ASCII-sorted. */
  readonly sources: readonly string[]
}

interface Found {
  readonly spot: PublishedAnswer<{ readonly price: string }> | null
  readonly usdt: PublishedAnswer<{ readonly price: string }> | null
}

const shownInputs = (context: TickContext, coin: PerpCoin, { spot, usdt }: Found, noteSources: NoteSources) => {
  const { boards, now } = context
  const key = keyOf(coin)
  const actors = actorsOf(coin)
  const rate = usdt && priceOf(usdt.values)
  const noted = <A extends { readonly sources: readonly string[] }>(found: PublishedAnswer<A> | null) => {
    noteSources(found?.values.sources ?? [])
    return found
  }
  const ofBars = (found: Measured | null, places: number): ShownInput<number> => {
    noteSources(found?.sources ?? [])
    return measured(found, places)
  }
  const close = (spanMs: number) => ofBars(closeBefore(boards, coin, { now, spanMs, usdt: rate }), BAR_PLACES.price)
  const funding = noted(publishedAnswer(context, FUNDING, key, AGES.funding))
  const interest = noted(publishedAnswer(context, INTEREST, key, AGES.funding))
  const basis = noted(publishedAnswer(context, BASIS, key, AGES.funding))
  const heard = publishedAnswer(context, LIQUIDATIONS, key)
  const liquidations = noted(heard && heard.values.listened >= LEAST_HOUR_LISTENED ? heard : null)
  const { vwap, book, iv } = actors
  return {
    spot: inputFrom(spot, actors.spot, priceOf),
    vwap:
      vwap === undefined
        ? ofBars(lastMean(boards, coin, { now, usdt: rate }), BAR_PLACES.price)
        : inputFrom(publishedAnswer(context, VWAP, key, AGES.price), vwap, priceOf),
    close_1h: close(HOUR_MS),
    close_4h: close(4 * HOUR_MS),
    close_24h: close(DAY_MS),
    volatility_ratio: ofBars(volatilityRatio(boards, coin, now), BAR_PLACES.ratio),
    funding_rate_8h: inputFrom(funding, actors.funding, ({ composite_rate_8h: found }) => found),
    funding_zscore: inputFrom(funding, actors.funding, ({ zscore_3d: found }) => found),
    oi_delta_4h_pct: inputFrom(interest, actors.interest, ({ delta_4h_pct: found }) => found),
    oi_delta_24h_pct: inputFrom(interest, actors.interest, ({ delta_24h_pct: found }) => found),
    liquidated_long_usd: inputFrom(liquidations, actors.liquidations, ({ long_usd: found }) => Number(found)),
    liquidated_short_usd: inputFrom(liquidations, actors.liquidations, ({ short_usd: found }) => Number(found)),
    liquidation_burst: inputFrom(liquidations, actors.liquidations, ({ burst }) => burst.active),
    basis_bps: inputFrom(basis, actors.basis, ({ median_bps: found }) => found),
    ...(book !== undefined && {
      book_imbalance: inputFrom(
        noted(publishedAnswer(context, ORDERBOOK, key)),
        book,
        ({ imbalance_10bps: found }) => found,
      ),
    }),
    ...(iv !== undefined && {
      risk_reversal_25d: inputFrom(
        noted(publishedAnswer(context, IV, key, AGES.options)),
        iv,
        ({ risk_reversal_25d: found }) => roundedOrNull(found, 4),
      ),
    }),
    stress: inputFrom(publishedAnswer(context, STRESS, 'MARKET', AGES.stress), actors.stress, ({ regime }) => regime),
  }
}

type NoteSources = (names: readonly string[]) => void

export const perpInputs = (context: TickContext, coin: PerpCoin): PerpInputs => {
  const names = new Set<string>()
  const inputs = shownInputs(
    context,
    coin,
    {
      spot: publishedAnswer(context, SPOT, keyOf(coin), AGES.price),
      usdt: publishedAnswer(context, PEGS, PEG),
    },
    (more) => more.forEach((name) => names.add(name)),
  )
  return { inputs, sources: [...names].toSorted() }
}
