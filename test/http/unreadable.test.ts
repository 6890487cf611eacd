import { afterAll, beforeAll, expect, test } from 'bun:test'
import { names } from '../../src/store/redis/names.ts'
import { paymentKeys } from '../support/payment-keys.ts'
import { payL402, problemOf, SPOT } from '../support/shop.ts'
import { bodyOf, type EventShop, openEventShop } from '../support/http/dlc/event-shop.ts'

/** What the store keeps and nobody can read is answered as a store that is away: 503, never a crash, never an answer. */

let shop: EventShop
beforeAll(async () => void (shop = await openEventShop()))
afterAll(() => shop.stop())

const create = async (label: string): Promise<string> => {
  const body = { ...bodyOf('enum', shop.nowTs), label }
  const { authorization } = await shop.l402('enum', body)
  const created = (await (await shop.post('enum', body, { authorization })).json()) as { eventid: string }
  return created.eventid
}

const away = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await shop.request(path, { headers })
  return [response.status, (await problemOf(response)).error, response.headers.get('retry-after')]
}
const AWAY = [503, 'unavailable', '2']

test('an event: its own page is away, and the lists show the others', async () => {
  const ids = [await create('one'), await create('two'), await create('three')]
  await shop.redis.redis.hset(names.dlc.event(ids[1]!), 'terms', '{')
  expect(await away(`/dlc/oracle/enum/${ids[1]}`)).toEqual(AWAY)
  const list = await shop.request('/dlc/oracle/enum')
  const text = await list.text()
  expect([list.status, ids.map((id) => text.includes(id))]).toEqual([200, [true, false, true]])
  expect((await shop.request('/dlc/oracle/status')).status).toBe(200)
  expect((await shop.request(`/dlc/oracle/enum/${ids[0]}`)).status).toBe(200)
})

test('a claim: nothing is sold for it, and its payment is as good as it was', async () => {
  await shop.publish('btc/usd')
  const paid = await payL402(shop)
  const preimage = Buffer.from(paid.authorization.split(':')[1]!, 'hex')
  const { claim } = paymentKeys(`l402:${new Bun.CryptoHasher('sha256').update(preimage).digest('hex')}`)
  await shop.redis.redis.set(claim, 'nonsense')
  expect(await away(SPOT, { authorization: paid.authorization })).toEqual(AWAY)
  await shop.redis.redis.del(claim)
  expect((await shop.request(SPOT, { headers: { authorization: paid.authorization } })).status).toBe(200)
})

test('a snapshot: nothing is sold of it, and no crash', async () => {
  await shop.publish('eth/usd', '3000.12')
  const actor = 'price/spot/ETH-USD'
  const version = await shop.store.snapshots.version(actor)
  for (const key of [names.snapshot(actor), names.snapshotAt(actor, version!), names.preview(actor)])
    await shop.redis.redis.set(key, '{"actor":7}')
  expect(await away('/oracle/price/eth/usd')).toEqual(AWAY)
})

test('a list of another type is away, and no crash', async () => {
  const id = await create('beside a list')
  const keys = [names.dlc.list('numeric', 'every', 'all'), names.dlc.list('numeric', 'every', 'open')]
  await shop.redis.redis.del(...keys)
  for (const key of keys) await shop.redis.redis.rpush(key, 'x')
  expect(await away('/dlc/oracle/numeric')).toEqual(AWAY)
  expect(await away('/dlc/oracle/status')).toEqual(AWAY)
  expect((await shop.request(`/dlc/oracle/enum/${id}`)).status).toBe(200)
  await shop.redis.redis.del(...keys)
  expect((await shop.request('/dlc/oracle/numeric')).status).toBe(200)
})
