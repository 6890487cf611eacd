import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registry } from '../../../src/feeds/registry.ts'
import { writePosting, writeSale } from '../../../src/payments/posting.ts'
import { names } from '../../../src/store/redis/names.ts'
import { connectRedis, redisAddress } from '../../../src/store/redis/redis.ts'
import { ONE_SHARD } from '../../../src/store/claims/shards.ts'
import { x402Sale } from '../actors/bookkeeper/book-rounds.ts'
import { readPrometheus, type Scraped } from '../prometheus.ts'
import type { TestStack } from '../stack.ts'
import { until } from '../until.ts'

/** Metrics of real processes: two servers share the admin port, and what workers count is shown there too. */

export const METRICS_TOKEN = 'a token of at least 32 characters'.replaceAll(' ', '-')

let stack: TestStack

/** Each on a connection of its own: the kernel gives it to either server. */
const scrape = async (): Promise<Scraped> => {
  const response = await fetch(`${stack.adminUrl}/metrics`, { headers: { connection: 'close' } })
  return readPrometheus(await response.text())
}

const scrapeUntil = (done: (found: Scraped) => boolean): Promise<Scraped> =>
  until(String(done), async () => {
    const found = await scrape()
    return done(found) && found
  })

const doorsOf = (found: Scraped): readonly string[] =>
  Object.keys(found.by('claros_process_start_time_seconds', 'process'))
    .map((name) => name.split('/')[0]!)
    .toSorted()

