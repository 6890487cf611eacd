import { describe, expect, test } from 'bun:test'
import { releasesBetween, tradingView } from '../../../src/sources/calendars/tradingview.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const FROM = Date.UTC(2026, 8, 14)
const TO = FROM + 7 * 86_400_000 - 1

/** A row in the vendor's form; values are written by hand. */
const ROW = {
  id: '1',
  title: 'Non Farm Payrolls',
  country: 'US',
  period: 'Aug',
  actual: 177,
  previous: 185,
  forecast: 138,
  actualRaw: 177_000,
  previousRaw: 185_000,
  forecastRaw: 138_000,
  unit: '',
  scale: 'K',
  importance: 1,
  date: '2026-09-18T12:30:00.000Z',
}

const body = (...rows: readonly object[]): string => JSON.stringify({ status: 'ok', result: rows })
const read = (text: string) => releasesBetween(FROM, TO).read(text)
const readRow = (change: object) => read(body({ ...ROW, ...change }))[0]

test('a week of five countries is one question, without permission to sell the answer', () => {
  expect(releasesBetween(FROM, TO).path).toBe(
    '/events?from=2026-09-14T00:00:00.000Z&to=2026-09-20T23:59:59.999Z&countries=US,EU,GB,JP,CN',
  )
  expect([tradingView.rights, tradingView.headers]).toEqual(['unlicensed', { origin: 'https://www.tradingview.com' }])
})

describe.skipIf(!recordedAvailable)('a recorded reply', () => {
  test('is read; a country that was not asked for is passed over', () => {
    const { body: reply } = recorded('macro/tradingview/economic-calendar-events')
    expect(releasesBetween(Date.UTC(2026, 1, 1), Date.UTC(2026, 9, 1)).read(reply)).toEqual([
      {
        country: 'US',
        title: 'Fed Interest Rate Decision',
        at: Date.parse('2026-09-16T18:00:00Z'),
        period: null,
        actual: '4',
        forecast: '4',
        prior: '3.75',
        unit: '%',
      },
    ])
  })
})

describe('a release', () => {
  test('is told in full units, as text', () => {
    expect(readRow({})).toEqual({
      country: 'US',
      title: 'Non Farm Payrolls',
      at: Date.parse('2026-09-18T12:30:00Z'),
      period: 'Aug',
      actual: '177000',
      forecast: '138000',
      prior: '185000',
      unit: '',
    })
  })

  test.each([
    ['thousands as if they were persons', { actualRaw: 177 }],
    ['another number', { actualRaw: 178_000 }],
    ['a scale that nobody knows', { scale: 'X' }],
    ['no full number', { actualRaw: null }],
    ['not out yet', { actual: null, actualRaw: null }],
  ])('with %s has no value', (_what, change) => expect(readRow(change)?.actual).toBeNull())

  test('without a scale both spellings are the same', () => {
    expect(readRow({ scale: undefined, actual: 0.3, actualRaw: 0.3, forecast: 0.2, forecastRaw: 0.25 })).toMatchObject({
      actual: '0.3',
      forecast: null,
    })
  })
})

test.each([
  ['an empty list', body(), 'no release at all'],
  ['an error with status 200', JSON.stringify({ status: 'error' }), 'reply.status is not ok: "error"'],
  ['a page', '<html></html>', 'not JSON: <html></html>'],
  ['a list without rows', JSON.stringify({ status: 'ok', result: {} }), 'reply.result is not a list: {}'],
  [
    'the calendar of last year',
    body({ ...ROW, date: '2025-09-18T12:30:00.000Z' }),
    'reply.result[0] is of another week: 2025-09-18T12:30:00.000Z',
  ],
  [
    'a day that no calendar has',
    body({ ...ROW, date: '2026-02-30T12:30:00.000Z' }),
    'reply.result[0].date is no time: 2026-02-30T12:30:00.000Z',
  ],
  ['a value that is no number', body({ ...ROW, actual: '1,7' }), 'reply.result[0].actual is not a decimal number: 1,7'],
])('%s is refused', (_what, text, why) => expect(unreadable(() => read(text))).toBe(why))

test('as many rows as a page may have are refused: the rest may be missing', () => {
  expect(unreadable(() => read(body(...Array.from({ length: 2_000 }, () => ROW))))).toBe(
    '2000 rows: the list may be cut',
  )
  expect(read(body(...Array.from({ length: 1_999 }, () => ROW)))).toHaveLength(1_999)
})
