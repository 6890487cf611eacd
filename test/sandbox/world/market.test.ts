import { describe, expect, test } from 'bun:test'
import { FACTORS } from '../../../src/sandbox/world/factors.ts'
import { createWorld } from '../../../src/sandbox/world/world.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'

const PAGES = [
  'api.kraken.com/0/public/Ticker?pair=XBTUSD,ETHUSD,EURUSD',
  'api.exchange.coinbase.com/products/BTC-USD/trades?limit=1000',
  'data-api.binance.vision/api/v3/klines?symbol=SOLUSDT&interval=1m',
  'www.okx.com/api/v5/market/tickers?instType=SPOT',
  'data-api.ecb.europa.eu/service/data/EXR/D.USD+JPY.EUR.SP00.A?format=csvdata&lastNObservations=3',
  'api.gold-api.com/price/XAU',
]

const pages = async (ask: (path: string) => Promise<string>): Promise<string> =>
  (await Promise.all(PAGES.map(ask))).join('\n')

/** Logarithmic returns of one level over steps of this length. */
const returns = (key: string, steps: number, seconds: number, seed = 7, volatility = 1): number[] => {
  const { clock, world } = stage({ seed, volatility })
  let level = world.market.levels()[key] ?? 0
  return Array.from({ length: steps }, () => {
    clock.move(seconds * 1000)
    const next = world.market.levels()[key] ?? 0
    const change = Math.log(next / level)
    level = next
    return change
  })
}

const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length
const deviation = (list: readonly number[]): number => Math.sqrt(mean(list.map((value) => (value - mean(list)) ** 2)))
const correlation = (left: readonly number[], right: readonly number[]): number =>
  mean(left.map((value, i) => (value - mean(left)) * ((right[i] ?? 0) - mean(right)))) /
  (deviation(left) * deviation(right))

describe('a world is a function of its seed and its clock', () => {
  test('the same seed and clock give the same bytes', async () => {
    const [one, other] = [stage(), stage()]
    for (const step of [0, 700, 5_000, 60_000, 400_000]) {
      one.clock.move(step)
      other.clock.move(step)
      expect(await pages(one.text)).toBe(await pages(other.text))
    }
  })

  test('another seed gives another market on the same levels', async () => {
    const [one, other] = [stage({ seed: 1 }), stage({ seed: 2 })]
    expect(one.world.market.levels()).toEqual(other.world.market.levels())
    expect(await one.text('api.kraken.com/0/public/Trades?pair=XBTUSD')).not.toBe(
      await other.text('api.kraken.com/0/public/Trades?pair=XBTUSD'),
    )
    one.clock.move(60_000)
    other.clock.move(60_000)
    expect(one.world.market.levels()).not.toEqual(other.world.market.levels())
  })

  test('asking often or once makes no difference', async () => {
    const [often, once] = [stage(), stage()]
    for (let i = 0; i < 300; i++) {
      often.clock.move(1_100)
      await pages(often.text)
    }
    once.clock.move(330_000)
    expect(await pages(once.text)).toBe(await pages(often.text))
  })

  test('a seed is drawn from the system when none is given', () => {
    const random = { bytes: (length: number) => new Uint8Array(length), integer: () => 4711 }
    const { clock } = stage()
    expect(stage({ random }).world.market.seed).toBe(7)
    expect(createWorld({ clock, random }).market.seed).toBe(4711)
  })

  test('it is born exactly on the starting levels', () => {
    const levels = stage({ seed: 99 }).world.market.levels()
    for (const { key, start } of FACTORS) expect(levels[key]).toBeCloseTo(start, 9)
  })
})

