import { expect, spyOn, test } from 'bun:test'
import { adminApp } from '../../src/http/app/admin.ts'
import { adminDeps } from '../support/http/admin-deps.ts'
import { until } from '../support/until.ts'
import { fileShop, type Shop } from '../support/shop.ts'

/** Operators look at a service whose Redis has died: they are told so, and get no page of the runtime. */

const shop: Shop = await fileShop()
const page = adminApp(adminDeps(shop))
const ask = (path: string): Promise<Response> => page(new Request(`http://127.0.0.1:8403${path}`))

const PAGES = ['/printing', '/actors', '/money'] as const

test('a Redis that is away is 503 with the reason on every page that reads it', async () => {
  expect((await Promise.all(PAGES.map(ask))).map(({ status }) => status)).toEqual([200, 200, 200])
  shop.redis.redis.disconnect()
  await until('the connection has ended', () => shop.redis.redis.status === 'end')
  for (const path of PAGES) {
    const response = await ask(path)
    expect([path, response.status, await response.json()]).toEqual([
      path,
      503,
      { error: 'unavailable', message: 'the store does not answer' },
    ])
  }
  // What this process counts itself is there all the same.
  expect((await ask('/metrics')).status).toBe(200)
})

test('a mistake of ours stays one', async () => {
  const failing = spyOn(shop.store.health, 'all').mockRejectedValue(new TypeError('not a function'))
  expect(ask('/actors')).rejects.toThrow('not a function')
  failing.mockRestore()
})
