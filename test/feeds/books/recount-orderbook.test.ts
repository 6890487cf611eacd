import { describe, expect, test } from 'bun:test'
import { orderbook } from '../../../src/feeds/books/orderbook.feed.ts'
import { orderbookExample } from '../../../src/feeds/books/orderbook-example.ts'
import { recountedBook } from '../../../src/feeds/books/recount-orderbook.ts'
import { changed, failedOf } from '../../support/feeds/changed-body.ts'
import { type Body, travelled } from '../../support/feeds/content-of.ts'

const [BTC] = orderbook.subjects
const EXAMPLE = orderbookExample(BTC!)
const BODY = travelled(EXAMPLE)

const stated = (body: Body) => {
  const collapse = body['depth_collapse'] as Body
  return {
    mid: Number(body['mid']),
    spread_bps: Number(body['spread_bps']),
    imbalance_10bps: Number(body['imbalance_10bps']),
    depth_ratio_25bps: Number(body['depth_ratio']),
    state: collapse['state'] as 'NORMAL' | null,
  }
}

const failed = (body: Body): readonly string[] => failedOf(recountedBook(stated(body), body))

const ROWS = 'the books are of the venues of the method, and none is crossed'
const FOLLOWS = 'middle, spread, depth and imbalance follow from the books'
const COLLAPSE = 'the state of the depth follows from what it is and what is usual'
const VENUES = 'number, age and confidence follow from the books'
const UNREADABLE = 'the books are readable'
const RATE = 'the rate of USDT follows from its votes'

const more = (value: unknown): number => Number(value) + 1

describe('a body is counted again', () => {
  test('and right as it is made', () => {
    expect(failed(BODY)).toEqual([])
    expect(recountedBook(stated(BODY), BODY)).toHaveLength(6)
  })

  test.each<[string, readonly (string | number)[], unknown, readonly string[]]>([
    ['another middle', ['mid'], more, [FOLLOWS]],
    ['another spread', ['spread_bps'], more, [FOLLOWS]],
    ['more depth', ['depth_usd', 'ask_100bps'], more, [FOLLOWS]],
    ['more depth at one venue', ['exchanges', 0, 'depth_usd', 'bid_5bps'], more, [FOLLOWS]],
    ['another imbalance', ['imbalance_10bps'], 0.9, [FOLLOWS]],
    ['another imbalance at the top', ['imbalance_top'], 0.9, [FOLLOWS]],
    ['another ratio', ['depth_ratio'], 0.9, [FOLLOWS]],
    ['a venue that reaches less far', ['exchanges', 0, 'reach_bps', 'bid'], 20, [FOLLOWS, COLLAPSE]],
    ['a truncated venue that is not', ['truncated', '5bps'], ['okx'], [FOLLOWS]],
    ['a capped venue that is not', ['capped'], ['okx'], [FOLLOWS, VENUES]],
    ['another number of venues', ['exchange_count'], more, [VENUES]],
    ['less confidence', ['confidence'], 0.9, [VENUES]],
    ['a newer time', ['observed_at'], more, [VENUES]],
    ['an older tick', ['fetched_at'], 1_795_000_100, [VENUES]],
    ['a venue of tomorrow', ['exchanges', 0, 'observed_at'], 1_795_086_400, [VENUES]],
    ['a mark that it is bad', ['degraded'], true, [VENUES]],
    ['another size', ['exchanges', 4, 'ask_size'], '99', [FOLLOWS]],
    ['a crossed book', ['exchanges', 0, 'bid'], '99999', [ROWS]],
    ['a spread that is not of its book', ['exchanges', 0, 'spread_bps'], more, [ROWS]],
    ['a book in dollars that is in USDT', ['exchanges', 0, 'currency'], 'USD', [ROWS]],
    ['a venue that is not named', ['sources'], ['bitstamp', 'coinbase', 'kraken', 'okx'], [ROWS]],
    ['a venue that is missing and there', ['missing'], ['okx'], [ROWS]],
    ['another venue', ['exchanges', 0, 'exchange'], 'gate', [ROWS]],
    ['another rate', ['usdt_rate', 'value'], '1.5', [RATE]],
    ['another state', ['depth_collapse', 'state'], 'COLLAPSE', [COLLAPSE]],
    ['another share of the usual', ['depth_collapse', 'ratio'], 0.3, [COLLAPSE]],
    ['more depth now', ['depth_collapse', 'now_usd'], more, [COLLAPSE]],
    ['less that is usual', ['depth_collapse', 'usual_usd'], 1_000, [COLLAPSE]],
    ['too few minutes', ['depth_collapse', 'minutes'], 29, [COLLAPSE]],
    ['too few venues', ['depth_collapse', 'venues'], ['okx'], [COLLAPSE]],
    ['a collapse that is none', ['collapsed'], true, [COLLAPSE]],
    ['a text for a number', ['mid'], 'much', [UNREADABLE]],
    ['a price of nothing', ['exchanges', 0, 'bid'], '-1e308', [UNREADABLE]],
    ['a usual depth of zero', ['depth_collapse', 'usual_usd'], 0, [UNREADABLE]],
    ['no rate of USDT', ['usdt_rate'], { value: 'x', agreement: {}, quotes: [] }, [UNREADABLE]],
  ])('with %s it is not', (_what, path, to, expected) => {
    expect(failed(changed(BODY, path, to))).toEqual([...expected])
  })

  test('a venue that is usually a wall may be missing in the comparison', () => {
    const venues = ['bitstamp', 'coinbase', 'kraken', 'okx']
    const depth = EXAMPLE.exchanges
      .filter(({ exchange }) => venues.includes(exchange))
      .reduce((sum, row) => sum + row.depth_usd.bid_25bps + row.depth_usd.ask_25bps, 0)
    const collapse = { ...EXAMPLE.depth_collapse, venues, now_usd: depth, usual_usd: depth, ratio: 1 }
    expect(failed(travelled({ ...EXAMPLE, depth_collapse: collapse }))).toEqual([])
  })

  test('books in USDT need its rate', () => {
    const { usdt_rate: _rate, ...rest } = EXAMPLE
    expect(failed(travelled(rest))).toEqual([ROWS])
  })

  test('two books are no market', () => {
    const [first, second] = EXAMPLE.exchanges
    const sources = [first!.exchange, second!.exchange]
    const missing = EXAMPLE.sources.filter((name) => !sources.includes(name))
    const body = travelled({ ...EXAMPLE, exchanges: [first, second], sources, missing })
    expect(failed(body)).toEqual([ROWS])
  })

  test.each(['mid', 'spread_bps', 'imbalance_10bps', 'depth_ratio_25bps', 'state'] as const)(
    'the string must say the same: %s',
    (name) => {
      const other = { ...stated(BODY), [name]: name === 'state' ? null : 7 }
      expect(failedOf(recountedBook(other, BODY))).toEqual(['the string says what the body says'])
    },
  )
})
