import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { runAsk, runTick } from '../../src/actors/dispatch.ts'
import { tendPopulation } from '../../src/actors/on-demand.ts'
import { createPublisher } from '../../src/actors/publisher.ts'
import type { World } from '../../src/actors/world.ts'
import { layout } from '../../src/canonical/layout.ts'
import { decimal, text } from '../../src/canonical/token.ts'
import { ask, type Board } from '../../src/feeds/board.ts'
import { defineFeed } from '../../src/feeds/feed.ts'
import { checkedRegistry, registry as real } from '../../src/feeds/registry.ts'
import type { Subject } from '../../src/feeds/subject.ts'
import { TARIFF } from '../../src/feeds/tariff.ts'
import { type App, createApp } from '../../src/http/app.ts'
import { onDemandEndpoints } from '../../src/http/on-demand-endpoints.ts'
import { createAddressLimit } from '../../src/http/rails/lightning/address-limit.ts'
import { createShelf } from '../../src/http/shelf.ts'
import { createWarmer, OPENINGS, WISHES } from '../../src/http/warm.ts'
import type { Question, Reply } from '../../src/ports.ts'
import type { Answered, Asker } from '../../src/queues/ask.ts'
import type { Source } from '../../src/sources/query.ts'
import { systemRandom } from '../../src/system/random.ts'
import { HOST, problemOf, type Shop, startShop } from '../support/shop.ts'
import { payment, PAYER } from '../support/payer.ts'

/** A feed about places that nobody knows beforehand: born when somebody asks, shared, and gone when nobody does. */

const SOURCE: Source = {
  name: 'thermometer',
  origin: 'https://thermometer.example',
  rate: { requests: 10_000, perSeconds: 1 },
  timeoutMs: 1_000,
  maxBytes: 1_000,
  rights: 'open',
  terms: 'https://thermometer.example/terms',
  termsNote: 'none',
}

const place = (x: number): Subject => ({ key: `${x}`, domain: `X${x}`, name: `place ${x}`, path: { x: `${x}` } })

/** Even numbers are places; 13 and beyond 1,000 hold nothing. */
const subjectAt = ({ x = '' }: Readonly<Record<string, string>>) => {
  if (!/^\d{1,6}$/.test(x))
    return { kind: 'broken', rules: [{ word: 'x', rule: 'whole_number', message: 'must be a whole number' }] } as const
  return place(Math.round(Number(x) / 2) * 2)
}

const boardOf = ({ key }: Subject): Board<{ readonly heat: string | null }> => ({
  id: `heat/${key}`,
  source: SOURCE,
  everySeconds: 60,
  keepSeconds: 600,
  empty: { heat: null },
  asks: () => [ask({ provider: SOURCE, path: `/at/${key}`, read: (body: string) => body }, (heat) => ({ heat }))],
})
const boards = new Map<string, Board<{ readonly heat: string | null }>>()
const board = (subject: Subject) => {
  const known = boards.get(subject.key) ?? boardOf(subject)
  boards.set(subject.key, known)
  return known
}

const MOST = 20
const FEED = defineFeed({
  id: 'test/heat',
  family: 'test',
  layer: 'Oracle Data',
  summary: 'Warmth of a place.',
  noun: 'warmth',
  subjects: [place(2)],
  answer: Type.Object({ domain: Type.String(), heat: Type.String() }),
  example: { domain: 'X2', heat: '21.5' },
  methodology: {},
  everySeconds: 60,
  boards: (subject) => [board(subject) as never],
  after: () => [],
  conclude: (subject, look) => {
    const heat = look.boards.read(board(subject))?.heat ?? null
    if (heat === 'nothing') return { kind: 'no_data_here', message: `There is no thermometer at ${subject.key}.` }
    if (heat === null) return { kind: 'input_missing', input: 'thermometer' }
    return { kind: 'concluded', content: { domain: subject.domain, heat }, carry: {} }
  },
  sale: {
    path: '/oracle/test/heat/{x}',
    price: TARIFF.spot,
    canonical: layout('HEAT', { domain: text, heat: decimal }),
    tokens: ({ domain, heat }) => ({ domain, heat }),
    sellableSeconds: 120,
    preview: { staleMinutes: 60, note: '', fields: ({ heat }) => ({ heat }) },
  },
  onDemand: {
    subjectAt,
    subjectOf: (key) => (/^\d+$/.test(key) ? place(Number(key)) : null),
    most: MOST,
    idleSeconds: 300,
  },
})
const registry = checkedRegistry([FEED])

let shop: Shop
let app: App
let world: World
/** What the provider was asked. */
const asked: string[] = []
const wakes: string[] = []
const schedules = new Set<string>()
let away = false

