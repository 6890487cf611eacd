import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { runTick } from '../../src/actors/publisher/dispatch.ts'
import { maintainPopulation } from '../../src/actors/publisher/on-demand.ts'
import { registry as real } from '../../src/feeds/registry.ts'
import { OPENINGS, REVIVAL_LIMIT } from '../../src/http/paywall/warm.ts'
import { payment } from '../support/payer.ts'
import { FEED, MOST, type Places, startPlaces } from '../support/places.ts'
import { problemOf } from '../support/shop.ts'
import { until } from '../support/until.ts'

let places: Places
let get: Places['get']
beforeAll(async () => {
  places = await startPlaces()
  get = places.get
})
afterAll(() => places.stop())
beforeEach(() => {
  places.asked.length = 0
  places.wakes.length = 0
  places.away = false
  places.says.clear()
})

describe('a subject that nobody knows beforehand', () => {
  test('is started by the unpaid request, so that an invoice is only made for what exists', async () => {
    const response = await get('/oracle/test/heat/3')
    expect(response.status).toBe(402)
    expect(response.headers.get('claros-asked')).toBe('3')
    expect([places.asked, places.wakes]).toEqual([['/at/4'], ['test/heat/4']])
    expect(places.schedules.has('test/heat/4')).toBeTrue()
    const paid = await payment(places.shop.clock.now())
    const bought = await get('/oracle/test/heat/3', paid.v2)
    expect([bought.status, await bought.json()]).toMatchObject([200, { domain: 'X4', heat: '21.5' }])
    // Another spelling of the same place is the same request: the payment is spent on it.
    const again = await get('/oracle/test/heat/4', paid.v2)
    expect([again.status, again.headers.get('claros-asked')]).toEqual([200, '4'])
    const preview = await get('/oracle/test/heat/4/preview')
    expect(await preview.json()).toMatchObject({ heat: '21.5', preview: true })
    expect([places.asked.length, places.wakes.length]).toEqual([1, 1])
  })

  test('asked for by five hundred at once is fetched once, and each gets a copy of its own', async () => {
    const payments = await Promise.all(Array.from({ length: 500 }, () => payment(places.shop.clock.now())))
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
    expect((await places.shop.money.transfers()).length).toBe(sold.length + 1)
    expect([places.asked, places.wakes]).toEqual([['/at/500'], ['test/heat/500']])
  }, 120_000)

  test('outside the domain, or without data, is refused with 400 before any 402', async () => {
    const broken = await get('/oracle/test/heat/-3')
    expect([broken.status, (await problemOf(broken)).details]).toEqual([
      400,
      [{ path: 'path.x', rule: 'whole_number', message: 'must be a whole number' }],
    ])
    expect(places.asked).toEqual([])
    for (let times = 0; times < 3; times++) {
      const barren = await get('/oracle/test/heat/2000')
      expect([barren.status, (await problemOf(barren)).details[0]?.rule]).toEqual([400, 'no_data_here'])
    }
    // The provider was asked once, and nothing lives there.
    expect(places.asked).toEqual(['/at/2000'])
    expect(await places.shop.store.population.members('test/heat')).not.toContain('test/heat/2000')
  })

  test('that nobody knows is 404, and asked about again a minute later', async () => {
    places.says.set(620, 'stranger')
    for (let times = 0; times < 3; times++) {
      const unknown = await get('/oracle/test/heat/620', {}, '192.0.2.20')
      const { error, message } = await problemOf(unknown)
      expect([unknown.status, error, message]).toEqual([
        404,
        'not_found',
        'nobody has heard of 620. Nothing was charged.',
      ])
    }
    const paid = await payment(places.shop.clock.now())
    expect((await get('/oracle/test/heat/620', paid.v2, '192.0.2.20')).status).toBe(404)
    expect(places.asked).toEqual(['/at/620'])
    expect(await places.shop.store.population.members('test/heat')).not.toContain('test/heat/620')
    places.says.clear()
    places.shop.clock.move(61_000)
    expect((await get('/oracle/test/heat/620', {}, '192.0.2.20')).status).toBe(402)
  })

  test('whose last word is not sold is 503, and says when that was', async () => {
    places.says.set(630, 'silent')
    const silent = await get('/oracle/test/heat/630', {}, '192.0.2.21')
    expect([silent.status, silent.headers.get('retry-after'), await silent.json()]).toMatchObject([
      503,
      '10',
      {
        error: 'data_unavailable',
        message: 'place 630: last heard at noon. Nothing was charged.',
        reason: 'last_heard',
        last_heard_at: 1_795_000_000,
      },
    ])
  })

  test('whose boards lead to others is concluded from all of them, and asked no further than a few', async () => {
    for (const [from, to] of [640, 642, 644, 646, 648].map((at) => [at, at + 2] as const))
      places.says.set(from, `>${to}`)
    const bought = await get('/oracle/test/heat/644', (await payment(places.shop.clock.now())).v2, '192.0.2.22')
    expect([bought.status, await bought.json()]).toMatchObject([200, { domain: 'X644', heat: '21.5' }])
    expect(places.asked).toEqual(['/at/644', '/at/646', '/at/648', '/at/650'])
    places.asked.length = 0
    expect((await get('/oracle/test/heat/640', {}, '192.0.2.22')).status).toBe(503)
    // Two of the four rounds asked only for what had just been asked.
    expect(places.asked).toEqual(['/at/640', '/at/642'])
  })

  test('whose provider is away is 503, and tried again by the next', async () => {
    places.away = true
    expect((await get('/oracle/test/heat/600')).status).toBe(503)
    places.away = false
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
    expect(places.asked.length).toBe(OPENINGS.most)
    expect((await get('/oracle/test/heat/700', {}, '192.0.2.8')).status).toBe(402)
    // The population is bounded: the least recently wanted went, with their schedules.
    const alive = await places.shop.store.population.members('test/heat')
    expect(alive.length).toBeLessThanOrEqual(MOST)
    expect([...places.schedules].toSorted()).toEqual([...alive].toSorted())
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
    expect([places.asked, places.wakes]).toEqual([['/at/800'], ['test/heat/800']])
    for (let n = 1; n < OPENINGS.most; n++)
      expect((await get(`/oracle/test/heat/${800 + 2 * n}`, {}, '192.0.2.9')).status).toBe(402)
    expect((await get('/oracle/test/heat/900', {}, '192.0.2.9')).status).toBe(429)
    expect((await get('/oracle/test/heat/800', {}, '192.0.2.9')).status).toBe(402)
  })

  test('ticks by itself while it is wanted, and retires when nobody has asked for long', async () => {
    await get('/oracle/test/heat/42')
    places.shop.clock.move(61_000)
    places.asked.length = 0
    // Nobody has wanted it since: what is known is said again, and nobody is asked.
    expect(await runTick('test/heat/42', places.world)).toMatchObject({ kind: 'published' })
    expect(places.asked).toEqual([])
    await get('/oracle/test/heat/42')
    const now = places.shop.clock.now()
    await until(
      'it is wanted again',
      async () => (await places.shop.store.population.wantedAt(FEED.id, 'test/heat/42')) === now,
    )
    places.shop.clock.move(1_000)
    expect(await runTick('test/heat/42', places.world)).toMatchObject({ kind: 'published' })
    expect(places.asked).toEqual(['/at/42'])
    expect(await maintainPopulation(FEED, places.world)).toContain('test/heat/42')
    places.shop.clock.move(301_000)
    expect(await maintainPopulation(FEED, places.world)).toEqual([])
    expect(places.schedules.size).toBe(0)
    places.shop.clock.move(-363_000)
  })

  test('leaves nothing in the store for ever', async () => {
    await get('/oracle/test/heat/44')
    const keys = (await places.shop.redis.redis.keys('claros:*test/heat/44*')).filter((key) => !key.includes('board'))
    expect(keys.length).toBeGreaterThan(4)
    for (const key of keys) expect([key, (await places.shop.redis.redis.ttl(key)) > 0]).toEqual([key, true])
  })

  test('of one client, within its limits for three hours, leave its provider to others', async () => {
    const born = new Map<string, number>()
    const perMinute: number[] = []
    for (let minute = 0; minute < 180; minute++) {
      places.asked.length = 0
      for (let n = 0; n < OPENINGS.most + 5; n++)
        await get(`/oracle/test/heat/${2 * (minute * (OPENINGS.most + 5) + n) + 1_000}`, {}, '192.0.2.77')
      // It comes back to all that it has, and pays for nothing.
      for (const actor of places.schedules) await get(`/oracle/${actor}`, {}, '192.0.2.77')
      await Bun.sleep(1)
      for (const actor of places.schedules) if (!born.has(actor)) born.set(actor, minute)
      for (const [actor, since] of born) {
        if (!places.schedules.has(actor)) born.delete(actor)
        else if (minute > since && (minute - since) % 2 === 0) await runTick(actor, places.world)
      }
      await maintainPopulation(FEED, places.world)
      perMinute.push(places.asked.length)
      places.shop.clock.move(60_000)
    }
    expect(Math.max(...perMinute)).toBeLessThanOrEqual(OPENINGS.most + REVIVAL_LIMIT.most)
    expect(perMinute.at(-1)).toBeGreaterThan(0)
    places.shop.clock.move(-180 * 60_000)
  }, 120_000)
})
