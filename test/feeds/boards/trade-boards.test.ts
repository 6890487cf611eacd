import { describe, expect, test } from 'bun:test'
import type { Trade } from '../../../src/sources/market.ts'
import { TRADE_BOARDS, tradedPairs, type TradeState } from '../../../src/feeds/boards/trade-boards.ts'
import { VENUES } from '../../../src/sources/exchanges/venues.ts'
import { OPEN } from '../market.ts'

/** Coinbase pages the newest trades, Kraken everything since a time; their own reply formats are used throughout. */
const coinbase = TRADE_BOARDS.get('coinbase|BTC/USD')!
const kraken = TRADE_BOARDS.get('kraken|BTC/USD')!

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

/** One poll: the first question is about trades. */
const poll = (board: typeof coinbase, body: string, before: TradeState, now = OPEN): TradeState => {
  const [trades] = board.asks({ now, state: before, listed: null })
  return board.settle!(trades!.enter(body, now, before), before, now)
}
const ids = (state: TradeState): readonly string[] => state.trades.map(({ id }) => id)
const trade = (id: number, ago: number): Trade => ({ id: String(id), price: '84000', size: '1', at: OPEN - ago })

describe('a page of the newest trades', () => {
  test('starts coverage with its oldest trade', () => {
    const state = poll(coinbase, newest([12, 1_000], [11, 20_000], [10, 90_000]), coinbase.empty)
    expect(ids(state)).toEqual(['10', '11', '12'])
    expect(state).toMatchObject({ coveredFrom: OPEN - 90_000, askedAt: OPEN })
  })

  test('that overlaps what is known is put behind it, each trade once', () => {
    const before = poll(coinbase, newest([12, 1_000], [11, 20_000]), coinbase.empty)
    const state = poll(coinbase, newest([14, -9_000], [13, -5_000], [12, 1_000]), before, OPEN + 10_000)
    expect(ids(state)).toEqual(['11', '12', '13', '14'])
    expect(state).toMatchObject({ coveredFrom: OPEN - 20_000, askedAt: OPEN + 10_000 })
  })

  test('that does not reach back to the last known trade leaves a hole: coverage starts anew behind it', () => {
    const before = poll(coinbase, newest([12, 60_000], [11, 80_000]), coinbase.empty)
    const state = poll(coinbase, newest([1_500, 1_000], [501, 30_000]), before)
    expect(ids(state)).toEqual(['501', '1500'])
    expect(state.coveredFrom).toBe(OPEN - 30_000)
  })

  test('that is empty says that nothing was traded since', () => {
    expect(poll(coinbase, '[]', coinbase.empty)).toMatchObject({
      trades: [],
      coveredFrom: OPEN - 300_000,
      askedAt: OPEN,
    })
    const before = poll(coinbase, newest([12, 1_000]), coinbase.empty)
    const later = poll(coinbase, '[]', before, OPEN + 15_000)
    expect(later).toMatchObject({ coveredFrom: OPEN - 1_000, askedAt: OPEN + 15_000 })
    expect(ids(later)).toEqual(['12'])
  })
})

describe('a page of everything since', () => {
  test('covers from where it was asked, and leaves no hole', () => {
    const state = poll(kraken, since([10, 250_000], [11, 20_000]), kraken.empty)
    expect(state.coveredFrom).toBe(OPEN - 300_000)
    const later = poll(kraken, since([12, -10_000], [13, -14_000]), state, OPEN + 15_000)
    expect(ids(later)).toEqual(['10', '11', '12', '13'])
    expect(later.coveredFrom).toBe(OPEN - 300_000)
  })

  test('is asked from the last known trade on', () => {
    const state = poll(kraken, since([11, 20_000]), kraken.empty)
    const [ask] = kraken.asks({ now: OPEN, state, listed: null })
    expect(ask!.query.path).toContain(`since=${OPEN - 20_000}000000`)
  })

  test('is asked from the start of the window after a pause, instead of page by page through the past', () => {
    const state = poll(kraken, since([11, 20_000]), kraken.empty)
    const resumed = OPEN + 3_600_000
    const [ask] = kraken.asks({ now: resumed, state, listed: null })
    expect(ask!.query.path).toContain(`since=${resumed - 300_000}000000`)
    const joined = kraken.settle!(ask!.enter(since([5_000, -3_500_000]), resumed, state), state, resumed)
    expect(ids(joined)).toEqual(['5000'])
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
    const cold = kraken.settle!({ ...kraken.empty, coveredFrom: OPEN - 299_999, bars }, kraken.empty, OPEN)
    expect(cold.bars).toEqual(bars)
    const warm = kraken.settle!({ ...kraken.empty, coveredFrom: OPEN - 300_000, bars }, kraken.empty, OPEN)
    expect(warm.bars).toEqual([])
    const asksOf = (coveredFrom: number | null) =>
      kraken.asks({ now: OPEN, state: { ...kraken.empty, coveredFrom }, listed: null }).length
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
