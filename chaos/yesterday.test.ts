import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Redis } from 'ioredis'
import { privateKeyToAccount } from 'viem/accounts'
import { buyerV2 } from '../src/demo/buyers.ts'
import { PERPETUAL_BOARDS } from '../src/feeds/boards/perpetual-boards.ts'
import { registry } from '../src/feeds/registry.ts'
import { VENUES } from '../src/sources/exchanges/venues.ts'
import { PERPETUAL_VENUES } from '../src/sources/perpetuals/venues.ts'
import { names } from '../src/store/redis/names.ts'
import { connectRedis, redisAddress } from '../src/store/redis/redis.ts'
import { type Body, type Hands, handsOn } from '../test/support/hands.ts'
import { startTestStack, type TestStack } from '../test/support/stack.ts'
import { expectThreeEqual } from '../test/support/three-equal.ts'
import { until } from '../test/support/until.ts'

/**
 * Providers repeat their replies of a day ago, with the old times. No old value is sold as new. Takes a minute:
 * snapshots must first become too old.
 */

const DAY_MS = 86_400_000
/** The first level of the simulated price, and therefore the level of yesterday. */
const BEGAN = 97_000
/** Time for a poll, a tick and their phases, on a shared machine. */
const SOON_MS = 20_000

const BTC = '/oracle/price/btc/usd'
const FUNDING = '/oracle/funding/btc/usd'
const VOLATILITY = '/oracle/volatility/btc/usd'

const EXCHANGES = VENUES.map(({ source }) => source.name)
const PERPETUALS = PERPETUAL_VENUES.map(({ source }) => source.name)

let stack: TestStack
let redis: Redis
let hands: Hands

beforeAll(async () => {
  // Slow actors run more often here. All ages and lifetimes are the real ones.
  const cadences = 'price/spot=2,options=4,perp=4,funding=4,index/volatility=4'
  stack = await startTestStack({ env: { CADENCES: cadences } }, [`${BTC}/preview`, `${VOLATILITY}/preview`])
  redis = await connectRedis(redisAddress(stack.redisUrl), 'waits')
  hands = handsOn(stack)
  await hands.order({ volatility: 0 })
}, 120_000)

afterAll(async () => {
  redis.disconnect()
  await stack.stop()
}, 120_000)

const behind = (providers: readonly string[]) => Object.fromEntries(providers.map((name) => [name, DAY_MS]))

const near = (price: unknown, level: number): boolean => Math.abs(Number(price) / level - 1) < 0.003

/** Buys until an answer meets the condition. */
const boughtWhen = (what: string, path: string, isRight: (body: Body) => boolean): Promise<Body> =>
  until(
    what,
    async () => {
      const body = await hands.buy(path)
      return body && isRight(body) ? body : null
    },
    SOON_MS,
  )

const listed = (body: Body, field: string): readonly string[] => body[field] as readonly string[]

const impliedFrom = (body: Body): readonly string[] =>
  (body['components'] as Record<string, { sources: string[] }>)['iv']!.sources

/** Makes a venue look as if it had repeated itself for ten minutes, by moving back the time of its last change. */
const tenMinutesPass = async (venue: string): Promise<void> => {
  const key = names.board(`ticker/${venue}`)
  const [at, text] = await redis.hmget(key, 'at', 'state')
  const state = JSON.parse(text ?? '{}') as { readonly changedAt: number }
  if (Date.now() - state.changedAt > 600_000) return
  const changedAt = state.changedAt - 600_000
  await redis.hset(key, { at: Number(at) + 1, state: JSON.stringify({ ...state, changedAt }) })
}

describe('one of many a day behind', () => {
  test('an exchange whose old price looks like the new one is left out for its stamp, a venue of perpetuals and options too', async () => {
    const before = await boughtWhen('a whole index', VOLATILITY, (each) => each['degraded'] === false)
    expect(impliedFrom(before)).toEqual(['deribit'])
    await hands.order({ stale: behind(['bitstamp', 'deribit']) })
    const [spot, funding, volatility] = await Promise.all([
      boughtWhen('a price without it', BTC, (each) => !listed(each, 'sources').includes('bitstamp')),
      boughtWhen('funding without it', FUNDING, (each) => listed(each, 'missing').includes('deribit')),
      boughtWhen('an index without it', VOLATILITY, (each) => !impliedFrom(each).includes('deribit')),
    ])
    expect([listed(spot, 'sources').length, near(spot['price'], BEGAN)]).toEqual([8, true])
    const others = [...PERPETUAL_BOARDS.keys()].filter((name) => name !== 'deribit').toSorted()
    expect([listed(funding, 'sources'), listed(funding, 'missing')]).toEqual([others, ['deribit']])
    expect([volatility['degraded'], impliedFrom(volatility)]).toEqual([true, ['okx']])
    expect(Number(volatility['confidence'])).toBeLessThan(Number(before['confidence']))
    expect(Math.abs(Number(volatility['value']) - Number(before['value']))).toBeLessThan(5)
    await hands.order({ clear: true })
  }, 120_000)

  test('a recording at an exchange that stamps nothing is left out for its price, and for its age in ten minutes', async () => {
    await hands.order({ set: { 'spot.BTC': 90_000 }, stale: behind(['kraken']), freeze: ['kraken'] })
    const others = (body: Body) => listed(body, 'sources').length === 8 && !listed(body, 'sources').includes('kraken')
    await boughtWhen('the new price of the others', BTC, (each) => near(each['price'], 90_000) && others(each))

    // If the market returns to the old level, the price of the recording looks right.
    await hands.order({ set: { 'spot.BTC': BEGAN } })
    await boughtWhen('the old price', BTC, (each) => near(each['price'], BEGAN) && listed(each, 'sources').length === 9)
    const later = await until(
      'a price without it',
      async () => {
        // A poll that is running may overwrite it.
        await tenMinutesPass('kraken')
        const body = await hands.buy(BTC)
        return body && others(body) ? body : null
      },
      SOON_MS,
    )
    expect(near(later['price'], BEGAN)).toBe(true)
    await hands.order({ clear: true })
  }, 120_000)
})

