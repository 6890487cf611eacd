import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { postingsIn } from '../../support/ledger.ts'
import { problemOf } from '../../support/shop.ts'
import { stillClock } from '../../support/still.ts'
import { bodyOf, type EventShop, openEventShop } from '../../support/http/dlc/event-shop.ts'
import { nameOf } from '../../support/chain/chain-payer.ts'

/** A creation belongs to its payment for ever, and costs the oracle nothing each time that somebody asks for it. */

let shop: EventShop
beforeAll(async () => {
  shop = await openEventShop({ clock: stillClock(Math.floor(Date.now() / 1000) * 1000) })
})
afterAll(() => shop.stop())
beforeEach(() => shop.oracle.beat())
afterEach(() => {
  shop.oracle.away = false
  shop.money.overrides.clear()
})

const wish = () => bodyOf('enum', Math.floor(shop.clock.now() / 1000))
test('a token that ran out still brings what it bought, and to nobody who never bought', async () => {
  const body = wish()
  const { authorization } = await shop.l402('enum', body)
  const unused = await shop.l402('enum', body)
  const bought = await shop.post('enum', body, { authorization })
  expect(bought.status).toBe(200)
  const answer = await bought.json()

  shop.clock.move(30 * 86_400_000)
  await shop.oracle.beat()
  const late = await shop.post('enum', body, { authorization })
  expect([late.status, await late.json()]).toEqual([200, answer])
  expect(late.headers.get('payment-receipt')).toBe(bought.headers.get('payment-receipt'))
  const other = await shop.post('enum', { ...body, label: 'x' }, { authorization })
  expect(other.status).toBe(400)
  expect((await shop.post('enum', body, { authorization: unused.authorization })).status).toBe(400)
  shop.clock.move(-30 * 86_400_000)
})

test('the books name the event that was made, on either rail', async () => {
  const body = wish()
  const { authorization } = await shop.l402('enum', body)
  for (const headers of [{ authorization }, (await shop.x402()).v2]) {
    const answer = (await (await shop.post('enum', body, headers)).json()) as { readonly eventid: string }
    const posted = (await postingsIn(shop.redis.redis)).filter(({ event }) => event === answer.eventid)
    expect(posted.map(({ what, item }) => [what, item])).toEqual([['sold', 'dlc/enum']])
  }
})

test('a token whose event cannot be announced now is told that it stays good, and it does', async () => {
  const body = wish()
  const { authorization } = await shop.l402('enum', body)
  shop.oracle.away = true
  const refused = await shop.post('enum', body, { authorization })
  expect(refused.status).toBe(503)
  expect((await problemOf(refused)).message).toEndWith('Your payment is still good: repeat the request.')
  shop.oracle.away = false
  expect((await shop.post('enum', body, { authorization })).status).toBe(200)
})

test('strangers who show a public payment let nobody sign for each of their requests', async () => {
  const body = wish()
  const paid = await shop.x402()
  shop.money.overrides.set('POST /facilitator/settle', () => new Response('', { status: 500 }))
  expect((await shop.post('enum', body, paid.v2)).status).toBe(503)
  expect(await shop.store.settlements.spend(nameOf(paid), `0x${'12'.repeat(32)}`)).toBe(true)

  const asked = shop.asker.asked.length
  const init = { method: 'POST', body: JSON.stringify(body) }
  const headers = { 'content-type': 'application/json', ...paid.v2 }
  for (let n = 0; n < 20; n++) {
    const response = await shop.request('/dlc/oracle/enum', { ...init, headers, from: `198.51.${n}.7` })
    expect(response.status).toBe(200)
    expect(await response.json()).not.toHaveProperty('manageToken')
  }
  expect(shop.asker.asked.length - asked).toBe(1)
  // For ever it is its buyer's alone.
  shop.clock.move(25 * 3_600_000)
  expect((await shop.request('/dlc/oracle/enum', { ...init, headers, from: '198.51.100.7' })).status).toBe(409)
})
