import { expect, test } from 'bun:test'
import { type Candle, candleStore } from '../../../src/store/published/candles.ts'
import { seededRandom } from '../../support/still.ts'
import { fileRedis } from '../../support/redis.ts'
import { ANY_TIME } from '../../support/store-clocks.ts'

const redis = await fileRedis()
const candles = candleStore(redis.redis, ANY_TIME)

const START = 1_795_000_020
const KEEP = 61 * 86_400

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
  // They leave in this order on one connection.
  await Promise.all(prices.map(({ at, price }) => candles.record('price/spot/BTC-USD', at, price, KEEP)))
  const all = [START - 86_400, START + 30 * 86_400] as const
  expect(await candles.range('price/spot/BTC-USD', 60, ...all)).toEqual(expected(prices, 60))
  expect(await candles.range('price/spot/BTC-USD', 3_600, ...all)).toEqual(expected(prices, 3_600))
  const minutes = expected(prices, 60)
  const [from, to] = [minutes[10]!.t, minutes[40]!.t]
  expect(await candles.range('price/spot/BTC-USD', 60, from, to)).toEqual(minutes.slice(10, 41))
  expect(await candles.range('price/spot/ETH-USD', 60, ...all)).toEqual([])
})

test('a day of minutes costs little, and goes as a whole when it is too old', async () => {
  await Promise.all(
    Array.from({ length: 1_440 }, async (_, minute) => {
      for (const price of ['96999.99', '97012.34'])
        await candles.record('dense', (START + minute * 60) * 1000, price, KEEP)
    }),
  )
  const keys = await redis.redis.keys('claros:{c/dense}:60:*')
  const bytes = await Promise.all(keys.map((key) => redis.redis.memory('USAGE', key)))
  expect(bytes.reduce((sum, each) => sum! + each!, 0)! / 1_440).toBeLessThan(60)
  const volumes = Array.from({ length: 1_440 }, (_, minute) => {
    const second = START + minute * 60
    return { t: second - (second % 60), v: `${minute}.${String(10_000_000 + minute)}` }
  })
  await candles.traded('dense', 60, volumes)
  const traded = await Promise.all(keys.map((key) => redis.redis.memory('USAGE', key)))
  expect(traded.reduce((sum, each) => sum! + each!, 0)! / 1_440).toBeWithin(55, 75)
  for (const key of keys) {
    const ttl = await redis.redis.ttl(key)
    expect(ttl).toBeGreaterThan(60 * 86_400)
    expect(ttl).toBeLessThan(62 * 86_400)
  }
})

test('the past is filled in where nothing is yet, and forgotten when it would have been', async () => {
  const minute = (t: number, c: string): Candle => ({ t, o: c, h: c, l: c, c, n: 0, filled: 1, v: '1.5' })
  const from = START - (START % 3_600) - 30 * 86_400
  await candles.record('filled', (from + 60) * 1000, '5', KEEP)
  const told = [minute(from, '1'), minute(from + 60, '2'), minute(from + 3_600, '3')]
  await candles.fill('filled', 60, told, START, KEEP)
  await candles.fill(
    'filled',
    60,
    told.map((each) => ({ ...each, c: '9' })),
    START,
    KEEP,
  )
  const found = await candles.range('filled', 60, from, START)
  expect(found.map(({ t, c, n, filled, v }) => [t - from, c, n, filled, v])).toEqual([
    [0, '1', 0, 1, '1.5'],
    [60, '5', 1, 0, null],
    [3_600, '3', 0, 1, '1.5'],
  ])
  const hour = { t: from + 3_600, o: '3', h: '4', l: '2', c: '3', n: 0, filled: 60, v: null }
  await candles.fill('filled', 3_600, [hour], START, KEEP)
  expect(await candles.range('filled', 3_600, from + 3_600, START)).toEqual([hour])
  // A price that comes into a candle that was filled in joins it, and what was filled in stays known.
  await candles.record('filled', (from + 3_600) * 1000, '7', KEEP)
  expect(await candles.range('filled', 3_600, from + 3_600, START)).toEqual([{ ...hour, h: '7', c: '7', n: 1 }])
  const key = (await redis.redis.keys('claros:{c/filled}:60:*')).toSorted()[1]!
  expect(await redis.redis.ttl(key)).toBeWithin(31 * 86_400, 31 * 86_400 + 7_201)
})

