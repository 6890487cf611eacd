import { beforeEach, describe, expect, test } from 'bun:test'
import { createQuoteDesk } from '../../src/actors/publisher/quote-desk.ts'
import { ecdsaSigner, ed25519Signer } from '../../src/canonical/signature.ts'
import { poolState, UNFUNDED } from '../../src/feeds/insurance/pool.ts'
import { COPY_MS } from '../../src/http/endpoints/quote-copies.ts'
import { quoteEndpoint } from '../../src/http/endpoints/quote-endpoint.ts'
import { MOST_UNDER_WAY } from '../../src/http/endpoints/quote-places.ts'
import { newTrace } from '../../src/http/wire/trace.ts'
import { NO_GUARDS } from '../../src/http/rails/guards.ts'
import { askOver, type AskResult, type SendJob } from '../../src/queues/ask.ts'
import { problemOf } from '../support/shop.ts'
import { seededRandom, stillClock } from '../support/still.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'

/** What a server does with workers of other clocks and words, and how much of their lane strangers may take. */

const NOON = Date.UTC(2026, 10, 20, 12)
const MIDNIGHT = Date.UTC(2026, 10, 21)
const GOOD = { origin: 'NLRTM', destination: 'USNYC', departure: '2026-12-18', vessel_class: 'container' }
const random = seededRandom(3)
const keys = { l402: ecdsaSigner(random.bytes(32)), x402: ed25519Signer(random.bytes(32)) }

const clock = stillClock(NOON)
const workersClock = stillClock(NOON)
const desk = createQuoteDesk({
  signer: { keys: fixedKeys(keys), random, clock: workersClock },
  pool: poolState(UNFUNDED),
})
beforeEach(() => {
  clock.set(NOON)
  workersClock.set(NOON)
})

const made = async (question = GOOD): Promise<AskResult> => ({ kind: 'done', result: await desk(question) })

/** A server whose questions go to this worker. */
const server = (worker: SendJob) => {
  const asked: unknown[] = []
  const carried: SendJob = (job, ...more) => {
    asked.push(job)
    return worker(job, ...more)
  }
  const limit = { take: () => true, giveBack: () => {}, waitSeconds: () => 0 }
  const { handle } = quoteEndpoint({
    asker: { ...askOver('asks', carried), close: async () => {} },
    clock,
    docs: 'docs',
    limit,
  })
  const ask = async (more: Partial<typeof GOOD> = {}): Promise<Response> => {
    const init = {
      method: 'POST',
      body: JSON.stringify({ ...GOOD, ...more }),
      headers: { 'content-type': 'application/json' },
    }
    const request = new Request('https://oracle.example', init)
    return handle({
      request,
      params: {},
      query: new URLSearchParams(),
      guards: NO_GUARDS,
      address: '203.0.113.7',
      trace: newTrace('quoted-twice'),
    })
  }
  return { ask, asked }
}

const expectNone = async (response: Response): Promise<void> => {
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await problemOf(response)).error).toBe('data_unavailable')
}

describe('what a worker says is no answer', () => {
  test.each(Object.entries({ origin: 'SGSIN', destination: 'SGSIN', departure: '2026-12-19', vessel_class: 'tanker' }))(
    'to a question about another %s',
    async (member, value) => {
      const { ask, asked } = server(() => made({ ...GOOD, [member]: value }))
      await expectNone(await ask())
      await expectNone(await ask())
      expect(asked.length).toBe(2)
    },
  )

  test.each(['no JSON', 'null', '[]', '{"origin":"NLRTM"}'])('if it is no quote: %s', async (body) =>
    expectNone(await server(async () => ({ kind: 'done', result: { kind: 'quoted', body } })).ask()),
  )

  test('if it was over when it came: the worker of a slow clock quoted yesterday', async () => {
    const { ask, asked } = server(() => made())
    clock.set(MIDNIGHT)
    workersClock.set(MIDNIGHT - 1)
    await expectNone(await ask())
    workersClock.set(MIDNIGHT)
    expect(((await (await ask()).json()) as { valid_until: number }).valid_until).toBe(MIDNIGHT / 1000 + 86_400)
    expect(asked.length).toBe(2)
  })
})

test('a quote of a worker whose clock is ahead is kept by its own day', async () => {
  const { ask, asked } = server(() => made())
  clock.set(MIDNIGHT - 1_000)
  workersClock.set(MIDNIGHT + 500)
  const first = await (await ask()).text()
  clock.set(MIDNIGHT - 1_000 + COPY_MS - 1)
  expect([await (await ask()).text(), asked.length]).toEqual([first, 1])
})

test('a pair of ports without a way is no bad question, and asking again does not help', async () => {
  const refused = await server(async () => ({ kind: 'done', result: { kind: 'no_way' } })).ask()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, null])
  const { error, message } = await problemOf(refused)
  expect(`${error} ${message}`).toMatch(/^data_unavailable .*NLRTM.*USNYC/)
})

test('a question has its own name in the lane, and five seconds', async () => {
  const named: unknown[] = []
  const { ask } = server((_job, share, limitMs) => {
    named.push([share, limitMs])
    return made()
  })
  await ask({ origin: 'rotterdam' })
  expect(named).toEqual([['quote/NLRTM/USNYC/2026-12-18/container', 5_000]])
})

describe('of the lane of buyers', () => {
  test('a server takes a few places, however many ask; equal questions are one', async () => {
    const { promise, resolve } = Promise.withResolvers<AskResult>()
    const { ask, asked } = server(() => promise)
    const day = (at: number) => ({ departure: `2026-12-${10 + at}` })
    const waiting = Array.from({ length: MOST_UNDER_WAY }, (_, at) => [ask(day(at)), ask(day(at))]).flat()
    const refused = await ask(day(MOST_UNDER_WAY))
    expect([refused.status, refused.headers.get('retry-after'), asked.length]).toEqual([429, '1', MOST_UNDER_WAY])
    resolve({ kind: 'done', result: { kind: 'busy' } })
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 429))
    expect((await ask(day(1))).status).toBe(429)
    expect(asked.length).toBe(MOST_UNDER_WAY + 1)
  })

  test('questions that nobody takes fill no more of the queue than that', async () => {
    for (const worker of [async () => ({ kind: 'timeout' as const }), () => Promise.reject(new Error('away'))]) {
      const { ask, asked } = server(worker)
      for (let at = 0; at < 3 * MOST_UNDER_WAY; at++) await ask({ departure: `2026-12-${at + 1}` }).catch(() => {})
      expect(asked.length).toBe(MOST_UNDER_WAY)
    }
  })

  test('what a worker failed at is out of it', async () => {
    const { ask, asked } = server(async () => ({ kind: 'failed', reason: 'its clock is wrong' }))
    for (let at = 0; at < 2 * MOST_UNDER_WAY; at++) await expectNone(await ask())
    expect(asked.length).toBe(2 * MOST_UNDER_WAY)
  })
})
