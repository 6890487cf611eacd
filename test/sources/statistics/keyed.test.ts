import { describe, expect, test } from 'bun:test'
import { bea, beaLine, PCE_PRICES, REAL_GDP } from '../../../src/sources/statistics/bea.ts'
import { eia, eiaSpot, NATURAL_GAS, PETROLEUM } from '../../../src/sources/statistics/eia.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const NOW = Date.UTC(2026, 10, 20, 12)

describe('energy prices', () => {
  test('are asked for with a key alone, newest first', () => {
    expect(eia.keyed).toEqual({ origin: eia.origin, parameter: 'api_key', needed: true })
    expect(eiaSpot(PETROLEUM).path).toBe(
      '/v2/petroleum/pri/spt/data/?frequency=daily&data[0]=value&facets[series][]=RWTC&facets[series][]=RBRTE' +
        '&sort[0][column]=period&sort[0][direction]=desc&length=72',
    )
  })

  test.skipIf(!recordedAvailable)('a recorded reply holds text', () => {
    expect(eiaSpot(NATURAL_GAS).read(recorded('macro/eia/natural-gas-spot-daily').body)).toEqual({
      RNGWHHD: {
        rows: [
          { period: '1999-01-04', value: '2.1' },
          { period: '1999-01-05', value: '2.06' },
        ],
      },
    })
  })

  const row = (series: string, period: string, value: string, units = '$/BBL') =>
    `{"period":"${period}","series":"${series}","value":${value},"units":"${units}"}`
  const reply = (...rows: string[]) => `{"response":{"total":"9","data":[${rows.join()}]}}`
  const { read } = eiaSpot(PETROLEUM)
  const brent = row('RBRTE', '2026-11-13', '74.10')

  test('numbers keep their zeros, and null is no value (constructed)', () => {
    const found = read(reply(row('RWTC', '2026-11-13', '70.80'), row('RWTC', '2026-11-16', 'null'), brent))
    expect(found['RWTC']!.rows).toEqual([{ period: '2026-11-13', value: '70.80' }])
    expect(found['RBRTE']!.rows).toEqual([{ period: '2026-11-13', value: '74.10' }])
  })

  test.each([
    ['in another unit', reply(row('RWTC', '2026-11-13', '1.7', '$/GAL'), brent)],
    ['without one of the series', reply(brent)],
    ['with a month for a day', reply(row('RWTC', '2026-11', '70'), brent)],
    ['that is an error', '{"error":{"code":"API_KEY_MISSING"}}'],
  ])('a reply %s is refused', (_how, body) => {
    expect(() => read(body)).toThrow()
  })
})

describe('national accounts (constructed)', () => {
  const gdp = beaLine(REAL_GDP, NOW)
  const row = (line: string, period: string, value: string, power: string) =>
    `{"TableName":"T","LineNumber":"${line}","TimePeriod":"${period}","UNIT_MULT":"${power}","DataValue":"${value}"}`
  const reply = (...rows: string[]) => `{"BEAAPI":{"Results":{"Data":[${rows.join()}]}}}`

  test('are asked for with a key alone, of this year and three before', () => {
    expect(bea.keyed?.needed).toBe(true)
    expect(gdp.path).toBe(
      '/api/data?method=GetData&datasetname=NIPA&TableName=T10106&Frequency=Q&Year=2023,2024,2025,2026&ResultFormat=JSON',
    )
  })

  test('millions with commas are told in billions, of the first line alone', () => {
    const body = reply(row('1', '2026Q1', '23,876,100', '6'), row('2', '2026Q1', '16,000,000', '6'))
    expect(gdp.read(body).rows).toEqual([{ period: '2026-Q1', value: '23876.100' }])
  })

  test('an index is told as it is', () => {
    expect(beaLine(PCE_PRICES, NOW).read(reply(row('1', '2026M05', '128.770', '0'))).rows).toEqual([
      { period: '2026-05', value: '128.770' },
    ])
  })

  test.each([
    ['23,87,100', 'not a number with thousands'],
    ['twenty', 'not a decimal number'],
  ])('the number %s is refused', (value, why) => {
    expect(() => gdp.read(reply(row('1', '2026Q1', value, '6')))).toThrow(why)
  })

  test.skipIf(!recordedAvailable)('a recorded refusal came with status 200', () => {
    expect(() => gdp.read(recorded('macro/bea/error-invalid-userid').body)).toThrow('Invalid API UserId')
  })
})