describe('the market moves like one', () => {
  const STEPS = 1500

  test('spot swings as its volatility says and drifts nowhere in particular', () => {
    const bitcoin = returns('spot.BTC', STEPS, 10)
    const expected = 0.45 * Math.sqrt(10 / 31_536_000)
    expect(deviation(bitcoin) / expected).toBeWithin(0.92, 1.08)
    expect(Math.abs(mean(bitcoin)) / (expected / Math.sqrt(STEPS))).toBeLessThan(4)
  })

  test('coins move together, currencies move together, and the two do not', () => {
    const bitcoin = returns('spot.BTC', STEPS, 10)
    expect(correlation(bitcoin, returns('spot.ETH', STEPS, 10))).toBeWithin(0.75, 0.92)
    expect(correlation(bitcoin, returns('fx.EUR', STEPS, 10))).toBeWithin(-0.05, 0.25)
    expect(correlation(returns('fx.EUR', STEPS, 10), returns('fx.CHF', STEPS, 10))).toBeWithin(-0.75, -0.6)
    expect(correlation(returns('fx.EUR', STEPS, 10), returns('metal.XAU', STEPS, 10))).toBeWithin(0.3, 0.48)
  })

  test('a peg stays near its anchor for days', () => {
    const { clock, world } = stage()
    for (let hour = 0; hour < 72; hour++) {
      clock.move(3_600_000)
      expect(world.market.levels()['peg.USDT']).toBeWithin(0.9984, 1.0008)
    }
  })

  test('volatility scales the swing, and zero stops it', () => {
    expect(deviation(returns('spot.BTC', 500, 1, 7, 10)) / deviation(returns('spot.BTC', 500, 1))).toBeCloseTo(10, 1)
    expect(returns('spot.BTC', 50, 10, 7, 0)).toEqual(Array.from({ length: 50 }, () => 0))
  })

  test('bullion stands still from Friday to Sunday evening in New York, bitcoin does not', () => {
    const saturday = Date.UTC(2026, 10, 21, 12)
    const { clock, world } = stage({ start: saturday })
    const before = world.market.levels()
    clock.move(1_800_000)
    const later = world.market.levels()
    expect(later['metal.XAU']).toBe(before['metal.XAU'] ?? 0)
    expect(later['spot.BTC']).not.toBe(before['spot.BTC'] ?? 0)
  })

  test('a clock that leaps a month is followed at once and stays sensible', async () => {
    const { clock, world, json } = stage()
    clock.move(30 * 86_400_000)
    expect(world.market.levels()['spot.BTC']).toBeWithin(50_000, 180_000)
    const { result } = await json<{ result: { XXBTZUSD: unknown[] } }>('api.kraken.com/0/public/Trades?pair=XBTUSD')
    expect(result.XXBTZUSD.length).toBeGreaterThan(500)
  })
})

const NODES = [
  'eth.drpc.org/',
  'base.drpc.org/',
  'arbitrum.drpc.org/',
  'polygon.drpc.org/',
  'optimism.drpc.org/',
  'solana.drpc.org/',
]
const GAS_CALLS = JSON.stringify(
  ['eth_gasPrice', 'getRecentPrioritizationFees'].map((method, id) => ({ jsonrpc: '2.0', id, method, params: [] })),
)

