import { describe, expect, test } from 'bun:test'
import type { DepthBoardState } from '../../../src/feeds/boards/depth-boards.ts'
import { concludeOrderbook } from '../../../src/feeds/books/conclude-orderbook.ts'
import { OrderbookAnswer } from '../../../src/feeds/books/orderbook-answer.ts'
import { orderbook } from '../../../src/feeds/books/orderbook.feed.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { depthStates, evenAsks, evenBids, MID, pastMinutes, spotAt, type TestBook } from '../../support/feeds/depth.ts'
import { both, lookAt, OPEN, type States, tickers } from '../../support/feeds/market.ts'

const [BTC] = orderbook.subjects

const NAMES = ['binance', 'bitstamp', 'coinbase', 'kraken', 'okx'] as const
type Name = (typeof NAMES)[number]

/** All five venues with an even book, except what is told otherwise; `null` says nothing. */
const five = (others: Readonly<Partial<Record<Name, TestBook | null>>> = {}, usual: TestBook = {}) =>
  Object.fromEntries(
    NAMES.flatMap((name) => (others[name] === null ? [] : [[name, others[name] ?? usual]])),
  ) as Readonly<Record<string, TestBook>>

const concludeFrom = (states: States, spot = MID, now = OPEN) =>
  concludeOrderbook(BTC!, lookAt(states, now, { earlier: spotAt(spot) }))

const found = (venues: Readonly<Record<string, TestBook>>) =>
  contentOf(OrderbookAnswer, concludeFrom(depthStates(venues)))

/** Depth of one even book of one coin a basis point: bids at 9999.5, 9998.5, … */
const bidDepth = (bps: number) => Array.from({ length: bps }, (_, at) => MID - at - 0.5).reduce((a, b) => a + b, 0)
const askDepth = (bps: number) => Array.from({ length: bps }, (_, at) => MID + at + 0.5).reduce((a, b) => a + b, 0)

describe('an order book of five even venues', () => {
  const body = found(five())

  test('has the middle and the spread of each', () => {
    expect([body.mid, body.spread_bps]).toEqual([MID, 1])
    expect(body.sources).toEqual([...NAMES])
    expect([body.missing, body.exchange_count, body.degraded, body.capped]).toEqual([[], 5, false, []])
  })

  test('sums depth over the venues', () => {
    // Each venue is rounded to dollars before it is summed.
    const sum = (depth: number) => 5 * Math.round(depth)
    expect(body.depth_usd).toEqual({
      bid_5bps: sum(bidDepth(5)),
      ask_5bps: sum(askDepth(5)),
      bid_10bps: sum(bidDepth(10)),
      ask_10bps: sum(askDepth(10)),
      bid_25bps: sum(bidDepth(25)),
      ask_25bps: sum(askDepth(25)),
      bid_50bps: sum(bidDepth(50)),
      ask_50bps: sum(askDepth(50)),
      bid_100bps: sum(bidDepth(100)),
      ask_100bps: sum(askDepth(100)),
    })
    expect(body.depth_usd.bid_5bps).toBe(5 * 49_988)
  })

  test('is balanced', () => {
    expect(body.imbalance_top).toBe(0)
    expect(body.imbalance_10bps).toBeCloseTo(-0.0005, 4)
    expect(body.depth_ratio).toBeCloseTo(0.9975, 4)
  })

  test('costs what walking it costs', () => {
    // 100,000 dollars: five coins at 10000.5, and 49,997.5 dollars of the five at 10001.5.
    const coins = 5 + (100_000 - 5 * 10_000.5) / 10_001.5
    const cost = 1e4 * (100_000 / coins / MID - 1)
    expect(body.sweep_cost_bps.buy['100k']).toBeCloseTo(cost, 4)
    expect(body.sweep_cost_bps.sell['100k']).toBeCloseTo(cost, 3)
    // Twenty basis points are a million: the mean is at ten.
    expect(body.sweep_cost_bps.buy['1m']!).toBeCloseTo(10, 1)
    // A hundred are five millions.
    expect(body.sweep_cost_bps.sell['5m']!).toBeCloseTo(50.2, 0)
  })

  test('ends before the amount is traded where it is thin', () => {
    const thin = found(five({}, { bids: evenBids(0.01), asks: evenAsks(0.1) }))
    expect(thin.sweep_cost_bps.sell).toEqual({ '100k': null, '1m': null, '5m': null })
    expect(thin.sweep_cost_bps.buy['100k']).not.toBeNull()
    expect(thin.sweep_cost_bps.buy['1m']).toBeNull()
  })

  test('shows what each venue said, with its own texts', () => {
    expect(body.exchanges[0]).toMatchObject({
      exchange: 'binance',
      currency: 'USDT',
      bid: '9999.5',
      ask: '10000.5',
      bid_size: '1',
      ask_size: '1',
      reach_bps: { bid: 120, ask: 120 },
      observed_at: OPEN / 1000 - 1,
    })
    expect(body.exchanges[1]?.currency).toBe('USD')
  })
})

