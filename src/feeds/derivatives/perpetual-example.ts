import { exampleDollars } from '../prices/price-example.ts'
import type { Subject } from '../subject.ts'
import type { NextBasis } from './perpetual.ts'

/** What examples about perpetuals are made of: plausible values, taken from no venue. */

/** The size of a coin's market relative to that of bitcoin. */
const SIZES: Readonly<Record<string, number>> = { BTC: 1, ETH: 0.55, SOL: 0.22 }

/** Dollars per coin, and the size of its market. */
export const exampleCoin = ({ key }: Subject): { readonly price: number; readonly size: number } => {
  const coin = key.slice(0, -'-USD'.length)
  return { price: exampleDollars(coin), size: SIZES[coin] ?? 1 }
}

type Row = readonly [
  exchange: string,
  hours: number,
  rate: number,
  next8h: number,
  nextBasis: NextBasis,
  settles: boolean,
  markOverIndex: number | null,
  billions: number,
  unit: 'coins' | 'usd',
]

const ROWS: readonly Row[] = [
  ['binance', 8, 0.0001, 0.0001, 'current', true, 1.00051, 8.1, 'coins'],
  ['bitget', 8, 0.000082, 0.000082, 'current', true, 1.00046, 2.6, 'coins'],
  ['bybit', 8, 0.000091, 0.000091, 'current', true, 1.00022, 4.4, 'usd'],
  ['deribit', 8, 0.0000712, 0.0001, 'premium', false, 1.00034, 1, 'usd'],
  ['dydx', 1, 0.000008625, 0.000069, 'current', false, null, 0.04, 'coins'],
  ['gateio', 8, 0.000086, 0.00009, 'estimate', true, 1.00043, 3.1, 'coins'],
  ['hyperliquid', 1, 0.0000125, 0.0001, 'current', false, 1.00048, 3.3, 'coins'],
  ['kraken', 1, 0.0000098, 0.0000791, 'estimate', false, 1.00029, 0.3, 'coins'],
  ['okx', 8, 0.000084, 0.000084, 'current', true, 1.00046, 2.9, 'usd'],
]

/** What one venue says in examples. */
export interface ExamplePerpetual {
  readonly exchange: string
  /** How often funding is paid, and its rate per interval. */
  readonly intervalHours: number
  readonly rate: number
  /** Per eight hours. */
  readonly rate8h: number
  readonly next: { readonly rate8h: number; readonly basis: NextBasis }
  /** It tells when funding is paid next. */
  readonly settles: boolean
  /** `null` for a venue without an index. */
  readonly markOverIndex: number | null
  readonly openInterestUsd: number
  /** In what it counts its open interest. */
  readonly unit: 'coins' | 'usd'
}

/** All venues by name, each with the open interest of this coin. */
export const examplePerpetuals = (subject: Subject): readonly ExamplePerpetual[] => {
  const { size } = exampleCoin(subject)
  return ROWS.map(([exchange, intervalHours, rate, next8h, basis, settles, markOverIndex, billions, unit]) => ({
    exchange,
    intervalHours,
    rate,
    rate8h: (rate * 8) / intervalHours,
    next: { rate8h: next8h, basis },
    settles,
    markOverIndex,
    openInterestUsd: billions * size * 1e9,
    unit,
  }))
}
