import { describe, expect, test } from 'bun:test'
import { effectiveFundsRate } from '../../../src/sources/statistics/nyfed.ts'
import { yieldCurveOf } from '../../../src/sources/statistics/us-treasury.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const curve = yieldCurveOf(2026)

describe.skipIf(!recordedAvailable)('recorded replies', () => {
  test('the effective rate, and no other rate', () => {
    expect(effectiveFundsRate.read(recorded('macro/nyfed/effr-last').body).rows).toEqual([
      { period: '2026-08-04', value: '3.63' },
      { period: '2026-08-05', value: '3.63' },
    ])
    expect(() => effectiveFundsRate.read(recorded('macro/nyfed/sofr-last').body)).toThrow('EFFR')
  })

  test('the curve is a difference of decimals: 4.63 less 4.18 is 0.45, not 0.4500000000000002', () => {
    const { rows } = curve.read(recorded('macro/us-treasury/daily-par-yield-csv').body)
    expect(rows.at(-1)).toEqual({
      period: '2026-08-05',
      value: '0.45',
      parts: [
        { name: '10 Yr', value: '4.63' },
        { name: '2 Yr', value: '4.18' },
      ],
    })
    expect(rows.map(({ value }) => value)).toEqual(['0.47', '0.45', '0.43', '0.45'])
  })
})

describe('constructed replies', () => {
  const table = (...rows: string[]) => ['Date,"2 Yr","10 Yr"', ...rows].join('\n')

  test('columns are found by name, and a curve may be below zero', () => {
    expect(curve.read(table('01/02/2026,4.50,4.1')).rows[0]).toMatchObject({ period: '2026-01-02', value: '-0.40' })
  })

  test('a day without one of the two yields has no value', () => {
    expect(curve.read(table('01/05/2026,,4.1', '01/02/2026,4.0,4.1')).rows.map(({ period }) => period)).toEqual([
      '2026-01-02',
    ])
  })

  test.each([
    ['the empty table of a new year', table()],
    ['a date in another order', table('2026-01-02,4.5,4.1')],
    ['a day that is none', table('02/30/2026,4.5,4.1')],
    ['a table without the ten years', 'Date,"2 Yr"\n01/02/2026,4.5'],
    ['a page', '<html></html>'],
  ])('%s is refused', (_what, body) => {
    expect(() => curve.read(body)).toThrow()
  })

  const rates = (...rows: string[]) => `{"refRates":[${rows.join()}]}`
  const rate = (value: string) => `{"effectiveDate":"2026-08-05","type":"EFFR","percentRate":${value}}`

  test('another rate of the same day is not the one that was asked for', () => {
    expect(() => effectiveFundsRate.read(rates(rate('3.50').replace('EFFR', 'OBFR')))).toThrow('EFFR')
  })

  test('a rate keeps its zeros, and `NA` is none', () => {
    expect(effectiveFundsRate.read(rates(rate('3.50'))).rows[0]!.value).toBe('3.50')
    for (const none of ['"NA"', 'null', '""'])
      expect(() => effectiveFundsRate.read(rates(rate(none)))).toThrow('no values')
  })
})
