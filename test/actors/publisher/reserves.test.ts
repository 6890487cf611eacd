import { describe, expect, test } from 'bun:test'
import { reservesOf } from '../../../src/actors/publisher/reserves.ts'
import type { AnyBoard } from '../../../src/feeds/board.ts'
import { registry } from '../../../src/feeds/registry.ts'
import type { Weighed } from '../../../src/ports.ts'
import { rateWindow } from '../../../src/system/rate-window.ts'

const windowOf = ({ source }: AnyBoard): string => source.countedAs ?? source.name

const byWindow = Map.groupBy(registry.boards, windowOf)

test('prices go first: every ticker and gold', () => {
  const urgent = registry.boards.filter(({ isUrgent }) => isUrgent).map(({ id }) => id)
  expect(urgent).toEqual(registry.boards.map(({ id }) => id).filter((id) => /^(ticker|metal)\//.test(id)))
  expect(urgent.length).toBeGreaterThan(10)
})

test('providers that are counted together have one rate', () => {
  for (const [window, boards] of byWindow)
    expect([window, new Set(boards.map(({ source }) => JSON.stringify(source.rate))).size]).toEqual([window, 1])
})

test('OKX counts by path: all boards at once ask no path more than ten times', () => {
  const paths = byWindow
    .get('okx')!
    .flatMap((board) => board.asks({ now: 0, state: board.empty, listed: null }))
    .map(({ query }) => query.path.split('?')[0]!)
  for (const [path, own] of Map.groupBy(paths, (each) => each)) expect([path, own.length <= 10]).toEqual([path, true])
})

describe('what is kept for prices', () => {
  const reserves = reservesOf(registry.boards, {})

  test('is what they need, and never more than nine tenths of a window', () => {
    // Ten tickers one by one; one request every five seconds of fifteen, and one at the end; weights of Binance.
    expect(
      Object.fromEntries([...reserves].filter(([name]) => ['okx', 'kraken', 'binance', 'gemini'].includes(name))),
    ).toEqual({ okx: 10, kraken: 4, binance: 26, gemini: 99 })
    for (const [window, kept] of reserves) {
      const { requests } = byWindow.get(window)![0]!.source.rate
      expect([window, kept > 0 && kept <= 0.9 * requests]).toEqual([window, true])
    }
  })

  test('is kept in the window that its provider is counted in', () => {
    const [board] = registry.boards.filter(({ id }) => id === 'ticker/kraken')
    const joined = { ...board!, source: { ...board!.source, countedAs: 'both' } }
    expect([...reservesOf([board!, joined, joined], {})]).toEqual([
      ['kraken', 4],
      ['both', 8],
    ])
  })

  test('follows the cadences of the operator', () => {
    expect(reservesOf(registry.boards, { 'ticker/kraken': 1 }).get('kraken')).toBe(13)
    expect(reservesOf(registry.boards, { ticker: 15 }).get('kraken')).toBe(2)
  })
})

/** Ten minutes of a provider's boards, each asked in its rhythm; the ones that go last are asked first. */
describe('no price is refused, whatever else is asked', () => {
  const reserves = reservesOf(registry.boards, {})
  const cases = [...reserves.keys()].map((window) => [window, byWindow.get(window)!] as const)

  test.each(cases)('%s', (window, boards) => {
    const { requests: limit, perSeconds } = boards[0]!.source.rate
    const rate = rateWindow(perSeconds * 1_000)
    const ordered = boards.toSorted((a, b) => Number(a.isUrgent ?? false) - Number(b.isUrgent ?? false))
    let refused = 0
    for (let second = 0; second < 600; second++)
      for (const board of ordered) {
        if (second % Math.min(board.everySeconds, 600) !== 0) continue
        const { isUrgent = false } = board
        // A flood beside them: every other board asks five times over.
        for (let time = 0; time < (isUrgent ? 1 : 5); time++)
          for (const { query } of board.asks({ now: second * 1_000, state: asked(board, second), listed: null })) {
            const weighed: Weighed = { weight: query.weight ?? 1, isUrgent, limit, kept: reserves.get(window)! }
            if (rate.take(second * 1_000, weighed) !== null && isUrgent) refused++
          }
      }
    expect(refused).toBe(0)
  })
})

/** A state in which rarely asked pairs were asked when they were due. */
const asked = (board: AnyBoard, second: number): unknown => {
  if (!board.id.startsWith('ticker/')) return board.empty
  const receivedAt = Math.floor(second / 25) * 25_000
  const quotes = new Proxy({}, { get: () => (second % 25 < 5 ? undefined : { receivedAt }) })
  return { quotes, changedAt: 0 }
}
