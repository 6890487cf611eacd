import { beforeEach, describe, expect, test } from 'bun:test'
import { buyerV2 } from '../../src/demo/buyers.ts'
import { actorId } from '../../src/feeds/feed.ts'
import { COMPUTED_FEEDS } from '../../src/feeds/history/computed-feeds.ts'
import { registry } from '../../src/feeds/registry.ts'
import { createClosedFeedView } from '../../src/http/paywall/closed-feeds.ts'
import { readSaleability } from '../../src/http/endpoints/sellable.ts'
import type { RefusedSource } from '../../src/sources/permission.ts'
import type { Closings } from '../../src/store/published/closed-feeds.ts'
import { names } from '../../src/store/redis/names.ts'
import { bodyOf } from '../support/http/dlc/event-shop.ts'
import { PAYER, PAYER_KEY, payment } from '../support/payer.ts'
import { fileShop, itemOf, payL402, SPOT } from '../support/shop.ts'

/** Feeds that the operator's settings close: no price, no invoice and no number, and every document says so. */

const SPOT_ITEM = itemOf('btc/usd')
const GAS = registry.feeds.find(({ id }) => id === 'gas/chain')!
const [PLACES, AT_A_PLACE] = ['marine/seastate', '/oracle/marine/54.5/10.5/seastate'] as const
const LACKS = [
  { source: 'dear', reason: 'not_licensed', setting: 'SOURCES_LICENSED' },
  { source: 'keyed', reason: 'needs_key', setting: 'PROVIDER_KEYS' },
] as const
const CLOSED = { error: 'data_unavailable', details: LACKS }
const MARKED = { available: false, unavailable: LACKS }

const shop = await fileShop()

const close = async (...actors: readonly string[]) => {
  await shop.store.closedFeeds.write(new Map(actors.map((actor) => [actor, LACKS])))
  await shop.paywall.closedFeeds.refresh()
}

type Body = Readonly<Record<string, unknown>>
const read = async (path: string): Promise<Body> => (await shop.request(path)).json() as Promise<Body>
const rows = (body: Body, name: string) => body[name] as readonly Body[]

beforeEach(async () => {
  await close()
  shop.clock.move(2_000)
  await shop.publish('btc/usd')
})

describe('a closed feed', () => {
  test('is refused before any money, also while there is an answer, and no time is named to come back at', async () => {
    expect((await shop.request(SPOT)).status).toBe(402)
    await close(SPOT_ITEM.actor, PLACES)
    const invoices = shop.money.calledOf('POST /lnd/v1/invoices')
    const asked = shop.asker.asked.length
    for (const path of [SPOT, `${SPOT}/preview`, AT_A_PLACE, `${AT_A_PLACE}/preview`]) {
      const response = await shop.request(path)
      const names = [...response.headers.keys()].filter((name) => /retry-after|www-authenticate|payment/.test(name))
      expect([path, response.status, names]).toEqual([path, 503, []])
      expect(await response.json()).toMatchObject({
        ...CLOSED,
        message: expect.stringContaining('Nothing was charged.'),
      })
    }
    expect((await shop.request(SPOT, { method: 'HEAD' })).status).toBe(503)
    expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(invoices)
    // Nobody is told to ask a provider for a place.
    expect(shop.asker.asked.length).toBe(asked)
  })

  test('takes no payment, and a payment that was made before buys the answer once it is open again', async () => {
    await shop.money.fund(PAYER.address)
    const { authorization } = await payL402(shop)
    const { v2: signed } = await payment(shop.clock.now())
    await close(SPOT_ITEM.actor)
    const sales = await shop.sales()
    const ways = [{ authorization }, signed] as const
    for (const headers of ways) {
      const response = await shop.request(SPOT, { headers })
      expect([response.status, await response.json()]).toMatchObject([503, CLOSED])
    }
    expect([await shop.sales(), (await shop.money.transfers()).length]).toEqual([sales, 0])
    await close()
    for (const headers of ways) expect((await shop.request(SPOT, { headers })).status).toBe(200)
    // What was bought is handed out again, whatever was closed since.
    await close(SPOT_ITEM.actor)
    expect((await shop.request(SPOT, { headers: { authorization } })).status).toBe(200)
    expect(await shop.sales()).toBe(sales + 2)
  })

  test('is refused to the official client too, which pays nothing', async () => {
    await close(SPOT_ITEM.actor)
    const response = await buyerV2(PAYER_KEY)(shop.url + SPOT)
    expect([response.status, await response.json()]).toMatchObject([503, CLOSED])
  })

  test('is known from what was read last, also while the store does not answer', async () => {
    let answer: () => Promise<Closings> = async () => new Map([[SPOT_ITEM.actor, LACKS]])
    const view = createClosedFeedView({ read: () => answer() })
    expect([view.of(SPOT_ITEM), view.version()]).toEqual([null, 0])
    await view.refresh()
    await view.refresh()
    expect([view.of(SPOT_ITEM), view.version()]).toEqual([LACKS, 1])
    answer = () => Promise.reject(new Error('away'))
    await view.refresh()
    expect([view.of(SPOT_ITEM), view.version()]).toEqual([LACKS, 1])
    answer = async () => new Map()
    await view.refresh()
    expect([view.of(SPOT_ITEM), view.version()]).toEqual([null, 2])
  })

  test('stays closed where this release cannot read what was written since', async () => {
    await close(SPOT_ITEM.actor)
    for (const text of ['{"$v":9,"closed":[]}', '{"closed":{"a":[{"source":1}]}}', 'closed']) {
      await shop.redis.redis.set(names.closedFeeds(), text)
      expect(await shop.store.closedFeeds.read()).toBeNull()
      await shop.paywall.closedFeeds.refresh()
      expect([text, (await shop.request(SPOT)).status]).toEqual([text, 503])
    }
    await shop.redis.redis.del(names.closedFeeds())
    expect([...(await shop.store.closedFeeds.read())!]).toEqual([])
  })
})