test('a spread is the median of the venues, a middle too', () => {
  const body = found(five({ kraken: { bids: [[9_990, 1]], asks: [[10_030, 1]] } }))
  expect([body.mid, body.spread_bps]).toEqual([MID, 1])
  expect(body.exchanges.find(({ exchange }) => exchange === 'kraken')?.spread_bps).toBe(39.96)
})

test('coins at the best prices tell who is pressing', () => {
  const body = found(five({}, { bids: [[9_999, 3]], asks: [[10_001, 1]] }))
  expect(body.imbalance_top).toBe(0.5)
  expect(body.imbalance_10bps).toBeCloseTo(0.4999, 4)
  expect(body.depth_ratio).toBeCloseTo(2.9994, 4)
})

describe('books in USDT', () => {
  /** All venues of the rate say that a USDT is worth so much. */
  const withRate = (rate: number, venues: Readonly<Record<string, TestBook>>) =>
    both(
      depthStates(venues),
      tickers(
        Object.fromEntries(['coinbase', 'kraken', 'bitstamp', 'okx'].map((name) => [name, { 'USDT/USD': rate }])),
        OPEN,
      ),
    )

  test('count at the rate of USDT', () => {
    const body = contentOf(OrderbookAnswer, concludeFrom(withRate(0.998, five())))
    const [binance, , coinbase] = body.exchanges
    expect(coinbase?.depth_usd.bid_5bps).toBe(49_988)
    expect(binance?.depth_usd.bid_5bps).toBe(Math.round(bidDepth(5) * 0.998))
    expect(Number(body.usdt_rate?.value)).toBeCloseTo(0.998, 12)
    expect(body.mid).toBe(MID)
    // A trade at once takes the cheaper books first: ten coins of two venues from 9980.5 to 9984.5 dollars.
    expect(body.sweep_cost_bps.buy['100k']!).toBeCloseTo(-17.5, 1)
  })

  test('are compared with their own minutes at the rate of now', () => {
    const minutes = pastMinutes(60, Math.round(bidDepth(25) + askDepth(25)))
    const body = contentOf(OrderbookAnswer, concludeFrom(withRate(0.998, five({}, { minutes }))))
    expect(body.depth_collapse).toMatchObject({ ratio: 1, venues: [...NAMES] })
  })

  test('do not count without a rate', () => {
    const states = depthStates(five())
    for (const id of [...states.keys()].filter((each) => each.startsWith('ticker/'))) states.delete(id)
    const body = contentOf(OrderbookAnswer, concludeFrom(states))
    expect([body.sources, body.missing]).toEqual([
      ['bitstamp', 'coinbase', 'kraken'],
      ['binance', 'okx'],
    ])
    expect(body.usdt_rate).toBeUndefined()
    expect(body.degraded).toBe(true)
  })
})

