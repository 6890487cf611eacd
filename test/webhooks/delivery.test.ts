import { describe, expect, test } from 'bun:test'
import { createServer } from 'node:http'
import { createVisitor, type Visit, type VisitRequest } from '../../src/outbound/visit.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { attempt } from '../../src/webhooks/delivery.ts'
import { verifyWebhook, webhookKey } from '../../src/webhooks/standard-webhooks.ts'
import { seededRandom, stillClock } from '../support/still.ts'

const NOW = 1_770_000_000_500
const KEY = webhookKey(new Uint8Array(32).fill(9))
const DELIVERY = { id: 'evt_X_attested', url: 'https://hooks.example.com/in', body: '{"type":"dlc.attested"}', made: 0 }

/** One attempt against a receiver that gives this answer after 250 ms. */
const against = async (visit: Visit, made = 0) => {
  const clock = stillClock(NOW)
  const requests: VisitRequest[] = []
  const visitor = {
    visit: async (request: VisitRequest) => {
      requests.push(request)
      clock.move(250)
      return visit
    },
  }
  const result = await attempt({ ...DELIVERY, made }, { visitor, signers: [KEY], clock, random: seededRandom() })
  return { ...result, request: requests[0]!, count: requests.length }
}
const answered = (status: number, headers: Readonly<Record<string, string>> = {}): Visit => ({
  kind: 'answered',
  status,
  headers,
  body: '',
})

describe('one attempt', () => {
  test('is one signed POST, with the timestamp of this attempt', async () => {
    const { request, count } = await against(answered(200), 3)
    expect(count).toBe(1)
    expect(request).toMatchObject({ method: 'POST', url: DELIVERY.url, body: DELIVERY.body, timeLimitMs: 15_000 })
    const headers = request.headers!
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': DELIVERY.id })
    expect(headers['webhook-timestamp']).toBe('1770000000')
    expect(verifyWebhook(KEY.publicKey, headers, request.body!, 1_770_000_000)).toBe('valid')
  })

  test.each([200, 201, 202, 204, 299])('is delivered with %p', async (status) => {
    const { next, line } = await against(answered(status))
    expect(next).toEqual({ kind: 'delivered' })
    expect(line).toEqual({ at: NOW, status, tookMs: 250, outcome: 'delivered', visit: 'answered' })
  })

  test('is delivered with 2xx though the answer was too long to read', async () => {
    expect((await against({ kind: 'too_large', status: 200 })).next).toEqual({ kind: 'delivered' })
    expect((await against({ kind: 'too_large', status: 500 })).next.kind).toBe('retry')
  })

  test('ends with 410, at whichever attempt', async () => {
    for (const made of [0, 9]) expect((await against(answered(410), made)).next).toEqual({ kind: 'gone' })
  })

  test.each([100, 199, 300, 301, 302, 307, 400, 401, 404, 409, 429, 500, 503])(
    'is repeated after %p',
    async (status) => {
      const { next, line } = await against(answered(status))
      expect(next.kind === 'retry' && next.at).toBeWithin(NOW + 250 + 5000, NOW + 250 + 6001)
      expect(line).toMatchObject({ status, outcome: 'retry' })
    },
  )

  test.each([{ kind: 'timeout' }, { kind: 'unreachable' }, { kind: 'refused', rule: 'address' }] satisfies Visit[])(
    'is repeated after no answer: %p',
    async (visit) => {
      const { next, line } = await against(visit)
      expect(next.kind).toBe('retry')
      expect(line).toEqual({ at: NOW, status: null, tookMs: 250, outcome: 'retry', visit: visit.kind })
    },
  )

  test('is repeated no sooner than the receiver asks', async () => {
    const { next } = await against(answered(503, { 'retry-after': '3600' }))
    expect(next.kind === 'retry' && next.at).toBeGreaterThanOrEqual(NOW + 250 + 3_600_000)
  })

  test('is the last one when nine have failed before it', async () => {
    expect((await against(answered(500), 8)).next.kind).toBe('retry')
    const { next, line } = await against(answered(500), 9)
    expect(next).toEqual({ kind: 'given_up' })
    expect(line.outcome).toBe('given_up')
    expect((await against(answered(200), 9)).next).toEqual({ kind: 'delivered' })
  })

  test('says in its log line nothing of what the receiver answered', async () => {
    const { line } = await against({ ...answered(500), body: 'internal-host-7' } as Visit)
    expect(JSON.stringify(line)).not.toContain('internal')
  })
})

test('a real receiver can check what arrives', async () => {
  const arrived: { headers: Record<string, string>; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      arrived.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as { port: number }
  const visitor = createVisitor({ allow: [`127.0.0.1:${port}`], clock: systemClock })
  const sender = { visitor, signers: [KEY], clock: systemClock, random: systemRandom }
  const { next } = await attempt({ ...DELIVERY, url: `http://127.0.0.1:${port}/in`, body: '{"a":"✓"}' }, sender)
  expect(next).toEqual({ kind: 'delivered' })
  const [{ headers, body }] = arrived as [(typeof arrived)[0]]
  expect(verifyWebhook(KEY.publicKey, headers, body, Math.floor(systemClock.now() / 1000))).toBe('valid')
  server.close()
})
