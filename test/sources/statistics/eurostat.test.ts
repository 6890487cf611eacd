import { describe, expect, test } from 'bun:test'
import { eurostatSeries } from '../../../src/sources/statistics/eurostat.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const hicp = (geo = 'EA') =>
  eurostatSeries({ dataset: 'prc_hicp_minr', frequency: 'month', codes: { unit: 'I15', coicop18: 'TOTAL', geo } })

test('one code of every dimension is asked for', () => {
  expect(hicp().path).toBe(
    '/eurostat/api/dissemination/statistics/1.0/data/prc_hicp_minr?format=JSON&lang=EN&freq=M&unit=I15&coicop18=TOTAL&geo=EA&lastTimePeriod=36',
  )
})

describe.skipIf(!recordedAvailable)('a recorded reply', () => {
  const { body } = recordedAvailable ? recorded('macro/eurostat/prc_hicp_minr-it-index') : { body: '' }

  test('holds the numbers as they are spelled, and which is provisional', () => {
    expect(hicp('IT').read(body)).toEqual({
      rows: [
        { period: '2026-07', value: '128.1' },
        { period: '2026-08', value: '128.41', isProvisional: true },
      ],
      unit: 'I15',
    })
  })

  test('about another country than was asked for is refused', () => {
    expect(() => hicp().read(body)).toThrow('geo is IT, and EA was asked for')
  })

  test('with another base year tells it', () => {
    expect(hicp('IT').read(body.replaceAll('I15', 'I25')).unit).toBe('I25')
    expect(() => hicp('IT').read(body.replaceAll('I15', 'RCH_A'))).toThrow('unit is RCH_A')
  })

  test('with two codes of a dimension is refused: positions would mean something else', () => {
    expect(() => hicp('IT').read(body.replace(/"IT":\s*0/, '"IT": 0, "FR": 1'))).toThrow('geo has 2 codes')
  })
})

describe('a constructed reply', () => {
  const cube = (value: string, status = '{}') =>
    `{"class":"dataset","id":["freq","unit","coicop18","geo","time"],"value":${value},"status":${status},"dimension":{` +
    ['freq M', 'unit I15', 'coicop18 TOTAL', 'geo EA']
      .map((each) => each.split(' '))
      .map(([name, code]) => `"${name}":{"category":{"index":{"${code}":0}}},`)
      .join('') +
    '"time":{"category":{"index":{"2026-02":1,"2026-01":0,"2026-03":2}}}}}'
  const rowsOf = (body: string) => hicp().read(body).rows

  test('is sparse: a position without a value is a month without one', () => {
    expect(rowsOf(cube('{"0":128.10,"2":128.30}')).map(({ period, value }) => `${period} ${value}`)).toEqual([
      '2026-01 128.10',
      '2026-03 128.30',
    ])
    expect(rowsOf(cube('[1.0,null,3.0]')).map(({ period }) => period)).toEqual(['2026-01', '2026-03'])
  })

  test('is about what was asked for, with one code of each dimension', () => {
    const body = cube('{"0":1}')
    expect(() => rowsOf(body.replace('{"EA":0}', '{"IT":0}'))).toThrow('geo is IT, and EA was asked for')
    expect(() => rowsOf(body.replace('{"EA":0}', '{"EA":0,"IT":1}'))).toThrow('geo has 2 codes')
    expect(() => rowsOf(body.replace('{"I15":0}', '{"RCH_A":0}'))).toThrow('unit is RCH_A')
    expect(() => rowsOf(body.replace('"dataset"', '"collection"'))).toThrow('dataset')
  })

  test('has estimates, which count as provisional, and forecasts, which do not count', () => {
    expect(rowsOf(cube('{"0":1,"1":2,"2":3}', '{"1":"e","2":"f"}'))).toEqual([
      { period: '2026-01', value: '1' },
      { period: '2026-02', value: '2', isProvisional: true },
    ])
  })

  test.each([
    ['without values', cube('{}')],
    ['that is an error', '{"error":[{"status":400,"id":100,"label":"Invalid value"}]}'],
    ['that is a page', '<html></html>'],
    ['of another class', '{"class":"collection"}'],
  ])('%s is refused', (_how, body) => {
    expect(() => rowsOf(body)).toThrow()
  })
})
