import { describe, expect, test } from 'bun:test'
import type { ReadSnapshot } from '../../../src/feeds/board.ts'
import { DEPTH_BOARDS, type DepthBoardState } from '../../../src/feeds/boards/depth-boards.ts'
import { readEarlier } from '../../../src/feeds/carry.ts'
import { STRESS } from '../../../src/feeds/indices/stress-carry.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { evenAsks, evenBids } from '../../support/feeds/depth.ts'

/** On a full minute. */
const NOW = Math.floor(1_795_000_000_000 / 60_000) * 60_000

const board = (venue: string) => DEPTH_BOARDS.get(venue)!

/** The stress index with this value, so many seconds old. */
const stressed =
  (value: number, ageSeconds = 60, now = NOW): ReadSnapshot =>
  (from, key) =>
    key === 'MARKET' && from.id === STRESS.id
      ? readEarlier(from, {
          timestamp: Math.floor(now / 1_000) - ageSeconds,
          content: {},
          carry: { value, unit: 'index', regime: 'ELEVATED', confidence: 1, observedAt: now },
        })
      : null

const asks = (venue: string, state: DepthBoardState, now: number, earlier?: ReadSnapshot) =>
  board(venue).asks({ now, state, listed: null, ...(earlier && { earlier }) })

const paths = (venue: string, state: DepthBoardState, now: number, earlier?: ReadSnapshot) =>
  asks(venue, state, now, earlier).map(({ query }) => query.path)

/** What a venue of books in dollars replies. */
const reply = (coins = 1, reach = 130): string =>
  JSON.stringify({
    bids: evenBids(coins)
      .slice(0, reach)
      .map((level) => level.map(String)),
    asks: evenAsks(coins)
      .slice(0, reach)
      .map((level) => level.map(String)),
    lastUpdateId: 1,
  })

/** The board after all of its questions were answered so. */
const answered = (
  venue: string,
  state: DepthBoardState,
  now: number,
  { body = reply(), earlier }: { readonly body?: string; readonly earlier?: ReadSnapshot } = {},
): DepthBoardState => asks(venue, state, now, earlier).reduce((after, ask) => ask.enter(body, now + 300, after), state)

const { empty } = board('coinbase')

describe('a board of books', () => {
  test('exists for every venue, reads the stress index, and ticks as often as it may have to ask', () => {
    expect([...DEPTH_BOARDS.keys()]).toEqual(['coinbase', 'kraken', 'bitstamp', 'binance', 'okx'])
    for (const each of DEPTH_BOARDS.values()) {
      expect([each.everySeconds, each.rests]).toEqual([5, true])
      for (const actor of each.after!) expect(registry.item(actor)?.feed.id).toBe('index/stress')
    }
  })

  test('asks for both coins at once, and again when the answer is fifty seconds old', () => {
    const first = answered('coinbase', empty, NOW)
    expect(Object.keys(first.books)).toEqual(['BTC/USD', 'ETH/USD'])
    expect(paths('coinbase', first, NOW + 45_000)).toEqual([])
    // A tick may come a little early.
    expect(paths('coinbase', first, NOW + 49_000)).toHaveLength(2)
    expect(paths('coinbase', first, NOW + 50_000)).toHaveLength(2)
  })

  test('asks again at the next tick for what was not answered', () => {
    const [bitcoin] = asks('coinbase', empty, NOW)
    const half = bitcoin!.enter(reply(), NOW + 300, empty)
    expect(paths('coinbase', half, NOW + 5_000)).toEqual(['/products/ETH-USD/book?level=2'])
  })

  test('keeps the last book when a reply cannot be read', () => {
    const [bitcoin] = asks('coinbase', empty, NOW)
    expect(() => bitcoin!.enter('{"message":"busy"}', NOW, empty)).toThrow('busy')
  })
})

