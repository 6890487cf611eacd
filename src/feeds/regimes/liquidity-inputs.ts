import { DAY_MS } from '../../time-units.ts'
import { type Attestation, attestationOf, inputFrom } from '../attested.ts'
import { ORDERBOOK } from '../books/orderbook-carry.ts'
import { BASIS } from '../derivatives/basis-carry.ts'
import { FUNDING } from '../derivatives/funding-carry.ts'
import { INTEREST } from '../derivatives/interest-carry.ts'
import { LIQUIDATIONS } from '../derivatives/liquidations-published.ts'
import { actorId, type TickContext } from '../feed.ts'
import { LIFETIMES } from '../lifetimes.ts'
import { PEGS, SPOT } from '../prices/price-carry.ts'
import { BAR_PLACES, barInput } from './bar-input.ts'
import { closeBefore } from './bar-measures.ts'
import { LIQUIDITY_COINS, type LiquidityCoin } from './liquidity-words.ts'

/** Everything that the liquidity regime is made of, as its body shows it, by coin. */

const PEG = 'USDT-USD'
const keyOf = (coin: LiquidityCoin): string => `${coin}-USD`

const actorsOf = (coin: LiquidityCoin) => {
  const key = keyOf(coin)
  return {
    spot: actorId(SPOT, { key }),
    usdt: actorId(PEGS, { key: PEG }),
    funding: actorId(FUNDING, { key }),
    interest: actorId(INTEREST, { key }),
    liquidations: actorId(LIQUIDATIONS, { key }),
    basis: actorId(BASIS, { key }),
    book: actorId(ORDERBOOK, { key }),
  }
}

/** The actors that it reads. */
export const LIQUIDITY_ACTORS: readonly string[] = [
  ...new Set(LIQUIDITY_COINS.flatMap((coin) => Object.values(actorsOf(coin)))),
]

const priceOf = ({ price }: { readonly price: string }): number => Number(price)
const confidenceOf = ({ confidence }: { readonly confidence: number }): number => confidence

const coinInputs = (context: TickContext, coin: LiquidityCoin, noteSources: (names: readonly string[]) => void) => {
  const key = keyOf(coin)
  const actors = actorsOf(coin)
  const noted = <A extends { readonly sources: readonly string[] }>(found: Attestation<A> | null) => {
    noteSources(found?.values.sources ?? [])
    return found
  }
  const perpetualAge = LIFETIMES.funding.expireSeconds
  const funding = noted(attestationOf(context, FUNDING, key, perpetualAge))
  const interest = noted(attestationOf(context, INTEREST, key, perpetualAge))
  const basis = noted(attestationOf(context, BASIS, key, perpetualAge))
  const liquidations = noted(attestationOf(context, LIQUIDATIONS, key))
  const book = noted(attestationOf(context, ORDERBOOK, key))
  const spot = attestationOf(context, SPOT, key, LIFETIMES.coinPrice.expireSeconds)
  const usdt = attestationOf(context, PEGS, PEG)
  const { boards, now } = context
  const close = closeBefore(boards, coin, { now, spanMs: DAY_MS, usdt: usdt && priceOf(usdt.values) })
  noteSources(close?.sources ?? [])
  return {
    funding_rate_8h: inputFrom(funding, actors.funding, ({ composite_rate_8h: found }) => found),
    funding_confidence: inputFrom(funding, actors.funding, confidenceOf),
    oi_usd: inputFrom(interest, actors.interest, ({ total_oi_usd: found }) => found),
    oi_delta_4h_pct: inputFrom(interest, actors.interest, ({ delta_4h_pct: found }) => found),
    oi_delta_24h_pct: inputFrom(interest, actors.interest, ({ delta_24h_pct: found }) => found),
    oi_confidence: inputFrom(interest, actors.interest, confidenceOf),
    spot: inputFrom(spot, actors.spot, priceOf),
    close_24h: barInput(close, BAR_PLACES.price),
    basis_spread_bps: inputFrom(basis, actors.basis, ({ spread_bps: found }) => found),
    basis_confidence: inputFrom(basis, actors.basis, confidenceOf),
    liquidated_long_usd: inputFrom(liquidations, actors.liquidations, ({ long_usd: found }) => Number(found)),
    liquidated_short_usd: inputFrom(liquidations, actors.liquidations, ({ short_usd: found }) => Number(found)),
    liquidations_confidence: inputFrom(liquidations, actors.liquidations, confidenceOf),
    book_imbalance: inputFrom(book, actors.book, ({ imbalance_10bps: found }) => found),
    depth_collapse: inputFrom(book, actors.book, ({ collapsed }) => collapsed),
    book_confidence: inputFrom(book, actors.book, confidenceOf),
  }
}

export const liquidityInputs = (context: TickContext) => {
  const names = new Set<string>()
  const of = (coin: LiquidityCoin) => coinInputs(context, coin, (more) => more.forEach((name) => names.add(name)))
  const inputs = { btc: of('BTC'), eth: of('ETH') }
  return { inputs, sources: [...names].toSorted() }
}
