import { type Formula, formulaText, formulaValue } from '../rules/formula.ts'
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

/** What a formula may name: facts, and the dollars from which liquidations of the coin count in full. */
type SignalInput = NumberName | 'full_usd'

/** A part of the direction. */
interface Signal {
  readonly weight: number
  /** What it is made of, as a body shows it. */
  readonly raw: Formula<NumberName>
  /** From -1 to 1. */
  readonly score: Formula<SignalInput>
}

const scaled = (weight: number, of: NumberName, scale: number): Signal => ({
  weight,
  raw: of,
  score: { op: 'clip', of: [{ op: 'over', of: [of, scale] }, -1, 1] },
})

/** Below this return, per cent, open interest says nothing of its direction. */
const STILL_RETURN = 0.2
/** A change of open interest that counts in full, per cent. */
const FULL_CHANGE = 5
/** What a falling open interest counts. */
const FALLING_SHARE = 0.5

/** Dollars within the hour from which liquidations count in full. */
const FULL_LIQUIDATIONS: Readonly<Record<PerpCoin, number>> = { BTC: 10_000_000, ETH: 5_000_000, SOL: 3_000_000 }

/** What was closed by force moves the price to the other side. */
const LIQUIDATED = { op: 'less', of: ['liq_short_usd', 'liq_long_usd'] } as const

/** In the order of every body. */
export const SIGNALS = {
  funding_level: scaled(0.1, 'r8', 0.0003),
  funding_z: scaled(0.1, 'z', 3),
  oi_price: {
    weight: 0.15,
    raw: 'oi4h',
    score: {
      where: { input: 'ret4h', size: true, below: STILL_RETURN },
      is: 0,
      otherwise: {
        op: 'times',
        of: [
          { op: 'sign', of: ['ret4h'] },
          { op: 'min', of: [1, { op: 'over', of: [{ op: 'abs', of: ['oi4h'] }, FULL_CHANGE] }] },
          { where: { input: 'oi4h', at_least: 0 }, is: 1, otherwise: FALLING_SHARE },
        ],
      },
    },
  },
  momentum_4h: scaled(0.2, 'ret4h', 2),
  momentum_24h: scaled(0.1, 'ret24h', 5),
  vwap_gap: scaled(0.05, 'vwap_gap_bps', 15),
  // The share of the surplus, times min(1, all / full): below the full amount the sum of both cancels out.
  liq_balance: {
    weight: 0.1,
    raw: LIQUIDATED,
    score: {
      op: 'over',
      of: [LIQUIDATED, { op: 'max', of: [{ op: 'plus', of: ['liq_short_usd', 'liq_long_usd'] }, 'full_usd'] }],
    },
  },
  basis: scaled(0.05, 'basis_bps', 8),
  book: scaled(0.1, 'imbalance_10bps', 0.4),
  skew: scaled(0.05, 'rr25', 7.5),
} as const satisfies Readonly<Record<string, Signal>>
export type SignalName = keyof typeof SIGNALS

export const SIGNAL_NAMES = Object.keys(SIGNALS) as readonly SignalName[]

/** Solana has no order book and no option summary here. */
const UNSEEN: Readonly<Partial<Record<PerpCoin, readonly SignalName[]>>> = { SOL: ['book', 'skew'] }

export const signalsOf = (coin: PerpCoin): readonly SignalName[] =>
  SIGNAL_NAMES.filter((name) => !UNSEEN[coin]?.includes(name))

/** The score of a signal, -1 to 1, unrounded; `null` where a fact is missing. */
export const signalScore = (name: SignalName, facts: PerpFacts, coin: PerpCoin): number | null =>
  formulaValue<SignalInput>(SIGNALS[name].score, { ...facts, full_usd: FULL_LIQUIDATIONS[coin] })

/** What a signal is made of, as a body shows it: of liquidations shorts less longs, of open interest its change. */
export const rawSignal = (name: SignalName, facts: PerpFacts): number | null =>
  formulaValue<NumberName>(SIGNALS[name].raw, facts)

/** The score of a signal in words, made of what computes it. */
export const signalFormula = (name: SignalName): string => {
  const text = formulaText<SignalInput>(SIGNALS[name].score)
  const coins = Object.entries(FULL_LIQUIDATIONS).map(([coin, dollars]) => `${coin} ${dollars}`)
  return text.includes('full_usd') ? `${text}; full_usd: ${coins.join(', ')}` : text
}
