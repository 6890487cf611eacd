import { describe, expect, test } from 'bun:test'
import { rba } from '../../../src/sources/central-banks/rba.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const { path, read } = rba.latest(Date.UTC(2026, 10, 20, 12))

test('the table F11.1 is asked for', () => {
  expect(path).toBe('/statistics/tables/csv/f11.1-data.csv')
})

describe.skipIf(!recordedAvailable)('a recorded reply', () => {
  test('of 23 columns is read at its newest day', () => {
    expect(read(recorded('macro/rba/f11.1-csv').body)).toEqual({
      base: 'AUD',
      date: '2026-03-20',
      // Sydney is on summer time until 5 April.
      at: Date.UTC(2026, 2, 20, 5, 0),
      rates: {
        USD: '0.7088',
        CNY: '4.8870',
        JPY: '112.27',
        EUR: '0.6132',
        GBP: '0.5288',
        CAD: '0.9733',
        CHF: '0.5595',
      },
      quotedPerBase: true,
      units: {},
    })
  })
})

describe('a made-up reply', () => {
  const table = (...days: readonly string[]) =>
    [
      '\uFEFFF11.1  EXCHANGE RATES',
      'Title,Trade-weighted Index May 1970 = 100,A$1=EUR,A$1=CHF,A$1=USD,A$1=JPY',
      'Description,"Index, trade weighted",AUD/EUR,AUD/CHF,AUD/USD,AUD/JPY',
      'Units,Index,EUR,CHF,USD,JPY',
      '',
      'Publication date,20-Jul-2026,20-Jul-2026,01-Oct-2024,20-Jul-2026,20-Jul-2026',
      'Series ID,FXRTWI,FXREUR,FXRSF,FXRUSD,FXRJY',
      ...days,
      '\r\n'.repeat(1500),
      ',,,,,\r\n'.repeat(300),
    ].join('\r\n')

  test('has its columns by title and its days below a block of description', () => {
    expect(read(table('01-Jul-2026,65.4,0.61,0.55,0.7090,112.30', '30-Jun-2026,65.1,0.60,0.54,0.70,111'))).toEqual({
      base: 'AUD',
      date: '2026-07-01',
      at: Date.UTC(2026, 6, 1, 6, 0),
      rates: { EUR: '0.61', CHF: '0.55', USD: '0.7090', JPY: '112.30' },
      quotedPerBase: true,
      units: {},
    })
  })

  test('is of Sydney summer time in December', () => {
    expect(read(table('01-Dec-2026,65.4,0.61,0.55,0.709,112.3')).at).toBe(Date.UTC(2026, 11, 1, 5, 0))
  })

  test('leaves out empty cells, also at the end of a row', () => {
    expect(read(table('30-Jun-2026,65,0.60,0.54,0.70,111', '01-Jul-2026,65.4,0.61,,0.709')).rates).toEqual({
      EUR: '0.61',
      USD: '0.709',
    })
  })

  test('with a newest day that lacks the dollar speaks of the day before', () => {
    const fixing = read(table('30-Jun-2026,65,0.60,0.54,0.70,111', '01-Jul-2026,65.4,0.61,0.55,,112'))
    expect(fixing.date).toBe('2026-06-30')
    expect(fixing.rates).toEqual({ EUR: '0.60', CHF: '0.54', USD: '0.70', JPY: '111' })
  })

  test('without days, or without its titles, is refused', () => {
    expect(() => read(table())).toThrow('no day with a rate for USD and EUR')
    expect(() => read(table('2026-07-01,65,0.60,0.54,0.70,111'))).toThrow('no day with a rate for USD and EUR')
    expect(() => read(table('01-Jul-2026,65,0.6,0.5,0.7,111').replace('\r\nTitle,', '\r\nSubject,'))).toThrow(
      'no column Title',
    )
    expect(() => read(table('01-Jul-2026,65,0.6,0.5,0.7,111').replace('A$1=USD', 'USD'))).toThrow('no column A$1=USD')
  })
})
