import { describe, expect, test } from 'bun:test'
import { ecb } from '../../../src/sources/central-banks/ecb.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const { path, read } = ecb.latest(Date.UTC(2026, 10, 20, 12))

test('the last three days of seven currencies are asked for', () => {
  expect(path).toBe('/service/data/EXR/D.USD+GBP+JPY+CHF+CAD+CNY+SEK.EUR.SP00.A?format=csvdata&lastNObservations=3')
})

describe.skipIf(!recordedAvailable)('a recorded reply', () => {
  test('of four columns and 22 days is read at its newest day', () => {
    expect(read(recorded('macro/ecb/exr-csvdata-recent').body)).toEqual({
      base: 'EUR',
      date: '2026-03-18',
      at: Date.UTC(2026, 2, 18, 13, 15),
      rates: { CAD: '1.5774', CHF: '0.9073', CNY: '7.9214', GBP: '0.86393', JPY: '183.49', USD: '1.15' },
      quotedPerBase: true,
      units: {},
    })
  })

  test('of all columns, where the lev ended and the yen is five days late, is the dollar and the krona', () => {
    expect(read(recorded('macro/ecb/exr-csvdata-full-columns').body)).toEqual({
      base: 'EUR',
      date: '2026-09-30',
      at: Date.UTC(2026, 8, 30, 12, 15),
      rates: { SEK: '11.331', USD: '1.1355' },
      quotedPerBase: true,
      units: {},
    })
  })

  test('of the XML twin, which is not asked for, is refused', () => {
    expect(() => read(recorded('macro/ecb/eurofxref-daily').body)).toThrow('a page, not a table: <?xml')
  })
})

describe('a made-up reply', () => {
  test('has its columns anywhere, and commas in quoted titles', () => {
    const body = [
      'TITLE_COMPL,OBS_VALUE,KEY,TIME_PERIOD,CURRENCY',
      '"ECB reference exchange rate, US dollar/Euro, 2.15 pm (C.E.T.)",1.1500,EXR.D.USD.EUR.SP00.A,2026-07-01,USD',
      '"ECB reference exchange rate, ""yen""/Euro",183.4,EXR.D.JPY.EUR.SP00.A,2026-07-01,JPY',
    ].join('\n')
    expect(read(body)).toEqual({
      base: 'EUR',
      date: '2026-07-01',
      at: Date.UTC(2026, 6, 1, 12, 15),
      rates: { USD: '1.1500', JPY: '183.4' },
      quotedPerBase: true,
      units: {},
    })
  })

  test('with an empty dollar on its newest day speaks of the day before', () => {
    const body = [
      'CURRENCY,TIME_PERIOD,OBS_VALUE,OBS_STATUS',
      'USD,2026-12-23,1.15,A',
      'USD,2026-12-24,,H',
      'GBP,2026-12-23,0.86,A',
      'GBP,2026-12-24,0.87,A',
    ].join('\n')
    expect(read(body)).toMatchObject({ date: '2026-12-23', rates: { USD: '1.15', GBP: '0.86' } })
  })

  test('without the dollar, without rows or without a column is refused', () => {
    expect(() => read('CURRENCY,TIME_PERIOD,OBS_VALUE\nGBP,2026-12-23,0.86\n')).toThrow('no day with a rate for USD')
    expect(() => read('CURRENCY,TIME_PERIOD,OBS_VALUE\n')).toThrow('no day with a rate for USD')
    expect(() => read('CURRENCY,TIME_PERIOD,VALUE\nUSD,2026-12-23,1.15\n')).toThrow('no column OBS_VALUE')
    expect(() => read('No results found.')).toThrow('no column CURRENCY')
  })

  test('of rates per another currency is refused', () => {
    const body = 'CURRENCY,CURRENCY_DENOM,TIME_PERIOD,OBS_VALUE\nUSD,GBP,2026-12-23,1.35\n'
    expect(() => read(body)).toThrow('USD is counted per GBP, not per EUR')
  })

  test('of months instead of days is refused', () => {
    expect(() => read('CURRENCY,TIME_PERIOD,OBS_VALUE\nUSD,2026-12,1.15\n')).toThrow('not a calendar date: 2026-12')
  })
})