export const servedMetrics = (running: () => TestStack): void =>
  describe('/metrics of a running service', () => {
    beforeAll(() => {
      stack = running()
    })

    test('shows all its processes at one place, and what each of them counted', async () => {
      const found = await scrapeUntil((each) => doorsOf(each).join() === 'server,server,worker,worker,worker')
      expect(found.by('claros_metrics_up', 'part')).toEqual({
        counted: 1,
        actors: 1,
        silenced: 1,
        streams: 1,
        lanes: 1,
        models: 1,
        money: 1,
        books: 1,
        oracle: 1,
        redis: 1,
      })
      const later = await scrapeUntil(
        (each) =>
          'kraken' in each.by('claros_source_seconds_count', 'source') &&
          // Published, or told by its socket. Its series is there before, at 0.
          (each.by('claros_ticks_total', 'actor')['ticker/kraken'] ?? 0) > 0 &&
          // On a busy machine a price is too old at times.
          each.of('claros_actor_sellable', { actor: 'price/spot/BTC-USD' }) === 1,
      )
      expect(later.by('claros_ticks_total', 'actor')['ticker/kraken']).toBeGreaterThan(0)
      expect(later.of('claros_lane_wait_seconds_count', { lane: 'ticks' })).toBeGreaterThan(0)
      expect(later.of('claros_lane_jobs', { lane: 'ticks', state: 'delayed' })).toBeGreaterThan(50)
      expect(later.by('claros_source_circuit', 'source')['kraken']).toBe(0)
      const ids = registry.streams.map(({ id }) => id).toSorted()
      const sockets = await scrapeUntil(
        (each) =>
          Object.values(each.by('claros_stream_heard_seconds', 'stream')).filter(Number.isFinite).length === ids.length,
      )
      expect(Object.keys(sockets.by('claros_stream_heard_seconds', 'stream')).toSorted()).toEqual(ids)
      const { streams } = (await (await fetch(`${stack.adminUrl}/actors`)).json()) as { streams: { actor: string }[] }
      expect(streams.map(({ actor }) => actor).toSorted()).toEqual(ids)
    }, 120_000)

    test('what was sold reaches the ledger within seconds, and is still known after every worker was killed', async () => {
      const redis = await connectRedis(redisAddress(stack.redisUrl), 'waits')
      const sale = (amount: string) => writeSale(x402Sale(1, { amount, payment: `${x402Sale(1).payment}${amount}` }))
      const post = (amount: string) =>
        redis.xadd(names.ledger(ONE_SHARD[0]!), '*', 's', writePosting('sold', Date.now(), sale(amount), ''))
      const revenue = (found: Scraped) =>
        Object.values(found.by('claros_revenue_microusd_total', 'network')).reduce((sum, each) => sum + each, 0)
      await post('1000001')
      await scrapeUntil((found) => revenue(found) === 1_000_001)
      const month = join(stack.folder, 'ledger', `${new Date().toISOString().slice(0, 7)}.jsonl`)
      expect(readFileSync(month, 'utf8')).toContain('"amount":"1000001"')
      for (const child of stack.children.filter(({ name }) => name.startsWith('worker')))
        process.kill(child.pid, 'SIGKILL')
      await post('2')
      await scrapeUntil((found) => revenue(found) === 1_000_003)
      expect(
        readFileSync(month, 'utf8')
          .split('\n')
          .filter((line) => line.includes(x402Sale(1).receipt)),
      ).toHaveLength(2)
      redis.disconnect()
    }, 120_000)

    test('no counter falls, whichever server answers', async () => {
      const counters = (found: Scraped) =>
        [...found.series].filter(([key]) => found.types.get(key.slice(0, key.indexOf('['))) === 'counter')
      let before = new Map(counters(await scrape()))
      for (let look = 0; look < 20; look++) {
        // On a busy machine a price may be too old to be sold for a while.
        await until('a challenge', async () => (await fetch(`${stack.baseUrl}/oracle/price/btc/usd`)).status === 402)
        const now = new Map(counters(await scrape()))
        for (const [key, value] of before) expect([key, now.get(key)! >= value]).toEqual([key, true])
        before = now
      }
      // The server that does not answer hands in its numbers every five seconds.
      await scrapeUntil((found) => found.of('claros_challenges_total', { rail: 'l402' }) >= 20)
    }, 120_000)

    test('tells of the machine under each process: its loop, its clock and the disks it writes to', async () => {
      const found = await scrapeUntil(
        (each) =>
          Object.keys(each.by('claros_event_loop_lag_seconds', 'process')).length === 5 &&
          // Servers compare their clock too, and each folder is watched where it is written.
          Object.keys(each.by('claros_clock_offset_seconds', 'process')).length === 5 &&
          Object.keys(each.by('claros_disk_free_bytes', 'folder')).toSorted().join() === 'ledger,oracle',
      )
      for (const lag of Object.values(found.by('claros_event_loop_lag_seconds', 'process')))
        expect(lag).toBeGreaterThanOrEqual(0)
      for (const offset of Object.values(found.by('claros_clock_offset_seconds', 'process')))
        expect(Math.abs(offset)).toBeLessThan(2)
      for (const free of Object.values(found.by('claros_disk_free_bytes', 'folder'))) expect(free).toBeGreaterThan(0)
    }, 120_000)

    test('counts requests of both servers by the form of their path', async () => {
      const of402 = { route: '/oracle/price/{base}/{quote}', status: '402' }
      const found = await scrapeUntil((each) =>
        each.series.has(`claros_http_requests_total${JSON.stringify(Object.entries(of402))}`),
      )
      expect(found.of('claros_http_requests_total', of402)).toBeGreaterThan(0)
      expect(found.by('claros_http_seconds_count', 'access')['paid']).toBeGreaterThan(0)
    }, 120_000)

    test('has what the settings name before anything happened to it', async () => {
      const found = await scrape()
      const facilitator = new URL(stack.sandboxUrl).host
      expect(found.of('claros_facilitator_closed_total', { facilitator, cause: 'lied' })).toBe(0)
      expect(found.of('claros_http_requests_total', { route: '/dlc/oracle/status', status: '500' })).toBe(0)
    }, 120_000)

    test('answers under another name with the token alone, and shows nothing else there', async () => {
      const ask = async (path: string, authorization?: string): Promise<number> => {
        const headers = { host: 'claros.internal', ...(authorization !== undefined && { authorization }) }
        return (await fetch(`${stack.adminUrl}${path}`, { headers })).status
      }
      expect(await ask('/metrics', `Bearer ${METRICS_TOKEN}`)).toBe(200)
      expect(await ask('/metrics', `Bearer ${METRICS_TOKEN}-`)).toBe(401)
      expect(await ask('/metrics')).toBe(401)
      expect(await ask('/money', `Bearer ${METRICS_TOKEN}`)).toBe(421)
    }, 120_000)

    test('the dashboard is served beside it, and is not part of the public service', async () => {
      const page = await fetch(`${stack.adminUrl}/queues`)
      expect([page.status, (await page.text()).includes('Claros')]).toEqual([200, true])
      expect((await fetch(`${stack.baseUrl}/queues`)).status).toBe(404)
      expect((await fetch(`${stack.baseUrl}/metrics`)).status).toBe(404)
    }, 120_000)
  })
