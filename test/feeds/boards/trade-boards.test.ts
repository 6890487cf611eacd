import { describe, expect, test } from 'bun:test'
import type { Trade } from '../../../src/sources/market.ts'
import { TRADE_BOARDS, tradedPairs, type TradeState } from '../../../src/feeds/boards/trade-boards.ts'
import { VENUES } from '../../../src/sources/exchanges/venues.ts'
import { OPEN } from '../../support/feeds/market.ts'

/** Coinbase pages the newest trades, Kraken everything since a time; their own reply formats are used throughout. */
const coinbase = TRADE_BOARDS.get('coinbase|BTC/USD')!
const kraken = TRADE_BOARDS.get('kraken|BTC/USD')!
const okx = TRADE_BOARDS.get('okx|BTC/USDT')!

const newest = (...trades: readonly (readonly [id: number, ago: number])[]): string =>
  JSON.stringify(
    trades.map(([id, ago]) => ({
      time: new Date(OPEN - ago).toISOString(),
      trade_id: id,
      price: '84000.00',
      size: '0.5',
      side: 'buy',
    })),
  )
const since = (...trades: readonly (readonly [id: number, ago: number])[]): string =>
  JSON.stringify({
    error: [],
    result: {
      XXBTZUSD: trades.map(([id, ago]) => ['84000.0', '0.5', (OPEN - ago) / 1000, 'b', 'm', '', id]),
      last: '1',
    },
  })

const askOf = (board: typeof coinbase, state: TradeState, now: number) => board.asks({ now, state, listed: null })[0]!

/** One poll: the first question is about trades. */
const poll = (board: typeof coinbase, body: string, before: TradeState, now = OPEN): TradeState =>
  board.settle!(askOf(board, before, now).enter(body, now, before), before, now)
const ids = (state: TradeState): readonly string[] => state.trades.map(({ id }) => id)
const trade = (id: number, ago: number): Trade => ({ id: String(id), price: '84000', size: '1', at: OPEN - ago })

describe('a page of trades', () => {
  test('starts coverage with its oldest trade', () => {
    const state = poll(coinbase, newest([12, 1_000], [11, 20_000], [10, 90_000]), coinbase.empty)
    expect(ids(state)).toEqual(['10', '11', '12'])
    expect(state.coveredFrom).toBe(OPEN - 90_000)
  })

  test('covers no more than was seen, wherever it was asked from', () => {
    expect(poll(kraken, since([10, 250_000], [11, 20_000]), kraken.empty).coveredFrom).toBe(OPEN - 250_000)
    expect(poll(kraken, since(), kraken.empty)).toEqual(kraken.empty)
  })

  test('that repeats the last known trade is put behind it, each trade once', () => {
    const before = poll(coinbase, newest([12, 1_000], [11, 20_000]), coinbase.empty)
    const state = poll(coinbase, newest([14, -9_000], [13, -5_000], [13, -5_000], [12, 1_000]), before, OPEN + 10_000)
    expect(ids(state)).toEqual(['11', '12', '13', '14'])
    expect(state.coveredFrom).toBe(OPEN - 20_000)
  })

  test('that repeats it and reaches further back covers that too', () => {
    const before = poll(okx, JSON.stringify({ code: '0', data: [okxRow(12, 1_000)] }), okx.empty)
    const page = { code: '0', data: [okxRow(13, 500), okxRow(12, 1_000), okxRow(11, 90_000)] }
    expect(poll(okx, JSON.stringify(page), before).coveredFrom).toBe(OPEN - 90_000)
  })

  test('that is empty, repeated, or of yesterday changes nothing', () => {
    const before = poll(coinbase, newest([12, 1_000], [11, 20_000]), coinbase.empty)
    for (const page of [
      newest(),
      newest([12, 1_000], [11, 20_000]),
      newest([11, 20_000]),
      newest([2, 86_401_000], [1, 86_420_000]),
    ])
      expect(poll(coinbase, page, before, OPEN + 15_000)).toEqual(before)
  })

  test('of yesterday alone covers nothing', () => {
    const state = poll(coinbase, newest([2, 86_401_000], [1, 86_420_000]), coinbase.empty)
    expect(state).toMatchObject({ trades: [], coveredFrom: null })
  })

  test('with ids in no order is read by its times', () => {
    const before = poll(coinbase, newest([900, 5_000], [17, 20_000]), coinbase.empty)
    const state = poll(coinbase, newest([3, -9_000], [900, 5_000], [40, -2_000]), before, OPEN + 10_000)
    expect(ids(state)).toEqual(['17', '900', '40', '3'])
  })

  test('with a trade of the future is refused whole', () => {
    expect(() => poll(coinbase, newest([13, -5_001], [12, 1_000]), coinbase.empty)).toThrow('trade 13 is 5001 ms ahead')
    expect(ids(poll(coinbase, newest([13, -5_000], [12, 1_000]), coinbase.empty))).toEqual(['12', '13'])
  })
})

const okxRow = (id: number, ago: number) => ({
  instId: 'BTC-USDT',
  tradeId: String(id),
  px: '84000',
  sz: '0.5',
  side: 'buy',
  ts: String(OPEN - ago),
})

