import { describe, expect, test } from 'bun:test'
import { ecbFixingDays } from '../../../src/sources/statistics/ecb-fixing-days.ts'
import { ecbSeries } from '../../../src/sources/statistics/ecb-statistics.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

describe('a series of the data portal (constructed)', () => {
  const { path, read } = ecbSeries('HICP', 'M.U2.N.000000.4D0.ANR', 'month')
  const table = (...rows: string[]) => ['KEY,FREQ,TIME_PERIOD,OBS_VALUE,OBS_STATUS', ...rows].join('\n')
  const KEY = 'HICP.M.U2.N.000000.4D0.ANR'

  test('is asked for by flow and key', () => {
    expect(path).toBe('/service/data/HICP/M.U2.N.000000.4D0.ANR?format=csvdata&lastNObservations=36')
  })

  test('leaves out a month that is empty', () => {
    expect(read(table(`${KEY},M,2026-08,2.1,A`, `${KEY},M,2026-09,,M`)).rows).toEqual([
      { period: '2026-08', value: '2.1' },
    ])
  })

  test.each([
    ['of another key', table('HICP.M.U2.N.SERV00.4D0.ANR,M,2026-08,2.1,A')],
    ['of quarters', table(`${KEY},M,2026-Q3,2.1,A`)],
    ['without values', table(`${KEY},M,2026-08,,M`)],
    ['that is a page', '<html></html>'],
  ])('%s is refused', (_how, body) => {
    expect(() => read(body)).toThrow()
  })
})

describe('the fixings of the last days', () => {
  test('forty of each of six currencies are asked for', () => {
    expect(ecbFixingDays.path).toBe(
      '/service/data/EXR/D.USD+JPY+GBP+CAD+SEK+CHF.EUR.SP00.A?format=csvdata&lastNObservations=40',
    )
  })

  test.skipIf(!recordedAvailable)('a recorded reply without the krona has no whole day', () => {
    expect(() => ecbFixingDays.read(recorded('macro/ecb/exr-csvdata-recent').body)).toThrow(
      'no day has a rate of all six',
    )
  })

  test.skipIf(!recordedAvailable)('with it every day is of one table (the krona is constructed)', () => {
    const { body } = recorded('macro/ecb/exr-csvdata-recent')
    const days = ecbFixingDays.read(`${body}D,SEK,2026-03-17,10.8010\nD,SEK,2026-03-18,10.7900\n`)
    expect(days).toEqual([
      {
        date: '2026-03-17',
        rates: { USD: '1.1531', JPY: '183.29', GBP: '0.8643', CAD: '1.5804', SEK: '10.8010', CHF: '0.9068' },
      },
      {
        date: '2026-03-18',
        rates: { USD: '1.15', JPY: '183.49', GBP: '0.86393', CAD: '1.5774', SEK: '10.7900', CHF: '0.9073' },
      },
    ])
  })

  test('a rate that is missing makes its day none, and no whole day is no answer', () => {
    const day = (date: string, krona: string) =>
      ['USD,1.1', 'JPY,180', 'GBP,0.86', 'CAD,1.5', `SEK,${krona}`, 'CHF,0.9']
        .map((each) => `${each.replace(',', `,${date},`)}\n`)
        .join('')
    const head = 'CURRENCY,TIME_PERIOD,OBS_VALUE\n'
    const days = ecbFixingDays.read(`${head}${day('2026-03-18', '')}${day('2026-03-17', '10.8')}`)
    expect(days.map(({ date }) => date)).toEqual(['2026-03-17'])
    expect(() => ecbFixingDays.read(`${head}${day('2026-03-18', '.')}`)).toThrow('no day has a rate')
  })

  test('two rates of a day, or another denominator, are refused', () => {
    const twice = 'CURRENCY,TIME_PERIOD,OBS_VALUE\nUSD,2026-03-18,1.1\nUSD,2026-03-18,1.2\n'
    expect(() => ecbFixingDays.read(twice)).toThrow('two rates')
    const dollars = 'CURRENCY,CURRENCY_DENOM,TIME_PERIOD,OBS_VALUE\nJPY,USD,2026-03-18,155\n'
    expect(() => ecbFixingDays.read(dollars)).toThrow('not per EUR')
  })
})
