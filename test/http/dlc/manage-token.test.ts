import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { App } from '../../../src/http/app/app.ts'
import { isManageToken, manageTokenHash } from '../../../src/http/dlc/manage-token.ts'
import { serverSecrets } from '../../../src/http/rails/configured.ts'
import { paymentKeys } from '../../support/payment-keys.ts'
import { BASE_USDC, PAYER } from '../../support/payer.ts'
import { billOf, HOST } from '../../support/shop.ts'
import { bodyOf, type EventShop, openEventShop, serverOf } from '../../support/http/dlc/event-shop.ts'

/** The servers' secret changes while events are open: `SERVER_SECRET_PREVIOUS` holds the one before. */

const [OLD, NEW, FOREIGN] = ['11', '22', '33'].map((byte) => byte.repeat(32)) as [string, string, string]

let shop: EventShop
let before: App
let after: App
/** Another secret altogether. */
let foreign: App
beforeAll(async () => {
  shop = await openEventShop()
  const withSecrets = (settings: { SERVER_SECRET: string; SERVER_SECRET_PREVIOUS?: string }): App =>
    serverOf(shop, {
      signer: shop.oracle,
      secrets: serverSecrets({ X402_NETWORK: 'base', ...settings }, 'manage tokens')!,
    })
  before = withSecrets({ SERVER_SECRET: OLD })
  after = withSecrets({ SERVER_SECRET: NEW, SERVER_SECRET_PREVIOUS: OLD })
  foreign = withSecrets({ SERVER_SECRET: FOREIGN })
})
afterAll(() => shop.stop())
beforeEach(async () => {
  shop.money.overrides.clear()
  await shop.oracle.beat()
})

interface Created {
  readonly eventid: string
  readonly manageToken: string
  readonly serialized: string
}

let strike = 30_000
const bodyText = () => JSON.stringify({ ...bodyOf('threshold', shop.nowTs), strike: strike++ })
const send = (app: App, method: 'POST' | 'DELETE' | 'GET', path: string, headers = {}, body?: string) =>
  app(
    new Request(`http://${HOST}/dlc/oracle/threshold${path}`, {
      method,
      headers: { host: HOST, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body }),
    }),
  )
const create = async (app: App, headers: object, body: string): Promise<Created> =>
  (await (await send(app, 'POST', '', headers, body)).json()) as Created

/** Bought from a server that dies before it hears of the settlement; the claim is lost with it, the offer stays. */
const offered = async (body: string) => {
  const paid = await shop.x402()
  const name = `x402:8453:${BASE_USDC}:${PAYER.address}:${paid.authorization.nonce}`.toLowerCase()
  shop.money.overrides.set('POST /facilitator/settle', () => new Response('gone', { status: 502 }))
  expect((await send(before, 'POST', '', paid.v2, body)).status).toBe(503)
  shop.money.overrides.clear()
  await shop.redis.redis.del(paymentKeys(name).claim)
  return { paid, id: (await shop.store.events.idOf(name))! }
}

describe('a manage token from before the secret changed', () => {
  test('is handed out for its payment as it was, and opens its contract', async () => {
    const body = bodyText()
    const { paid, id } = await offered(body)
    const created = await create(after, paid.v2, body)
    expect(created.eventid).toBe(id)
    // The very one of the old secret, and the one that the event knows.
    const owner = { 'x-manage-token': created.manageToken }
    expect((await send(after, 'GET', `/${id}/deliveries`, owner)).status).toBe(200)
    expect((await send(before, 'GET', `/${id}/deliveries`, owner)).status).toBe(200)
  })

  test('is handed out again with the answer, and cancels over Lightning', async () => {
    const body = bodyText()
    const paid = await shop.x402()
    const response = await send(before, 'POST', '', paid.v2, body)
    const created = (await response.json()) as Created
    const receipt = response.headers.get('payment-receipt')!
    expect(await create(after, { ...paid.v2, 'payment-receipt': receipt }, body)).toEqual(created)
    const owner = { 'x-manage-token': created.manageToken }
    const bill = billOf(await send(after, 'DELETE', `/${created.eventid}`, owner))!
    const authorization = `L402 ${bill.macaroon}:${await shop.money.pay(bill.invoice)}`
    const cancelled = await send(after, 'DELETE', `/${created.eventid}`, { ...owner, authorization })
    expect([cancelled.status, await cancelled.json()]).toMatchObject([200, { attestation: { outcome: 'safe' } }])
  })

  test('is not made up where neither secret fits: nothing is sold', async () => {
    const body = bodyText()
    const { paid } = await offered(body)
    const settled = shop.money.calledOf('POST /facilitator/settle')
    expect((await send(foreign, 'POST', '', paid.v2, body)).status).toBe(503)
    expect(shop.money.calledOf('POST /facilitator/settle')).toBe(settled)
  })
})

test('nobody has the token of an event that keeps the hash of none', () => {
  expect(isManageToken('token', manageTokenHash('token'))).toBe(true)
  for (const hash of ['', 'zz', 'ab', `${manageTokenHash('token')}00`])
    expect([hash, isManageToken('token', hash)]).toEqual([hash, false])
})