describe('a page that does not reach back to the last known trade', () => {
  const before = poll(coinbase, newest([12, 60_000], [11, 80_000]), coinbase.empty)
  const torn = poll(coinbase, newest([1_500, 1_000], [501, 30_000]), before)

  test('leaves what is known as it is, and has the venue asked for all that it tells', () => {
    expect(torn).toEqual({ ...before, isTorn: true })
    expect(askOf(coinbase, before, OPEN).query.path).toContain('before=11')
    expect(askOf(coinbase, torn, OPEN).query.path).not.toContain('before')
  })

  test('is mended by a whole page that does', () => {
    const whole = newest([1_501, -3_000], [1_500, 1_000], [501, 30_000], [400, 45_000], [12, 60_000])
    const state = poll(coinbase, whole, torn, OPEN + 15_000)
    expect(ids(state)).toEqual(['11', '12', '400', '501', '1500', '1501'])
    expect(state).toMatchObject({ coveredFrom: OPEN - 80_000, isTorn: false })
  })

  test('has left a hole when not even a whole page does: coverage starts anew behind it', () => {
    const state = poll(coinbase, newest([1_500, 1_000], [501, 30_000]), torn, OPEN + 15_000)
    expect(ids(state)).toEqual(['501', '1500'])
    expect(state).toMatchObject({ coveredFrom: OPEN - 30_000, isTorn: false })
  })
})

describe('the next question', () => {
  test('starts at the last known trade', () => {
    const state = poll(kraken, since([11, 20_000]), kraken.empty)
    expect(askOf(kraken, state, OPEN).query.path).toContain(`since=${OPEN - 20_001}000000`)
  })

  test('starts with the window after a pause, instead of going page by page through the past', () => {
    const state = poll(kraken, since([11, 20_000]), kraken.empty)
    const resumed = OPEN + 3_600_000
    const ask = askOf(kraken, state, resumed)
    expect(ask.query.path).toContain(`since=${resumed - 300_001}000000`)
    const later = kraken.settle!(ask.enter(since([5_000, -3_500_000]), resumed, state), state, resumed)
    expect(ids(later)).toEqual(['5000'])
  })

  test('a full page is continued where it ended, and covers no more until then', () => {
    const full = since(...Array.from({ length: 1_000 }, (_, at) => [at + 1, 300_000 - at] as const))
    const state = poll(kraken, full, kraken.empty)
    expect(state.trades.at(-1)!.at).toBe(OPEN - 299_001)
    expect(askOf(kraken, state, OPEN + 15_000).query.path).toContain(`since=${OPEN + 15_000 - 300_001}000000`)
    expect(askOf(kraken, state, OPEN + 500).query.path).toContain(`since=${OPEN - 299_002}000000`)
  })

  test('asks venues that have no place to start at for four times what happens in such a time', () => {
    const rows = Array.from({ length: 60 }, (_, at) => okxRow(at + 1, 61_000 - at * 1_000))
    const state = poll(okx, JSON.stringify({ code: '0', data: rows }), okx.empty)
    // Sixty in a minute, two seconds ago, and so seventeen seconds later.
    expect(askOf(okx, state, OPEN + 15_000).query.path).toContain(`limit=${20 + 4 * 17}`)
    expect(askOf(okx, { ...state, isTorn: true }, OPEN).query.path).toContain('limit=500')
  })
})

describe('what is kept', () => {
  test('are ten minutes of trades', () => {
    const before: TradeState = {
      ...coinbase.empty,
      trades: [trade(1, 600_001), trade(2, 600_000), trade(3, 9_000)],
      coveredFrom: 0,
    }
    expect(ids(poll(coinbase, newest([3, 9_000]), before))).toEqual(['2', '3'])
  })

  test('are bars only until trades cover the window', () => {
    const bars = [{ start: OPEN - 60_000, volume: '1', turnover: '1' }]
    const at = (coveredFrom: number | null): TradeState => ({
      ...kraken.empty,
      trades: [trade(1, 1_000)],
      coveredFrom,
      bars,
    })
    expect(kraken.settle!(at(OPEN - 299_999), kraken.empty, OPEN).bars).toEqual(bars)
    expect(kraken.settle!(at(OPEN - 300_000), kraken.empty, OPEN).bars).toEqual([])
    expect(kraken.settle!({ ...at(OPEN - 300_000), trades: [] }, kraken.empty, OPEN).bars).toEqual(bars)
    const asksOf = (coveredFrom: number | null) =>
      kraken.asks({ now: OPEN, state: at(coveredFrom), listed: null }).length
    expect([asksOf(null), asksOf(OPEN - 1_000), asksOf(OPEN - 300_000)]).toEqual([2, 2, 1])
  })
})

test('there is a board for every venue with trades and every pair that a VWAP reads', () => {
  const wanted = VENUES.flatMap((venue) => tradedPairs(venue).map((pair) => `${venue.source.name}|${pair}`))
  expect([...TRADE_BOARDS.keys()]).toEqual(wanted)
  for (const name of ['coinbase|BTC/USD', 'gemini|ETH/USD', 'okx|BTC/USDT', 'gateio|ETH/USDT'])
    expect(wanted).toContain(name)
  expect(coinbase.id).toBe('trades/coinbase/BTC-USD')
})
