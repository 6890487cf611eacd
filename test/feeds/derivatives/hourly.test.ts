import { describe, expect, test } from 'bun:test'
import {
  hoursBefore,
  intervalHours,
  LOOKBACK_HOURS,
  type HourRow,
  withHistory,
  withHour,
} from '../../../src/feeds/derivatives/hourly.ts'

const HOUR = 3_600_000
const NOON = Date.parse('2026-11-18T12:00:00Z')
const NOW = NOON + 20 * 60_000
const row = (hour: number, rate8h = 0.0001, openInterestUsd: number | null = 5): HourRow => ({
  hour,
  rate8h,
  openInterestUsd,
})
const seen = (rate8h: number) => ({ rate8h, openInterestUsd: 5 })
const full = hoursBefore(NOW).map((hour) => row(hour))

describe('the running hour', () => {
  test('is one row, with what was seen last', () => {
    const twice = withHour(withHour([], seen(1), NOW), seen(2), NOW + 15_000)
    expect(twice).toEqual([{ hour: NOON, rate8h: 2, openInterestUsd: 5 }])
    expect(withHour(twice, seen(3), NOON + HOUR)).toEqual([row(NOON, 2), row(NOON + HOUR, 3)])
  })

  test('drops what nobody looks back upon any more, and nothing younger', () => {
    const oldest = NOON - LOOKBACK_HOURS * HOUR
    const rows = withHour([row(oldest - HOUR), ...full], seen(9), NOW)
    expect(rows.length).toBe(LOOKBACK_HOURS + 1)
    expect(rows[0]!.hour).toBe(oldest)
    expect(withHour(rows, seen(9), NOON + HOUR)[0]!.hour).toBe(oldest + HOUR)
  })
})

describe('paid rates', () => {
  const paid = (...settlements: readonly (readonly [at: number, rate: string])[]) =>
    settlements.map(([at, rate]) => ({ at, rate }))

  test('count for every hour since the settlement before them, as rates per eight hours', () => {
    const rows = withHistory(
      [],
      paid([NOON - 12 * HOUR, '7'], [NOON - 4 * HOUR, '0.0002'], [NOON - 3 * HOUR, '0.00001']),
      NOW,
    )
    expect(rows.map(({ hour }) => (hour - NOON) / HOUR)).toEqual([-12, -11, -10, -9, -8, -7, -6, -5, -4])
    expect(rows.map(({ rate8h }) => rate8h)).toEqual([...Array<number>(8).fill(0.0002), 0.00008])
    expect(rows.every(({ openInterestUsd }) => openInterestUsd === null)).toBe(true)
  })

  test('stamped a moment late belong to their hour', () => {
    const rows = withHistory([], paid([NOON - 9 * HOUR + 48, '0'], [NOON - 8 * HOUR + 388, '0.00001']), NOW)
    expect(rows).toEqual([row(NOON - 9 * HOUR, 0.00008, null)])
  })

  test('of contracts that changed their interval are each taken by their own', () => {
    const rows = withHistory(
      [],
      paid([NOON - 16 * HOUR, '0'], [NOON - 8 * HOUR, '0.0001'], [NOON - 4 * HOUR, '0.0001']),
      NOW,
    )
    expect(rows.map(({ rate8h }) => rate8h)).toEqual([
      ...Array<number>(8).fill(0.0001),
      ...Array<number>(4).fill(0.0002),
    ])
  })

  test('never replace what was observed, nor fill the running hour', () => {
    const rows = withHistory(
      [row(NOON - 2 * HOUR, 9), row(NOON, 8)],
      paid([NOON - 3 * HOUR, '0'], [NOON + HOUR, '0.0001']),
      NOW,
    )
    expect(rows).toEqual([
      row(NOON - 3 * HOUR, 0.0002, null),
      row(NOON - 2 * HOUR, 9),
      row(NOON - HOUR, 0.0002, null),
      row(NOON, 8),
    ])
  })

  test('of the running hour wait until it is over', () => {
    const rows = withHistory([], paid([NOON - HOUR, '0'], [NOON + HOUR, '0.0001']), NOW)
    expect(rows.map(({ hour }) => hour - NOON)).toEqual([-HOUR])
  })

  test('with some missing between are not taken for settlements of a longer interval', () => {
    const hourly = [-9, -8, -7, -2, -1].map((hours) => [NOON + hours * HOUR, '0.0000125'] as const)
    const told = paid(...hourly)
    expect(told.map((_, at) => intervalHours(told, at))).toEqual([null, 1, 1, null, 1])
    const rows = withHistory([], told, NOW)
    expect(rows.map(({ hour }) => (hour - NOON) / HOUR)).toEqual([-9, -8, -2])
    expect(rows.every(({ rate8h }) => rate8h === 0.0001)).toBe(true)
    const changed = paid(...[-24, -16, -8, -4, 0].map((hours) => [NOON + hours * HOUR, '0.0001'] as const))
    expect(changed.map((_, at) => intervalHours(changed, at))).toEqual([null, 8, 8, 4, 4])
  })

  test('after a gap that is no interval fill nothing', () => {
    expect(withHistory([], paid([NOON - 20 * HOUR, '0'], [NOON - 8 * HOUR, '0.0001']), NOW)).toEqual([])
    expect(withHistory([], paid([NOON - HOUR, '0'], [NOON - HOUR + 5, '0.0001']), NOW)).toEqual([])
  })

  test('older than the longest look back are not kept', () => {
    const start = NOON - 80 * HOUR
    const hourly = Array.from({ length: 81 }, (_, at) => [start + at * HOUR, '0.00001'] as const)
    const rows = withHistory([], paid(...hourly), NOW)
    expect(rows.length).toBe(LOOKBACK_HOURS)
    expect(hoursBefore(NOW).every((hour) => rows.some((each) => each.hour === hour))).toBe(true)
  })
})
