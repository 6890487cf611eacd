import { describe, expect, test } from 'bun:test'
import { llms } from '../../src/http/discovery/llms.ts'
import { llmsFull } from '../../src/http/discovery/llms-full.ts'
import { openapi } from '../../src/http/discovery/openapi.ts'
import { type Endpoint, nameOf } from '../../src/http/wire/endpoint.ts'
import { payment } from '../support/payer.ts'
import { startPlaces } from '../support/places.ts'
import { fileShop, problemOf, PUBLIC_URL, SPOT } from '../support/shop.ts'

/** Which guards each path takes, how they are written, and what is told of those that are not. */

const shop = await fileShop()
const isRead = ({ access, method }: Endpoint): boolean => access.kind === 'paid' && method === 'GET'
const READS = shop.endpoints.filter(isRead)
const isPast = ({ family }: Endpoint): boolean => family === 'history'

const brokenAt = async (path: string, init = {}) => {
  const response = await shop.request(path, init)
  const { error, message, details } = await problemOf(response)
  expect([path, response.status, error]).toEqual([path, 400, 'invalid_request'])
  return { message, broken: details.map((each) => `${each.path} ${each.rule}`) }
}

describe('a guard that is written in another way is refused', () => {
  test.each([
    ...['1.1', '2', '-0.1', '.5', '0.', '0,5', '0.95001', '1.0001', '00.5', '1e-1', '%2B0.5', '', 'high'].map(
      (text) => ['min_confidence', text] as const,
    ),
    ...['0', '-1', '1.5', '010', '1e3', '%2B1', '', '60s', '1234567890'].map((text) => ['max_age', text] as const),
  ])('%s=%s', async (name, text) => {
    const made = shop.money.calledOf('POST /lnd/v1/invoices')
    const { broken } = await brokenAt(`${SPOT}?${name}=${text}`)
    expect(broken).toEqual([`query.${name} invalid_value`])
    expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(made)
  })

  test.each(['0', '1', '0.5', '0.9999', '1.0', '1.0000'])('and min_confidence=%s is not', async (text) => {
    // Nothing is published, so what is understood is refused for that alone.
    expect((await shop.request(`${SPOT}?min_confidence=${text}`)).status).toBe(503)
  })

  test('together with everything else that is wrong with the query', async () => {
    expect((await brokenAt(`${SPOT}?max_age=0&colour=red&min_confidence=2&max_age=5`)).broken).toEqual([
      'query.max_age given_once',
      'query.colour unknown_parameter',
      'query.min_confidence invalid_value',
    ])
  })

  test('and with what is wrong with the words that name the subject', async () => {
    expect(await brokenAt('/oracle/weather/99/0/rainfall/30d?max_age=0&end=never')).toEqual({
      message: 'The request breaks rules. Nothing was charged.',
      broken: ['query.max_age invalid_value', 'path.lat latitude', 'query.end day'],
    })
    expect(await brokenAt('/oracle/history/spot/btc/usd?max_age=60&from=yesterday')).toEqual({
      message: 'The query breaks rules. Nothing was charged.',
      broken: ['query.max_age no_age', 'query.from invalid_time'],
    })
  })

  test('to who pays, and takes nothing', async () => {
    const { v2 } = await payment(shop.clock.now())
    const { broken } = await brokenAt(`${SPOT}?max_age=0`, { headers: v2 })
    expect([broken, await shop.money.transfers()]).toEqual([['query.max_age invalid_value'], []])
  })
})

describe('guards', () => {
  const filled = ({ path }: Endpoint): string => path.replace(/\{\w+\}/g, '10')

  test('are taken by every paid read that sells the newest answer, and refused by those of the past', async () => {
    expect(new Set(READS.map(isPast))).toEqual(new Set([true, false]))
    for (const endpoint of READS) {
      const { broken } = await brokenAt(`${filled(endpoint)}?min_confidence=x&max_age=x`)
      const guards = broken.filter((each) => /min_confidence|max_age/.test(each))
      const expected = isPast(endpoint)
        ? ['query.min_confidence no_confidence', 'query.max_age no_age']
        : ['query.min_confidence invalid_value', 'query.max_age invalid_value']
      expect([nameOf(endpoint), ...guards]).toEqual([nameOf(endpoint), ...expected])
    }
  })

  test.each([`${SPOT}/preview`, '/oracle/liq-flow/btc/preview'])('are unknown to the free copy %s', async (path) => {
    expect((await brokenAt(`${path}?max_age=60`)).broken).toEqual(['query.max_age unknown_parameter'])
  })

  test('are unknown to what is made for its buyer', async () => {
    const made = shop.endpoints.filter(({ access, method }) => access.kind === 'paid' && method !== 'GET')
    expect(made.length).toBeGreaterThan(0)
    for (const endpoint of made) {
      const { broken } = await brokenAt(`${filled(endpoint)}?max_age=60`, { method: endpoint.method })
      expect([nameOf(endpoint), ...broken]).toEqual([nameOf(endpoint), 'query.max_age unknown_parameter'])
    }
  })

  test('stand in the documents where they are taken, and nowhere else', () => {
    const instance = { name: 'Claros', version: '1', publicUrl: PUBLIC_URL, mode: 'live', rails: ['x402'] } as const
    const { paths, components } = openapi(shop.endpoints, instance, Math.floor(shop.clock.now() / 1000))
    expect(components.parameters).toMatchObject({
      min_confidence: { in: 'query', required: false, schema: { type: 'string' } },
      max_age: { in: 'query', required: false, schema: { type: 'string' } },
    })
    const takes = (endpoint: Endpoint): readonly string[] => {
      const text = JSON.stringify(paths[endpoint.path]![endpoint.method.toLowerCase()])
      return ['min_confidence', 'max_age'].filter((name) => text.includes(`"#/components/parameters/${name}"`))
    }
    for (const endpoint of shop.endpoints)
      expect([nameOf(endpoint), takes(endpoint)]).toEqual([
        nameOf(endpoint),
        isRead(endpoint) && !isPast(endpoint) ? ['min_confidence', 'max_age'] : [],
      ])
    expect(llms(shop.endpoints, instance)).toContain('?min_confidence= and ?max_age=')
    const lines = llmsFull(shop.endpoints, instance).split('\n')
    expect(lines.filter((line) => line.startsWith('- ?'))).toHaveLength(2)
    expect(lines.filter((line) => line.includes('?max_age= is refused'))).toHaveLength(READS.filter(isPast).length)
  })
})

describe('a feed that states no confidence', () => {
  test('refuses to judge it, and judges the age; its subject is the one without guards', async () => {
    const places = await startPlaces()
    try {
      const told = await problemOf(await places.get('/oracle/test/heat/8?min_confidence=0.5'))
      expect(told).toMatchObject({
        error: 'invalid_request',
        details: [{ path: 'query.min_confidence', rule: 'no_confidence' }],
      })
      expect(places.wakes).toEqual([])
      const offered = await places.get('/oracle/test/heat/8?max_age=60')
      expect([offered.status, offered.headers.get('claros-asked'), places.wakes]).toEqual([402, '8', ['test/heat/8']])
      places.shop.clock.move(61_000)
      expect(await problemOf(await places.get('/oracle/test/heat/8?max_age=60'))).toMatchObject({
        error: 'data_unavailable',
        reason: 'guard_not_met',
        age_seconds: 61,
        max_age: 60,
      })
      expect((await places.get('/oracle/test/heat/8')).status).toBe(402)
    } finally {
      await places.stop()
    }
  })
})
