import { beforeEach, describe, expect, test } from 'bun:test'
import { fillHistory } from '../../../src/actors/publisher/fill-history.ts'
import { keptPoints } from '../../../src/feeds/day-series.ts'
import { type Item, registry } from '../../../src/feeds/registry.ts'
import type { Net } from '../../../src/ports.ts'
import { stage, type Stage } from '../../support/sandbox/world/still-world.ts'
import { freshRedis } from '../../support/redis.ts'

/** The past of a price, from the simulated exchanges to the candles that are sold. */

const FILL = registry.fill('fill/price/spot/BTC-USD')!
const HOUR = 3_600

const redis = await freshRedis()
let on: Stage
let refused: readonly string[]
/** Who answers and tells nothing. */
let silent: readonly string[]
const EMPTY: Readonly<Record<string, string>> = { coinbase: '[]', bitfinex: '[]', bitstamp: '{"data":{"ohlc":[]}}' }
let asked: string[]
beforeEach(() => {
  on = stage()
  refused = []
  silent = []
  asked = []
})

const net: Net = {
  ask: async ({ provider, path }) => {
    asked.push(provider.name)
    if (silent.includes(provider.name))
      return { ok: true, body: EMPTY[provider.name]!, receivedAt: on.clock.now(), tookMs: 1 }
    if (refused.includes(provider.name)) return { ok: false, failure: { kind: 'timeout', afterMs: 2_500 } }
    const response = await on.ask(new URL(provider.origin).host + path)
    return { ok: true, body: await response.text(), receivedAt: on.clock.now(), tookMs: 1 }
  },
}
const fill = (mayAsk: (name: string) => boolean = () => true) =>
  fillHistory(FILL, { store: redis.store, net, mayAsk: ({ source }) => mayAsk(source.name) }, on.clock.now())
const nowTs = () => Math.floor(on.clock.now() / 1_000)
const minutes = () => redis.store.candles.range(FILL.series, 60, nowTs() - 86_400, nowTs())
const hours = () => redis.store.candles.range(FILL.series, HOUR, nowTs() - 86_400, nowTs())

