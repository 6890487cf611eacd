import { sat } from '../indices/assembly.ts'
import type { PerpCoin } from './perp-words.ts'

/** The signals of a perpetual regime and their weights (methods 6.1). */

/** The numbers that signals, rows and risk are made of, rounded as the body shows them; `null` where one is missing. */
export interface PerpFacts {
  /** Funding per eight hours, a fraction. */
  readonly r8: number | null
  readonly z: number | null
  /** Changes of open interest, per cent. */
  readonly oi4h: number | null
  readonly oi24h: number | null
  /** Returns of the spot price, per cent. */
  readonly ret1h: number | null
  readonly ret4h: number | null
  readonly ret24h: number | null
  /** Volatility of the last hour over that of the last day. */
  readonly vr: number | null
  /** Spot over its VWAP, basis points. */
  readonly vwap_gap_bps: number | null
  /** Notional of longs and shorts that were closed by force within the hour, dollars. */
  readonly liq_long_usd: number | null
  readonly liq_short_usd: number | null
  readonly burst: boolean | null
  readonly basis_bps: number | null
  readonly imbalance_10bps: number | null
  /** Volatility points. */
  readonly rr25: number | null
  /** Regime of the stress index. */
  readonly stress: string | null
}

/** The facts that are numbers. */
type NumberName = Exclude<keyof PerpFacts, 'burst' | 'stress'>

/** A part of the direction. */
interface Signal {
  readonly weight: number
  /** Its raw value: one fact, or what its formula is made of. */
  readonly of: readonly [NumberName, ...NumberName[]]
  readonly formula: string
}

/** clip(fact / scale, -1, 1) */
interface Scaled extends Signal {
  readonly scale: number
}

const scaled = (weight: number, of: NumberName, scale: number): Scaled => ({
  weight,
  of: [of],
  scale,
  formula: `clip(${of} / ${scale}, -1, 1)`,
})

/** Below this return, per cent, open interest says nothing of its direction. */
const STILL_RETURN = 0.2
/** A change of open interest that counts in full, per cent. */
const FULL_CHANGE = 5
/** What a falling open interest counts. */
const FALLING_SHARE = 0.5

/** Dollars within the hour from which liquidations count in full. */
const FULL_LIQUIDATIONS: Readonly<Record<PerpCoin, number>> = { BTC: 10_000_000, ETH: 5_000_000, SOL: 3_000_000 }

/** In the order of every body. */
export const SIGNALS = {
  funding_level: scaled(0.1, 'r8', 0.0003),
  funding_z: scaled(0.1, 'z', 3),
  oi_price: {
    weight: 0.15,
    of: ['oi4h', 'ret4h'],
    formula: `sign(ret4h) * min(1, abs(oi4h) / ${FULL_CHANGE}) * (1 if oi4h >= 0 else ${FALLING_SHARE}); 0 where abs(ret4h) < ${STILL_RETURN}`,
  },
  momentum_4h: scaled(0.2, 'ret4h', 2),
  momentum_24h: scaled(0.1, 'ret24h', 5),
  vwap_gap: scaled(0.05, 'vwap_gap_bps', 15),
  liq_balance: {
    weight: 0.1,
    of: ['liq_long_usd', 'liq_short_usd'],
    formula: `(short - long) / (short + long) * min(1, (short + long) / Q), Q in dollars: ${Object.entries(
      FULL_LIQUIDATIONS,
    )
      .map(([coin, dollars]) => `${coin} ${dollars}`)
      .join(', ')}`,
  },
  basis: scaled(0.05, 'basis_bps', 8),
  book: scaled(0.1, 'imbalance_10bps', 0.4),
  skew: scaled(0.05, 'rr25', 7.5),
} as const satisfies Readonly<Record<string, Signal>>
export type SignalName = keyof typeof SIGNALS

const NAMES = Object.keys(SIGNALS) as SignalName[]

/** Solana has no order book and no option summary here. */
const UNSEEN: Readonly<Partial<Record<PerpCoin, readonly SignalName[]>>> = { SOL: ['book', 'skew'] }

export const signalsOf = (coin: PerpCoin): readonly SignalName[] =>
  NAMES.filter((name) => !UNSEEN[coin]?.includes(name))

const oiPrice = ({ oi4h, ret4h }: PerpFacts): number | null => {
  if (oi4h === null || ret4h === null) return null
  if (Math.abs(ret4h) < STILL_RETURN) return 0
  return Math.sign(ret4h) * Math.min(1, Math.abs(oi4h) / FULL_CHANGE) * (oi4h >= 0 ? 1 : FALLING_SHARE)
}

const liqBalance = ({ liq_long_usd: long, liq_short_usd: short }: PerpFacts, coin: PerpCoin): number | null => {
  if (long === null || short === null) return null
  const total = long + short
  return total === 0 ? 0 : ((short - long) / total) * Math.min(1, total / FULL_LIQUIDATIONS[coin])
}

/** The score of a signal, -1 to 1, unrounded; `null` where a fact is missing. */
export const signalScore = (name: SignalName, facts: PerpFacts, coin: PerpCoin): number | null => {
  if (name === 'oi_price') return oiPrice(facts)
  if (name === 'liq_balance') return liqBalance(facts, coin)
  const { of, scale } = SIGNALS[name]
  const value = facts[of[0]]
  return value === null ? null : sat(value, scale)
}

/** What a signal is made of, as a body shows it: of liquidations longs less shorts, of open interest its change. */
export const rawSignal = (name: SignalName, facts: PerpFacts): number | null => {
  if (name !== 'liq_balance') return facts[SIGNALS[name].of[0]]
  const { liq_long_usd: long, liq_short_usd: short } = facts
  return long === null || short === null ? null : short - long
}
