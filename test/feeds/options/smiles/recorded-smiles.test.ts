import { describe, expect, test } from 'bun:test'
import { median } from '../../../../src/feeds/math/robust.ts'
import { FIT_MOST, fittedIv } from '../../../../src/feeds/math/svi-fit.ts'
import { expirySmiles, fittableSmiles } from '../../../../src/feeds/options/smiles/expiry-smile.ts'
import { fitCurve } from '../../../../src/feeds/options/smiles/svi-curve.ts'
import { recordedAvailable } from '../../../support/recorded.ts'
import { believedChain } from '../../../support/feeds/options/believed-chain.ts'
import { recordedChain } from '../../../support/feeds/options/recorded-chains.ts'

/** Real chains, fitted: how far the curves are from the quotes, in points of volatility, weighted like the fit. */

/** By file and expiry: the error that was found when this was written, rounded up to tenths. */
const ERRORS: Readonly<Record<string, readonly (readonly [expiry: string, atm: number, most: number])[]>> = {
  chain_BTC_20260822T0350: [
    ['2026-08-23', 39.1, 0.9],
    ['2026-08-24', 45.1, 0.5],
    ['2026-08-25', 48.3, 0.3],
    ['2026-08-28', 47.6, 0.5],
    ['2026-09-04', 43.2, 0.3],
    ['2026-09-11', 41.6, 0.3],
    ['2026-09-25', 40.9, 0.4],
    ['2026-10-30', 40.7, 0.2],
    ['2026-12-25', 42.6, 0.4],
    ['2027-03-26', 42.6, 0.2],
    ['2027-06-25', 43.3, 0.2],
  ],
  chain_BTC_20260822T0935: [
    ['2026-08-24', 39.7, 0.6],
    ['2026-08-25', 42.5, 0.3],
    ['2026-08-26', 42.5, 0.2],
    ['2026-08-28', 42.5, 0.5],
    ['2026-09-04', 40.2, 0.3],
    ['2026-09-11', 39.5, 0.3],
    ['2026-09-25', 39.0, 0.3],
    ['2026-10-30', 39.6, 0.3],
    ['2026-12-25', 41.7, 0.4],
    ['2027-03-26', 42.0, 0.2],
    ['2027-06-25', 42.7, 0.2],
  ],
  chain_BTC_greeks_20260822T1628: [
    ['2026-08-24', 40.8, 0.7],
    ['2026-08-25', 43.6, 0.4],
    ['2026-08-26', 43.5, 0.3],
    ['2026-08-28', 44.1, 0.5],
    ['2026-09-04', 41.3, 0.3],
    ['2026-09-11', 40.3, 0.3],
    ['2026-09-25', 40.0, 0.4],
    ['2026-10-30', 40.1, 0.2],
    ['2026-12-25', 41.6, 0.4],
    ['2027-03-26', 41.9, 0.3],
    ['2027-06-25', 42.2, 0.2],
  ],
  chain_ETH_20260822T0350: [
    ['2026-08-23', 62.2, 0.7],
    ['2026-08-24', 66.2, 0.8],
    ['2026-08-25', 67.1, 0.5],
    ['2026-08-28', 66.0, 0.6],
    ['2026-09-04', 59.4, 0.3],
    ['2026-09-11', 56.1, 0.3],
    ['2026-09-25', 54.4, 0.4],
    ['2026-10-30', 54.1, 0.3],
    ['2026-12-25', 54.5, 0.2],
    ['2027-03-26', 55.5, 0.2],
    ['2027-06-25', 56.2, 0.2],
  ],
  chain_ETH_20260822T0935: [
    ['2026-08-24', 58.3, 0.6],
    ['2026-08-25', 60.4, 0.6],
    ['2026-08-26', 61.3, 0.4],
    ['2026-08-28', 61.5, 0.5],
    ['2026-09-04', 56.1, 0.4],
    ['2026-09-11', 54.6, 0.4],
    ['2026-09-25', 53.9, 0.3],
    ['2026-10-30', 53.4, 0.2],
    ['2026-12-25', 54.2, 0.2],
    ['2027-03-26', 55.2, 0.1],
    ['2027-06-25', 56.0, 0.2],
  ],
  'snapshot_btc_surface_2026-05-26': [
    ['2026-05-28', 32.1, 0.3],
    ['2026-05-29', 34.1, 0.7],
    ['2026-05-30', 33.9, 0.5],
    ['2026-06-05', 32.4, 0.3],
    ['2026-06-12', 33.0, 0.2],
    ['2026-06-26', 34.1, 0.2],
    ['2026-07-31', 35.9, 0.2],
    ['2026-09-25', 38.6, 0.3],
    ['2026-12-25', 42.4, 0.3],
    ['2027-03-26', 43.9, 0.1],
  ],
}

const smilesOf = (name: string) => {
  const { now, options } = recordedChain(name)
  const chain = believedChain(
    options.filter(({ expiry }) => expiry > now),
    now,
  )
  const marks = new Map(options.map(({ expiry, strike, markIv }) => [`${expiry} ${strike}`, markIv!]))
  return { now, marks, smiles: fittableSmiles(expirySmiles([chain], now), now) }
}

describe.skipIf(!recordedAvailable)('recorded smiles', () => {
  test.each(Object.entries(ERRORS))('%s', (name, expected) => {
    const { now, marks, smiles } = smilesOf(name)
    const found = smiles.map((smile) => {
      const { curve, evaluations } = fitCurve(smile, 0, now)
      expect(evaluations).toBeLessThan(FIT_MOST)
      // The exchange marks each strike by a method of its own, which no quote of ours has been through.
      const apart = smile.fitted.map(({ k, strike }) =>
        Math.abs(fittedIv(curve!, k, curve!.years) - marks.get(`${smile.expiry} ${strike}`)!),
      )
      expect(median(apart)).toBeLessThan(smile.years * 365 < 9 ? 1 : 0.5)
      return { day: new Date(smile.expiry).toISOString().slice(0, 10), atm: smile.atmIv, curve: curve! }
    })
    expect(found.length).toBeGreaterThan(9)
    expect(found.map(({ day }) => day)).toEqual(expected.map(([day]) => day))
    found.forEach(({ atm, curve }, at) => {
      const [, level, most] = expected[at]!
      expect(Math.abs(atm - level)).toBeLessThan(0.05)
      expect(curve.rmseVp).toBeLessThanOrEqual(most)
      expect([curve.butterflyFree, curve.minG > 0.1]).toEqual([true, true])
    })
  })
})
