import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyAnswer } from '../src/canonical/verify.ts'
import { LAYOUTS } from '../src/cli/verify.ts'
import { buyerL402, buyerV2, type PaidFetch, sandboxWallet } from '../src/demo/buyers.ts'
import { patientFetch } from '../src/demo/patient-fetch.ts'
import { type Item, registry } from '../src/feeds/registry.ts'
import { itemNow } from '../test/support/feeds/item-now.ts'
import { DAY_MS, utcDay } from '../src/time-units.ts'
import { type Demonstration, startDemonstration } from '../test/support/demonstration.ts'
import { startOnCluster } from '../test/support/on-cluster.ts'
import type { Body } from '../test/support/hands.ts'
import { until } from '../test/support/until.ts'

/**
 * The demonstration from a cold start, by the command of the README, and the same product on a cluster: everything that is
 * scheduled is for sale, every path of the OpenAPI document answers, and one of each family is bought on both rails and
 * verified with all that can be counted again.
 */

const START_MS = 120_000

let demo: Demonstration

/** A window of what is only pushed must first be listened to. */
const isPushed = ({ feed, subject }: Item): boolean => (feed.streams?.(subject).length ?? 0) > 0
/** What compares now with hours ago waits for a record that only we can keep. */
const comparesWithPast = ({ feed }: Item): boolean => feed.id === 'intel/regime-change'
const items = registry.items.filter((item) => !isPushed(item) && !comparesWithPast(item))
/** A refusal says so: nothing else may be late for this reason. */
const needsPast = async (path: string): Promise<boolean> => {
  const response = await fetch(demo.baseUrl + path)
  const body = (await response.json()) as Body
  return response.status === 503 && body['reason'] === 'needs_past'
}
const urlOf = ({ path, query }: Item, end = ''): string => `${demo.baseUrl}${path}${end}${query ? `?${query}` : ''}`

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

interface Operation {
  readonly parameters?: readonly { readonly in?: string; readonly required?: boolean }[]
  readonly 'x-price'?: object
}

/** Whether a document's path can be asked for as it stands. */
const isConcrete = (path: string, { parameters = [] }: Operation): boolean =>
  !path.includes('{') && !parameters.some(({ in: where, required }) => where === 'query' && required)

describe.each([
  ['from a cold start', startDemonstration],
  ['on a cluster of three primaries, each with two replicas', startOnCluster],
] as const)('%s', (_, start) => {
  beforeAll(async () => {
    demo = await start()
  }, START_MS)
  afterAll(async () => {
    await demo.stop()
  }, START_MS)

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
        items
          .filter(({ feed }) => feed.sale.preview)
          .map(async (item) => [item.actor, await statusOf(urlOf(item, '/preview'))]),
      )
      expect(previews.filter(([, status]) => status !== 200)).toEqual([])
    },
    START_MS + 10_000,
  )

  test('what compares with hours ago says that its record is too short', async () => {
    const waiting = registry.items.filter(comparesWithPast)
    expect(waiting.length).toBeGreaterThan(0)
    const said = await Promise.all(waiting.map(async ({ path }) => [path, await needsPast(path)]))
    expect(said).toEqual(waiting.map(({ path }) => [path, true]))
  })

  test(
    'every path of the OpenAPI document answers: paid ones ask for money, free ones give',
    async () => {
      const { paths } = (await (await fetch(`${demo.baseUrl}/openapi.json`)).json()) as {
        paths: Readonly<Record<string, { readonly get?: Operation }>>
      }
      const asked = Object.entries(paths).flatMap(([path, { get }]) =>
        get && isConcrete(path, get) ? [{ path, get }] : [],
      )
      const answers = await Promise.all(
        asked.map(async ({ path, get }) => ({
          path,
          wanted: get['x-price'] ? 402 : 200,
          status: await statusOf(demo.baseUrl + path, get['x-price'] ? 'HEAD' : 'GET'),
        })),
      )
      // What is only pushed is listened to for a while before its window is whole, and an index has no past yet.
      const late = registry.items.filter((item) => isPushed(item) || comparesWithPast(item))
      const lateCopies = new Set(late.flatMap(({ path }) => [path, `${path}/preview`]))
      const mayBeLate = (path: string) => lateCopies.has(path) || /^\/oracle\/history\/index\/.*\/preview$/.test(path)
      const wrong = answers.filter(
        ({ path, wanted, status }) => status !== wanted && !(status === 503 && mayBeLate(path)),
      )
      expect(wrong).toEqual([])
      const paid = answers.filter(({ wanted }) => wanted === 402).length
      process.stdout.write(`    ${paid} paid paths and ${answers.length - paid} free ones answered\n`)
      expect(paid).toBeGreaterThan(items.length / 2)
    },
    START_MS,
  )

  test(
    'one of each family is bought on both rails, verified, and counted again where its body allows it',
    async () => {
      const families = [...Map.groupBy(items, ({ feed }) => feed.id).values()].map((same) => same[0]!)
      const places = registry.onDemand.map((feed) => itemNow(feed, Date.now()))
      const lightning = buyerL402(sandboxWallet(demo.sandboxUrl), patientFetch)
      const dollars = buyerV2(demo.buyerKey, '$10', patientFetch)
      for (const item of [...families, ...places])
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
      const response = await fetch(`${demo.baseUrl}/insurance/route/quote`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ origin: 'Singapore', destination: 'ZADUR', departure, vessel_class: 'tanker' }),
      })
      const body = (await response.json()) as Body
      expect({ status: response.status, body }).toMatchObject({ status: 200, body: { origin: { id: 'SGSIN' } } })
      const { checks } = verifyAnswer(body, { layouts: LAYOUTS })
      expect(checks.filter(({ ok }) => !ok)).toEqual([])
      const pool = (await (await fetch(`${demo.baseUrl}/insurance/pool`)).json()) as Body
      expect([pool['status'], pool['statement']]).toEqual(['unfunded', body['statement']!])
    },
    START_MS,
  )
})
