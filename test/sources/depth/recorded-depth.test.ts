import { describe, expect, test } from 'bun:test'
import { binanceDepth } from '../../../src/sources/depth/binance.ts'
import { bitstampDepth } from '../../../src/sources/depth/bitstamp.ts'
import { coinbaseDepth } from '../../../src/sources/depth/coinbase.ts'
import type { DepthVenue } from '../../../src/sources/depth/depth.ts'
import { krakenDepth } from '../../../src/sources/depth/kraken.ts'
import { okxDepth } from '../../../src/sources/depth/okx.ts'
import type { ReducedSide } from '../../../src/sources/depth/reduce.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

/*
 * Every recorded book of these venues in the form of the endpoint that is asked, and the whole lists of levels that were
 * captured from their sockets: the rows are the same. Not read: advanced_* of Coinbase (another API, with objects for
 * rows), v2_* of Kraken and the updates of all sockets (no lists of levels, and nobody subscribes to them).
 */

const money = ({ money: sums }: ReducedSide, bps: number) => sums.slice(0, bps).reduce((sum, each) => sum + each, 0)

interface Expected {
  readonly best: readonly [bid: readonly [string, string], ask: readonly [string, string]]
  /** The time of the book. */
  readonly at: number | null
  /** Bid and ask money by distance, summed by hand over the recorded levels. */
  readonly depth: Readonly<Record<number, readonly [number, number]>>
  /** How far each side is seen. */
  readonly reach: readonly [number | null, number | null]
  /** How many levels lie within the reach, at most 20 of them kept. */
  readonly kept: readonly [number, number]
}

const read = (venue: DepthVenue, symbol: string, body: string) => venue.book(symbol, 'deep').read(body)

const same = (found: ReturnType<typeof read>, { best, at, depth, reach, kept }: Expected): void => {
  expect([found.bids.top[0]!, found.asks.top[0]!]).toEqual([[...best[0]], [...best[1]]])
  expect(found.at).toBe(at)
  for (const [bps, [bid, ask]] of Object.entries(depth)) {
    expect(money(found.bids, Number(bps))).toBeCloseTo(bid, 3)
    expect(money(found.asks, Number(bps))).toBeCloseTo(ask, 3)
  }
  const reaches = [found.bids.reachBps, found.asks.reachBps]
  reaches.forEach((is, side) =>
    reach[side] === null ? expect(is).toBeNull() : expect(is!).toBeCloseTo(reach[side]!, 6),
  )
  expect([found.bids.top.length, found.asks.top.length]).toEqual([...kept])
}

const CASES: readonly (readonly [file: string, venue: DepthVenue, symbol: string, expected: Expected])[] = [
  [
    'coinbase/exchange_book_sample',
    coinbaseDepth,
    'BTC-USD',
    {
      best: [
        ['0.01825', '24.34811287'],
        ['0.01826', '171.10414904'],
      ],
      at: null,
      depth: { 5: [0.444353, 3.124362], 10: [1.767598, 3.537342], 25: [9.507016, 10.802914] },
      // The sample is three levels long: a whole book that ends.
      reach: [null, null],
      kept: [3, 3],
    },
  ],
  [
    'kraken/spot_depth',
    krakenDepth,
    'XBTUSDT',
    {
      best: [
        ['105944.20000', '0.002'],
        ['105944.30000', '0.136'],
      ],
      at: 1_762_820_249_000,
      depth: { 5: [15_040.8763, 38_247.8318], 100: [15_040.8763, 38_247.8318] },
      reach: [2.600424279751712, 1.826432298119851],
      kept: [5, 5],
    },
  ],
  [
    'bitstamp/order_book_btcusd',
    bitstampDepth,
    'btcusd',
    {
      best: [
        ['8200.59', '2.00000000'],
        ['8202.65', '1.49199358'],
      ],
      at: 1_560_482_001_000,
      depth: {
        5: [16_401.18, 61_471.4011],
        10: [123_043.3151, 123_581.4397],
        25: [580_009.3868, 440_141.0676],
        50: [1_097_950.1068, 874_131.6504],
        100: [2_053_868.4407, 1_589_786.9506],
      },
      reach: [120, 120],
      kept: [20, 20],
    },
  ],
  [
    'bitstamp/order_book_ethusd_2022',
    bitstampDepth,
    'ethusd',
    {
      best: [
        ['3802.90', '0.60000000'],
        ['3805.47', '8.26964788'],
      ],
      at: 1_641_343_695_000,
      depth: {
        5: [146_828.517, 96_072.6351],
        10: [171_009.9814, 256_645.5186],
        25: [558_608.3693, 724_272.8903],
        50: [932_111.0657, 2_907_899.8849],
        100: [2_581_718.7835, 3_153_365.8627],
      },
      reach: [120, 120],
      kept: [20, 20],
    },
  ],
  [
    'binance/spot_depth_BTCUSDT',
    binanceDepth,
    'BTCUSDT',
    {
      best: [
        ['32085.65000000', '0.00000500'],
        ['32085.66000000', '2.04843700'],
      ],
      at: null,
      depth: { 5: [106_993.063, 353_329.7907], 100: [106_993.063, 353_329.7907] },
      reach: [4.595511607913272, 3.5950645233828737],
      kept: [20, 20],
    },
  ],
  [
    // The same API at another company of the group, of another coin, with fewer levels.
    'binanceus/spot_depth_2021',
    binanceDepth,
    'BTCUSDT',
    {
      best: [
        ['296.58000000', '1.40000000'],
        ['297.08000000', '1.50000000'],
      ],
      at: null,
      depth: { 5: [0, 0], 10: [2_069.5135, 445.62], 25: [30_117.1312, 26_364.8888], 100: [53_848.6606, 49_550.6722] },
      reach: [120, 120],
      kept: [20, 20],
    },
  ],
  [
    'okx/books_fixture',
    okxDepth,
    'BTC-USDT',
    {
      best: [
        ['41006.3', '0.30178218'],
        ['41006.8', '0.60038921'],
      ],
      at: 1_629_966_436_396,
      depth: { 5: [12_374.9706, 24_620.0403] },
      reach: [0.06096587008674881, 0.060965870085638585],
      kept: [1, 1],
    },
  ],
  [
    'okx/order_book_2025',
    okxDepth,
    'BTC-USDT',
    {
      best: [
        ['41006.7', '0.48792100'],
        ['41006.8', '0.60038921'],
      ],
      at: 1_704_067_200_000,
      depth: { 5: [75_969.6246, 121_405.0382] },
      reach: [0.06096557274126724, 0.06096557274126724],
      kept: [3, 3],
    },
  ],
]

