import { describe, expect, test } from 'bun:test'
import { parkinson } from '../../../src/feeds/math/parkinson.ts'
import { atTheMoney } from '../../../src/feeds/math/smile.ts'
import { atTenor } from '../../../src/feeds/math/term.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/quant-options.json'

describe('parkinson', () => {
  const { tol, cases } = vectors.parkinson
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    near(parkinson(inputs.bars, inputs.annual_days), expected.sigma_pct, tol)
  })

  test('of nothing is refused', () => {
    expect(() => parkinson([], 365)).toThrow(RangeError)
  })
})

describe('term interpolation', () => {
  const { tol, cases } = vectors.term_interpolation
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const points = inputs.expiries.map(({ days, atm_iv_pct }) => ({ days, iv: atm_iv_pct }))
    const found = (days: 7 | 30 | 77 | 90) => {
      for (const order of [points, points.toReversed()]) {
        const { iv, bracketed } = atTenor(order, days)!
        near(iv, expected[`iv_${days}d`], tol)
        expect(bracketed).toBe(expected[`bracketed_${days}d`])
      }
      return atTenor(points, days)!.iv
    }
    near(found(7) / found(90), expected.ratio_7_90, tol)
    near(found(7) / found(77), expected.ratio_7_77, tol)
    found(30)
  })

  test('an expiry that is the tenor is the answer, and the nearest is named', () => {
    const points = [10, 30, 50].map((days) => ({ days, iv: days }))
    expect(atTenor(points, 30)).toEqual({ iv: 30, bracketed: true, nearest: 30 })
    expect(atTenor(points, 41)?.nearest).toBe(50)
    expect(atTenor(points, 39)?.nearest).toBe(30)
    expect(atTenor(points, 60)).toEqual({ iv: 50, bracketed: false, nearest: 50 })
    expect(atTenor([], 30)).toBeNull()
  })
})

describe('at the money', () => {
  const { tol, cases } = vectors.delta25
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const points = inputs.strikes.map((strike, at) => ({ strike, iv: inputs.iv_pct[at]! }))
    for (const order of [points, points.toReversed()]) near(atTheMoney(order, inputs.forward)!, expected.atm_iv, tol)
  })

  test('needs a strike on both sides of the forward', () => {
    const points = [90, 95].map((strike) => ({ strike, iv: 50 }))
    expect(atTheMoney(points, 100)).toBeNull()
    expect(atTheMoney(points, 80)).toBeNull()
    expect(atTheMoney(points, 90)).toBe(50)
    expect(atTheMoney([], 90)).toBeNull()
  })
})