describe('the market can be steered', () => {
  const bid = async (json: ReturnType<typeof stage>['json']): Promise<{ mid: number; last: number }> => {
    const row = await json<{ bid: string; ask: string; last: string }>('www.bitstamp.net/api/v2/ticker/btcusd/')
    return { mid: (Number(row.bid) + Number(row.ask)) / 2, last: Number(row.last) }
  }

  test('a set level is quoted and traded at once, and the path goes on from there', async () => {
    const { clock, world, json } = stage()
    world.market.set('spot.BTC', 90_000)
    expect((await bid(json)).mid).toBeWithin(89_950, 90_050)
    expect((await bid(json)).last).toBeWithin(89_950, 90_050)
    clock.move(60_000)
    const later = await bid(json)
    expect(later.mid).toBeWithin(89_000, 91_000)
    expect(later.mid).not.toBe(90_000)
  })

  test('a shock multiplies', async () => {
    const { world, json } = stage({ volatility: 0 })
    world.market.shock('spot.BTC', 0.97)
    expect((await bid(json)).mid).toBeWithin(94_060, 94_120)
  })

  test('what was traded before stays traded', async () => {
    const { clock, world, json } = stage()
    const path = 'data-api.binance.vision/api/v3/trades?symbol=BTCUSDT&limit=1000'
    const before = await json<{ id: number; price: string }[]>(path)
    world.market.set('spot.BTC', 50_000)
    clock.move(2_500)
    const after = await json<{ id: number; price: string }[]>(path)
    const again = after.filter(({ id }) => before.some((trade) => trade.id === id))
    expect(again.length).toBeGreaterThan(500)
    expect(again).toEqual(before.slice(-again.length))
    const fresh = after.filter(({ id }) => id > (before.at(-1)?.id ?? 0))
    expect(fresh.length).toBeGreaterThan(0)
    for (const { price } of fresh) expect(Number(price)).toBeLessThan(51_000)
  })

  test('a trade of the very millisecond in which a level is steered stays as it was told', async () => {
    const path = 'data-api.binance.vision/api/v3/trades?symbol=BTCUSDT&limit=1000'
    const scout = stage()
    const start = scout.clock.now()
    scout.clock.move(30_000)
    const { time = 0 } = (await scout.json<{ time: number }[]>(path)).find((trade) => trade.time > start) ?? {}
    const { clock, world, json } = stage()
    clock.move(time - clock.now())
    const before = await json<{ time: number }[]>(path)
    expect(before.at(-1)?.time).toBe(time)
    world.market.set('spot.BTC', 50_000)
    expect((await json<object[]>(path)).slice(-before.length - 1, -1)).toEqual(before.slice(-999))
  })

  test('a peg that is set stays off, a peg that is shocked comes back', () => {
    const { clock, world } = stage()
    world.market.set('peg.USDT', 0.97)
    world.market.shock('peg.USDC', 0.97)
    clock.move(6 * 3_600_000)
    expect(world.market.levels()['peg.USDT']).toBeWithin(0.969, 0.971)
    expect(world.market.levels()['peg.USDC']).toBeWithin(0.999, 1.001)
  })

  test('every level steers something that a provider publishes', async () => {
    const { world, text } = stage({ volatility: 0 })
    /** Nodes are asked by POST alone. */
    const gasSaid = async (node: string) =>
      (await world.handle(new Request(`http://127.0.0.1/${node}`, { method: 'POST', body: GAS_CALLS })))!.text()
    const seen = async () =>
      (
        await Promise.all(
          [
            'api.kraken.com/0/public/Ticker',
            'api.exchange.coinbase.com/products/PAXG-USD/ticker',
            'www.okx.com/api/v5/market/tickers?instType=SPOT',
            'futures.kraken.com/derivatives/api/v3/tickers',
            'api.gold-api.com/price/XAU',
            'api.gold-api.com/price/XAG',
            'api.gold-api.com/price/HG',
            'www.deribit.com/api/v2/public/get_book_summary_by_currency?currency=BTC&kind=option',
            'www.deribit.com/api/v2/public/get_book_summary_by_currency?currency=ETH&kind=option',
            'www.deribit.com/api/v2/public/get_book_summary_by_currency?currency=USDC&kind=option',
            'eapi.binance.com/eapi/v1/ticker?symbol=SOL-261225-180-C',
            'raw.githubusercontent.com/skypilot-org/skypilot-catalog/master/catalogs/v8/aws/vms.csv',
            'console-api.akash.network/v1/gpu-prices',
          ]
            .map(text)
            .concat(NODES.map(gasSaid)),
        )
      ).join('')
    // These are published once a day alone, or in the session of New York: see the fixings, the statistics and the equities.
    const daily = /^(?:fx\.(?:CNY|NOK|CZK|SEK)|rate\..*|oil\..*|gas\..*|equity\..*|vix\..*)$/
    for (const { key, start } of FACTORS.filter(({ key }) => !daily.test(key))) {
      const before = await seen()
      world.market.set(key, start * 1.02)
      expect(`${key} ${await seen()}`).not.toBe(`${key} ${before}`)
    }
  })

  test('an unknown level is refused by name', () => {
    expect(() => stage().world.market.set('spot.LUNA', 1)).toThrow('spot.LUNA')
  })
})
