import { HOUR_SECONDS } from '../../time-units.ts'

/**
 * All quantities that move in the simulation: one line for each factor, with its level at the start, its volatility and
 * its correlations. Every price at every venue is computed from these alone.
 */

/** One moving quantity of the simulation. */
export interface Factor {
  /** The name in `POST /world`: `spot.BTC`. */
  readonly key: string
  readonly start: number
  /** Yearly volatility of the logarithm. For pegs and bases: the spread around the anchor instead. */
  readonly swing: number
  /**
   * How much of the movement is shared with the crypto market, and how much with a weak dollar; the rest is
   * independent.
   */
  readonly crypto: number
  readonly weakDollar: number
  /** Seconds in which half of a deviation from the anchor disappears. Zero: a random walk without an anchor. */
  readonly halfLifeSeconds: number
}

const walk = (key: string, start: number, swing: number, crypto: number, weakDollar: number): Factor => ({
  key,
  start,
  swing,
  crypto,
  weakDollar,
  halfLifeSeconds: 0,
})

const anchored = (key: string, start: number, swing: number, halfLifeSeconds: number): Factor => ({
  key,
  start,
  swing,
  crypto: 0,
  weakDollar: 0,
  halfLifeSeconds,
})

/** Currencies that the market quotes as dollars per unit; the others are units per dollar. */
const DOLLARS_PER_UNIT = ['EUR', 'GBP', 'AUD']

/** Order matters: a level is found by its index in this list, and random numbers are drawn in this order. */
export const FACTORS: readonly Factor[] = Object.freeze([
  walk('spot.BTC', 97000, 0.45, 0.92, 0.12),
  walk('spot.ETH', 3400, 0.62, 0.88, 0.1),
  walk('spot.SOL', 180, 0.8, 0.82, 0.08),
  walk('spot.XRP', 2.3, 0.75, 0.74, 0.06),
  walk('spot.ADA', 0.8, 0.8, 0.8, 0.06),
  walk('spot.DOGE', 0.2, 0.9, 0.8, 0.05),
  walk('metal.XAU', 4100, 0.16, 0.05, 0.45),
  walk('metal.XAG', 51, 0.3, 0.08, 0.4),
  walk('fx.EUR', 1.15, 0.07, 0, 0.85),
  walk('fx.GBP', 1.31, 0.075, 0, 0.78),
  walk('fx.JPY', 155, 0.09, 0, -0.6),
  walk('fx.CHF', 0.81, 0.07, 0, -0.8),
  walk('fx.CAD', 1.4, 0.055, 0, -0.65),
  walk('fx.CNY', 7.1, 0.025, 0, -0.6),
  walk('fx.AUD', 0.66, 0.09, 0.05, 0.75),
  walk('fx.NOK', 10.1, 0.1, 0, -0.75),
  walk('fx.CZK', 21.1, 0.08, 0, -0.8),
  anchored('peg.USDT', 0.9996, 0.0002, 1800),
  anchored('peg.USDC', 0.9999, 0.0001, 1800),
  anchored('basis.PAXG', 1.0008, 0.0004, HOUR_SECONDS),
  anchored('basis.XAUT', 1.0003, 0.0004, HOUR_SECONDS),
  anchored('perp.BTC', 1.0002, 0.0002, 7200),
  anchored('perp.ETH', 1.00025, 0.00025, 7200),
  anchored('perp.SOL', 1.0003, 0.0004, 7200),
  walk('oi.BTC', 330000, 0.35, 0.3, 0),
  walk('oi.ETH', 7000000, 0.45, 0.3, 0),
  walk('oi.SOL', 50000000, 0.6, 0.3, 0),
  anchored('vol.BTC', 43, 1.2, 7200),
  anchored('vol.ETH', 61, 1.6, 7200),
  anchored('vol.SOL', 78, 2, 7200),
  anchored('skew.BTC', 1.04, 0.003, 7200),
  anchored('skew.ETH', 1.04, 0.003, 7200),
  anchored('skew.SOL', 1.04, 0.003, 7200),
  anchored('slope.BTC', 1.05, 0.003, 7200),
  anchored('slope.ETH', 1.05, 0.003, 7200),
  anchored('slope.SOL', 1.05, 0.003, 7200),
  anchored('puts.BTC', 0.72, 0.004, 7200),
  anchored('puts.ETH', 0.72, 0.004, 7200),
  anchored('puts.SOL', 0.72, 0.004, 7200),
  anchored('apart.BTC', 1, 0.03, 1800),
  anchored('apart.ETH', 1, 0.03, 1800),
  walk('fx.SEK', 9.45, 0.09, 0, -0.75),
  anchored('rate.10Y', 4.4, 0.05, 14_400),
  anchored('rate.2Y', 3.95, 0.05, 14_400),
  walk('oil.WTI', 70.8, 0.35, 0.05, 0.1),
  walk('oil.BRENT', 74.1, 0.33, 0.05, 0.1),
  walk('gas.HH', 3.2, 0.5, 0, 0),
  walk('copper', 4.58, 0.22, 0.05, 0.2),
  walk('spot.POL', 0.23, 0.9, 0.8, 0.05),
  anchored('gas.ethereum', 1.2, 0.15, 7200),
  anchored('gas.base', 0.006, 0.0004, 7200),
  anchored('gas.arbitrum', 0.012, 0.0008, 7200),
  anchored('gas.polygon', 30, 2, 7200),
  anchored('gas.optimism', 0.0012, 0.0001, 7200),
  anchored('gas.solana', 12000, 900, 7200),
  walk('gpu.a100_sxm', 1.49, 0.05, 0, 0),
  walk('gpu.h100_sxm', 2.89, 0.05, 0, 0),
  walk('gpu.h200', 3.79, 0.05, 0, 0),
  walk('gpu.l40s', 0.89, 0.05, 0, 0),
  walk('gpu.rtx_4090', 0.59, 0.05, 0, 0),
  walk('equity.SPX', 6600, 0.16, 0.35, 0),
  walk('equity.NDX', 24_400, 0.2, 0.4, 0),
  walk('equity.HYG', 79, 0.05, 0, 0),
  walk('equity.LQD', 108, 0.06, 0, 0),
  anchored('vix.VIX', 18, 0.3, 14_400),
  anchored('vix.VIX9D', 16.8, 0.25, 14_400),
  anchored('vix.VVIX', 96, 1, 14_400),
])

