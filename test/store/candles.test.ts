import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Candle, type CandleStore, candleStore } from '../../src/store/candles.ts'
import { seededRandom } from '../support/still.ts'
import { startTestRedis, type TestRedis } from '../support/redis.ts'

let redis: TestRedis
let candles: CandleStore
beforeAll(async () => {
  redis = await startTestRedis()
  candles = candleStore(redis.redis)
})
afterAll(() => redis.stop())

const START = 1_795_000_020

/** What the candles should be, computed apart from the script. */
const expected = (prices: readonly { at: number; price: string }[], step: number): readonly Candle[] => {
  const groups = Map.groupBy(prices, ({ at }) => Math.floor(at / 1000 / step) * step)
  return [...groups].map(([t, group]) => {
    const numbers = group.map(({ price }) => Number(price))
    const textOf = (value: number) => group.find(({ price }) => Number(price) === value)!.price
    return {
      t,
      o: group[0]!.price,
      h: textOf(Math.max(...numbers)),
      l: textOf(Math.min(...numbers)),
      c: group.at(-1)!.price,
      n: group.length,
      filled: 0,
      v: null,
    }
  })
}

test('minutes and hours are what the prices make, across hours and weeks, with gaps left out', async () => {
  const random = seededRandom(7)
  const prices = Array.from({ length: 3_000 }, (_, i) => ({
    // Some minutes are missing, and one jump leads into another week.
    at: (START + i * 7 + (i > 1_500 ? 7_200 : 0) + (i > 2_500 ? 604_800 : 0)) * 1000 + 350,
    price: (97_000 + random.integer(-50_000, 50_000) / 100).toFixed(2),
  }))
  for (const { at, price } of prices) await candles.record('price/spot/BTC-USD', at, price)
  const all = [START - 86_400, START + 30 * 86_400] as const
  expect(await candles.range('price/spot/BTC-USD', 60, ...all)).toEqual(expected(prices, 60))
  expect(await candles.range('price/spot/BTC-USD', 3_600, ...all)).toEqual(expected(prices, 3_600))
  const minutes = expected(prices, 60)
  const [from, to] = [minutes[10]!.t, minutes[40]!.t]
  expect(await candles.range('price/spot/BTC-USD', 60, from, to)).toEqual(minutes.slice(10, 41))
  expect(await candles.range('price/spot/ETH-USD', 60, ...all)).toEqual([])
})

test('a day of minutes costs little, and goes as a whole when it is too old', async () => {
  for (let minute = 0; minute < 1_440; minute++)
    for (const price of ['96999.99', '97012.34']) await candles.record('dense', (START + minute * 60) * 1000, price)
  const keys = await redis.redis.keys('claros:candles:dense:60:*')
  const bytes = await Promise.all(keys.map((key) => redis.redis.memory('USAGE', key)))
  expect(bytes.reduce((sum, each) => sum! + each!, 0)! / 1_440).toBeLessThan(60)
  for (const key of keys) {
    const ttl = await redis.redis.ttl(key)
    expect(ttl).toBeGreaterThan(60 * 86_400)
    expect(ttl).toBeLessThan(62 * 86_400)
  }
})
