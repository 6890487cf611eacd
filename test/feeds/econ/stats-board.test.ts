import { describe, expect, test } from 'bun:test'
import type { KeptSeries } from '../../../src/feeds/econ/kept-series.ts'
import { statsBoard } from '../../../src/feeds/econ/stats-board.ts'
import { BLS_BOARD } from '../../../src/feeds/econ/us-boards.ts'
import { bls } from '../../../src/sources/statistics/bls.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 18, 12)

const readAt = (at: number): KeptSeries => ({ readAt: at, rows: [{ period: '2026-10', value: '1', seen: at }] })

describe('a board that rests', () => {
  const asked = (series: Readonly<Record<string, KeptSeries>>) =>
    BLS_BOARD.asks({ now: NOW, listed: null, state: { series } }).length
  const all = (at: number) =>
    Object.fromEntries(['CUUR0000SA0', 'CUUR0000SA0L1E', 'LNS14000000', 'CES0000000001'].map((id) => [id, readAt(at)]))

  test('asks after six hours, or some seconds less', () => {
    expect([5, 5.9, 5.99, 6].map((hours) => asked(all(NOW - hours * HOUR)))).toEqual([0, 0, 1, 1])
  })

  test('asks while one series of all was not read', () => {
    const { CES0000000001: _, ...three } = all(NOW - HOUR)
    expect(asked(three)).toBe(1)
    expect(asked({ ...three, CES0000000001: readAt(NOW - 7 * HOUR) })).toBe(1)
  })
})

test('a series that nobody asked for is not kept', () => {
  const board = statsBoard({
    source: bls,
    everySeconds: 3_600,
    limits: { own: { low: 0, high: 10 } },
    asks: () => [
      {
        provider: bls,
        path: '/',
        read: () => ({
          own: { rows: [{ period: '2026-10', value: '4.4' }] },
          other: { rows: [{ period: '2026-10', value: '5.5' }] },
        }),
      },
    ],
  })
  const [ask] = board.asks({ now: NOW, listed: null, state: board.empty })
  expect(Object.keys(ask!.enter('', NOW, board.empty).series)).toEqual(['own'])
})
