import type { Subject } from '../../subject.ts'
import { EXAMPLE_AT } from '../../venue-parts.ts'
import { surfaceAnswer } from './conclude-surface.ts'
import type { ExpirySmile } from '../smiles/expiry-smile.ts'
import { smileVenues } from '../smiles/option-market.ts'
import { coinOf } from '../chains/option-subjects.ts'
import type { SurfaceAnswer } from './surface-body.ts'
import type { SviCurve } from '../smiles/svi-curve.ts'
import type { QuotedStrike } from '../smiles/svi-points.ts'
import { yearsTo } from '../kept/years.ts'

/** Plausible quotes of three strikes at each venue, taken from no market. */

const EXPIRIES = ['2026-11-27', '2026-12-25'].map((day) => Date.parse(`${day}T08:00:00Z`))

/** Dollars per coin, three strikes around it, and the level of volatility. */
const COINS: Readonly<
  Record<string, { readonly price: number; readonly strikes: readonly number[]; readonly iv: number }>
> = {
  BTC: { price: 97_012.3, strikes: [90_000, 97_000, 104_000], iv: 44 },
  ETH: { price: 3_400, strikes: [3_200, 3_400, 3_600], iv: 62 },
  SOL: { price: 180, strikes: [170, 180, 190], iv: 78 },
}

/** A curve that lies in the middle of the quotes. */
const curveOf = (years: number, iv: number, sources: readonly string[]): SviCurve => ({
  a: (iv / 100) ** 2 * years,
  b: 0,
  rho: 0,
  m: 0,
  sigma: 0.1,
  years,
  forward: 1,
  rmseVp: 0.4121,
  strikes: 3,
  kLow: -1,
  kHigh: 1,
  minG: 1,
  butterflyFree: true,
  sources: [...sources],
  fittedAt: EXAMPLE_AT * 1_000,
  observedAt: EXAMPLE_AT * 1_000,
})

/** An example answer for any subject: the last venue is dear at the highest strike of the first expiry. */
export const surfaceExample = (subject: Subject): SurfaceAnswer => {
  const at = EXAMPLE_AT * 1_000
  const venues = smileVenues(subject)
  const { price, strikes, iv: level } = COINS[coinOf(subject)] ?? { price: 1, strikes: [1], iv: 50 }
  const quoteOf = (exchange: string, strike: number, dear: number): QuotedStrike => {
    const k = Math.log(strike / price)
    const iv = level + 6 * k * k + dear
    return { exchange, strike, k, iv, bidIv: iv - 0.4, askIv: iv + 0.4 }
  }
  const smiles = EXPIRIES.map((expiry, place): ExpirySmile => ({
    expiry,
    years: yearsTo(expiry, at),
    atmIv: level,
    venues: venues.map((exchange, seat) => ({
      exchange,
      at,
      forward: price,
      quotes: strikes.map((strike, step) => {
        const isDear = place === 0 && seat === venues.length - 1 && step === strikes.length - 1
        return quoteOf(exchange, strike, isDear ? 3.6 : 0.1 * seat)
      }),
    })),
  }))
  const curves = new Map(smiles.map(({ expiry, years }) => [expiry, curveOf(years, level, venues)]))
  return surfaceAnswer(subject, smiles, curves, true, at + 2_000)
}