describe.skipIf(!recordedAvailable)('recorded books', () => {
  test.each(CASES)('%s', (file, venue, symbol, expected) => {
    same(read(venue, symbol, recorded(`crypto/${file}`).body), expected)
  })

  test('400 levels of OKX, captured from its socket, read as its REST reply', () => {
    const { body } = recorded('crypto/okx/ws_books_BTC-USDT_2022')
    const [, snapshot] = JSON.parse(body) as readonly { readonly data: readonly unknown[] }[]
    same(read(okxDepth, 'BTC-USDT', JSON.stringify({ code: '0', msg: '', data: snapshot!.data })), {
      best: [
        ['30243.4', '0.0012029'],
        ['30243.5', '1.44679'],
      ],
      at: 1_652_459_225_381,
      depth: {
        1: [36.37978586, 47_816.686108504],
        5: [255_624.070150781, 139_405.421190074],
        10: [344_392.9765134251, 292_924.80624598],
        25: [1_466_116.1394857024, 1_270_107.971266879],
      },
      reach: [80.59596375413535, 120],
      kept: [20, 20],
    })
  })

  test('snapshots of other sockets have the same rows', () => {
    const binance = JSON.parse(recorded('crypto/binance/ws_spot_trade_book_depth').body) as readonly {
      readonly stream: string
      readonly data: unknown
    }[]
    const snapshots = binance.filter(({ stream }) => stream.endsWith('@depthSnapshot'))
    expect(snapshots.length).toBe(2)
    const [usdc, gnt] = snapshots.map(({ data }) => read(binanceDepth, 'BTCUSDT', JSON.stringify(data)))
    expect(usdc!.bids.top[0]).toEqual(['4091.92000000', '0.00976500'])
    expect(gnt!.bids.top[0]).toEqual(['0.00002248', '114.00000000'])

    const okx = JSON.parse(recorded('crypto/okx/ws_spot_trades_books_tickers').body) as readonly {
      readonly action?: string
      readonly data?: readonly unknown[]
    }[]
    const whole = okx.find(({ action }) => action === 'snapshot')!
    const dai = read(okxDepth, 'BTC-USDT', JSON.stringify({ code: '0', msg: '', data: whole.data }))
    expect(dai.asks.top[0]).toEqual(['46167.8', '0.02250534'])

    const pushed = JSON.parse(recorded('crypto/coinbase/ws_exchange_match_ticker_l2').body) as readonly {
      readonly type: string
    }[]
    const [bat, yfi] = pushed.filter(({ type }) => type === 'snapshot').map((each) => JSON.stringify(each))
    expect(read(coinbaseDepth, 'BTC-USD', bat!).bids.top).toEqual([['0.247175', '5299']])
    expect(() => read(coinbaseDepth, 'BTC-USD', yfi!)).toThrow('a size in bids is not a decimal number: 0.-10000')

    const bitstamp = JSON.parse(recorded('crypto/bitstamp/ws_live_trades_diff_book').body) as readonly {
      readonly event: string
      readonly data: object
    }[]
    const first = bitstamp.find(({ event }) => event === 'snapshot')!
    // Its bids stand lowest first, with the best ask below them: no book.
    expect(() => read(bitstampDepth, 'btcusd', JSON.stringify(first.data))).toThrow('bids are out of order at 60000.00')
  })
})
