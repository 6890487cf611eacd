import type { Frequency } from './periods.ts'

/** What the simulated agencies count, as people write it in `POST /world`: `us.cpi`. */
export interface Statistic {
  readonly key: string
  readonly frequency: Frequency
  /** The value of the autumn of 2026. */
  readonly start: number
  /** The share by which it grows from one period to the next; zero for rates, which swing around their start. */
  readonly growth: number
  /** The usual departure: a share of what grows, an amount of a rate. */
  readonly swing: number
  readonly decimals: number
  /** Days from the end of the period to the first print, and its hour UTC. */
  readonly lagDays: number
  readonly hour: number
  /** Periods that were never counted. */
  readonly gaps?: readonly string[]
}

type Kind = Omit<Statistic, 'key' | 'start'>

const grows = (
  frequency: Frequency,
  growth: number,
  swing: number,
  decimals: number,
): Omit<Kind, 'lagDays' | 'hour'> => ({
  frequency,
  growth,
  swing,
  decimals,
})

/** Nobody counted in the month in which the American agencies were shut. */
const SHUT = ['2025-10']

const PRICES_US: Kind = { ...grows('month', 0.0023, 0.0004, 3), lagDays: 11, hour: 13, gaps: SHUT }
const RATE: Kind = { frequency: 'month', growth: 0, swing: 0.1, decimals: 1, lagDays: 5, hour: 13 }
const HICP: Kind = { ...grows('month', 0.0018, 0.0005, 2), lagDays: 16, hour: 10 }
const QUARTER: Omit<Kind, 'growth' | 'swing' | 'decimals'> = { frequency: 'quarter', lagDays: 44, hour: 10 }

export const STATISTICS: readonly Statistic[] = [
  { ...PRICES_US, key: 'us.cpi', start: 336.1 },
  { ...PRICES_US, key: 'us.cpi_core', start: 341.9 },
  { ...RATE, key: 'us.unrate', start: 4.4, gaps: SHUT },
  { ...grows('month', 0.0007, 0.0002, 0), key: 'us.nfp', start: 159_870, lagDays: 5, hour: 13 },
  { key: 'us.effr', start: 3.63, frequency: 'day', growth: 0, swing: 0.01, decimals: 2, lagDays: 0, hour: 13 },
  { ...grows('quarter', 0.005, 0.001, 3), key: 'us.gdp', start: 24_100, lagDays: 30, hour: 12 },
  { ...grows('month', 0.002, 0.0003, 3), key: 'us.pce', start: 129.7, lagDays: 28, hour: 12 },
  { ...HICP, key: 'eu.hicp', start: 131.4 },
  { ...HICP, key: 'eu.hicp_core', start: 127.1 },
  { ...HICP, key: 'eu.hicp_services', start: 132.9 },
  { ...RATE, key: 'eu.unrate', start: 6.2, lagDays: 31, hour: 9 },
  { ...QUARTER, key: 'eu.gdp', start: 0.3, growth: 0, swing: 0.15, decimals: 1 },
  { ...QUARTER, ...grows('quarter', 0.0015, 0.0002, 1), key: 'eu.employment', start: 176_300 },
]

const BY_KEY: ReadonlyMap<string, Statistic> = new Map(STATISTICS.map((each) => [each.key, each]))

export const statisticOf = (key: string): Statistic | null => BY_KEY.get(key) ?? null