describe('all of them a day behind', () => {
  const SPOT = registry.items.filter(({ feed }) => feed.id === 'price/spot')
  const BUYER = `0x${'7d'.repeat(32)}` as const

  const versions = (actors: readonly string[]) => redis.mget(actors.map(names.version))

  test('nothing new is made of it; when the last honest answers are too old nothing is sold, and health says what', async () => {
    await hands.order({ set: { 'spot.BTC': 90_000, 'spot.ETH': 3_000, 'perp.BTC': 0.999 } })
    await boughtWhen('the new price', BTC, (each) => near(each['price'], 90_000))
    await hands.order({ stale: behind([...new Set([...EXCHANGES, ...PERPETUALS])]) })
    const orderedAt = Date.now()
    const actors = [...SPOT.map(({ actor }) => actor), 'funding/BTC-USD', 'index/volatility/BTC-USD']
    const last = await until(
      'everything stands still',
      async () => {
        const seen = (await versions(actors)).map(Number)
        return Date.now() / 1000 - Math.max(...seen) > 9 ? seen : null
      },
      SOON_MS,
    )
    for (const actor of ['price/spot/BTC-USD', 'price/spot/ETH-USD', 'funding/BTC-USD'])
      expect((await hands.actor(actor)).reason).toMatch(/^quorum missed: \d of \d$/)
    expect((await hands.actor('index/volatility/BTC-USD')).reason).toMatch(/^input missing: iv, ts, pcr /)

    // Spot is sold for half a minute after it was computed. Derived feeds are sold for five, so they are removed here.
    await redis.del(['funding/BTC-USD', 'index/volatility/BTC-USD'].map(names.version))
    const paid = (await hands.invoices()).paid
    const newest = Math.max(...last.slice(0, SPOT.length))
    while (Date.now() / 1000 < newest + 32) {
      const body = await hands.buy(BTC)
      if (body)
        expect([Number(body['timestamp']) * 1000 <= orderedAt + SOON_MS, near(body['price'], 90_000)]).toEqual([
          true,
          true,
        ])
      await Bun.sleep(1_000)
    }
    const sold = await hands.invoices()
    expect(sold.paid).toBeGreaterThan(paid)

    const { address } = privateKeyToAccount(BUYER)
    await fetch(`${stack.sandboxUrl}/chain/fund`, {
      method: 'POST',
      body: JSON.stringify({ address, amount: '1000000' }),
    })
    const paths = [...SPOT.map(({ path }) => path), FUNDING, VOLATILITY]
    for (const path of paths) {
      const refused = await fetch(stack.baseUrl + path)
      const offers = ['www-authenticate', 'payment-required'].map((name) => refused.headers.get(name))
      const { error } = (await refused.json()) as { error: string }
      expect([path, refused.status, error, ...offers]).toEqual([path, 503, 'data_unavailable', null, null])
      expect([path, (await buyerV2(BUYER)(stack.baseUrl + path)).status]).toEqual([path, 503])
    }
    expect((await hands.invoices()).paid).toBe(sold.paid)
    expect(await hands.transfers()).toEqual([])

    const health = await hands.health()
    const unsold = (feed: string) => health.feeds.find((each) => each.feed === feed)?.not_sellable
    expect(health.status).toBe('degraded')
    expect(unsold('price/spot')?.toSorted()).toEqual(SPOT.map(({ subject }) => subject.key).toSorted())
    expect([unsold('funding'), unsold('index/volatility')]).toEqual([['BTC-USD'], ['BTC-USD']])

    await hands.order({ clear: true })
    await boughtWhen('the price of today', BTC, (each) => near(each['price'], 90_000))
  }, 120_000)
})

test('in the end chain, node, ledger and metric are equal, to the unit', async () => {
  const money = await expectThreeEqual(stack)
  expect(money.l402.payments).toBeGreaterThan(0)
}, 120_000)
