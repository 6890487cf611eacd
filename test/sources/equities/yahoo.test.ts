import { describe, expect, test } from 'bun:test'
import { yahoo, yahooChart } from '../../../src/sources/equities/yahoo.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

test('nothing may be sold without an agreement', () => {
  expect(yahoo.rights).toBe('unlicensed')
  expect(yahooChart('SPX').path).toBe('/v8/finance/chart/%5EGSPC?range=6mo&interval=1d')
})

/** A chart of HYG in the service's form. The first day begins at 14:30 UTC, which is a date of New York. */
const chart = (change: { readonly meta?: object; readonly quote?: object; readonly starts?: readonly number[] } = {}) =>
  JSON.stringify({
    chart: {
      result: [
        {
          meta: { symbol: 'HYG', regularMarketPrice: 79.31, regularMarketTime: 1_795_208_400, ...change.meta },
          timestamp: change.starts ?? [1_795_098_600, 1_795_185_000],
          indicators: {
            quote: [
              {
                open: [79.1, null],
                high: [79.4000015258789, null],
                low: [79, null],
                close: [79.25, null],
                volume: [1, null],
                ...change.quote,
              },
            ],
            adjclose: [{ adjclose: [70, null] }],
          },
        },
      ],
      error: null,
    },
  })

describe('a chart', () => {
  const read = (body: string) => yahooChart('HYG').read(body)

  test('has the last level and traded closes; a day without trading is left out', () => {
    expect(read(chart())).toEqual({
      level: { value: '79.31', at: 1_795_208_400_000 },
      days: [{ date: '2026-11-19', open: '79.1', high: '79.4000015258789', low: '79', close: '79.25' }],
    })
  })

  test.each([
    ['another symbol', chart({ meta: { symbol: 'JNK' } }), 'HYG'],
    ['fewer prices than days', chart({ quote: { close: [79.25] } }), 'has no price'],
    ['a symbol that is gone', JSON.stringify({ chart: { result: null, error: { code: 'Not Found' } } }), 'list'],
    ['a day without prices alone', chart({ starts: [1_795_185_000], quote: { open: [null] } }), 'no day of HYG'],
  ])('of %s is refused', (_what, body, why) => expect(unreadable(() => read(body))).toContain(why))
})

describe.skipIf(!recordedAvailable)('recorded charts', () => {
  /** No chart of ours was recorded; the form is that of any symbol. */
  const asOurs = (name: string, symbol: string): string =>
    recorded(`macro/yahoo/${name}`).body.replace(`"${symbol}"`, '"HYG"')

  test('of a future of gold: prices are what is left of a float', () => {
    expect(yahooChart('HYG').read(asOurs('chart-gc=f', 'GC=F'))).toEqual({
      level: { value: '2952.5', at: 1_740_051_311_000 },
      days: [
        {
          date: '2020-01-02',
          open: '1518.0999755859375',
          high: '1528.699951171875',
          low: '1518',
          close: '1524.5',
        },
      ],
    })
  })

  test('without a day are refused', () => {
    expect(unreadable(() => yahooChart('HYG').read(asOurs('chart-empty-window', 'AAPL')))).toMatch(/missing|list/)
  })
})
