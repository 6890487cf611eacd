import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import type { AnyFeed } from '../../src/feeds/feed.ts'
import type { Subject } from '../../src/feeds/subject.ts'
import { FEED, type Places, startPlaces } from '../support/places.ts'
import { payment } from '../support/payer.ts'
import { payL402 } from '../support/shop.ts'

/** Subjects that begin at the hour of their request, which their address does not say. */

const HOUR_MS = 3_600_000
const hourly = (hour: number): Subject => ({
  key: `2/${hour}`,
  domain: `X${hour}`,
  name: `from hour ${hour}`,
  path: {},
})
const HOURLY: AnyFeed = {
  ...FEED,
  id: 'test/hourly',
  subjects: [hourly(0)],
  sale: { ...FEED.sale, path: '/oracle/test/hourly', preview: null },
  onDemand: {
    ...FEED.onDemand!,
    query: Type.Object({}),
    ask: (_words, now = 0) => ({ kind: 'subject', subject: hourly(Math.floor(now / HOUR_MS)) }),
    subjectOf: (key) => (/^2\/\d+$/.test(key) ? hourly(Number(key.slice(2))) : null),
  },
}

let places: Places
beforeAll(async () => {
  places = await startPlaces([HOURLY])
  // A minute before the hour.
  const now = places.shop.clock.now()
  places.shop.clock.move(HOUR_MS - (now % HOUR_MS) - 60_000)
})
afterAll(() => places.stop())

const PATH = '/oracle/test/hourly'
const domainOf = async (response: Response) => ((await response.json()) as { readonly domain: string }).domain

test('are sold as of the hour in which they are paid for, and kept by the payment', async () => {
  const { clock } = places.shop
  const hour = Math.floor(clock.now() / HOUR_MS)
  const before = await payment(clock.now())
  const sold = await places.get(PATH, before.v2)
  const text = await sold.clone().text()
  expect([sold.status, await domainOf(sold)]).toEqual([200, `X${hour}`])
  const asking = { ...places.shop, request: (path: string) => places.get(path) } as typeof places.shop
  const { authorization } = await payL402(asking, PATH)
  clock.move(2 * 60_000)
  // What was bought is handed out again; the hour that has begun is for who asks in it.
  const again = await places.get(PATH, before.v2)
  expect([again.status, await again.text()]).toEqual([200, text])
  expect((await places.get(PATH)).status).toBe(402)
  // An invoice that was made before the hour buys what is sold after it: the address is the same.
  const late = await places.get(PATH, { authorization })
  expect([late.status, await domainOf(late)]).toEqual([200, `X${hour + 1}`])
  expect(places.wakes).toEqual([`test/hourly/2/${hour}`, `test/hourly/2/${hour + 1}`])
})