beforeAll(async () => {
  shop = await startShop()
  const { store, clock, log, keys } = shop
  world = {
    registry,
    store,
    net: {
      ask: async ({ path }: Question): Promise<Reply> => {
        asked.push(path)
        if (away) return { ok: false, failure: { kind: 'timeout', afterMs: 1 } }
        const x = Number(path.slice(4))
        return { ok: true, body: x > 1_000 ? 'nothing' : '21.5', receivedAt: clock.now(), tookMs: 1 }
      },
    },
    publisher: createPublisher(store.snapshots, keys, systemRandom),
    clock,
    log,
    quorum: null,
    mayAsk: () => true,
    holder: 'one',
    schedule: async (actor) => void schedules.add(actor),
    unschedule: async (actor) => void schedules.delete(actor),
    wake: () => {},
    seal: async () => null,
    answer: async () => false,
  }
  const running = new Map<string, Promise<Answered>>()
  const asker: Asker = {
    ask: (job, share) => {
      const under = running.get(share)
      if (under) return under
      if (job.wish['what'] === 'wake') wakes.push(job.actor)
      const run = runAsk(job, world).then(
        (result): Answered => ({ kind: 'done', result }),
        (problem: unknown): Answered => ({ kind: 'failed', reason: String(problem) }),
      )
      running.set(share, run)
      return run.finally(() => running.delete(share))
    },
    close: async () => {},
  }
  const shelf = createShelf(store.snapshots)
  const till = { ...shop.till, asker, shelf }
  const limit = createAddressLimit({ clock, burst: 40, perSecond: 0.5, maxAddresses: 100 })
  const warmer = createWarmer({ till, population: store.population, limit })
  const endpoints = onDemandEndpoints(
    registry,
    {
      till,
      snapshots: store.snapshots,
      publicUrl: 'https://oracle.example',
      warmer,
      archive: store.archive,
      notices: store.notices,
    },
    warmer,
  )
  app = createApp(endpoints, { hosts: [HOST], docs: '', log, store: async () => null })
  await shop.money.fund(PAYER.address)
})
afterAll(() => shop.stop())
beforeEach(() => {
  asked.length = 0
  wakes.length = 0
  away = false
})

const get = (path: string, headers: Readonly<Record<string, string>> = {}, address?: string) =>
  app(new Request(`http://${HOST}${path}`, { headers: { host: HOST, ...headers } }), address)