describe('the past of a closed feed', () => {
  const PAST = '/oracle/history/spot/btc/usd'

  test('is not sold nor shown either, and what was bought of it before is handed out again', async () => {
    const hour = Math.floor(shop.clock.now() / 3_600_000) * 3_600
    for (let minute = 1; minute <= 60; minute++)
      await shop.store.candles.record(SPOT_ITEM.actor, (hour - minute * 60) * 1000, '97000', 61 * 86_400)
    await shop.money.fund(PAYER.address)
    const paid = (await payment(shop.clock.now(), { value: '50000' })).v2
    const asked = `${PAST}?interval=1h&from=${hour - 3_600}&to=${hour - 1}`
    expect((await shop.request(asked)).status).toBe(402)
    const bought = await shop.request(asked, { headers: paid })
    expect(bought.status).toBe(200)
    expect((await shop.request(`${PAST}/preview`)).status).toBe(200)
    await close(SPOT_ITEM.actor)
    const invoices = shop.money.calledOf('POST /lnd/v1/invoices')
    const transfers = (await shop.money.transfers()).length
    const other = (await payment(shop.clock.now(), { value: '50000' })).v2
    for (const [path, headers] of [
      [asked, {}],
      [asked, other],
      [`${PAST}/preview`, {}],
    ] as const) {
      const response = await shop.request(path, { headers })
      expect([path, response.status, await response.json()]).toMatchObject([path, 503, CLOSED])
    }
    expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(invoices)
    expect((await shop.money.transfers()).length).toBe(transfers)
    const again = await shop.request(asked, { headers: paid })
    expect([again.status, await again.text()]).toEqual([200, await bought.text()])
    // Another pair is another feed's past.
    expect((await shop.request('/oracle/history/spot/eth/usd/preview')).headers.get('retry-after')).toBe('60')
  })

  test('is marked in documents', async () => {
    await close(SPOT_ITEM.actor)
    const paths = rows(await read('/.well-known/x402'), 'endpoints')
    expect(paths.find(({ path }) => path === PAST)).toMatchObject(MARKED)
    expect(paths.find(({ path }) => path === '/oracle/history/spot/eth/usd')).not.toHaveProperty('available')
  })

  test('is that of an actor of its own kind, for every feed that is computed', () => {
    for (const feed of COMPUTED_FEEDS)
      for (const subject of feed.subjects)
        expect([feed.id, registry.item(feed.origin(subject))?.subject.key]).toEqual([feed.id, subject.key])
    expect(COMPUTED_FEEDS.map((feed) => feed.origin(feed.subjects[0]!).split('/')[0])).toContain('funding')
  })
})

