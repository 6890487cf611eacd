import { expect, test } from 'bun:test'
import { minuteVolumes } from '../../../src/feeds/prices/minute-volumes.ts'
import { OPEN } from '../../support/feeds/market.ts'

/** Noon, so a whole minute. */
const MINUTE = 60_000
const NOW = OPEN + 17_000

/** A venue that trades once in twenty seconds, from so long ago to so long ago. */
const venue = (size: string, { from = 600_000, to = 10_000 } = {}) => {
  const first = Math.ceil((NOW - from) / 20_000) * 20_000
  return {
    trades: Array.from({ length: Math.floor((NOW - to - first) / 20_000) + 1 }, (_, at) => ({
      id: String(at),
      price: '84000',
      size,
      at: first + at * 20_000,
    })),
    coveredFrom: NOW - from,
    isTorn: false,
    bars: [],
  }
}
const minutes = (...back: number[]) => back.map((each) => (OPEN - each * MINUTE) / 1000)

test('the last three minutes that are a minute over are told, with every digit', () => {
  const found = minuteVolumes([venue('0.10000001'), venue('2'), venue('00.5')], 2, NOW)
  expect(found).toEqual(minutes(4, 3, 2).map((t) => ({ t, v: '7.80000003' })))
  expect(minuteVolumes([venue('1'), venue('1')], 2, OPEN - 1)[2]!.t).toBe(minutes(3)[0]!)
  expect(minuteVolumes([venue('1'), venue('1')], 2, OPEN)[2]!.t).toBe(minutes(2)[0]!)
})

test('a venue counts where it saw the minute from before it began until after it ended', () => {
  const late = venue('1', { from: 4 * MINUTE + 16_000 })
  expect(minuteVolumes([venue('1'), venue('1'), late], 2, NOW).map(({ v }) => v)).toEqual(['6', '9', '9'])
  const silent = (to: number) => minuteVolumes([venue('1'), venue('1'), venue('1', { to })], 2, NOW).map(({ v }) => v)
  expect(silent(2 * MINUTE + 17_000)).toEqual(['9', '9', '6'])
  expect(silent(2 * MINUTE + 17_001)).toEqual(['9', '6', '6'])
})

test('a minority cannot vouch for its own volumes', () => {
  const [honest, lies] = [
    [venue('1'), venue('2')],
    [venue('1000000'), venue('900000')],
  ]
  expect(minuteVolumes([...honest, ...lies], 4, NOW)).toEqual([])
  expect(minuteVolumes([...honest, venue('3'), ...lies], 3, NOW)).toEqual([])
})

test('nothing is told where too few saw it, or one claims a thousand times what the next one does', () => {
  expect(minuteVolumes([venue('1'), venue('1')], 3, NOW)).toEqual([])
  expect(minuteVolumes([venue('1')], 1, NOW)).toEqual([])
  expect(minuteVolumes([venue('1'), venue('1'), venue('1000.1')], 2, NOW)).toEqual([])
  expect(minuteVolumes([venue('1'), venue('1'), venue('1000')], 2, NOW)).toHaveLength(3)
  expect(minuteVolumes([{ ...venue('1'), coveredFrom: null }, venue('1')], 2, NOW)).toEqual([])
})
