import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { CLAIM_MS, deliver } from '../../../src/actors/courier/deliver.ts'
import { enterNews } from '../../../src/actors/courier/news.ts'
import type { App } from '../../../src/http/app/app.ts'
import { serverSecrets } from '../../../src/http/rails/configured.ts'
import { names } from '../../../src/store/redis/names.ts'
import { paymentKeys } from '../../support/payment-keys.ts'
import { verifyWebhook } from '../../../src/webhooks/standard-webhooks.ts'
import {
  KEY,
  startCustomerServer,
  type CustomerServer,
  testCourier,
} from '../../support/actors/courier/courier-desk.ts'
import { HOST } from '../../support/shop.ts'
import { bodyOf, type EventShop, openEventShop, serverOf, standingClock } from '../../support/http/dlc/event-shop.ts'
import { nameOf } from '../../support/chain/chain-payer.ts'

/** What the receiver of a webhook checks it with: who is handed it, and that what arrives fits. */

let receiver: CustomerServer
let shop: EventShop
beforeAll(async () => {
  receiver = await startCustomerServer()
  shop = await openEventShop({ allow: [receiver.place], clock: standingClock() })
})
afterAll(async () => {
  await shop.stop()
  await receiver.close()
})
beforeEach(async () => {
  receiver.heard.length = 0
  shop.money.overrides.clear()
  await shop.store.keys.record({ webhook: KEY.publicKey })
  await shop.oracle.beat()
})

interface Created {
  readonly eventid: string
  readonly manageToken: string
  readonly webhookSecret?: string
}

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/

let strike = 40_000
const contract = () => ({ ...bodyOf('threshold', shop.nowTs), strike: strike++, webhookUrl: `${receiver.origin}/hook` })
/** Bought over x402, with what shows that it is the buyer's. */
const buy = async (body: object = contract(), kind = 'threshold') => {
  const paid = await shop.x402()
  const response = await shop.post(kind, body, paid.v2)
  expect(response.status).toBe(200)
  const receipt = { 'payment-receipt': response.headers.get('payment-receipt') ?? '' }
  return { body, paid, receipt, created: (await response.json()) as Created }
}

/** Attests it, and sends its webhook as the courier does. */
const told = async ({ eventid, manageToken }: Created) => {
  const paid = await shop.x402()
  const cancelled = await shop.request(`/dlc/oracle/threshold/${eventid}`, {
    method: 'DELETE',
    headers: { ...paid.v2, 'x-manage-token': manageToken },
  })
  expect(cancelled.status).toBe(200)
  const { deps, log } = testCourier(shop.store, shop.clock.now(), [receiver.place])
  await enterNews(deps)
  for (const claimed of await shop.store.deliveries.claim(shop.clock.now(), CLAIM_MS, 100)) await deliver(deps, claimed)
  const call = receiver.heard.find(({ body }) => (JSON.parse(body) as { eventid: string }).eventid === eventid)!
  return { ...call, log }
}

/** Every key of the store that holds this text; sorted sets hold names and numbers alone. */
const holdersOf = async (secret: string): Promise<readonly string[]> => {
  const { redis } = shop.redis
  const readers: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
    hash: (key) => redis.hgetall(key),
    stream: (key) => redis.xrange(key, '-', '+'),
    string: (key) => redis.get(key),
    set: (key) => redis.smembers(key),
    list: (key) => redis.lrange(key, 0, -1),
  }
  const holders: string[] = []
  for (const key of await redis.keys('*'))
    if (JSON.stringify(await readers[await redis.type(key)]?.(key))?.includes(secret)) holders.push(key)
  return holders
}

