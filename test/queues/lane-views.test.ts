import { describe, expect, test } from 'bun:test'
import { Queue } from 'bullmq'
import type { FinishedJob } from '../../src/queues/connection.ts'
import { consume } from '../../src/queues/consume.ts'
import { openLaneViews } from '../../src/queues/lane-views.ts'
import { LANES } from '../../src/queues/lanes.ts'
import { openScheduler } from '../../src/queues/scheduler.ts'
import { redisAddress } from '../../src/store/redis/redis.ts'
import { fileRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'
import { lanePrefix } from '../../src/queues/connection.ts'

/** Looking into lanes, by numbers and by BullMQ's dashboard. */

const TRANSFER = '{"authorization":{"from":"0xabc"},"signature":"0xdeadbeef"}'
const ignore = () => {}

const redis = await fileRedis()
const address = { connection: redisAddress(redis.url), prefix: 'views' }

const queueOf = (lane: string) =>
  new Queue(lane, { connection: redisAddress(redis.url) as object, prefix: lanePrefix('views', lane) })

describe('a look into the lanes', () => {
  test('counts jobs by state, and knows how long the next one has been due', async () => {
    const inquiries = queueOf('inquiries')
    const now = Date.now()
    const wish = { what: 'look_up', transfer: TRANSFER }
    await inquiries.add('ask', { actor: 'p', wish }, { timestamp: now - 9_000 })
    await inquiries.add('ask', { actor: 'p', wish }, { timestamp: now - 4_000 })
    await inquiries.add('ask', { actor: 'p', wish }, { delay: 60_000 })
    const views = openLaneViews(address, ignore, '/queues')
    const found = await views.look(now)
    expect(found.map(({ lane }) => lane)).toEqual(Object.keys(LANES) as (typeof found)[number]['lane'][])
    expect(found.find(({ lane }) => lane === 'inquiries')).toEqual({
      lane: 'inquiries',
      jobs: { waiting: 2, active: 0, delayed: 1, failed: 0 },
      oldestMs: 9_000,
    })
    expect(found.find(({ lane }) => lane === 'asks')).toMatchObject({ oldestMs: null, jobs: { waiting: 0 } })
    await views.close()
    await inquiries.close()
  })

  test('leaves the settings of a lane to those who fill it', async () => {
    const scheduler = openScheduler(address, ignore)
    await scheduler.once('standing', 'a', 60_000)
    const meta = () => redis.redis.hgetall('{views:standing}:standing:meta')
    const before = await meta()
    expect(before['opts.maxLenEvents']).toBe('1000')
    const views = openLaneViews(address, ignore, '/queues')
    await views.look(0)
    expect(await meta()).toEqual(before)
    await views.close()
    await scheduler.close()
  })
})

describe('the dashboard', () => {
  test('shows lanes and jobs, without what a job is asked for', async () => {
    const views = openLaneViews(address, ignore, '/queues')
    const get = (path: string) => views.dashboard(new Request(`http://127.0.0.1:8403${path}`))
    const page = await get('/queues')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    const html = await page.text()
    expect(html).toContain('Claros')
    const script = /src="(static\/js\/main[^"]+)"/.exec(html)![1]!
    const code = await get(`/queues/${script}`)
    expect([code.status, code.headers.get('content-type')]).toEqual([200, 'text/javascript'])
    const text = await (
      await get('/queues/api/queues?activeQueue=inquiries&status=waiting&page=1&jobsPerPage=10')
    ).text()
    const { queues } = JSON.parse(text) as {
      queues: { name: string; readOnlyMode: boolean; counts: Record<string, number>; jobs: { data: unknown }[] }[]
    }
    expect(queues.map(({ name }) => name).toSorted()).toEqual(Object.keys(LANES).toSorted())
    expect(queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true)
    const inquiries = queues.find(({ name }) => name === 'inquiries')!
    expect(inquiries.counts['waiting']).toBe(2)
    expect(inquiries.jobs.map(({ data }) => data)).toEqual([
      { actor: 'p', what: 'look_up' },
      { actor: 'p', what: 'look_up' },
    ])
    const queue = queueOf('inquiries')
    const [job] = await queue.getWaiting()
    await queue.close()
    const one = await (await get(`/queues/api/queues/inquiries/${job!.id}`)).text()
    expect(one).toContain('look_up')
    for (const shown of [text, one]) expect(shown).not.toContain('deadbeef')
    await views.close()
  })

  test('changes nothing', async () => {
    const views = openLaneViews(address, ignore, '/queues')
    const ask = (method: string, path: string) =>
      views.dashboard(new Request(`http://127.0.0.1:8403${path}`, { method }))
    for (const [method, path] of [
      ['PUT', '/queues/api/queues/pause'],
      ['PUT', '/queues/api/queues/inquiries/empty'],
      ['POST', '/queues/api/queues/inquiries/add'],
      ['PATCH', '/queues/api/queues/inquiries/1/update-data'],
    ] as const)
      expect((await ask(method, path)).status).toBe(405)
    const inquiries = queueOf('inquiries')
    expect([await inquiries.isPaused(), await inquiries.getWaitingCount()]).toEqual([false, 2])
    await inquiries.close()
    await views.close()
  })
})

test('a worker tells of every job it ends: how long it waited and how it went', async () => {
  const told: FinishedJob[] = []
  const handle = async ({ actor }: { readonly actor: string }) => {
    if (actor === 'b') throw new Error('no')
    return 'yes'
  }
  const worker = consume({ ...address, onJob: (job) => void told.push(job) }, 'signing', handle, ignore)
  const signing = queueOf('signing')
  const timestamp = Date.now() - 30_000
  await signing.add('ask', { actor: 'a', wish: { what: 'attest' } }, { timestamp })
  await signing.add('ask', { actor: 'b', wish: { what: 'attest' } }, { timestamp })
  await until('both are told', () => told.length >= 2)
  expect(told.map(({ lane, outcome }) => `${lane} ${outcome}`).toSorted()).toEqual(['signing done', 'signing failed'])
  for (const { waitedMs } of told) expect(waitedMs).toBeGreaterThanOrEqual(30_000)
  await worker.close(2_000)
  await signing.close()
})
