import { ExpiryAnswer } from '../../../src/feeds/options/expiry/expiry-answer.ts'
import { GreeksAnswer } from '../../../src/feeds/options/greeks/greeks-answer.ts'
import { InstrumentsAnswer } from '../../../src/feeds/options/listed/instruments-answer.ts'
import { IvAnswer } from '../../../src/feeds/options/iv/iv-answer.ts'
import { SurfaceAnswer } from '../../../src/feeds/options/surface/surface-body.ts'
import { SviAnswer } from '../../../src/feeds/options/smiles/svi-body.ts'
import { faultFamily, isOneOf, unlessUnknown, within } from './fault-row.ts'

/** The families that are made of options, and what none of their answers may say while one venue is wrong. */

/**
 * Points of volatility between the venues' chains, and what a chain may lie without a contradiction: a quarter of the
 * level and ten points (methods). Five per cent of it are two points.
 */
const APART = 1
const LIED = 2.5

export const iv = faultFamily({ id: 'iv', path: '/oracle/iv/btc/usd', actor: 'iv/BTC-USD' }, IvAnswer, {
  holds: (now, honest) => [
    ...within('the level', now.atm_iv, honest.atm_iv, LIED),
    ...unlessUnknown('near over far', now.near_far_ratio, honest.near_far_ratio, 0.03),
    ...unlessUnknown('the risk reversal', now.risk_reversal_25d, honest.risk_reversal_25d, APART),
  ],
  isWhole: ({ missing, degraded }) => missing.length === 0 && !degraded,
})

export const greeks = faultFamily(
  { id: 'greeks', path: '/oracle/greeks/btc/usd', actor: 'greeks/BTC-USD' },
  GreeksAnswer,
  {
    holds: (now, honest) => [
      ...within('the level', now.summary.atm_iv, honest.summary.atm_iv, LIED),
      ...within('the delta of the straddle', now.summary.straddle.delta, honest.summary.straddle.delta, 0.01),
      // Five per cent of the forward, or of the volatility, is five per cent of a straddle.
      ...within(
        'the price of the straddle',
        now.summary.straddle.price_usd / honest.summary.straddle.price_usd,
        1,
        0.06,
      ),
    ],
    isWhole: ({ missing, degraded }) => missing.length === 0 && !degraded,
  },
)

export const instruments = faultFamily(
  { id: 'instruments', path: '/oracle/instruments/btc/options', actor: 'instruments/BTC-USD' },
  InstrumentsAnswer,
  {
    holds: (now, honest) => {
      const counts = (answer: typeof now): ReadonlyMap<string, number> =>
        new Map(
          answer.expiries.flatMap(({ expiry, venues }) =>
            venues.map(({ exchange, calls, puts }) => [`${expiry} ${exchange}`, calls + puts] as const),
          ),
        )
      const before = counts(honest)
      return [...counts(now)].flatMap(([where, count]) =>
        within(`contracts of ${where}`, count, before.get(where) ?? null, 0),
      )
    },
    isWhole: ({ missing, degraded }) => missing.length === 0 && !degraded,
  },
)

export const svi = faultFamily({ id: 'svi', path: '/oracle/svi/btc/usd', actor: 'svi/BTC-USD' }, SviAnswer, {
  holds: (now, honest) => {
    const before = new Map(honest.slices.map(({ expiry, atm_iv: atm }) => [expiry, atm]))
    return [
      ...within('the level', now.atm_iv_30d, honest.atm_iv_30d, APART),
      ...now.slices.flatMap(({ expiry, atm_iv: atm }) =>
        within(`the curve of ${expiry}`, atm, before.get(expiry) ?? null, APART),
      ),
      ...(now.calendar.free ? [] : ['curves that cross']),
    ]
  },
  isWhole: ({ missing, degraded }) => missing.length === 0 && !degraded,
})

export const surface = faultFamily(
  { id: 'iv-surface', path: '/oracle/iv-surface/btc/usd', actor: 'iv-surface/BTC-USD' },
  SurfaceAnswer,
  {
    holds: (now, honest) => {
      const before = new Map(honest.expiries.map(({ expiry, atm }) => [expiry, atm['pooled'] ?? null]))
      return [
        ...within('the level', now.atm_iv_30d, honest.atm_iv_30d, APART),
        ...now.expiries.flatMap(({ expiry, atm }) =>
          within(`the level of ${expiry}`, atm['pooled'] ?? null, before.get(expiry) ?? null, APART),
        ),
      ]
    },
    isWhole: ({ missing, degraded }) => missing.length === 0 && !degraded,
  },
)

export const expiry = faultFamily(
  { id: 'econ/expiry', path: '/oracle/econ/expiry/btc', actor: 'econ/expiry/BTC' },
  ExpiryAnswer,
  {
    holds: (now, honest) => {
      const dates = [honest.next, ...honest.upcoming].map(({ date }) => date)
      const types = new Map([honest.next, ...honest.upcoming].map(({ date, type }) => [date, type as string]))
      return [now.next, ...now.upcoming]
        .filter(({ date }) => date <= dates.at(-1)! && now.source === 'listed')
        .flatMap(({ date, type }) => isOneOf(`the type of ${date}`, type, [types.get(date) ?? 'none']))
    },
    isWhole: ({ missing, degraded }) => missing.length === 0 && !degraded,
  },
)
