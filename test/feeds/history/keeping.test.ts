import { describe, expect, test } from 'bun:test'
import { FUNDING_PAID_BOARDS } from '../../../src/feeds/boards/funding-paid-boards.ts'
import { COMPUTED_FEEDS } from '../../../src/feeds/history/computed-feeds.ts'
import { keepSeconds, SOLD_DAYS } from '../../../src/feeds/keeping.ts'
import { registry } from '../../../src/feeds/registry.ts'

/** What is sold of the past is kept, and what is kept is sold. */

const NOW = 1_795_000_000
const DAY = 86_400
const OLDEST = { from: '1000000000' }

/** How far back a feed answers, in days. */
const soldDays = (feed: (typeof COMPUTED_FEEDS)[number]): number => {
  const spaced = 'interval' in feed.query ? { ...OLDEST, interval: '1d' } : OLDEST
  const wish = feed.wish(spaced, NOW)
  if (wish.kind !== 'wish') throw new Error(JSON.stringify(wish.rules))
  return (NOW - wish.from) / DAY
}

describe('what is sold of the past', () => {
  test.each([
    ['history/spot', 60],
    ['history/funding', 18],
    ['history/msvi', 63],
    ['history/mssi', 56],
    ['history/msxi', 60],
    ['history/msti', 56],
  ])('%s reaches back %p days, as the contract says', (id, days) => {
    const feed = COMPUTED_FEEDS.find((each) => each.id === id)!
    // Candles begin at their own midnight.
    expect(soldDays(feed)).toBeWithin(days - 1, days + 0.001)
  })

  test('nothing else is sold', () => expect(COMPUTED_FEEDS).toHaveLength(6))

  test('is kept for a day longer, so that an invoice can still be answered', () => {
    const kept = registry.items.flatMap(({ feed, subject, actor }) => {
      const keeping = feed.keeps?.(subject)
      return keeping ? [[actor, keepSeconds(keeping.days) / DAY] as const] : []
    })
    expect(Object.fromEntries(kept)).toEqual({
      'price/spot/BTC-USD': 61,
      'price/spot/ETH-USD': 61,
      'price/vwap/BTC-USD': 61,
      'price/vwap/ETH-USD': 61,
      'index/volatility/BTC-USD': 64,
      'index/volatility/ETH-USD': 64,
      'index/stress/MARKET': 57,
      'index/contagion/MARKET': 57,
      'index/sentiment/BTC-USD': 61,
      'index/sentiment/ETH-USD': 61,
    })
  })

  test('paid rates are kept with the settlement before the first that is sold', () => {
    const board = FUNDING_PAID_BOARDS.get('binance')!
    const [ask] = board.asks({ now: NOW * 1_000, state: board.empty, listed: null })
    const since = Number(/startTime=(\d+)/.exec(ask!.query.path)?.[1]) / 1_000
    expect((NOW - since) / 3_600).toBe(SOLD_DAYS.funding * 24 + 8)
  })
})
