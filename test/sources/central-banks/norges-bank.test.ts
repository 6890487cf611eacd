import { describe, expect, test } from 'bun:test'
import { norgesBank } from '../../../src/sources/central-banks/norges-bank.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const { path, read } = norgesBank.latest(Date.UTC(2026, 10, 20, 12))

const HEADER = 'FREQ,BASE_CUR,QUOTE_CUR,TENOR,DECIMALS,CALCULATED,UNIT_MULT,COLLECTION,TIME_PERIOD,OBS_VALUE'

test('the last three days of eight currencies are asked for', () => {
  expect(path).toBe('/api/data/EXR/B.USD+EUR+GBP+JPY+CHF+CAD+CNY+SEK.NOK.SP?format=csvdata&lastNObservations=3')
})

describe.skipIf(!recordedAvailable)('a recorded reply', () => {
  test('has the yen, the yuan and the franc per hundred', () => {
    expect(read(recorded('macro/norges-bank/exr-csvdata').body)).toEqual({
      base: 'NOK',
      date: '2026-03-24',
      at: Date.UTC(2026, 2, 24, 13, 15),
      rates: {
        JPY: '6.1065',
        CAD: '7.0588',
        USD: '9.7049',
        GBP: '12.9771',
        CNY: '140.79',
        EUR: '11.2305',
        CHF: '1228.05',
      },
      quotedPerBase: false,
      units: { JPY: 100, CNY: 100, CHF: 100 },
    })
  })
})

describe('a made-up reply', () => {
  const row = (currency: string, power: string, date: string, value: string, quote = 'NOK') =>
    `B,${currency},${quote},SP,4,false,${power},C,${date},${value}`

  test('has units of its own in every row', () => {
    const rows = [
      row('USD', '0', '2026-07-01', '9.70'),
      row('EUR', '0', '2026-07-01', '11.2'),
      row('JPY', '2', '2026-07-01', '6.1'),
      row('CNY', '3', '2026-07-01', '1400.5'),
    ]
    expect(read([HEADER, ...rows].join('\n'))).toEqual({
      base: 'NOK',
      date: '2026-07-01',
      at: Date.UTC(2026, 6, 1, 12, 15),
      rates: { USD: '9.70', EUR: '11.2', JPY: '6.1', CNY: '1400.5' },
      quotedPerBase: false,
      units: { JPY: 100, CNY: 1000 },
    })
  })

  test('leaves out a series that ended', () => {
    const rows = [
      row('USD', '0', '2026-07-01', '9.7'),
      row('EUR', '0', '2026-07-01', '11.2'),
      row('CNY', '2', '2022-03-01', '139.9'),
    ]
    const fixing = read([HEADER, ...rows].join('\n'))
    expect(fixing.rates).toEqual({ USD: '9.7', EUR: '11.2' })
    expect(fixing.units).toEqual({})
  })

  test('that is quoted in another unit or has no power of ten is refused', () => {
    expect(() => read(`${HEADER}\n${row('USD', '0', '2026-07-01', '9.7', 'SEK')}`)).toThrow('quoted in SEK, not in NOK')
    for (const power of ['', '-2', '10', 'x'])
      expect(() => read(`${HEADER}\n${row('USD', power, '2026-07-01', '9.7')}`)).toThrow('UNIT_MULT of USD')
  })

  test('separated by semicolons is refused', () => {
    expect(() => read(`${HEADER}\n${row('USD', '0', '2026-07-01', '9.7')}`.replaceAll(',', ';'))).toThrow(
      'no column BASE_CUR',
    )
  })
})
