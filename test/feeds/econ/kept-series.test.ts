import { describe, expect, test } from 'bun:test'
import { entered, type KeptSeries } from '../../../src/feeds/econ/kept-series.ts'
import type { SeriesReply } from '../../../src/sources/statistics/observation.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 18, 12)
const LIMITS = { low: 100, high: 1_000 }

/** `2026-01 300.1` for each period; `p` behind it is provisional. */
const told = (rows: readonly string[], unit?: string): SeriesReply => ({
  rows: rows.map((row) => {
    const [period = '', value = '', mark] = row.split(' ')
    return { period, value, ...(mark === 'p' && { isProvisional: true as const }) }
  }),
  ...(unit !== undefined && { unit }),
})

const FIRST = ['2026-01 300.100', '2026-02 301.000', '2026-03 302.500', '2026-04 303.700']

const enter = (rows: readonly string[], kept: KeptSeries | undefined, at: number, unit?: string): KeptSeries =>
  entered('CPI', told(rows, unit), kept, LIMITS, at)

const first = enter(FIRST, undefined, NOW)

describe('a vintage', () => {
  test('of what was there at the first reading is the day of that reading, and says so', () => {
    expect(first.rows.at(-1)).toEqual({ period: '2026-04', value: '303.700', seen: NOW, isFirstRead: true })
    expect(first.readAt).toBe(NOW)
  })

  test('of a first reading in two parts is that of one', () => {
    const both = enter([...FIRST, '2026-05 304.100'], first, NOW + 2_000)
    expect(both.rows.at(-1)).toMatchObject({ period: '2026-05', isFirstRead: true })
  })

  test('stays while the value stays, in whatever spelling', () => {
    const again = enter([...FIRST.slice(0, 3), '2026-04 303.7'], first, NOW + 30 * HOUR)
    expect(again).toEqual({ ...first, readAt: NOW + 30 * HOUR })
  })

  test('of a new period begins when it is first seen', () => {
    const later = enter([...FIRST, '2026-05 304.100'], first, NOW + HOUR)
    expect(later.rows.slice(-2)).toEqual([first.rows[3]!, { period: '2026-05', value: '304.100', seen: NOW + HOUR }])
  })

  test('of a revised value is another one, and the former is remembered', () => {
    const once = enter([...FIRST.slice(0, 3), '2026-04 303.900'], first, NOW + HOUR)
    const twice = enter([...FIRST.slice(0, 3), '2026-04 303.950'], once, NOW + 2 * HOUR)
    expect(twice.rows.at(-1)).toEqual({
      period: '2026-04',
      value: '303.950',
      seen: NOW + 2 * HOUR,
      was: [
        { value: '303.700', seen: NOW },
        { value: '303.900', seen: NOW + HOUR },
      ],
    })
    expect(twice.rows.slice(0, 3)).toEqual(first.rows.slice(0, 3))
  })

  test('ends being provisional without being revised', () => {
    const flash = enter(['2026-04 303.7 p'], undefined, NOW)
    expect(flash.rows[0]!.isProvisional).toBe(true)
    expect(enter(['2026-04 303.7'], flash, NOW + HOUR).rows).toEqual([
      { period: '2026-04', value: '303.7', seen: NOW, isFirstRead: true },
    ])
  })
})

describe('a reply that is refused leaves what is known as it was', () => {
  test('because it ends before that', () => {
    expect(() => enter(FIRST.slice(0, 3), first, NOW + HOUR)).toThrow('goes back from 2026-04 to 2026-03')
  })

  test.each(['33512.3', '3.35', '-300', '1000.001'])('because %s is in another unit', (value) => {
    expect(() => enter([...FIRST, `2026-05 ${value}`], first, NOW)).toThrow('not from 100 to 1000')
  })

  test('because its period has not begun', () => {
    expect(() => enter([...FIRST, '2026-12 305'], first, NOW)).toThrow('2026-12, which has not begun')
    // A first estimate comes on the last days of its month.
    expect(enter(['2026-11 305'], undefined, Date.UTC(2026, 10, 28)).rows.length).toBe(1)
  })
})

describe('a reply that changes most of what is known', () => {
  const lying = FIRST.map((row) => row.replace(/ .*/, ' 321.000'))
  const held = enter(lying, first, NOW + HOUR)

  test('is not believed at once', () => {
    expect(held.rows).toEqual(first.rows)
    // The source was heard, but not read: its last good reading grows older.
    expect(held.readAt).toBe(NOW)
  })

  test('is believed once it has stood for an hour', () => {
    expect(enter(lying, held, NOW + 1.5 * HOUR).rows).toEqual(first.rows)
    const after = enter(lying, held, NOW + 2 * HOUR)
    expect(after.rows.map(({ value, was }) => [value, was?.[0]!.value])).toEqual([
      ['321.000', '300.100'],
      ['321.000', '301.000'],
      ['321.000', '302.500'],
      ['321.000', '303.700'],
    ])
    expect(after.held).toBeUndefined()
  })

  test('is forgotten when the next one is plain again', () => {
    const plain = enter(FIRST, held, NOW + 1.5 * HOUR)
    expect(plain.held).toBeUndefined()
    expect(enter(lying, plain, NOW + 2 * HOUR).rows).toEqual(first.rows)
  })

  test('stands anew when it says something else each time', () => {
    const other = FIRST.map((row) => row.replace(/ .*/, ' 322.000'))
    expect(enter(other, held, NOW + 2 * HOUR).held?.since).toBe(NOW + 2 * HOUR)
  })
})