describe('what must not fool it', () => {
  const without = (venue: TestBook) => {
    const body = found(five({ coinbase: venue }))
    return [body.missing, body.mid]
  }

  test.each<[string, TestBook]>([
    ['a book that is crossed in itself', { bids: [[10_001, 1]], asks: [[9_999, 1]] }],
    ['a bid that equals the ask', { bids: [[10_000, 1]], asks: [[10_000, 1]] }],
    ['a middle more than one per cent away', { bids: [[10_100, 1]], asks: [[10_102, 1]] }],
    ['another unit', { bids: evenBids().map(([price, coins]) => [price * 100, coins]), asks: [[2_000_000, 1]] }],
    ['a book of more than a minute ago', { ageMs: 60_001 }],
    ['a book of the future', { ageMs: -5_001 }],
  ])('%s is left out', (_what, venue) => {
    expect(without(venue)).toEqual([['coinbase'], MID])
  })

  test('books almost one per cent from our price are still in, and so is a book of a minute ago', () => {
    const beside = (spot: number) => concludeFrom(depthStates(five()), spot).kind
    expect([beside(MID / 1.0099), beside(MID / 1.0101)]).toEqual(['concluded', 'quorum_missed'])
    expect([beside(MID / 0.9901), beside(MID / 0.9899)]).toEqual(['concluded', 'quorum_missed'])
    expect(without({ ageMs: 60_000 })).toEqual([[], MID])
  })

  test('below three venues there is nothing', () => {
    expect(concludeFrom(depthStates(five({ coinbase: null, kraken: null, okx: null })))).toEqual({
      kind: 'quorum_missed',
      have: 2,
      need: 3,
    })
    expect(concludeFrom(depthStates(five({ coinbase: null, kraken: null }))).kind).toBe('concluded')
  })

  test('without a price of our own no book can be judged', () => {
    expect(concludeOrderbook(BTC!, lookAt(depthStates(five()), OPEN))).toEqual({
      kind: 'input_missing',
      input: 'price/spot/BTC-USD',
    })
    const old = lookAt(depthStates(five()), OPEN, { earlier: spotAt(MID, OPEN - 61_000) })
    expect(concludeOrderbook(BTC!, old).kind).toBe('input_missing')
    const minute = lookAt(depthStates(five()), OPEN, { earlier: spotAt(MID, OPEN - 60_000) })
    expect(concludeOrderbook(BTC!, minute).kind).toBe('concluded')
  })

  test('a million coins at one venue count as ten times the venue in the middle, and are named', () => {
    const body = found(five({ kraken: { bids: [[9_999.5, 1], [9_998.5, 1e6], ...evenBids().slice(2)] } }))
    const usual = Math.round(bidDepth(25))
    expect(body.capped).toEqual(['kraken'])
    expect(body.depth_usd.bid_25bps).toBe(14 * usual)
    expect(body.depth_usd.ask_25bps).toBe(5 * Math.round(askDepth(25)))
    expect(body.exchanges.find(({ exchange }) => exchange === 'kraken')?.depth_usd.bid_25bps).toBeGreaterThan(9e9)
    expect(body.degraded).toBe(true)
    // Neither do they make a trade of five millions free.
    expect(body.sweep_cost_bps.sell['5m']).toBeGreaterThan(20)
    expect(body.imbalance_top).toBe(0)
  })

  test('a million coins at the best price do not make the imbalance of all', () => {
    const body = found(five({ kraken: { bids: [[9_999.5, 1e6], ...evenBids().slice(1)] } }))
    expect(body.imbalance_top).toBeCloseTo((14 - 5) / 19, 4)
  })

  test('a book that is sent in part is a lower bound, and says where', () => {
    const part = { isPart: true, bids: evenBids().slice(0, 30), asks: evenAsks().slice(0, 8) }
    const body = found(five({ okx: part, kraken: { ...part, asks: evenAsks() } }))
    expect(body.truncated).toEqual({
      '5bps': [],
      '10bps': ['okx'],
      '25bps': ['okx'],
      '50bps': ['kraken', 'okx'],
      '100bps': ['kraken', 'okx'],
    })
    expect(body.exchanges.at(-1)?.reach_bps).toEqual({ bid: 29.5, ask: 7.5 })
    expect(body.depth_usd.bid_50bps).toBe(3 * Math.round(bidDepth(50)) + 2 * Math.round(bidDepth(30)))
  })

  test('a side that is sent less far than the other is no pressure', () => {
    const lopsided = { isPart: true, bids: evenBids(), asks: evenAsks().slice(0, 8) }
    const body = found(five({ okx: lopsided, kraken: lopsided }))
    expect(body.depth_usd.ask_10bps).toBeLessThan(body.depth_usd.bid_10bps * 0.93)
    expect(body.imbalance_10bps).toBeCloseTo(-0.0005, 4)
    expect(body.depth_ratio).toBeCloseTo(0.9975, 4)
    const all = found(five({}, lopsided))
    expect([all.imbalance_10bps, all.depth_ratio]).toEqual([null, null])
    expect(all.imbalance_top).toBe(0)
  })

  test('a whole book that ends is not truncated', () => {
    const body = found(five({ bitstamp: { bids: evenBids().slice(0, 8) } }))
    expect(body.truncated['25bps']).toEqual([])
    expect(body.exchanges[1]?.reach_bps).toEqual({ bid: null, ask: 120 })
  })
})

