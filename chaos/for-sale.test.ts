import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { privateKeyToAccount } from 'viem/accounts'
import { verifyAnswer } from '../src/canonical/verify.ts'
import { LAYOUTS } from '../src/cli/verify.ts'
import { buyerL402, buyerV2, type PaidFetch, sandboxWallet } from '../src/demo/buyers.ts'
import { patientFetch } from '../src/demo/patient-fetch.ts'
import { type Item, registry } from '../src/feeds/registry.ts'
import { DAY_MS, utcDay } from '../src/time-units.ts'
import type { Body } from '../test/support/hands.ts'
import { startTestStack, type TestStack } from '../test/support/stack.ts'
import { until } from '../test/support/until.ts'

/**
 * The simulated world from a cold start: everything that is scheduled is for sale, has its free copy, and one of each
 * family is bought on both rails and verified with all that can be counted again.
 */

const BUYER = `0x${'5e'.repeat(32)}` as const
const START_MS = 120_000

let stack: TestStack

beforeAll(async () => {
  stack = await startTestStack()
  const { address } = privateKeyToAccount(BUYER)
  const money = JSON.stringify({ address, amount: '100000000' })
  await fetch(`${stack.sandboxUrl}/chain/fund`, { method: 'POST', body: money })
}, START_MS)

afterAll(async () => {
  await stack.stop()
}, START_MS)

/** A window of what is only pushed must first be listened to. */
const isPushed = ({ feed, subject }: Item): boolean => (feed.streams?.(subject).length ?? 0) > 0
const items = registry.items.filter((item) => !isPushed(item))
const urlOf = ({ path, query }: Item, end = ''): string => `${stack.baseUrl}${path}${end}${query ? `?${query}` : ''}`

/** Of a GET, or of a look at the head of an offer, which makes no invoice. */
const statusOf = async (url: string, method: 'GET' | 'HEAD' = 'GET'): Promise<number> => {
  const response = await fetch(url, { method })
  await response.body?.cancel()
  return response.status
}

const bought = async (pay: PaidFetch, item: Item): Promise<Body> => {
  const response = await pay(urlOf(item))
  const body = (await response.json()) as Body
  expect({ actor: item.actor, status: response.status, body }).toMatchObject({ actor: item.actor, status: 200 })
  return body
}

describe('from a cold start', () => {
  test(
    'every scheduled item is for sale, with its free copy',
    async () => {
      await until(
        'everything to be for sale',
        async () =>
          (await Promise.all(items.map((item) => statusOf(urlOf(item), 'HEAD')))).every((status) => status === 402),
        START_MS,
      )
      const previews = await Promise.all(
        items.map(async (item) => [item.actor, await statusOf(urlOf(item, '/preview'))]),
      )
      expect(previews.filter(([, status]) => status !== 200)).toEqual([])
    },
    START_MS + 10_000,
  )

  test(
    'one of each family is bought on both rails, verified, and counted again where its body allows it',
    async () => {
      const families = [...Map.groupBy(items, ({ feed }) => feed.id).values()].map((same) => same[0]!)
      const lightning = buyerL402(sandboxWallet(stack.sandboxUrl), patientFetch)
      const dollars = buyerV2(BUYER, '$10', patientFetch)
      for (const item of families)
        for (const pay of [lightning, dollars]) {
          const { checks } = verifyAnswer(await bought(pay, item), { layouts: LAYOUTS })
          expect({ actor: item.actor, failed: checks.filter(({ ok }) => !ok) }).toEqual({
            actor: item.actor,
            failed: [],
          })
        }
    },
    START_MS,
  )

  test(
    'a quote is made by a worker, signed and counted again; the pool behind it has nothing',
    async () => {
      const departure = utcDay(Date.now() + DAY_MS)
      const response = await fetch(`${stack.baseUrl}/insurance/route/quote`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ origin: 'Singapore', destination: 'ZADUR', departure, vessel_class: 'tanker' }),
      })
      const body = (await response.json()) as Body
      expect({ status: response.status, body }).toMatchObject({ status: 200, body: { origin: { id: 'SGSIN' } } })
      const { checks } = verifyAnswer(body, { layouts: LAYOUTS })
      expect(checks.filter(({ ok }) => !ok)).toEqual([])
      const pool = (await (await fetch(`${stack.baseUrl}/insurance/pool`)).json()) as Body
      expect([pool['status'], pool['statement']]).toEqual(['unfunded', body['statement']!])
    },
    START_MS,
  )
})
