import { describe, expect, test } from 'bun:test'
import {
  type Bank,
  type FixingCell,
  fromDayMonthYear,
  newestFixing,
  toDayMonthYear,
} from '../../../src/sources/central-banks/fixing.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'

const bank: Bank = { base: 'NOK', quotedPerBase: false, setAt: (date) => Date.parse(`${date}T12:00:00Z`) }

const cell = (date: string, currency: string, value: string, unit?: number): FixingCell =>
  unit === undefined ? { date, currency, value } : { date, currency, value, unit }

describe('the newest fixing', () => {
  test('is the newest day, whatever the order of the rows', () => {
    const cells = [
      cell('2026-03-17', 'EUR', '11.1'),
      cell('2026-03-18', 'EUR', '11.2'),
      cell('2026-03-16', 'EUR', '11.0'),
      cell('2026-03-18', 'USD', '9.50'),
      cell('2026-03-17', 'USD', '9.4'),
    ]
    const expected = {
      base: 'NOK',
      date: '2026-03-18',
      at: Date.parse('2026-03-18T12:00:00Z'),
      rates: { EUR: '11.2', USD: '9.50' },
      quotedPerBase: false,
      units: {},
    }
    expect(newestFixing(bank, cells)).toEqual(expected)
    expect(newestFixing(bank, cells.toReversed())).toEqual(expected)
  })

  test('leaves out what was last published on an older day', () => {
    const cells = [
      cell('2026-03-18', 'USD', '9.5'),
      cell('2026-03-18', 'EUR', '11.2'),
      cell('2025-12-31', 'CHF', '12.3'),
    ]
    expect(newestFixing(bank, cells).rates).toEqual({ USD: '9.5', EUR: '11.2' })
  })

  test.each(['USD', 'EUR'])('falls back a day, and takes nothing from the new one, while %s is missing', (late) => {
    const cells = ['USD', 'EUR', 'GBP'].flatMap((currency) => [
      cell('2026-03-17', currency, '1.7'),
      cell('2026-03-18', currency, currency === late ? '' : '1.8'),
    ])
    const fixing = newestFixing(bank, cells)
    expect(fixing.date).toBe('2026-03-17')
    expect(fixing.rates).toEqual({ USD: '1.7', EUR: '1.7', GBP: '1.7' })
  })

  test('needs only the dollar from the bank of the euro', () => {
    const fixing = newestFixing({ ...bank, base: 'EUR' }, [cell('2026-03-18', 'USD', '1.15')])
    expect(fixing.rates).toEqual({ USD: '1.15' })
  })

  test('leaves out empty cells, other currencies and the unit of the bank itself', () => {
    const cells = [
      cell('2026-03-18', 'USD', '9.5'),
      cell('2026-03-18', 'EUR', '11.2'),
      cell('2026-03-18', 'DKK', '1.0'),
      cell('2026-03-18', 'NOK', '1'),
      ...['GBP', 'JPY', 'CHF', 'CAD'].map((currency, at) =>
        cell('2026-03-18', currency, ['', 'N/A', 'NaN', '.'][at] ?? ''),
      ),
    ]
    expect(newestFixing(bank, cells).rates).toEqual({ USD: '9.5', EUR: '11.2' })
    const own = newestFixing({ ...bank, base: 'CAD' }, [...cells, cell('2026-03-18', 'CAD', '1')])
    expect(own.rates).toEqual({ USD: '9.5', EUR: '11.2' })
  })

  test('names the units that differ from one', () => {
    const cells = [
      cell('2026-03-18', 'USD', '9.5', 1),
      cell('2026-03-18', 'EUR', '11.2'),
      cell('2026-03-18', 'JPY', '6.1', 100),
    ]
    expect(newestFixing(bank, cells).units).toEqual({ JPY: 100 })
  })

  test.each(['abc', '1,1', '-9.5', '0', '0.0000', '0x10', 'Infinity'])('refuses "%s" as a rate', (value) => {
    const cells = [cell('2026-03-18', 'USD', value), cell('2026-03-18', 'EUR', '11.2')]
    expect(() => newestFixing(bank, cells)).toThrow(UnreadableReply)
    expect(() => newestFixing(bank, cells)).toThrow('USD on 2026-03-18')
  })

  test('refuses two rates for one currency and day', () => {
    const cells = [
      cell('2026-03-18', 'USD', '9.5'),
      cell('2026-03-18', 'EUR', '11.2'),
      cell('2026-03-18', 'USD', '9.6'),
    ]
    expect(() => newestFixing(bank, cells)).toThrow('USD has two rates on 2026-03-18')
  })

  test('says so when there is none', () => {
    expect(() => newestFixing(bank, [])).toThrow('no day with a rate for USD and EUR among 0 with any rate')
    expect(() => newestFixing(bank, [cell('2026-03-18', 'GBP', '12.7')])).toThrow('among 1 with any rate')
  })
})

test('English dates are read and written', () => {
  expect(fromDayMonthYear('17 Mar 2026')).toBe('2026-03-17')
  expect(fromDayMonthYear('02-Dec-2026')).toBe('2026-12-02')
  expect(fromDayMonthYear('5 Jan 2026')).toBe('2026-01-05')
  for (const text of ['2026-03-17', '17/03/2026', '17 Mrz 2026', 'Series ID', ''])
    expect(fromDayMonthYear(text)).toBeNull()
  expect(toDayMonthYear('2026-03-07')).toBe('07/Mar/2026')
  expect(toDayMonthYear('2026-12-31')).toBe('31/Dec/2026')
})
