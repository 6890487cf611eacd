import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { HOSTILE, HOSTILE_ANSWERS } from '../../support/outbound/hostile.ts'
import { type Canary, startCanary } from '../../support/canary.ts'
import { problemOf } from '../../support/shop.ts'
import { bodyOf, type EventShop, openEventShop, standingClock } from '../../support/http/dlc/event-shop.ts'

/** Every hostile address, at every place of a create body that takes one, with no exception configured. */

const PUBLIC = ['93.184.215.14']

let shop: EventShop
let canary: Canary
let answer: readonly string[] = PUBLIC
const asked: string[] = []
beforeAll(async () => {
  canary = await startCanary()
  const resolve = async (host: string) => (asked.push(host), answer)
  shop = await openEventShop({ allow: [], resolve, clock: standingClock() })
})
afterAll(async () => {
  canary.close()
  await shop.stop()
})

type Kind = Parameters<typeof bodyOf>[0]
type Place = readonly [kind: Kind, path: string, put: (url: string) => Readonly<Record<string, unknown>>]

const resolver = (config: object) => ({ metadata: { resolverConfig: config } })

/** In `put`, whatever else a body of this kind needs is there already. */
const PLACES: readonly Place[] = [
  ['threshold', 'webhookUrl', (url) => ({ webhookUrl: url })],
  ['enum', 'metadata.resolverConfig.url', (url) => resolver({ kind: 'webhook', url })],
  [
    'enum',
    'metadata.resolverConfig.source',
    (url) => resolver({ kind: 'price_buckets', source: url, boundaries: [1, 2] }),
  ],
  ['numeric', 'metadata.resolverConfig.url', (url) => resolver({ kind: 'webhook', url })],
  ['numeric', 'metadata.resolverConfig.source', (url) => resolver({ kind: 'price_source', source: url })],
]

const RULES = ['url_unreadable', 'url_not_allowed', 'too_long', 'own_address']

/** Both answers to the body, and what the refusal says. */
const register = async (kind: Kind, given: object) => {
  const body = { ...bodyOf(kind, shop.nowTs), ...given }
  const [preview, creation] = [await shop.post(`${kind}/preview`, body), await shop.post(kind, body)]
  const problem = await problemOf(creation)
  expect(await problemOf(preview)).toEqual(problem)
  const { details } = problem
  return { statuses: [preview.status, creation.status], paths: details.map(({ path }) => path), details }
}

describe.each(PLACES)('%s %s', (kind, path, put) => {
  test('takes an ordinary address', async () => {
    const body = { ...bodyOf(kind, shop.nowTs), ...put('https://hooks.example.com/') }
    expect((await shop.post(`${kind}/preview`, body)).status).toBe(200)
    expect((await shop.post(kind, body)).status).toBe(402)
  })

  test(`refuses each of ${HOSTILE.length} forms, and names itself`, async () => {
    expect(HOSTILE.length).toBeGreaterThan(60)
    asked.length = 0
    for (const [form] of HOSTILE) {
      const url = canary.here(form)
      const { statuses, paths, details } = await register(kind, put(url))
      expect({ url, statuses, paths }).toEqual({ url, statuses: [400, 400], paths: [`body.${path}`] })
      expect(RULES).toContain(details[0]?.rule ?? '')
    }
    // Refused for its text: no name was even looked up.
    expect([asked, canary.heard]).toEqual([[], 0])
  })

  test('refuses a name that leads to where nobody else may go, and does not say where', async () => {
    for (const each of HOSTILE_ANSWERS) {
      answer = each
      const { statuses, details } = await register(kind, put('https://hooks.example.com/'))
      const refusal = {
        path: `body.${path}`,
        rule: 'url_not_allowed',
        message: `${path} must lead to the public internet`,
      }
      expect({ each, statuses, details }).toEqual({ each, statuses: [400, 400], details: [refusal] })
    }
    answer = PUBLIC
    expect(canary.heard).toBe(0)
  })
})
