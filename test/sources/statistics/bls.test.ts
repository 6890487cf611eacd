import { describe, expect, test } from 'bun:test'
import { bls, blsSeries } from '../../../src/sources/statistics/bls.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const { read } = blsSeries(['CUUR0000SA0', 'LNS14000000'], NOW)

test('all series go into one request, and no more requests than a day allows', () => {
  const query = blsSeries(['A', 'B'], Date.UTC(2027, 0, 1, 4))
  expect([query.method, query.path]).toEqual(['POST', '/publicAPI/v1/timeseries/data/'])
  // It is still New Year's Eve in Washington.
  expect(JSON.parse(query.body!)).toEqual({ seriesid: ['A', 'B'], startyear: '2023', endyear: '2026' })
  expect([bls.rights, bls.rate]).toEqual(['open', { requests: 24, perSeconds: 86_400 }])
})

describe.skipIf(!recordedAvailable)('a recorded reply', () => {
  test('holds the values as the agency prints them, with their zeros', () => {
    const { CUUR0000SA0 } = read(recorded('macro/bls/v1-cpi-two-observations').body)
    expect(CUUR0000SA0).toEqual({
      rows: [
        { period: '2026-04', value: '333.020' },
        { period: '2026-05', value: '335.123' },
      ],
    })
  })

  test('tells what is preliminary, and leaves out a month that was not counted', () => {
    const own = blsSeries(['LASST060000000000003'], NOW)
    expect(own.read(recorded('macro/bls/v2-laus-shape').body)).toEqual({
      LASST060000000000003: {
        rows: [
          { period: '2025-12', value: '5.4' },
          { period: '2026-06', value: '5.2', isProvisional: true },
        ],
      },
    })
  })

  test('of another version has more members, and an annual mean that is no month', () => {
    const { rows } = blsSeries(['APU0000701111'], NOW).read(recorded('macro/bls/v2-post-catalog-calculations').body)[
      'APU0000701111'
    ]!
    expect([rows.length, rows[0], rows.at(-1)]).toEqual([
      12,
      { period: '2022-01', value: rows[0]!.value },
      { period: '2022-12', value: '0.522' },
    ])
  })

  test('about a series that does not exist is refused', () => {
    expect(() => read(recorded('macro/bls/error-invalid-series').body)).toThrow('Invalid Series')
  })
})

describe('a constructed reply', () => {
  const reply = (data: string, status = 'REQUEST_SUCCEEDED', message = '[]') =>
    `{"status":"${status}","responseTime":1,"message":${message},"Results":{"series":[{"seriesID":"CUUR0000SA0","data":[${data}]}]}}`
  const row = (year: string, period: string, value: string) =>
    `{"year":"${year}","period":"${period}","value":"${value}","footnotes":[{}]}`

  test('of a quota that is used up is refused, whatever its status', () => {
    const body = '{"status":"REQUEST_NOT_PROCESSED","responseTime":0,"message":["daily threshold"],"Results":{}}'
    expect(() => read(body)).toThrow('REQUEST_NOT_PROCESSED daily threshold')
  })

  test('holds months alone', () => {
    const { rows } = read(reply([row('2026', 'M13', '9'), row('2026', 'S01', '8'), row('2026', 'M01', '1.0')].join()))[
      'CUUR0000SA0'
    ]!
    expect(rows).toEqual([{ period: '2026-01', value: '1.0' }])
  })

  test('is preliminary by its footnote P alone', () => {
    const noted = (code: string) => row('2026', 'M01', '1').replace('[{}]', `[{"code":"${code}"},{}]`)
    const isProvisional = (code: string) => read(reply(noted(code)))['CUUR0000SA0']!.rows[0]!.isProvisional
    expect([isProvisional('P'), isProvisional('X')]).toEqual([true, undefined])
  })

  test('holds no series that nobody asked for, and none twice', () => {
    const two = (...ids: readonly string[]) =>
      `{"status":"REQUEST_SUCCEEDED","message":[],"Results":{"series":[${ids
        .map((id) => `{"seriesID":"${id}","data":[${row('2026', 'M01', '1')}]}`)
        .join()}]}}`
    expect(Object.keys(read(two('CUUR0000SA0', 'CUUR0000SA0L1E')))).toEqual(['CUUR0000SA0'])
    expect(() => read(two('CUUR0000SA0', 'CUUR0000SA0'))).toThrow('twice')
  })

  test.each([
    ['with commas between thousands', reply(row('2026', 'M01', '159,123'))],
    ['with two values of a month', reply([row('2026', 'M01', '1'), row('2026', 'M01', '2')].join())],
    ['without any value', reply(row('2026', 'M01', '-'))],
    ['without any row', reply('')],
    ['with a year that is none', reply(row('26', 'M01', '1'))],
    ['that is a page', '<html></html>'],
    ['that is nothing', ''],
  ])('%s is refused', (_how, body) => {
    expect(() => read(body)).toThrow()
  })
})