describe('the secret of a webhook', () => {
  test('is handed to its creator, and an ordinary library verifies with it what arrives', async () => {
    const [mine, other] = [await buy(), await buy()]
    expect(mine.created.webhookSecret).toMatch(SECRET)
    expect(other.created.webhookSecret).toMatch(SECRET)
    expect(other.created.webhookSecret).not.toBe(mine.created.webhookSecret)
    const { headers, body } = await told(mine.created)
    const library = new Webhook(mine.created.webhookSecret!)
    expect(library.verify(body, headers)).toMatchObject({ type: 'dlc.attested', eventid: mine.created.eventid })
    expect(() => library.verify(`${body} `, headers)).toThrow('No matching signature')
    expect(() => new Webhook(other.created.webhookSecret!).verify(body, headers)).toThrow('No matching signature')
    expect(verifyWebhook(KEY.publicKey, headers, body, Number(headers['webhook-timestamp']))).toBe('valid')
  })

  test('is handed out again with the answer to receipt and token, and to nobody else', async () => {
    const { body, paid, receipt, created } = await buy()
    expect(await (await shop.post('threshold', body, { ...paid.v1, ...receipt })).json()).toEqual(created)
    const again = await shop.request(`/receipts/${receipt['payment-receipt']}`)
    expect(await again.json()).toMatchObject({ answer: { webhookSecret: created.webhookSecret } })
    // The header alone can be read off the chain.
    const bare = await shop.post('threshold', body, paid.v1)
    expect([bare.status, await bare.json()]).toMatchObject([200, { eventid: created.eventid }])
    expect(await (await shop.post('threshold', body, paid.v1)).text()).not.toMatch(/whsec_|webhookSecret/)
    const lightning = contract()
    const { authorization } = await shop.l402('threshold', lightning)
    const sold = (await (await shop.post('threshold', lightning, { authorization })).json()) as Created
    expect(sold.webhookSecret).toMatch(SECRET)
    expect(await (await shop.post('threshold', lightning, { authorization })).json()).toEqual(sold)
  })

  test('is the same when the answer is made again, also by a server whose secret has changed', async () => {
    const serverWith = (settings: { SERVER_SECRET: string; SERVER_SECRET_PREVIOUS?: string }): App =>
      serverOf(shop, {
        signer: shop.oracle,
        secrets: serverSecrets({ X402_NETWORK: 'base', ...settings }, 'manage tokens')!,
        allow: [receiver.place],
      })
    const [before, after] = [
      serverWith({ SERVER_SECRET: '11'.repeat(32) }),
      serverWith({ SERVER_SECRET: '22'.repeat(32), SERVER_SECRET_PREVIOUS: '11'.repeat(32) }),
    ]
    const body = JSON.stringify(contract())
    const paid = await shop.x402()
    const post = (app: App) =>
      app(
        new Request(`http://${HOST}/dlc/oracle/threshold`, {
          method: 'POST',
          headers: { host: HOST, 'content-type': 'application/json', ...paid.v2 },
          body,
        }),
      )
    // The first server dies before it hears of the settlement; the claim is lost with it, the offer stays.
    shop.money.overrides.set('POST /facilitator/settle', () => new Response('gone', { status: 502 }))
    expect((await post(before)).status).toBe(503)
    shop.money.overrides.clear()
    await shop.redis.redis.del(paymentKeys(nameOf(paid)).claim)
    const created = (await (await post(after)).json()) as Created
    expect(created.webhookSecret).toMatch(SECRET)
    const { headers, body: sent } = await told(created)
    expect(new Webhook(created.webhookSecret!).verify(sent, headers)).toMatchObject({ eventid: created.eventid })
  })

  test('lies nowhere but in the answer that is kept for its buyer', async () => {
    const { paid, created } = await buy()
    const secret = created.webhookSecret!.slice('whsec_'.length)
    const { log } = await told(created)
    await shop.oracle.sweep()
    expect(await holdersOf(secret)).toEqual([paymentKeys(nameOf(paid)).deliverable])
    const { journal } = await shop.oracle.open()
    expect(journal.find(created.eventid).length).toBeGreaterThan(1)
    expect(JSON.stringify(journal.find(created.eventid))).not.toContain(secret)
    expect(JSON.stringify([shop.log.lines, log.lines])).not.toContain(secret)
    const owner = { headers: { 'x-manage-token': created.manageToken } }
    for (const path of [
      `/dlc/oracle/announcements/${created.eventid}`,
      `/dlc/oracle/attestations/${created.eventid}`,
      `/dlc/oracle/threshold/${created.eventid}`,
      `/dlc/oracle/threshold/${created.eventid}/deliveries`,
      '/dlc/oracle/threshold?status=all',
      '/dlc/kormir/list-events',
    ]) {
      const response = await shop.request(path, owner)
      expect([path, response.status]).toEqual([path, 200])
      expect([path, /whsec|ebhookSecret/.test(await response.text())]).toEqual([path, false])
    }
  })

  test('is not made where there is no webhook', async () => {
    for (const [kind, body] of [
      ['threshold', { ...bodyOf('threshold', shop.nowTs), strike: strike++ }],
      ['enum', bodyOf('enum', shop.nowTs)],
    ] as const) {
      const { created } = await buy(body, kind)
      expect([kind, created.webhookSecret]).toEqual([kind, undefined])
      expect((await shop.store.events.read(created.eventid))?.hidden).not.toHaveProperty('sealedWebhookSecret')
    }
  })

  test('is not promised while no courier has said whom to seal it for: the key that anyone can check with does', async () => {
    await shop.redis.redis.hdel(names.publicKeys(), 'webhook')
    const { created } = await buy()
    expect(created.webhookSecret).toBeUndefined()
    const { headers, body } = await told(created)
    expect(headers['webhook-signature']).toMatch(/^v1a,\S+$/)
    expect(verifyWebhook(KEY.publicKey, headers, body, Number(headers['webhook-timestamp']))).toBe('valid')
  })
})
