import { describe, expect, test } from 'bun:test'
import { pollBoard } from '../../../src/actors/publisher/polled.ts'
import { DAILY_BOARDS } from '../../../src/feeds/boards/daily-boards.ts'
import { OPTION_BOARDS } from '../../../src/feeds/boards/option-boards.ts'
import { LEAST_INTEREST, type OptionState, withChain } from '../../../src/feeds/boards/option-state.ts'
import type { Board } from '../../../src/feeds/board.ts'
import type { Net } from '../../../src/ports.ts'
import type { BoardStore } from '../../../src/store/published/boards.ts'
import { stage, type Stage } from '../../support/sandbox/world/still-world.ts'
import { polledBoards } from '../../support/polled-world.ts'

/** Boards over the simulated world: what a poll leaves behind. */

const boardOf = (id: string): Board<OptionState> => OPTION_BOARDS.find((board) => board.id === id)!

const opened = (on: Stage) => {
  const world = polledBoards(on)
  return { ...world, state: <State>(id: string) => world.states.get(id) as State }
}

describe('a board of options', () => {
  test.each([
    ['deribit', ['BTC', 'ETH', 'SOL']],
    ['okx', ['BTC', 'ETH']],
    ['bybit', ['BTC', 'ETH', 'SOL']],
  ])('%s: a thousand options come in, a line per expiry and each option in few bytes stay', async (venue, coins) => {
    const on = stage()
    const { poll, state } = opened(on)
    expect(await poll(boardOf(`options/${venue}`))).toEqual({ kind: 'published' })
    const { chains, interest } = state<OptionState>(`options/${venue}`)
    expect(Object.keys(chains)).toEqual(coins)
    expect(interest).toEqual({})
    for (const { at, slices } of Object.values(chains)) {
      expect(at).toBe(on.clock.now())
      expect(slices.length).toBeGreaterThan(8)
      expect(slices.every(({ atmIv, listed, quoted }) => atmIv !== null && listed === quoted && listed > 8)).toBe(true)
    }
    for (const { slices, kept } of Object.values(chains)) {
      expect(JSON.stringify(slices).length).toBeLessThan(2_500)
      const options = kept!.reduce((sum, { rows }) => sum + rows.length, 0)
      expect(options).toBeGreaterThan(200)
      expect(JSON.stringify(kept).length / options).toBeLessThan(70)
    }
  })

  test('every board is polled for greeks, twice a minute, and the venue of most options comes first', () => {
    expect(OPTION_BOARDS.map(({ venue, everySeconds }) => [venue, everySeconds])).toEqual([
      ['deribit', 30],
      ['okx', 30],
      ['bybit', 30],
      ['binance', 30],
    ])
    expect(LEAST_INTEREST).toEqual({ BTC: 10, ETH: 100, SOL: 100 })
  })

  test('a chain is as old as its venue says, and never newer than its reply', () => {
    const at = Date.parse('2026-11-18T08:00:00Z')
    const empty: OptionState = { chains: {}, interest: {} }
    const read = (saidAt: number) => withChain(empty, 'BTC', { at: saidAt, quotes: [] }, {}, at)
    expect(read(at - 7_000).chains['BTC']!.at).toBe(at - 7_000)
    expect(read(at + 7_000).chains['BTC']!.at).toBe(at)
  })

  test('a chain knows when a forward last moved, whatever new time its venue puts on it', () => {
    const at = Date.parse('2026-11-18T08:00:00Z')
    const option = (forward: number) => ({
      symbol: 'BTC-25DEC26-90000-C',
      expiry: Date.parse('2026-12-25T08:00:00Z'),
      strike: '90000',
      kind: 'call' as const,
      markIv: '50',
      twoSided: false,
      bid: null,
      ask: null,
      forward: String(forward),
      volume: null,
    })
    const read = (before: OptionState, forward: number, later: number) =>
      withChain(before, 'BTC', { at: at + later, quotes: [option(forward)] }, {}, at + later)
    const first = read({ chains: {}, interest: {} }, 84_000, 0)
    const again = read(first, 84_000, 30_000)
    expect([again.chains['BTC']!.at, again.chains['BTC']!.movedAt]).toEqual([at + 30_000, at])
    expect(read(again, 84_000.1, 60_000).chains['BTC']!.movedAt).toBe(at + 60_000)
    // An earlier release noted nothing.
    const { movedAt: _movedAt, ...older } = first.chains['BTC']!
    expect(read({ ...first, chains: { BTC: older } }, 84_000, 60_000).chains['BTC']!.movedAt).toBe(at + 60_000)
  })

  test('one poll asks for each coin once, and at OKX once more for its open interest', async () => {
    const { asked, poll } = opened(stage())
    for (const venue of ['deribit', 'okx', 'bybit']) await poll(boardOf(`options/${venue}`))
    expect(asked).toHaveLength(3 + 4 + 3)
    expect(new Set(asked).size).toBe(10)
  })

  test('without its open interest a chain of OKX stays what it was, and ages', async () => {
    const on = stage()
    const { poll, refuse, state } = opened(on)
    const board = boardOf('options/okx')
    await poll(board)
    const before = state<OptionState>('options/okx')
    on.clock.move(60_000)
    refuse(/open-interest.*BTC/)
    expect(await poll(board)).toEqual({ kind: 'published' })
    const after = state<OptionState>('options/okx')
    expect(after.chains['BTC']).toEqual(before.chains['BTC']!)
    expect(after.chains['ETH']!.at).toBe(on.clock.now())
  })

  test('an empty chain leaves the last one standing', async () => {
    const on = stage()
    const { poll, state } = opened(on)
    const board = boardOf('options/deribit')
    await poll(board)
    const empty = {
      ask: async () => ({ ok: true, body: '{"result":[]}', receivedAt: on.clock.now() + 60_000, tookMs: 1 }),
    } as Net
    const before = state<OptionState>('options/deribit')
    const store: BoardStore = {
      read: async () => [{ at: 1, state: before }],
      write: async (_id, _at, written) => {
        expect(written).toEqual(before)
        return true
      },
    }
    expect(await pollBoard(board, empty, store, on.clock.now())).toEqual({ kind: 'published' })
  })
})

describe('a board of days', () => {
  test.each(DAILY_BOARDS.map((board) => [board.id, board] as const))(
    '%s keeps complete days only',
    async (id, board) => {
      const on = stage()
      const { poll, state } = opened(on)
      expect(await poll(board)).toEqual({ kind: 'published' })
      const { days } = state<{ days: Record<string, { start: number }[]> }>(id)
      const today = Math.floor(on.clock.now() / 86_400_000) * 86_400_000
      for (const coin of ['BTC', 'ETH']) {
        expect(days[coin]!.length).toBeGreaterThanOrEqual(30)
        expect(days[coin]!.at(-1)!.start).toBe(today - 86_400_000)
      }
    },
  )
})
