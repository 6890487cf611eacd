import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { registry } from '../../../src/feeds/registry.ts'
import type { ListedItem } from '../../../src/http/endpoints/listed-item.ts'
import { payL402, problemOf, type Shop, SPOT, startShop } from '../../support/shop.ts'
import { stillClock } from '../../support/still.ts'
import { names } from '../../../src/store/redis/names.ts'

/** Five hours ago: the store takes nothing of the future. */
const START = Math.floor(Date.now() / 900_000) * 900_000 - 5 * 3_600_000
const MINUTE = 60_000
/** Of the live answer alone: it stands in no free document. */
const LIVE = '98111.77'

interface List {
  readonly mode: string
  readonly read_at: number
  readonly total: number
  readonly sellable: number
  readonly items: readonly ListedItem[]
}
interface Single extends ListedItem {
  readonly read_at: number
  readonly series: { readonly points: readonly { t: number; value: string }[] }
}

const clock = stillClock(START)
let shop: Shop
const publishedAt: number[] = []

const json = async <T>(path: string): Promise<T> => {
  const response = await shop.request(path)
  expect(response.status).toBe(200)
  return (await response.json()) as T
}
const itemIn = (list: List, path = SPOT): ListedItem => list.items.find((item) => item.path === path)!

beforeAll(async () => {
  shop = await startShop({ clock, mode: 'demo' })
  // Prices of four hours, some of them within one quarter of an hour, then the live one.
  for (const at of [0, 5, 15, 20, 29, ...Array.from({ length: 14 }, (_, n) => 30 + 15 * n)]) {
    clock.set(START + at * MINUTE)
    publishedAt.push(clock.now() / 1000)
    await shop.publish('btc/usd', `97${String(100 + at)}.30`)
  }
  clock.set(START + 240 * MINUTE + 2_000)
  await shop.publish('btc/usd', LIVE, clock.now(), { sources: ['coinbase', 'kraken'], confidence: 0.97 })
  clock.move(3_000)
})
afterAll(() => shop.stop())

describe('GET /feeds', () => {
  test('lists every item of the registry once, in its order', async () => {
    const list = await json<List>('/feeds')
    expect(list.items.map(({ path }) => path)).toEqual(
      registry.items.map(({ path, query }) => (query ? `${path}?${query}` : path)),
    )
    expect(list).toMatchObject({ mode: 'demo', read_at: clock.now() / 1000, total: registry.items.length, sellable: 1 })
  })

  test('says of the live answer its age, confidence and sources, and shows the delayed value with its own age', async () => {
    const { delayed, ...item } = itemIn(await json<List>('/feeds'))
    expect(item).toEqual({
      feed: 'price/spot',
      family: 'prices',
      group: 'Crypto spot prices',
      layer: expect.any(String),
      subject: 'BTC/USD',
      title: 'BTC/USD spot price',
      path: SPOT,
      page: '/feeds/price/btc/usd',
      sellable: true,
      reason: null,
      age_seconds: 3,
      period_seconds: expect.any(Number),
      sellable_seconds: expect.any(Number),
      confidence: 0.97,
      sources: ['coinbase', 'kraken'],
      price_usd: '0.01',
      price_sats: 10,
      preview: `${SPOT}/preview`,
    })
    expect(delayed).toEqual({
      value: '97100.30',
      kind: 'number',
      unit: 'USD',
      field: 'price',
      age_seconds: 4 * 3_600 + 5,
      max_age_minutes: 60,
    })
    const preview = await json<{ price: string }>(`${SPOT}/preview`)
    expect(preview.price).toBe(delayed!.value)
  })

  test('says why what is not for sale is not', async () => {
    await shop.publish('eth/usd', '3400.00', clock.now() - 600_000)
    await shop.store.shortfalls.tell(
      'liquidations/BTC-USD',
      { at: clock.now() / 1000, reason: 'little_heard', message: '12 % of the window was heard', facts: {} },
      3_600,
    )
    clock.move(1_000)
    const list = await json<List>('/feeds')
    expect(itemIn(list, '/oracle/price/eth/usd')).toMatchObject({
      sellable: false,
      reason: expect.stringMatching(/^the last answer is 601 s old, and may be sold for \d+ s$/),
    })
    expect(itemIn(list, '/oracle/liquidations/btc/usd')).toMatchObject({
      sellable: false,
      age_seconds: null,
      confidence: null,
      sources: [],
      reason: '12 % of the window was heard',
    })
    expect(itemIn(list, '/oracle/price/sol/usd')).toMatchObject({ reason: 'there is no answer yet', delayed: null })
    for (const { sellable, reason } of list.items) expect(reason === null).toBe(sellable)
  })

  test('agrees with what the paywall sells', async () => {
    const list = await json<List>('/feeds')
    for (const path of [SPOT, '/oracle/price/eth/usd', '/oracle/price/sol/usd'])
      expect((await shop.request(path)).status).toBe(itemIn(list, path).sellable ? 402 : 503)
  })

  test('is read once a second, however many ask', async () => {
    clock.move(5_000)
    const first = await shop.request('/feeds')
    await shop.publish('doge/usd', '81.20')
    clock.move(900)
    const same = await shop.request('/feeds')
    expect(same.headers.get('etag')).toBe(first.headers.get('etag'))
    clock.move(101)
    expect(itemIn((await (await shop.request('/feeds')).json()) as List, '/oracle/price/doge/usd').sellable).toBe(true)
  })

  test('follows a newer answer, and one whose confidence has changed', async () => {
    await shop.publish('btc/usd', LIVE, clock.now(), { sources: ['okx'], confidence: 0.5 })
    clock.move(1_000)
    expect(itemIn(await json<List>('/feeds'))).toMatchObject({ confidence: 0.5, sources: ['okx'], age_seconds: 1 })
  })

  test('goes on without what cannot be read', async () => {
    await shop.redis.redis.set(names.snapshot('price/spot/ADA-USD'), '{"not": "a snapshot"}')
    await shop.redis.redis.set(names.version('price/spot/ADA-USD'), String(clock.now() / 1000))
    await shop.redis.redis.set(names.preview('price/spot/ADA-USD'), '[]')
    clock.move(1_000)
    expect(itemIn(await json<List>('/feeds'), '/oracle/price/ada/usd')).toMatchObject({
      confidence: null,
      sources: [],
      delayed: null,
    })
  })
})

