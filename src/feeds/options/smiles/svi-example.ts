import { rounded } from '../../../canonical/measure.ts'
import type { Subject } from '../../subject.ts'
import { EXAMPLE_AT } from '../../venue-parts.ts'
import { type Fitted, sviAnswer } from './conclude-svi.ts'
import { smileVenues } from './option-market.ts'
import { coinOf } from '../chains/option-subjects.ts'
import type { SviAnswer } from './svi-body.ts'
import { densityOf, SVI_PLACES } from './svi-curve.ts'
import { yearsTo } from '../kept/years.ts'

type Row = readonly [day: string, a: number, b: number, rho: number, m: number, sigma: number, reach: number]

/** Plausible curves of bitcoin, fitted to no market. */
const ROWS: readonly Row[] = [
  ['2026-11-27', 0.0005, 0.0312, -0.1043, -0.0134, 0.0912, 0.28],
  ['2026-12-25', 0.0021, 0.0806, -0.2204, -0.0411, 0.1903, 0.55],
  ['2027-03-26', 0.0083, 0.1512, -0.2811, -0.0712, 0.3508, 1],
]

/** Dollars per coin, and how much more total variance the coin has than bitcoin. */
const COINS: Readonly<Record<string, { readonly price: number; readonly variance: number }>> = {
  BTC: { price: 97_012.3, variance: 1 },
  ETH: { price: 3_400, variance: 1.7 },
  SOL: { price: 180, variance: 2.4 },
}

/** An example answer for any subject. */
export const sviExample = (subject: Subject): SviAnswer => {
  const at = EXAMPLE_AT * 1_000
  const { price, variance } = COINS[coinOf(subject)] ?? { price: 1, variance: 1 }
  const fitted = ROWS.map(([day, a, b, rho, m, sigma, reach], place): Fitted => {
    const expiry = Date.parse(`${day}T08:00:00Z`)
    const scaled = (value: number): number => rounded(value * variance, SVI_PLACES.parameter)
    const svi = { a: scaled(a), b: scaled(b), rho, m, sigma }
    return {
      expiry,
      curve: {
        ...svi,
        years: rounded(yearsTo(expiry, at), SVI_PLACES.years),
        forward: rounded(price * (1 + 0.002 * place), SVI_PLACES.forward),
        rmseVp: 0.2412,
        strikes: 24,
        kLow: -reach,
        kHigh: reach,
        ...densityOf(svi),
        sources: [...smileVenues(subject)],
        fittedAt: at,
        observedAt: at,
      },
    }
  })
  return sviAnswer(subject, fitted, true, at + 2_000)
}