test.each([
  ['threshold', 'BTCUSD', 'price/spot/BTC-USD'],
  ['numeric', 'BTCUSD', 'price/spot/BTC-USD'],
] as const)('a %s event about a closed price is neither made nor promised', async (kind, pair, actor) => {
  await shop.oracle.beat()
  const body = JSON.stringify(bodyOf(kind, Math.floor(shop.clock.now() / 1000)))
  const post = (path: string) =>
    shop.request(`/dlc/oracle/${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect([(await post(kind)).status, (await post(`${kind}/preview`)).status]).toEqual([402, 200])
  await close(actor)
  for (const path of [kind, `${kind}/preview`]) {
    const response = await post(path)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([503, null])
    const told = await response.json()
    expect(told).toMatchObject({ ...CLOSED, message: expect.stringContaining(pair) })
  }
  await close('price/spot/ETH-USD')
  expect((await post(kind)).status).toBe(402)
})

test('an answer that lies ready is not called sellable where it is closed', async () => {
  const [lacks, open] = [[...LACKS], null]
  const isSellable = async (found: readonly RefusedSource[] | null) => {
    const closed = { of: () => found }
    const items = await readSaleability(registry, shop.store.snapshots, closed, shop.clock.now())
    return items.find(({ item }) => item.actor === SPOT_ITEM.actor)!.sellable
  }
  expect([await isSellable(open), await isSellable(lacks)]).toEqual([true, false])
})

describe('what is closed stands', () => {
  test('in health by itself, and counts for nothing', async () => {
    const before = await read('/health')
    await close(SPOT_ITEM.actor)
    shop.clock.move(1_500)
    const after = await read('/health')
    expect(before['closed']).toEqual([])
    expect(after['closed']).toEqual(
      ['price/spot', 'history/spot'].map((feed) => ({ feed, subjects: [SPOT_ITEM.subject.key], unavailable: LACKS })),
    )
    expect([before['total'], before['sellable']]).toEqual([Number(after['total']) + 1, Number(after['sellable']) + 1])
    const feed = rows(after, 'feeds').find(({ feed: id }) => id === 'price/spot')!
    expect(feed['not_sellable']).not.toContain(SPOT_ITEM.subject.key)
  })

  test('in health also where subjects start on demand, and as the past of what is closed', async () => {
    const past = COMPUTED_FEEDS.find(({ id }) => id !== 'history/spot' && id !== 'history/funding')!
    const [subject] = past.subjects
    const actor = past.origin(subject!)
    await close(PLACES, actor)
    shop.clock.move(1_500)
    const closed = rows(await read('/health'), 'closed')
    expect(closed).toEqual([
      { feed: registry.item(actor)!.feed.id, subjects: [subject!.key], unavailable: LACKS },
      { feed: PLACES, subjects: [], unavailable: LACKS },
      { feed: past.id, subjects: [subject!.key], unavailable: LACKS },
    ])
  })

  test('in the short text where all of a form is closed', async () => {
    const line = async () =>
      (await (await shop.request('/llms.txt')).text())
        .split('\n')
        .find((each) => each.startsWith('- GET /oracle/gas/{'))
    const [first, ...others] = GAS.subjects.map((subject) => actorId(GAS, subject))
    await close(...others)
    expect(await line()).not.toContain('available')
    await close(first!, ...others)
    expect(await line()).toMatch(/; available: false\)/)
  })

  test('in every document as not available, until it is open', async () => {
    const shown = async () => {
      const [x402, openapi, agent, llms] = await Promise.all([
        read('/.well-known/x402'),
        read('/openapi.json'),
        read('/.well-known/agent.json'),
        (await shop.request('/llms-full.txt')).text(),
      ])
      const pick = (row: Body | undefined) => ({ available: row?.['available'], unavailable: row?.['unavailable'] })
      const operation = (openapi['paths'] as Record<string, Record<string, Body>>)[SPOT]!['get']!
      return {
        resource: (x402['resources'] as readonly string[]).some((each) => each.endsWith(SPOT)),
        x402: pick(rows(x402, 'endpoints').find(({ path }) => path === SPOT)),
        openapi: { available: operation['x-available'], unavailable: operation['x-unavailable'] },
        agent: pick(rows(agent, 'intents').find(({ url }) => String(url).endsWith(SPOT))),
        llms: new RegExp(`GET ${SPOT} .*; available: false`).test(llms),
      }
    }
    const [none, open] = [
      { available: undefined, unavailable: undefined },
      { resource: true, llms: false },
    ]
    expect(await shown()).toEqual({ ...open, x402: none, openapi: none, agent: none })
    await close(SPOT_ITEM.actor)
    expect(await shown()).toEqual({ resource: false, llms: true, x402: MARKED, openapi: MARKED, agent: MARKED })
    await close()
    expect(await shown()).toEqual({ ...open, x402: none, openapi: none, agent: none })
  })

  test('in catalogues beside its name, and in the agent card where all of a skill is closed', async () => {
    const listed = async () =>
      rows(
        rows(await read('/oracle/gas/catalogue'), 'feeds').find(({ feed }) => feed === GAS.id)!,
        'subjects',
      ).filter(({ available }) => available === false)
    const skill = async () => rows(await read('/.well-known/agent-card.json'), 'skills').find(({ id }) => id === 'gas')!
    expect(await listed()).toEqual([])
    const [first] = GAS.subjects
    await close(actorId(GAS, first!))
    expect(await listed()).toMatchObject([{ name: first!.name, ...MARKED }])
    expect(await skill()).not.toHaveProperty('available')
    const gas = registry.feeds.filter(({ family }) => family === GAS.family)
    await close(...gas.flatMap((feed) => feed.subjects.map((subject) => actorId(feed, subject))))
    expect(await skill()).toMatchObject({ available: false })
  })
})