/**
 * Levels that are not the price of an asset: a perpetual's premium over spot, coins in open positions, what options of a
 * coin look like, how far its venues lie apart, and what has a price or a yield but is no side of a pair.
 */
const NO_ASSETS = [
  'perp',
  'oi',
  'vol',
  'skew',
  'slope',
  'puts',
  'apart',
  'rate',
  'oil',
  'gas',
  'copper',
  'gpu',
  'equity',
  'vix',
]

const INDEX: ReadonlyMap<string, number> = new Map(FACTORS.map((factor, index) => [factor.key, index]))

/** The index of a factor in a list of levels, or `null` when there is no such factor. */
export const factorIndex = (key: string): number | null => INDEX.get(key) ?? null

/** Levels of all factors at one moment, in the order of `FACTORS`. */
export type Levels = readonly number[]

const indexOf = (key: string): number => {
  const index = factorIndex(key)
  if (index === null) throw new Error(`no such factor: ${key}`)
  return index
}

const XAU = indexOf('metal.XAU')
const valueOf = (kind: string, asset: string, index: number): ((levels: Levels) => number) => {
  if (kind === 'basis') return (levels) => (levels[XAU] ?? 0) * (levels[index] ?? 0)
  if (kind === 'fx' && !DOLLARS_PER_UNIT.includes(asset)) return (levels) => 1 / (levels[index] ?? 0)
  return (levels) => levels[index] ?? 0
}

const VALUES: ReadonlyMap<string, (levels: Levels) => number> = new Map(
  FACTORS.flatMap(({ key }, index): [string, (levels: Levels) => number][] => {
    const [kind = '', asset = ''] = key.split('.')
    if (NO_ASSETS.includes(kind)) return []
    return [[asset, valueOf(kind, asset, index)]]
  }),
)

/** A factor that determines the value of an asset. */
export interface Driver {
  readonly factor: Factor
  /** Its index among the factors. */
  readonly place: number
  /** -1 where a higher factor makes the asset worth less. */
  readonly sign: 1 | -1
}

/** All factors of an asset: none for dollars, two for a token of gold, one for anything else. */
export const driversOf = (asset: string): readonly Driver[] => {
  const own = FACTORS.flatMap((factor, place): readonly Driver[] => {
    const [kind = '', name = ''] = factor.key.split('.')
    if (name !== asset || NO_ASSETS.includes(kind)) return []
    return [{ factor, place, sign: kind === 'fx' && !DOLLARS_PER_UNIT.includes(asset) ? -1 : 1 }]
  })
  return own.some(({ factor }) => factor.key.startsWith('basis.')) ? [...driversOf('XAU'), ...own] : own
}

/** The present level of a factor, by its key. */
export const levelOf = (levels: Levels, key: string): number => levels[indexOf(key)] ?? 0

/** The spread of an anchored factor around its anchor. */
export const swingOf = (key: string): number => FACTORS[indexOf(key)]?.swing ?? 0

/** The value of one unit of an asset or currency in dollars. */
export const dollars = (levels: Levels, asset: string): number => {
  if (asset === 'USD') return 1
  const value = VALUES.get(asset)
  if (value === undefined) throw new Error(`the world has no asset ${asset}`)
  return value(levels)
}
