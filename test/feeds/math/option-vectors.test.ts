import { describe, expect, test } from 'bun:test'
import { black76, reportedTheta } from '../../../src/feeds/math/black76.ts'
import { butterfly, callDeltas, riskReversal, wings } from '../../../src/feeds/math/delta25.ts'
import { impliedVolatility } from '../../../src/feeds/math/implied-vol.ts'
import { normalCdf } from '../../../src/feeds/math/normal.ts'
import { butterflyOf, calendarOf, durrleman } from '../../../src/feeds/math/svi.ts'
import { fitSvi, fittedIv } from '../../../src/feeds/math/svi-fit.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/quant-options.json'

const kindOf = (type: string) => (type === 'C' ? 'call' : 'put')

test('the normal distribution, into its tails', () => {
  // Values of an independent library, to sixteen digits.
  for (const [x, expected] of [
    [0, 0.5],
    [1, 0.841_344_746_068_542_9],
    [-1.96, 0.024_997_895_148_220_435],
    [4.999, 0.999_999_711_857_985_9],
    [-5.001, 2.851_685_632_232e-7],
    [-8, 6.220_960_574_271_78e-16],
    [-20, 2.753_624_118_606_233_7e-89],
  ] as const)
    near(normalCdf(x), expected, { rel: 1e-11 })
  for (const x of [0.3, 2.2, 4.9, 5.1, 7]) near(normalCdf(x) + normalCdf(-x), 1, { abs: 1e-15 })
  near(normalCdf(-5.0000001) / normalCdf(-4.9999999), 1, { abs: 2e-6 })
})

describe('black 76', () => {
  const { tol, cases } = vectors.black76
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const { strike, forward, T: years, sigma, rate } = inputs
    const terms = { kind: kindOf(inputs.type), strike, forward, years, sigma, rate } as const
    const found = black76(terms)
    near(found.price, expected.price_usd, tol)
    near(found.price / forward, expected.price_coin, tol)
    near(found.d1, expected.d1, tol)
    near(found.d2, expected.d2, tol)
    near(found.delta, expected.delta, tol)
    near(found.gamma, expected.gamma, tol)
    near(found.vega, expected.vega_1pt, tol)
    near(found.theta, expected.theta_day, tol)
    near(reportedTheta(found, years), expected.theta_reported, tol)
    near(found.rho, expected.rho_1pct, tol)
    near(found.rhoFixedForward, expected.rho_fixed_forward_1pct, tol)
    near(impliedVolatility(found.price, terms)!, expected.implied_sigma_from_price, { abs: 1e-6 })
  })
})

describe('implied volatility', () => {
  const { tol, cases } = vectors.implied_vol
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const { strike, forward, T: years, price_coin } = inputs
    const terms = { kind: kindOf(inputs.type), strike, forward, years, rate: 0 } as const
    near(impliedVolatility(price_coin * forward, terms)!, expected.sigma, tol)
  })

  test('of a price that no volatility makes is none', () => {
    const terms = { kind: 'call', strike: 100, forward: 120, years: 0.1, rate: 0 } as const
    for (const price of [0, 19.99, 20, 120, Number.NaN]) expect(impliedVolatility(price, terms)).toBeNull()
    expect(impliedVolatility(20.5, terms)).toBeGreaterThan(0.1)
  })
})

describe('25 delta', () => {
  const { tol, cases } = vectors.delta25
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const points = inputs.strikes.map((strike, at) => ({ strike, iv: inputs.iv_pct[at]! }))
    const deltas = callDeltas(points.toReversed(), inputs.forward, inputs.T)
    deltas.forEach(({ delta }, at) => near(delta, expected.call_delta_forward[at]!, tol))
    const found = wings(points, inputs.forward, inputs.T)
    near(found.call!, expected.iv_25c, tol)
    near(found.put!, expected.iv_25p, tol)
    near(riskReversal(found)!, expected.risk_reversal, tol)
    near(butterfly(found, expected.atm_iv)!, expected.butterfly, tol)
  })

  test('is never extrapolated', () => {
    const points = [95, 100, 105].map((strike) => ({ strike, iv: 50 }))
    const found = wings(points, 100, 1)
    expect(found).toEqual({ call: null, put: null })
    expect([riskReversal(found), butterfly(found, 50)]).toEqual([null, null])
  })
})

describe('svi: the fit', () => {
  const { tol, cases } = vectors.svi_fit
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const { T: years, forward } = inputs
    const points = inputs.strikes.map((strike, at) => ({
      k: Math.log(strike / forward),
      w: (inputs.iv_pct[at]! / 100) ** 2 * years,
      weight: 1,
    }))
    const { svi, rmse } = fitSvi(points)
    expect(rmse).toBeLessThanOrEqual(expected.rmse_total_variance * (1 + tol.rmse_rel) + tol.rmse_abs)
    points.forEach(({ k }, at) =>
      near(fittedIv(svi, k, years), expected.fitted_iv_pct[at]!, { abs: tol.fitted_iv_abs }),
    )
    near(fittedIv(svi, 0, years), expected.atm_iv_pct, { abs: tol.fitted_iv_abs })
    const { a, b, rho, sigma } = svi
    expect(a >= 0 && b >= 0 && Math.abs(rho) <= 1 && b * (1 + Math.abs(rho)) <= 2 + 1e-12 && sigma >= 0.01).toBe(true)
    expect(butterflyOf(svi).isFree).toBe(expected.butterfly_free_on_grid)
  })
})

describe('svi: butterflies', () => {
  const { tol, cases } = vectors.svi_butterfly
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const found = butterflyOf(inputs.params)
    near(found.minG, expected.min_g, tol)
    near(found.at, expected.argmin_k, tol)
    near(found.minVariance, expected.min_w, tol)
    for (const { k, g } of expected.g_at) near(durrleman(inputs.params, k), g, tol)
    expect(found.isFree).toBe(expected.butterfly_free)
  })
})

describe('svi: calendars', () => {
  const { tol, cases } = vectors.svi_calendar
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const found = calendarOf(inputs.near.params, inputs.far.params)
    near(found.minDifference, expected.min_diff, tol)
    near(found.at, expected.argmin_k, tol)
    expect(found.isFree).toBe(expected.calendar_free)
  })
})