describe('collapse', () => {
  /** Depth of an even book of one coin within 25 basis points, both sides. */
  const USUAL = Math.round(bidDepth(25)) + Math.round(askDepth(25))
  const past = (count: number, depth = USUAL) => ({ minutes: pastMinutes(count, depth) })
  const drained = (share: number, more: TestBook): TestBook => ({
    bids: evenBids(share),
    asks: evenAsks(share),
    ...more,
  })

  test.each([
    [1, 'NORMAL', false],
    [0.61, 'NORMAL', false],
    [0.59, 'THINNING', false],
    [0.41, 'THINNING', false],
    [0.39, 'COLLAPSE', true],
  ] as const)('%p of the usual depth is %s', (share, state, collapsed) => {
    const body = found(five({}, drained(share, past(60))))
    expect(body.depth_collapse).toMatchObject({ state, ratio: share, minutes: 60, venues: [...NAMES] })
    expect(body.depth_collapse.usual_usd).toBe(5 * USUAL)
    expect(body.collapsed).toBe(collapsed)
  })

  test('a venue that falls silent is no collapse', () => {
    const body = found(five({ binance: null, coinbase: null }, past(60)))
    expect(body.depth_collapse).toMatchObject({ state: 'NORMAL', ratio: 1, venues: ['bitstamp', 'kraken', 'okx'] })
  })

  test('neither is one that is seen less far now, or was then', () => {
    const part = { isPart: true, bids: evenBids().slice(0, 5), asks: evenAsks() }
    const body = found(five({ okx: { ...part, ...past(60) } }, past(60)))
    expect(body.depth_collapse).toMatchObject({
      state: 'NORMAL',
      ratio: 1,
      venues: ['binance', 'bitstamp', 'coinbase', 'kraken'],
    })
    const later = found(five({ okx: past(31) }, past(60)))
    expect(later.depth_collapse).toMatchObject({ state: 'NORMAL', ratio: 1, minutes: 31 })
  })

  test('a new venue is compared when it has thirty minutes', () => {
    expect(found(five({ okx: past(29) }, past(600))).depth_collapse).toMatchObject({
      state: null,
      ratio: null,
      minutes: 29,
      usual_usd: null,
    })
    expect(found(five({ okx: past(30) }, past(600))).depth_collapse).toMatchObject({ state: 'NORMAL', minutes: 30 })
  })

  test('minutes that one of them missed are not compared, and the running one is not past', () => {
    const whole = pastMinutes(60, USUAL)
    const holes = whole.filter(([minute]) => minute % 2 === 0)
    expect(found(five({ kraken: { minutes: holes } }, { minutes: whole })).depth_collapse.minutes).toBe(30)
    const running = [...whole, [Math.floor(OPEN / 60_000), 1] as const]
    expect(found(five({}, { minutes: running })).depth_collapse).toMatchObject({ minutes: 60, ratio: 1 })
  })

  test('of two venues nothing is said', () => {
    const part = { isPart: true, bids: evenBids().slice(0, 5), asks: evenAsks(), ...past(60) }
    const body = found(five({ okx: part, kraken: part, binance: part }, past(60)))
    expect(body.depth_collapse).toMatchObject({ state: null, minutes: 0, venues: ['bitstamp', 'coinbase'] })
  })

  test('a venue with a wall is not compared: it hides no collapse of the others', () => {
    const wall = { bids: [[9_999.5, 1e6], ...evenBids(0.2).slice(1)] as const, asks: evenAsks(0.2), ...past(60) }
    expect(found(five({ kraken: wall }, drained(0.2, past(60)))).depth_collapse).toMatchObject({
      state: 'COLLAPSE',
      ratio: 0.2,
      venues: ['binance', 'bitstamp', 'coinbase', 'okx'],
    })
  })

  test('nor is one whose wall has gone: that is no collapse', () => {
    expect(found(five({ kraken: past(60, 1e10) }, past(60))).depth_collapse).toMatchObject({
      state: 'NORMAL',
      ratio: 1,
      venues: ['binance', 'bitstamp', 'coinbase', 'okx'],
    })
  })
})