describe('a newest value that lies more than a quarter away', () => {
  const wrong = [...FIRST, '2026-05 456.000']
  const held = enter(wrong, first, NOW + HOUR)

  test('is believed once it has stood for an hour, whether its period is new or known', () => {
    expect(held).toMatchObject({ rows: first.rows, readAt: NOW })
    expect(enter(wrong, held, NOW + 2 * HOUR).rows.at(-1)!.value).toBe('456.000')
    expect(enter([...FIRST.slice(0, 3), '2026-04 202'], first, NOW + HOUR).rows).toEqual(first.rows)
    expect(enter([...FIRST, '2026-05 379'], first, NOW + HOUR).rows.at(-1)!.value).toBe('379')
    // Another wrong digit stands anew.
    expect(enter([...FIRST, '2026-05 556'], held, NOW + 2 * HOUR).held?.since).toBe(NOW + 2 * HOUR)
  })

  test('of a rate or of oil is believed at once: they may lie around zero', () => {
    const rate = (rows: readonly string[], kept?: KeptSeries) =>
      entered('UNRATE', told(rows), kept, { low: -2, high: 30 }, NOW)
    expect(rate(['2026-03 4.4', '2026-04 14.8'], rate(['2026-03 4.4'])).rows.at(-1)!.value).toBe('14.8')
  })
})

describe('another base year', () => {
  const old = enter(FIRST, undefined, NOW, 'I15')
  const rebased = FIRST.map((row) => row.replace(/ 3/, ' 1'))
  const held = enter(rebased, old, NOW + HOUR, 'I25')

  test('begins the series anew once it has stood for an hour: its values are no revisions', () => {
    expect(held).toMatchObject({ unit: 'I15', rows: old.rows, readAt: NOW })
    const found = enter(rebased, held, NOW + 2 * HOUR, 'I25')
    expect(found).toEqual({
      unit: 'I25',
      readAt: NOW + 2 * HOUR,
      rows: rebased.map((row) => {
        const [period = '', value = ''] = row.split(' ')
        return { period, value, seen: NOW + 2 * HOUR, isFirstRead: true as const }
      }),
    })
  })

  test('that comes and goes takes no vintage away', () => {
    const back = enter(FIRST, held, NOW + 1.5 * HOUR, 'I15')
    expect([back.held, back.rows]).toEqual([undefined, old.rows])
    expect(enter(rebased, back, NOW + 2 * HOUR, 'I25').rows).toEqual(old.rows)
  })

  test('is held however little it changes, and another one after it stands anew', () => {
    const two = enter(FIRST.slice(2), undefined, NOW, 'I15')
    const waits = enter(FIRST.slice(2), two, NOW + HOUR, 'I25')
    expect([waits.unit, waits.held?.since]).toEqual(['I15', NOW + HOUR])
    expect(enter(FIRST.slice(2), waits, NOW + 2 * HOUR, 'I05')).toMatchObject({
      unit: 'I15',
      held: { since: NOW + 2 * HOUR },
    })
  })

  test('is no way back to an older period', () => {
    expect(() => enter(rebased.slice(0, 3), held, NOW + 3 * HOUR, 'I25')).toThrow('goes back')
  })
})

test('three years of months are kept', () => {
  const months = Array.from(
    { length: 50 },
    (_, at) => `${2022 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')} 300`,
  )
  const found = enter(months, undefined, NOW)
  expect([found.rows.length, found.rows[0]!.period]).toEqual([36, '2023-03'])
})

describe('bounds', () => {
  test('the limits of a series belong to it', () => {
    expect(enter(['2026-03 100', '2026-04 1000'], undefined, NOW).rows.length).toBe(2)
  })

  test('half of what is known may change at once, and two periods are too few to tell', () => {
    const half = enter([...FIRST.slice(0, 2), '2026-03 310', '2026-04 311'], first, NOW + HOUR)
    expect(half.rows.at(-1)!.value).toBe('311')
    expect(enter(['2026-03 310', '2026-04 311'], first, NOW + HOUR).rows.at(-1)!.value).toBe('311')
  })

  test('a tick that comes some seconds early ends the hour', () => {
    const lying = FIRST.map((row) => row.replace(/ .*/, ' 321'))
    const held = enter(lying, first, NOW)
    expect(enter(lying, held, NOW + HOUR - 30_000).rows.at(-1)!.value).toBe('321')
  })

  test('a value that flaps is another vintage each time, and the last eight are remembered', () => {
    const flapped = Array.from({ length: 12 }).reduce<KeptSeries>(
      (kept, _turn, at) => enter([...FIRST.slice(0, 3), `2026-04 ${304 + (at % 2)}`], kept, NOW + (at + 1) * HOUR),
      first,
    )
    const { value, seen, was } = flapped.rows.at(-1)!
    expect([value, seen, was?.length, was?.at(-1)]).toEqual([
      '305',
      NOW + 12 * HOUR,
      8,
      { value: '304', seen: NOW + 11 * HOUR },
    ])
  })

  test('a shorter reply takes no period away, and an older one that is new was not seen to appear', () => {
    const short = enter(['2026-04 303.7', '2026-05 304'], first, NOW + HOUR)
    expect(short.rows.map(({ period }) => period)).toEqual(['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'])
    const older = enter(['2025-12 299', ...FIRST], first, NOW + HOUR)
    expect(older.rows[0]).toEqual({ period: '2025-12', value: '299', seen: NOW + HOUR, isFirstRead: true })
  })

  test('three years are kept, however they came', () => {
    const years = Array.from({ length: 36 }, (_, at) => {
      const month = String((at % 12) + 1).padStart(2, '0')
      return `${2023 + Math.floor(at / 12)}-${month} 300`
    })
    const full = enter(years, undefined, NOW)
    const next = enter([...years.slice(-3), '2026-01 301'], full, NOW + HOUR)
    expect([next.rows.length, next.rows[0]!.period, next.rows.at(-1)!.isFirstRead]).toEqual([36, '2023-02', undefined])
  })
})