test('a price that comes late, after a newer one, is left out: it would be taken for the last', async () => {
  const at = (START + 600) * 1000
  for (const [offset, price] of [
    [0, '99'],
    [10_000, '101'],
    [5_000, '250'],
    [10_000, '260'],
    [15_000, '100'],
  ] as const)
    await candles.record('late', at + offset, price, KEEP)
  const [candle] = await candles.range('late', 60, START, START + 3_600)
  expect(candle).toMatchObject({ o: '99', h: '101', l: '99', c: '100', n: 3 })
})

test('are known to be there without being read, and exactly so at the ends of a range', async () => {
  const hour = Math.ceil(START / 3_600) * 3_600
  for (const t of [hour + 600, hour + 5 * 3_600]) await candles.record('any', t * 1000, '1', KEEP)
  const ask = (from: number, to: number) => candles.hasAny('any', 60, from, to)
  expect(await ask(hour - 3_600, hour + 36_000)).toBe(true)
  expect(await ask(hour, hour + 599)).toBe(false)
  expect(await ask(hour + 600, hour + 600)).toBe(true)
  expect(await ask(hour + 660, hour + 5 * 3_600 - 1)).toBe(false)
  expect(await candles.hasAny('any', 3_600, hour, hour + 3_599)).toBe(true)
})

test('what was traded is said of published candles, and of no others', async () => {
  const hour = Math.ceil(START / 3_600) * 3_600
  const told = { o: '1', h: '1', l: '1', c: '1', n: 0, filled: 1, v: '9' }
  await candles.fill('traded', 60, [{ ...told, t: hour }], START, KEEP)
  for (const [t, price] of [
    [hour + 60, '5.00'],
    [hour + 70, '7.25'],
    [hour + 120, '6'],
  ] as const)
    await candles.record('traded', t * 1000, price, KEEP)
  const said = [0, 60, 120, 180].map((after) => ({ t: hour + after, v: `${after}.50000001` }))
  await candles.traded('traded', 60, said)
  await candles.traded('traded', 60, [{ t: hour + 60, v: '61' }])
  await candles.traded('traded', 60, [{ t: hour + 60, v: null }])
  expect(
    (await candles.range('traded', 60, hour, hour + 3_599)).map(({ t, o, c, n, v }) => [t - hour, o, c, n, v]),
  ).toEqual([
    [0, '1', '1', 0, '9'],
    [60, '5.00', '7.25', 2, '61'],
    [120, '6', '6', 1, '120.50000001'],
  ])
  const place = { t: hour, v: '190' }
  await candles.traded('traded', 3_600, [place])
  expect(await candles.range('traded', 3_600, hour, hour)).toMatchObject([
    { o: '5.00', c: '6', n: 3, filled: 0, v: '190' },
  ])
  // An hour that goes on has been traded in more.
  await candles.record('traded', (hour + 200) * 1000, '8', KEEP)
  expect(await candles.range('traded', 3_600, hour, hour)).toMatchObject([{ c: '8', n: 4, filled: 0, v: null }])
  const ttl = await redis.redis.ttl((await redis.redis.keys('claros:{c/traded}:60:*'))[0]!)
  expect(ttl).toBeGreaterThan(60 * 86_400)
})

test('a volume survives being replaced by the hour that its minutes make', async () => {
  const hour = { t: Math.ceil(START / 3_600) * 3_600, o: '1', h: '1', l: '1', c: '1', n: 4, filled: 0, v: '3.5' }
  await candles.replace('made', 3_600, [hour], START, KEEP)
  expect(await candles.range('made', 3_600, hour.t, hour.t)).toEqual([hour])
})