describe('while the market is under stress', () => {
  test('the body says how often books are asked for', () => {
    expect(found(five()).refresh_seconds).toBe(60)
    expect(contentOf(OrderbookAnswer, concludeFrom(depthStates(five(), OPEN, true))).refresh_seconds).toBe(5)
  })
})

test('carries unrounded what others read', () => {
  const concluded = concludeFrom(depthStates(five({ okx: null })))
  if (concluded.kind !== 'concluded') throw new Error(concluded.kind)
  const { bid_10bps: bid, ask_10bps: ask } = concluded.content.depth_usd
  expect(concluded.carry).toMatchObject({
    imbalance10bps: (bid - ask) / (bid + ask),
    spreadBps: 1,
    collapse: null,
    sources: ['binance', 'bitstamp', 'coinbase', 'kraken'],
  })
  expect(concluded.carry.confidence).toBeCloseTo(0.8, 9)
})

describe('a venue whose prices are off by less than a per cent', () => {
  const shifted = (by: number): TestBook => ({
    bids: evenBids(50).map(([price, coins]) => [price + by, coins] as const),
    asks: evenAsks(50).map(([price, coins]) => [price + by, coins] as const),
  })
  const honest = found(five({ okx: null }))

  test.each([-90, -30, 30, 90])('%d basis points: makes no cheap trade, and is missing', (by) => {
    const body = found(five({ okx: shifted(by) }))
    expect([body.sources, body.missing, body.degraded]).toEqual([honest.sources, ['okx'], true])
    expect(body.sweep_cost_bps).toEqual(honest.sweep_cost_bps)
  })

  test('enters within the floor, or where the others disagree as much', () => {
    expect(found(five({ okx: shifted(24) })).missing).toEqual([])
    expect(found(five({ okx: shifted(30), kraken: shifted(-20), bitstamp: shifted(15) })).missing).toEqual([])
  })

  test('two of them with a false rate of USDT leave three honest ones', () => {
    expect(found(five({ okx: shifted(30), binance: shifted(30) })).sources).toEqual(['bitstamp', 'coinbase', 'kraken'])
  })
})

test('a book is as old as its venue says, however often it is sent', () => {
  const states = depthStates(five())
  const id = 'depth/coinbase'
  const state = states.get(id) as DepthBoardState
  const said = (ageMs: number) => {
    const books = Object.fromEntries(
      Object.entries(state.books).map(([pair, kept]) => [pair, { ...kept, book: { ...kept.book, at: OPEN - ageMs } }]),
    )
    const found = contentOf(OrderbookAnswer, concludeFrom(new Map([...states, [id, { ...state, books }]])))
    return [found.missing, found.observed_at]
  }
  expect(said(40_000)).toEqual([[], OPEN / 1_000 - 40])
  expect(said(60_001)).toEqual([['coinbase'], OPEN / 1_000 - 1])
  expect(said(-5_001)).toEqual([['coinbase'], OPEN / 1_000 - 1])
})

test('a wall costs no more and no less than what counts of it', () => {
  const walled = found(five({ okx: { bids: evenBids(100), asks: evenAsks(100) } }))
  const most = found(five({ okx: { bids: evenBids(10), asks: evenAsks(10) } }))
  expect(walled.capped).toEqual(['okx'])
  for (const side of ['buy', 'sell'] as const)
    for (const amount of ['100k', '1m', '5m'] as const)
      expect(walled.sweep_cost_bps[side][amount]!).toBeCloseTo(most.sweep_cost_bps[side][amount]!, 2)
})

test('a book that ends exactly at a distance is seen that far', () => {
  const upTo = (bps: number) =>
    found(
      five({
        okx: {
          isPart: true,
          bids: [
            [MID - 0.5, 1],
            [MID - bps, 1],
          ],
          asks: [
            [MID + 0.5, 1],
            [MID + bps, 1],
          ],
        },
      }),
    ).truncated
  expect(upTo(25)['25bps']).toEqual([])
  expect(upTo(24)['25bps']).toEqual(['okx'])
})
