import { describe, expect, test } from 'bun:test'
import { pollBoard } from '../../../src/actors/publisher/polled.ts'
import { DAILY_BOARDS } from '../../../src/feeds/boards/daily-boards.ts'
import { OPTION_BOARDS, type OptionState } from '../../../src/feeds/boards/option-boards.ts'
import type { Board } from '../../../src/feeds/board.ts'
import type { Net } from '../../../src/ports.ts'
import type { BoardStore } from '../../../src/store/published/boards.ts'
import { stage, type Stage } from '../../support/sandbox/world/still-world.ts'
import { polledWorld } from '../../support/polled-world.ts'

/** Boards over the simulated world: what a poll leaves behind. */

const boardOf = (id: string): Board<OptionState> => OPTION_BOARDS.find((board) => board.id === id)!

const opened = (on: Stage) => {
  const world = polledWorld(on)
  return { ...world, state: <State>(id: string) => world.states.get(id) as State }
}

describe('a board of options', () => {
  test.each(['deribit', 'okx', 'bybit'])('%s: a thousand options come in, a line per expiry stays', async (venue) => {
    const on = stage()
    const { poll, state } = opened(on)
    expect(await poll(boardOf(`options/${venue}`))).toEqual({ kind: 'published' })
    const { chains, interest } = state<OptionState>(`options/${venue}`)
    expect(Object.keys(chains)).toEqual(['BTC', 'ETH'])
    expect(interest).toEqual({})
    for (const { at, slices } of Object.values(chains)) {
      expect(at).toBe(on.clock.now())
      expect(slices.length).toBeGreaterThan(8)
      expect(slices.every(({ atmIv, listed, quoted }) => atmIv !== null && listed === quoted && listed > 8)).toBe(true)
    }
    expect(JSON.stringify(chains).length).toBeLessThan(5_000)
  })

  test('one poll asks for each coin once, and at OKX once more for its open interest', async () => {
    const { asked, poll } = opened(stage())
    for (const board of OPTION_BOARDS) await poll(board)
    expect(asked).toHaveLength(2 + 4 + 2)
    expect(new Set(asked).size).toBe(8)
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
