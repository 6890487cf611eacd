import { describe, expect, test } from 'bun:test'
import { DATED_BOARDS, type DatedState } from '../../../src/feeds/boards/dated-boards.ts'
import type { DatedList } from '../../../src/sources/dated/dated.ts'
import { polledBoards } from '../../support/polled-world.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'

const board = (name: string) => DATED_BOARDS.get(name)!
const stateOf = (states: Map<string, unknown>, name: string) => states.get(`dated/${name}`) as DatedState

test('every venue is asked once a minute', () => {
  expect([...DATED_BOARDS].map(([name, { id, everySeconds }]) => [name, id, everySeconds])).toEqual(
    ['binance', 'bybit', 'deribit', 'kraken', 'okx'].map((name) => [name, `dated/${name}`, 60]),
  )
})

describe('a board of dated futures', () => {
  const LISTS = /get_instruments/

  test('asks for its lists once an hour, and for everything else each time', async () => {
    const on = stage()
    const boards = polledBoards(on)
    const asked = async (afterMs: number) => {
      on.clock.move(afterMs)
      const from = boards.asked.length
      await boards.poll(board('deribit'))
      const paths = boards.asked.slice(from)
      return [paths.filter((path) => LISTS.test(path)).length, paths.length]
    }
    expect(await asked(0)).toEqual([3, 6])
    expect(await asked(60_000)).toEqual([0, 3])
    expect(await asked(3_539_999)).toEqual([0, 3])
    expect(await asked(1)).toEqual([3, 6])
  })

  test('asks for a list again that could not be read, and keeps the one before', async () => {
    const on = stage()
    const boards = polledBoards(on)
    boards.refuse(/get_instruments\?currency=ETH/)
    await boards.poll(board('deribit'))
    expect(Object.keys(stateOf(boards.states, 'deribit').lists)).toHaveLength(2)
    boards.refuse(null)
    on.clock.move(60_000)
    await boards.poll(board('deribit'))
    expect(boards.asked.filter((path) => LISTS.test(path))).toHaveLength(4)
    const { lists } = stateOf(boards.states, 'deribit')
    expect(Object.keys(lists)).toHaveLength(3)
    boards.refuse(LISTS)
    on.clock.move(3_600_000)
    await boards.poll(board('deribit'))
    expect(stateOf(boards.states, 'deribit').lists).toEqual(lists)
  })

  test('asks Binance for the open interest of each listed contract that has not been delivered', async () => {
    const on = stage()
    const boards = polledBoards(on)
    await boards.poll(board('binance'))
    expect(boards.asked).not.toContain('/dapi/v1/openInterest?symbol=BTCUSD_261225')
    const interest = async () => {
      const from = boards.asked.length
      await boards.poll(board('binance'))
      return boards.asked.slice(from).flatMap((path) => /openInterest\?symbol=(.*)/.exec(path)?.[1] ?? [])
    }
    on.clock.move(60_000)
    expect(await interest()).toEqual(['BTCUSD_261225', 'BTCUSD_270326', 'ETHUSD_261225', 'ETHUSD_270326'])
    const size = stateOf(boards.states, 'binance').facts['BTCUSD_261225']?.openInterest?.value
    expect([Number(size?.amount) > 0, size?.unit]).toEqual([true, 'contracts'])
    // The contracts of December are gone, and the list that still has them cannot be read again.
    boards.refuse(/exchangeInfo/)
    on.clock.move(Date.UTC(2026, 11, 25, 8) - on.clock.now())
    expect(await interest()).toEqual(['BTCUSD_270326', 'ETHUSD_270326'])
  })

  test('keeps the time at which facts were true, and forgets contracts a day after their last', async () => {
    const on = stage()
    const boards = polledBoards(on)
    await boards.poll(board('deribit'))
    const { at } = stateOf(boards.states, 'deribit').facts['BTC-19NOV26']!.mark!
    expect(at).toBe(on.clock.now())
    on.clock.move(86_400_000 - 1)
    await boards.poll(board('deribit'))
    expect(stateOf(boards.states, 'deribit').facts['BTC-19NOV26']?.mark?.at).toBe(at)
    on.clock.move(1)
    await boards.poll(board('deribit'))
    expect(stateOf(boards.states, 'deribit').facts).not.toContainKey('BTC-19NOV26')
    expect(stateOf(boards.states, 'deribit').facts).toContainKey('BTC-25DEC26')
  })

  test('knows since when a venue repeats itself', async () => {
    const on = stage()
    const boards = polledBoards(on)
    await boards.poll(board('kraken'))
    const since = on.clock.now()
    expect(stateOf(boards.states, 'kraken').changedAt).toBe(since)
    await on.post({ freeze: ['krakenfutures'] })
    on.clock.move(60_000)
    await boards.poll(board('kraken'))
    expect(stateOf(boards.states, 'kraken').changedAt).toBe(since)
    await on.post({ resume: ['krakenfutures'] })
    on.clock.move(60_000)
    await boards.poll(board('kraken'))
    expect(stateOf(boards.states, 'kraken').changedAt).toBe(since + 120_000)
  })
})

test('a board knows when each mark and each index last moved', () => {
  const { empty, settle } = board('deribit')
  const said = (mark: string, index: string, at: number): DatedState => ({
    ...empty,
    facts: { near: { mark: { value: mark, at }, index: { value: index, at } }, spot: { index: { value: index, at } } },
  })
  const first = settle!(said('100', '99', 10), empty, 10)
  expect(first.moved).toEqual({ near: { mark: 10, index: 10 }, spot: { index: 10 } })
  const second = settle!({ ...first, ...said('100', '98', 20), moved: first.moved! }, first, 20)
  expect(second.moved).toEqual({ near: { mark: 10, index: 20 }, spot: { index: 20 } })
  // An earlier release noted nothing.
  const { moved: _moved, ...older } = second
  expect(settle!({ ...older }, older, 30).moved).toEqual({ near: { mark: 30, index: 30 }, spot: { index: 30 } })
})

test('an empty list with status 200 takes no running contract away, and is asked again at once', () => {
  const { asks, empty } = board('deribit')
  const ended: DatedList = { 'BTC-1JAN26': { asset: 'BTC', kind: 'inverse', expiresAt: 900 } }
  const running: DatedList = { 'BTC-25DEC26': { asset: 'BTC', kind: 'inverse', expiresAt: 1_000_000_000 } }
  const listing = asks({ now: 7_200_000, state: empty, listed: null }).find(({ query }) =>
    /get_instruments/.test(query.path),
  )!
  const after = (contracts: DatedList): DatedState => {
    const state: DatedState = { ...empty, lists: { [listing.query.path]: { at: 500, contracts } } }
    return listing.enter('{"jsonrpc":"2.0","result":[]}', 7_200_000, state)
  }
  expect(after(running).lists[listing.query.path]).toEqual({ at: 500, contracts: running })
  expect(after(ended).lists[listing.query.path]).toEqual({ at: 7_200_000, contracts: {} })
})