describe('a subject that nobody knows beforehand', () => {
  test('is born by the unpaid request, so that an invoice is only written for what exists', async () => {
    const response = await get('/oracle/test/heat/3')
    expect(response.status).toBe(402)
    expect(response.headers.get('claros-asked')).toBe('3')
    expect([asked, wakes]).toEqual([['/at/4'], ['test/heat/4']])
    expect(schedules.has('test/heat/4')).toBeTrue()
    const paid = await payment(shop.clock.now())
    const bought = await get('/oracle/test/heat/3', paid.v2)
    expect([bought.status, await bought.json()]).toMatchObject([200, { domain: 'X4', heat: '21.5' }])
    // Another spelling of the same place is the same request: the payment is spent on it.
    const again = await get('/oracle/test/heat/4', paid.v2)
    expect([again.status, again.headers.get('claros-asked')]).toEqual([200, '4'])
    const preview = await get('/oracle/test/heat/4/preview')
    expect(await preview.json()).toMatchObject({ heat: '21.5', preview: true })
    expect([asked.length, wakes.length]).toEqual([1, 1])
  })

  test('asked for by five hundred at once is fetched once, and each gets a copy of its own', async () => {
    const payments = await Promise.all(Array.from({ length: 500 }, () => payment(shop.clock.now())))
    const responses = await Promise.all(
      payments.map((each, at) => get('/oracle/test/heat/500', each.v2, `10.0.${at >> 8}.${at & 255}`)),
    )
    const sold = responses.filter(({ status }) => status === 200)
    const canonicals = await Promise.all(
      sold.map(async (each) => ((await each.json()) as { canonical: string }).canonical),
    )
    expect(new Set(canonicals).size).toBe(sold.length)
    expect(sold.length).toBeGreaterThan(0)
    // Whoever was not served was not charged, and is told to come again.
    expect(responses.every(({ status }) => status === 200 || status === 503)).toBeTrue()
    expect((await shop.money.transfers()).length).toBe(sold.length + 1)
    expect([asked, wakes]).toEqual([['/at/500'], ['test/heat/500']])
  }, 30_000)

  test('outside the domain, or without data, is refused with 400 before any 402', async () => {
    const broken = await get('/oracle/test/heat/-3')
    expect([broken.status, (await problemOf(broken)).details]).toEqual([
      400,
      [{ path: 'path.x', rule: 'whole_number', message: 'must be a whole number' }],
    ])
    expect(asked).toEqual([])
    for (let times = 0; times < 3; times++) {
      const barren = await get('/oracle/test/heat/2000')
      expect([barren.status, (await problemOf(barren)).details[0]?.rule]).toEqual([400, 'no_data_here'])
    }
    // The provider was asked once, and nothing lives there.
    expect(asked).toEqual(['/at/2000'])
    expect(await shop.store.population.members('test/heat')).not.toContain('test/heat/2000')
  })

  test('whose provider is away is 503, and tried again by the next', async () => {
    away = true
    expect((await get('/oracle/test/heat/600')).status).toBe(503)
    away = false
    expect((await get('/oracle/test/heat/600')).status).toBe(402)
  })

  test('crowds of places from one address are limited, others are served', async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: 200 },
        async (_, at) => (await get(`/oracle/test/heat/${2 * at + 100}`, {}, '192.0.2.7')).status,
      ),
    )
    expect(statuses.filter((status) => status === 402).length).toBe(OPENINGS.most)
    expect(statuses.filter((status) => status === 429).length).toBe(200 - OPENINGS.most)
    expect(asked.length).toBe(OPENINGS.most)
    expect((await get('/oracle/test/heat/700', {}, '192.0.2.8')).status).toBe(402)
    // The population is bounded: the least recently wanted went, with their schedules.
    const alive = await shop.store.population.members('test/heat')
    expect(alive.length).toBeLessThanOrEqual(MOST)
    expect([...schedules].toSorted()).toEqual([...alive].toSorted())
  })

  test('leaves others half of what the slowest provider of places puts up with', () => {
    const perMinute = real.onDemand.flatMap((feed) =>
      feed.boards(feed.subjects[0]!).map(({ source }) => (60 * source.rate.requests) / source.rate.perSeconds),
    )
    expect(OPENINGS).toEqual({ most: Math.min(...perMinute) / 2, withinMs: 60_000 })
  })

  test('asked for by a crowd behind one address is one subject, and so is what follows once it lives', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 100 }, () => get('/oracle/test/heat/800/preview', {}, '192.0.2.9')),
    )
    expect(crowd.filter(({ status }) => status !== 200)).toEqual([])
    expect([asked, wakes]).toEqual([['/at/800'], ['test/heat/800']])
    for (let n = 1; n < OPENINGS.most; n++)
      expect((await get(`/oracle/test/heat/${800 + 2 * n}`, {}, '192.0.2.9')).status).toBe(402)
    expect((await get('/oracle/test/heat/900', {}, '192.0.2.9')).status).toBe(429)
    expect((await get('/oracle/test/heat/800', {}, '192.0.2.9')).status).toBe(402)
  })

  test('ticks by itself while it is wanted, and retires when nobody has asked for long', async () => {
    await get('/oracle/test/heat/42')
    shop.clock.move(61_000)
    asked.length = 0
    // Nobody has wanted it since: what is known is said again, and nobody is asked.
    expect(await runTick('test/heat/42', world)).toMatchObject({ kind: 'published' })
    expect(asked).toEqual([])
    await get('/oracle/test/heat/42')
    await Bun.sleep(20)
    shop.clock.move(1_000)
    expect(await runTick('test/heat/42', world)).toMatchObject({ kind: 'published' })
    expect(asked).toEqual(['/at/42'])
    expect(await tendPopulation(FEED, world)).toContain('test/heat/42')
    shop.clock.move(301_000)
    expect(await tendPopulation(FEED, world)).toEqual([])
    expect(schedules.size).toBe(0)
    shop.clock.move(-363_000)
  })

  test('leaves nothing in the store for ever', async () => {
    await get('/oracle/test/heat/44')
    const keys = (await shop.redis.redis.keys('claros:*test/heat/44*')).filter((key) => !key.includes('board'))
    expect(keys.length).toBeGreaterThan(4)
    for (const key of keys) expect([key, (await shop.redis.redis.ttl(key)) > 0]).toEqual([key, true])
  })

  test('of one client, within its limits for three hours, leave its provider to others', async () => {
    const born = new Map<string, number>()
    const perMinute: number[] = []
    for (let minute = 0; minute < 180; minute++) {
      asked.length = 0
      for (let n = 0; n < OPENINGS.most + 5; n++)
        await get(`/oracle/test/heat/${2 * (minute * (OPENINGS.most + 5) + n) + 1_000}`, {}, '192.0.2.77')
      // It comes back to all that it has, and pays for nothing.
      for (const actor of schedules) await get(`/oracle/${actor}`, {}, '192.0.2.77')
      await Bun.sleep(1)
      for (const actor of schedules) if (!born.has(actor)) born.set(actor, minute)
      for (const [actor, since] of born) {
        if (!schedules.has(actor)) born.delete(actor)
        else if (minute > since && (minute - since) % 2 === 0) await runTick(actor, world)
      }
      await tendPopulation(FEED, world)
      perMinute.push(asked.length)
      shop.clock.move(60_000)
    }
    expect(Math.max(...perMinute)).toBeLessThanOrEqual(OPENINGS.most + WISHES.most)
    expect(perMinute.at(-1)).toBeGreaterThan(0)
    shop.clock.move(-180 * 60_000)
  }, 120_000)
})
