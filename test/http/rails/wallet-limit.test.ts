import { beforeEach, expect, test } from 'bun:test'
import { walletLimit, type WalletLimit } from '../../../src/http/rails/wallet-limit.ts'
import { stillClock } from '../../support/still.ts'

const NOW = 1_795_000_000_000
let clock: ReturnType<typeof stillClock>
let limit: WalletLimit
beforeEach(() => {
  clock = stillClock(NOW)
  limit = walletLimit({ clock, maxClients: 3 })
})
const times = (count: number, client = '203.0.113.0/24') => Array.from({ length: count }, () => limit.take(client))

test('thirty within any minute, and then it is said how long to wait', () => {
  expect(times(10)).toEqual(Array(10).fill(0))
  clock.move(30_000)
  expect(times(20)).toEqual(Array(20).fill(0))
  expect(times(1)).toEqual([30])
  clock.move(29_001)
  expect(times(1)).toEqual([1])
  clock.move(999)
  // The ten of the beginning are a minute old, the twenty are not.
  expect(times(11)).toEqual([...Array<number>(10).fill(0), 30])
})

test('who is turned away is not counted, so that waiting helps', () => {
  times(30)
  expect(times(100).every((seconds) => seconds === 60)).toBe(true)
  clock.move(60_000)
  expect(times(30)).toEqual(Array(30).fill(0))
})

test('each client for itself', () => {
  times(30)
  expect(limit.take('198.51.100.7')).toBe(0)
  expect(limit.take('2001:db8::/48')).toBe(0)
  expect(times(1)).toEqual([60])
})

test('who asked longest ago is forgotten first', () => {
  times(30, 'a')
  for (const other of ['b', 'c', 'd']) limit.take(other)
  expect(limit.take('a')).toBe(0)
})

test('a clock that was set back locks nobody out', () => {
  times(30)
  clock.move(-3_600_000)
  expect(times(1)).toEqual([0])
})