describe('GET /feeds/{path below /oracle}', () => {
  test('is the same item with its summary, its method and its past day', async () => {
    const list = await json<List>('/feeds')
    const single = await json<Single>('/feeds/price/btc/usd')
    const { series, summary, methodology, mode, read_at, ...item } = single as Single & Record<string, unknown>
    expect({ ...item }).toEqual({ ...itemIn(list) })
    expect({ mode, read_at }).toEqual({ mode: 'demo', read_at: list.read_at })
    const { feed } = registry.items.find(({ path }) => path === SPOT)!
    expect({ summary, methodology }).toEqual({
      summary: feed.summary,
      methodology: JSON.parse(JSON.stringify(feed.methodology)),
    })
    expect(series).toMatchObject({
      kind: 'number',
      unit: 'USD',
      field: 'price',
      step_seconds: 900,
      delay_seconds: 3_600,
    })
  })

  test('has one point each quarter of an hour, the first of it, and none that is younger than the delay', async () => {
    const { read_at, series } = await json<Single>('/feeds/price/btc/usd')
    const expected = publishedAt.filter((at) => at % 900 === 0 && at < read_at - 3_600)
    expect(series.points.map(({ t }) => t)).toEqual(expected)
    expect(expected.length).toBe(13)
    expect(series.points[1]).toEqual({ t: START / 1000 + 900, value: '97115.30' })
  })

  test('shows a point as soon as it is older than the delay', async () => {
    const shown = async () => (await json<Single>('/feeds/price/btc/usd')).series.points.at(-1)!.t
    const next = (await shown()) + 900
    clock.set((next + 3_600) * 1000)
    expect(await shown()).toBe(next - 900)
    clock.move(1_000)
    expect(await shown()).toBe(next)
  })

  test.each([
    ['/feeds/PRICE/BTC/USD', SPOT],
    ['/feeds/liq-flow/btc?window=4h', '/oracle/liq-flow/btc?window=4h'],
    // The first one is meant, as at the paid path.
    ['/feeds/liq-flow/btc', '/oracle/liq-flow/btc?window=1h'],
    ['/feeds/intel/regime/persistence?currency=btc', '/oracle/intel/regime/persistence?currency=BTC'],
  ])('%s is found', async (path, sold) => expect(await json<ListedItem>(path)).toMatchObject({ path: sold }))

  test('finds every item at the page that the list names', async () => {
    const { items } = await json<List>('/feeds')
    for (const { page, path } of items) expect(await json<ListedItem>(page)).toMatchObject({ path, page })
  })

  test('has null for a series where there is no main value', async () => {
    expect((await json<Single>('/feeds/inference/all')).series).toBeNull()
  })

  test('says what there is where there is nothing', async () => {
    const response = await shop.request('/feeds/liq-flow/btc?window=9h')
    expect(response.status).toBe(404)
    const { error, details } = await problemOf(response)
    expect(error).toBe('not_found')
    expect(details.map(({ message }) => message)).toEqual(
      ['1h', '4h', '24h'].map((window) => `/feeds/liq-flow/btc?window=${window}`),
    )
    expect((await shop.request('/feeds/price/btc/nothing')).status).toBe(404)
    expect((await shop.request('/feeds/price/btc/usd?windo=1h')).status).toBe(400)
  })
})

test('no free document holds the number that is for sale', async () => {
  await shop.publish('btc/usd', LIVE)
  clock.move(1_000)
  const { authorization } = await payL402(shop)
  const bought = await (await shop.request(SPOT, { headers: { authorization } })).text()
  expect(bought).toContain(LIVE)
  for (const path of ['/feeds', '/feeds/price/btc/usd', `${SPOT}/preview`]) {
    const text = await (await shop.request(path)).text()
    expect(text).not.toContain(LIVE)
    // Nor rounded.
    for (const part of ['98111', '98,111', '98112', '98110']) expect(text).not.toContain(part)
  }
})
