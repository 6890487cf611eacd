import { isSession } from './equity-days.ts'
import { FACTORS } from './factors.ts'

/** Scripted markets: orders of `POST /world` under one name. */

/** The body of a `POST /world`, and what else there is to know about it. */
export interface Scenario {
  /** What it does, for the page about the simulated world. */
  readonly story: string
  readonly orders: Readonly<Record<string, unknown>>
}

const COINS = ['BTC', 'ETH', 'SOL'] as const

const each = (kind: string, value: number) => Object.fromEntries(COINS.map((coin) => [`${kind}.${coin}`, value]))

/** Levels as they are in the crash. */
const SET: Readonly<Record<string, number>> = {
  'vix.VIX': 45,
  'vix.VIX9D': 54,
  'vix.VVIX': 148,
  ...each('perp', 0.998),
  'vol.BTC': 118,
  'vol.ETH': 140,
  'vol.SOL': 160,
  ...each('slope', 0.6),
  ...each('puts', 1.7),
  ...each('skew', 1.3),
  'peg.USDT': 0.994,
}

/** The share of itself that a level loses: at once, and within ten seconds. */
const LOST: Readonly<Record<string, number>> = { 'equity.SPX': 0.04, 'equity.NDX': 0.05, 'equity.HYG': 0.015 }
const CASCADES: Readonly<Record<string, number>> = { 'spot.BTC': 0.08, 'spot.ETH': 0.1, 'spot.SOL': 0.12 }

const mapped = (of: Readonly<Record<string, number>>, change: (value: number, key: string) => number) =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value, key)]))

/** Coins pull longs with them as they fall; shorts pay. */
const crash: Scenario = {
  story:
    'bitcoin falls by 8 %, the S&P 500 by 4 %; VIX is 45, USDT 0.994, options of coins are nearly three times as wild, shorts pay, and US consumer prices come in 90 minutes',
  orders: {
    set: SET,
    shock: mapped(LOST, (lost) => 1 - lost),
    cascade: CASCADES,
    event: { country: 'US', kind: 'cpi', inMinutes: 90 },
  },
}

/** Everything that the crash has set goes back to where the simulation began. */
const recovery: Scenario = {
  story: 'prices rise by what they lost in the crash, and everything else is as it was at the start; the release stays',
  orders: {
    set: mapped(SET, (_value, key) => FACTORS.find((factor) => factor.key === key)!.start),
    shock: mapped({ ...LOST, ...CASCADES }, (lost) => 1 / (1 - lost)),
  },
}

export const SCENARIOS: Readonly<Record<string, Scenario>> = { crash, recovery }

/** `null` for anything else than the name of a scenario. */
export const scenarioNamed = (name: unknown): Scenario | null =>
  typeof name === 'string' && Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name]! : null

/**
 * Levels of which answers show nothing now. Of shares only days count whose session has ended; indices of volatility are
 * told while New York trades.
 */
export const standingStill = ({ orders }: Scenario, now: number): readonly string[] => {
  const { set = {}, shock = {} } = orders as Readonly<Record<string, object>>
  const isStill = isSession(now) ? /^equity\./ : /^(?:equity|vix)\./
  return Object.keys({ ...set, ...shock }).filter((key) => isStill.test(key))
}