describe('a first start', () => {
  test('fills in the last hours first, minute by minute and by the hour, and goes on where it was', async () => {
    const noon = Math.floor(nowTs() / HOUR) * HOUR
    expect(await fill()).toEqual({ kind: 'published' })
    const first = await minutes()
    expect([first[0]!.t, first.at(-1)!.t, first.length]).toEqual([noon - 5 * HOUR, noon - 60, 300])
    expect(first[0]).toMatchObject({ n: 0, filled: 1, v: expect.stringMatching(/^\d+\.\d+$/) })
    expect(await hours()).toHaveLength(5)
    const [hour] = await hours()
    expect(hour).toMatchObject({ t: noon - 5 * HOUR, o: first[0]!.o, c: first[59]!.c, n: 0, filled: 60 })
    on.clock.move(10_000)
    expect(await fill()).toEqual({ kind: 'published' })
    expect(await minutes()).toHaveLength(600)
    expect((await minutes())[0]!.t).toBe(noon - 10 * HOUR)
    // Close to what the world's market is worth: these are prices and not numbers.
    for (const { l, h, o, c } of await minutes()) {
      expect(Number(l)).toBeLessThanOrEqual(Math.min(Number(o), Number(c)))
      expect(Number(h)).toBeGreaterThanOrEqual(Math.max(Number(o), Number(c)))
      expect(Number(c)).toBeWithin(80_000, 110_000)
    }
  })

  test('gives the chart of the past day what each quarter of an hour began with, before our own first point', async () => {
    const noon = Math.floor(nowTs() / HOUR) * HOUR
    await fill()
    const [noted] = await redis.store.boards.read([FILL.id])
    await fill()
    const points = await redis.store.snapshots.series(FILL.series)
    const opens = new Map((await minutes()).map(({ t, o }) => [t, o]))
    expect(points.map(({ t }) => t)).toEqual(Array.from({ length: 40 }, (_, at) => noon - 10 * HOUR + at * 900))
    expect(points.filter(({ t, value }) => opens.get(t) !== value)).toEqual([])
    // A worker that died before it noted how far it came fills the same window again.
    await redis.store.boards.write(FILL.id, on.clock.now(), noted!.state)
    await fill()
    expect(await redis.store.snapshots.series(FILL.series)).toEqual(points)
  })

  test('fills the charts of prices alone, whose points are prices', () => {
    for (const { series, points } of registry.fills) {
      const item = registry.item(series) as Item
      expect(points).toBe(keptPoints(item.feed))
      expect(item.feed.sale.preview?.main).toMatchObject({ kind: 'number', field: 'price' })
    }
  })

  test('replaces no price that we published, and begins before the first of them', async () => {
    const own = nowTs() - 3 * HOUR
    await redis.store.candles.record(FILL.series, own * 1_000, '12345.67', 61 * 86_400)
    await fill()
    const found = await minutes()
    expect(found.at(-1)).toMatchObject({ c: '12345.67', n: 1, filled: 0 })
    expect(found.at(-2)!.t).toBe(Math.floor(own / HOUR) * HOUR - 60)
    expect(found).toHaveLength(301)
  })

  test('with one venue away takes the other two; with two away waits, and says why', async () => {
    refused = ['coinbase']
    expect(await fill()).toEqual({ kind: 'published' })
    const before = (await minutes()).length
    expect(before).toBe(300)
    refused = ['coinbase', 'bitstamp']
    on.clock.move(10_000)
    expect(await fill()).toMatchObject({
      kind: 'declined',
      cause: 'quorum_missed',
      reason: expect.stringMatching(/^1 of 2 exchanges told their minutes; timeout after 2500 ms/),
    })
    expect((await minutes()).length).toBe(before)
    refused = []
    on.clock.move(10_000)
    await fill()
    expect((await minutes()).length).toBe(600)
  })

  test('asks again when nothing is told, and goes on when nobody ever tells', async () => {
    silent = ['coinbase', 'bitstamp']
    for (let tries = 1; tries < 5; tries++) {
      expect(await fill()).toMatchObject({ kind: 'declined', reason: '0 of 300 minutes were told by enough exchanges' })
      on.clock.move(20_000)
    }
    silent = []
    expect(await fill()).toEqual({ kind: 'published' })
    expect(await minutes()).toHaveLength(300)
    silent = ['coinbase', 'bitstamp', 'bitfinex']
    const outcomes = []
    for (let tries = 0; tries < 5; tries++) {
      on.clock.move(20_000)
      outcomes.push((await fill()).kind)
    }
    expect(outcomes).toEqual([...Array<string>(4).fill('declined'), 'published'])
    silent = []
    on.clock.move(20_000)
    await fill()
    // Five hours that nobody tells of are left out, and those before them are there.
    expect(await minutes()).toHaveLength(600)
  })

  test('fills in the hour of our own first price up to it, and makes its candle when it is over', async () => {
    on.clock.move(55 * 60_000)
    const first = Math.floor(nowTs() / HOUR) * HOUR
    await redis.store.candles.record(FILL.series, on.clock.now(), '97000.00', 61 * 86_400)
    await fill()
    expect((await minutes()).filter(({ t }) => t >= first).map(({ filled }) => filled)).toEqual([
      ...Array<number>(55).fill(1),
      0,
    ])
    expect((await hours()).at(-1)).toMatchObject({ t: first, n: 1, filled: 0 })
    // The rest of the past is there, and the hour is over.
    await redis.store.boards.write(FILL.id, on.clock.now() + 1, { next: 0, tries: 0, firstHour: first })
    on.clock.move(60_000)
    expect(await fill()).toEqual({ kind: 'superseded' })
    on.clock.move(5 * 60_000)
    expect(await fill()).toEqual({ kind: 'published' })
    const own = await minutes()
    expect((await hours()).at(-1)).toMatchObject({ t: first, o: own.find(({ t }) => t === first)!.o, n: 1, filled: 55 })
    on.clock.move(20_000)
    expect(await fill()).toEqual({ kind: 'superseded' })
  })

  test('asks nobody whom the operator does not let it ask', async () => {
    await fill((name) => name !== 'bitfinex')
    expect(asked.toSorted()).toEqual(['bitstamp', 'coinbase'])
  })

  test('ends sixty days back, and then asks nobody', async () => {
    const oldest = nowTs() - 60 * 86_400
    await redis.store.boards.write(FILL.id, on.clock.now() - 1_000, {
      next: Math.ceil(oldest / HOUR) * HOUR + HOUR,
      tries: 0,
      firstHour: null,
    })
    expect(await fill()).toEqual({ kind: 'published' })
    on.clock.move(10_000)
    asked = []
    expect(await fill()).toEqual({ kind: 'superseded' })
    expect(asked).toEqual([])
    const old = await redis.store.candles.range(FILL.series, 60, oldest - 2 * HOUR, oldest + 2 * HOUR)
    expect(old.length).toBeWithin(50, 181)
    // What is filled in is forgotten when it would have been.
    const keys = await redis.redis.keys(`claros:{c/${FILL.series}}:60:*`)
    for (const key of keys) expect(await redis.redis.ttl(key)).toBeLessThan(2 * 86_400)
  })
})