describe('speed', () => {
  const slow = (venue: string) => answered(venue, empty, NOW)

  test.each([
    [45, false],
    [45.01, true],
    [100, true],
  ])('a stress of %p is fast: %p', (value, isFast) => {
    const state = slow('binance')
    expect(paths('binance', state, NOW + 5_000, stressed(value)).length > 0).toBe(isFast)
    expect(answered('binance', state, NOW + 50_000, { earlier: stressed(value, 0, NOW + 50_000) }).isFast).toBe(isFast)
  })

  test.each([
    [44, true],
    [43, true],
    [42.99, false],
  ])('once fast, a stress of %p is fast: %p', (value, isFast) => {
    const fast = answered('binance', slow('binance'), NOW + 5_000, { earlier: stressed(60) })
    expect(fast.isFast).toBe(true)
    const later = answered('binance', fast, NOW + 10_000, { earlier: stressed(value) })
    expect(later.isFast).toBe(isFast)
    expect(paths('binance', later, NOW + 15_000, stressed(value)).length > 0).toBe(isFast)
  })

  test('a stress of ten minutes ago counts, an older one does not, and neither does an unknown one', () => {
    const state = slow('binance')
    const isFast = (earlier?: ReadSnapshot) => paths('binance', state, NOW + 5_000, earlier).length > 0
    expect(isFast(stressed(60, 600, NOW + 5_000))).toBe(true)
    expect(isFast(stressed(60, 601, NOW + 5_000))).toBe(false)
    expect(isFast(() => null)).toBe(false)
    expect(isFast()).toBe(false)
  })

  test.each([
    ['coinbase', 15],
    ['bitstamp', 15],
    ['kraken', 5],
    ['binance', 5],
    ['okx', 5],
  ])('%s is then asked every %p seconds', (venue, seconds) => {
    const fast: DepthBoardState = {
      isFast: true,
      books: Object.fromEntries(
        ['BTC', 'ETH'].flatMap((coin) =>
          ['USD', 'USDT'].map((quote) => [
            `${coin}/${quote}`,
            { ...answered('coinbase', empty, NOW).books['BTC/USD']!, askedAt: NOW },
          ]),
        ),
      ),
    }
    const due = [5, 10, 15].filter((after) => paths(venue, fast, NOW + after * 1_000, stressed(60)).length === 2)
    expect(due[0]).toBe(seconds)
  })

  test('then less of a long book is asked for, and a limit of requests has room', () => {
    const weights = (earlier?: ReadSnapshot) =>
      asks('binance', empty, NOW, earlier).map(({ query }) => [query.path, 'weight' in query ? query.weight : null])
    expect(weights()).toEqual([
      ['/api/v3/depth?symbol=BTCUSDT&limit=5000', 250],
      ['/api/v3/depth?symbol=ETHUSDT&limit=5000', 250],
    ])
    expect(weights(stressed(60))).toEqual([
      ['/api/v3/depth?symbol=BTCUSDT&limit=1000', 50],
      ['/api/v3/depth?symbol=ETHUSDT&limit=1000', 50],
    ])
    expect(paths('okx', empty, NOW, stressed(60))[0]).toContain('/market/books?sz=400')
  })
})

describe('the past of a book', () => {
  /** 25 levels of one coin on either side of 10000. */
  const NEAR = 25 * 20_000

  const bitcoin = (state: DepthBoardState) => state.books['BTC/USD']!

  test('is one row a minute, the last of it', () => {
    let state = answered('coinbase', empty, NOW)
    state = answered('coinbase', state, NOW + 50_000, { body: reply(2) })
    state = answered('coinbase', state, NOW + 100_000, { body: reply(3) })
    const minute = NOW / 60_000
    expect(bitcoin(state).minutes).toEqual([
      [minute, 2 * NEAR],
      [minute + 1, 3 * NEAR],
    ])
  })

  test('is kept for a day', () => {
    const old = NOW / 60_000
    const state = answered('coinbase', empty, NOW)
    const day = answered('coinbase', state, NOW + 86_400_000, { body: reply(2) })
    expect(bitcoin(day).minutes.map(([minute]) => minute)).toEqual([old, old + 1_440])
    const more = answered('coinbase', state, NOW + 86_460_000, { body: reply(2) })
    expect(bitcoin(more).minutes.map(([minute]) => minute)).toEqual([old + 1_441])
  })

  test('has no row where the book is not seen 25 basis points far', () => {
    // A venue that sends a part: 25 levels end at 24.5 basis points, 26 at 25.5.
    const kept = (levels: number) =>
      answered('binance', empty, NOW, { body: reply(1, levels) }).books['BTC/USDT']!.minutes.length
    expect([kept(25), kept(26)]).toEqual([0, 1])
    // A whole book that ends there is seen.
    expect(bitcoin(answered('coinbase', empty, NOW, { body: reply(1, 10) })).minutes).toHaveLength(1)
  })

  test('a book that is repeated grows old and adds no row', () => {
    const first = answered('coinbase', empty, NOW)
    const again = answered('coinbase', first, NOW + 60_000)
    expect(bitcoin(again)).toEqual({ ...bitcoin(first), askedAt: NOW + 60_000 })
    expect(bitcoin(again).saidAt).toBe(NOW + 300)
    const other = answered('coinbase', again, NOW + 120_000, { body: reply(2) })
    expect(bitcoin(other).saidAt).toBe(NOW + 120_300)
  })
})

test('a venue that puts new times on an old book does not make it younger', () => {
  const timed = (seconds: number, coins = 1) => {
    const body = JSON.parse(reply(coins)) as object
    return JSON.stringify({ ...body, timestamp: String(NOW / 1_000 + seconds) })
  }
  const first = answered('bitstamp', empty, NOW, { body: timed(0) })
  const again = answered('bitstamp', first, NOW + 120_000, { body: timed(120) }).books['BTC/USD']!
  expect([again.book.at, again.saidAt, again.askedAt]).toEqual([NOW, NOW + 300, NOW + 120_000])
  expect(again.minutes).toHaveLength(1)
  const moved = answered('bitstamp', first, NOW + 120_000, { body: timed(120, 2) }).books['BTC/USD']!
  expect([moved.book.at, moved.minutes.length]).toEqual([NOW + 120_000, 2])
})
