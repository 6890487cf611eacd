import { describe, expect, test } from 'bun:test'
import { rollUp } from '../../../src/feeds/math/candles.ts'
import { lastOfEach, readMoment, readRange, readSpacedSpan } from '../../../src/feeds/history/time-range.ts'

const NOW = 1_795_003_333
const KEPT = 60 * 86_400

describe('a range', () => {
  test('ends with the last closed candle and reaches back a day when nothing is said', () => {
    expect(readRange({}, NOW, KEPT)).toEqual({
      kind: 'wish',
      interval: '1h',
      from: 1_794_913_200 + 3_600,
      to: 1_795_003_199,
    })
  })

  test.each<[Record<string, string>, readonly string[]]>([
    [{ interval: '2m' }, ['interval unknown_value']],
    [
      { from: 'yesterday', to: '1e9', interval: 'x' },
      ['interval unknown_value', 'from invalid_time', 'to invalid_time'],
    ],
    [{ from: String(NOW), to: String(NOW - 10) }, ['from after_to']],
    [{ from: String(NOW + 10) }, ['from in_the_future']],
    [{ from: String(NOW - 86_400 * 3), interval: '1m' }, ['from too_many_rows']],
    [{ from: '2026-13-01' }, ['from invalid_time']],
    [{ from: ' 1795000000' }, ['from invalid_time']],
    [{ from: '-1795000000' }, ['from invalid_time']],
  ])('that says %j breaks %j', (query, broken) => {
    const found = readRange(query, NOW, KEPT)
    expect(found.kind === 'broken' && found.rules.map(({ parameter, rule }) => `${parameter} ${rule}`)).toEqual([
      ...broken,
    ])
  })

  test('never holds more than is sold at once, and nothing older than is kept', () => {
    for (const [interval, step] of [
      ['1m', 60],
      ['5m', 300],
      ['15m', 900],
      ['1h', 3_600],
      ['4h', 14_400],
      ['1d', 86_400],
    ] as const) {
      const longest = readRange({ interval, from: String(NOW - 1_439 * step) }, NOW, KEPT)
      expect(longest.kind).toBe('wish')
      const found = readRange({ interval, from: '1000000000', to: String(NOW) }, NOW, KEPT)
      if (found.kind === 'wish') {
        expect((found.to + 1 - found.from) / step).toBeLessThanOrEqual(1_440)
        expect(found.from).toBeGreaterThanOrEqual(NOW - KEPT)
      } else expect(found.rules[0]?.rule).toBe('too_many_rows')
    }
  })

  test.each(['2026-02-30', '2026-13-01', '2026-11-31T10:00:00Z', 'tomorrow', '2026-1-1', '', '0'])(
    'does not read %p',
    (text) => expect(readMoment(text)).toBeNull(),
  )

  test.each([
    ['1795000000', 1_795_000_000],
    ['2026-11-18T12:26:40Z', 1_795_004_800],
    ['2026-11-18T12:26:40', 1_795_004_800],
    ['2026-11-18T14:26:40+02:00', 1_795_004_800],
    ['2026-11-18', 1_794_960_000],
  ])('reads %s', (text, seconds) => expect(readMoment(text)).toBe(seconds))
})

test('longer candles begin at UTC multiples and leave gaps', () => {
  const bar = (t: number, o: string, h: string, l: string, c: string) => ({ t, o, h, l, c, n: 2, filled: 0, v: null })
  expect(
    rollUp([bar(60, '1', '9', '1', '2'), bar(120, '2', '3', '0.5', '3'), bar(360, '7', '7', '7', '7')], 300),
  ).toEqual([
    { t: 0, o: '1', h: '9', l: '0.5', c: '3', n: 4, filled: 0, v: null },
    { t: 300, o: '7', h: '7', l: '7', c: '7', n: 2, filled: 0, v: null },
  ])
})

test('volumes add up digit by digit, and are unknown when one is', () => {
  const bar = (t: number, v: string | null) => ({ t, o: '1', h: '1', l: '1', c: '1', n: 0, filled: 1, v })
  expect(rollUp([bar(0, '0.1'), bar(60, '0.25'), bar(120, '12')], 300)[0]).toMatchObject({ v: '12.35', filled: 3 })
  expect(rollUp([bar(0, '0.1'), bar(60, null)], 300)[0]).toMatchObject({ v: null, filled: 2 })
})

describe('rows so far apart', () => {
  test.each([
    [3_600, '1m'],
    [86_400 - 60, '1m'],
    [86_400, '5m'],
    [2 * 86_400, '5m'],
    [10 * 86_400, '15m'],
    [40 * 86_400, '1h'],
    [63 * 86_400, '4h'],
  ])('%p seconds come as %s when nobody says otherwise', (span, interval) => {
    const found = readSpacedSpan({ from: String(NOW - span) }, NOW, 63 * 86_400)
    expect(found).toMatchObject({ kind: 'wish', interval, from: NOW - span, to: NOW })
  })

  test('are a day of minutes when nobody says anything', () => {
    const found = readSpacedSpan({}, NOW, KEPT)
    expect(found).toMatchObject({ kind: 'wish', interval: '1m', to: NOW })
    if (found.kind === 'wish') expect(Math.floor(found.to / 60) - Math.floor(found.from / 60) + 1).toBe(1_440)
  })

  test('closer together than an answer can hold are refused', () => {
    expect(readSpacedSpan({ from: String(NOW - 2 * 86_400), interval: '1m' }, NOW, KEPT)).toMatchObject({
      kind: 'broken',
      rules: [{ parameter: 'from', rule: 'too_many_rows' }],
    })
  })

  test('what lies further back than is kept is cut off, what is to come too', () => {
    expect(readSpacedSpan({ from: '1000000000', to: '9999999999', interval: '1d' }, NOW, KEPT)).toMatchObject({
      from: NOW - KEPT,
      to: NOW,
    })
    expect(readSpacedSpan({ from: String(NOW + 60) }, NOW, KEPT)).toMatchObject({
      rules: [{ rule: 'in_the_future' }],
    })
  })

  test('are the last of each interval', () => {
    const rows = [0, 60, 299, 300, 900, 1_200].map((t) => ({ t }))
    expect(lastOfEach(rows, '5m').map(({ t }) => t)).toEqual([299, 300, 900, 1_200])
  })
})
