import { describe, expect, test } from 'bun:test'
import { INSTRUMENT_BOARDS, type InstrumentState } from '../../../src/feeds/boards/instrument-boards.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'
import { polledBoards } from '../../support/polled-world.ts'

/** Boards of listed options over the simulated world: what a poll leaves behind. */

const boardOf = (venue: string) => INSTRUMENT_BOARDS.get(venue)!
const optionsIn = (state: InstrumentState, coin: string): number =>
  state.lists[coin]!.expiries.reduce((sum, { calls, puts }) => sum + calls.length + puts.length, 0)

describe('a board of listed options', () => {
  test.each([...INSTRUMENT_BOARDS])('%s: every expiry with its strikes, in few bytes', async (venue, board) => {
    const on = stage()
    const { poll, states } = polledBoards(on)
    expect(await poll(board)).toEqual({ kind: 'published' })
    const state = states.get(`options-listed/${venue}`) as InstrumentState
    expect(state.pages).toEqual({})
    for (const coin of ['BTC', 'ETH']) {
      const { at, expiries } = state.lists[coin]!
      expect(at).toBe(on.clock.now())
      expect(expiries.length).toBeGreaterThan(8)
      expect(expiries.map(({ expiry }) => expiry)).toEqual(
        expiries.map(({ expiry }) => expiry).toSorted((a, b) => a - b),
      )
      for (const { expiry, calls, puts } of expiries) {
        expect(new Date(expiry).toISOString()).toEndWith('T08:00:00.000Z')
        expect(calls.length).toBeGreaterThan(8)
        expect([...calls]).toEqual([...puts])
        expect([...calls]).toEqual(calls.toSorted((a, b) => a - b))
      }
    }
    expect(JSON.stringify(state).length).toBeLessThan(20_000)
  })

  test('pages are asked for in the same poll, and are one list', async () => {
    const on = stage()
    const whole = polledBoards(on)
    await whole.poll(boardOf('bybit'))
    const paged = polledBoards(on)
    paged.limit(100)
    expect(await paged.poll(boardOf('bybit'))).toEqual({ kind: 'published' })
    expect(paged.asked.length).toBeGreaterThan(whole.asked.length + 2)
    expect(new Set(paged.asked).size).toBe(paged.asked.length)
    expect(paged.states.get('options-listed/bybit')).toEqual(whole.states.get('options-listed/bybit'))
  })

  test('a list that lacks its second page leaves the last one standing', async () => {
    const on = stage()
    const { poll, states, refuse, limit } = polledBoards(on)
    limit(100)
    await poll(boardOf('bybit'))
    const before = states.get('options-listed/bybit') as InstrumentState
    on.clock.move(3_600_000)
    refuse(/baseCoin=BTC.*cursor=first%253D200/)
    expect(await poll(boardOf('bybit'))).toEqual({ kind: 'published' })
    const after = states.get('options-listed/bybit') as InstrumentState
    expect(after.pages).toEqual({})
    expect(after.lists['BTC']).toEqual(before.lists['BTC']!)
    expect(after.lists['ETH']!.at).toBe(on.clock.now())
    refuse(null)
    await poll(boardOf('bybit'))
    const healed = states.get('options-listed/bybit') as InstrumentState
    expect(healed.lists['BTC']!.at).toBe(on.clock.now())
    expect(optionsIn(healed, 'BTC')).toBeGreaterThan(200)
  })

  test('pages without an end are not followed for ever, and make no list', async () => {
    const on = stage()
    const { poll, states, asked, limit } = polledBoards(on)
    limit(1)
    expect(await poll(boardOf('bybit'))).toEqual({ kind: 'published' })
    expect(asked.length).toBeLessThanOrEqual(3 * 8)
    expect(states.get('options-listed/bybit')).toEqual({ lists: {}, pages: {} })
  })

  test('an empty list leaves the last one standing', () => {
    const board = boardOf('okx')
    const before: InstrumentState = {
      lists: { BTC: { at: 1, expiries: [{ expiry: 2, calls: [1], puts: [] }] } },
      pages: {},
    }
    const [ask] = board.asks({ now: 3, state: before, listed: null })
    expect(ask!.enter('{"code":"0","msg":"","data":[]}', 3, before)).toEqual(before)
  })
})
