import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { checkOwnToken } from '../../../src/http/rails/l402-token.ts'
import { payL402, billOf, problemOf, type Shop, SPOT, startShop } from '../../support/shop.ts'
import { stillClock } from '../../support/still.ts'

const HOUR = 3_600_000
const clock = stillClock(Math.floor(Date.now() / 1000) * 1000)
let shop: Shop

beforeAll(async () => {
  shop = await startShop({ clock })
})
afterAll(() => shop.stop())

const ask = async (body: unknown, from = '203.0.113.40', type = 'application/json') =>
  shop.request('/l402/settled', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': type },
    from,
  })
const states = async (macaroon: string, from?: string) => {
  const response = await ask({ macaroon }, from)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return (await response.json()) as { state: string; preimage?: string | null }
}
const bill = async () => {
  await shop.publish('btc/usd')
  const found = billOf(await shop.request(SPOT))
  if (!found) throw new Error('no invoice')
  return found
}
const lookUps = () =>
  [...shop.money.calls].filter(([verb]) => verb.startsWith('GET /lnd/v1/invoice/')).reduce((sum, [, n]) => sum + n, 0)

describe('POST /l402/settled', () => {
  test('gives the preimage of a paid invoice, and that buys the answer', async () => {
    const { macaroon, invoice } = await bill()
    const preimage = await shop.money.pay(invoice)
    expect(await states(macaroon)).toEqual({ state: 'settled', preimage })
    const bought = await shop.request(SPOT, { headers: { authorization: `L402 ${macaroon}:${preimage}` } })
    expect(bought.status).toBe(200)
    // Also afterwards: a page that lost the answer of its first question asks again.
    expect(await states(macaroon)).toEqual({ state: 'settled', preimage })
  })

  test('waits while it is open, asks the node once a second, and says so after ten seconds', async () => {
    const { macaroon } = await bill()
    const [before, asked] = [clock.now(), lookUps()]
    expect(await states(macaroon)).toEqual({ state: 'open' })
    expect(clock.now() - before).toBe(10_000)
    expect(lookUps() - asked).toBe(11)
  })

  test('answers as soon as it is paid', async () => {
    const { macaroon, invoice } = await bill()
    const before = clock.now()
    let seen = 0
    const verb = [...shop.money.calls.keys()].find((each) => each.startsWith('GET /lnd/v1/invoice/'))
    expect(verb).toBeDefined()
    const token = checkOwnToken(shop.paywall.rails.l402!.secrets, macaroon, clock.now())
    if (token.kind !== 'own') throw new Error(token.reason)
    const path = `GET /lnd/v1/invoice/${token.paymentHash}`
    shop.money.overrides.set(path, async (request) => {
      if (++seen === 3) await shop.money.pay(invoice)
      return shop.money.handle(request)
    })
    expect(await states(macaroon)).toMatchObject({ state: 'settled' })
    expect([seen, clock.now() - before]).toEqual([3, 2_000])
    shop.money.overrides.delete(path)
  })

  test('says that it is too late once the invoice cannot be paid, and asks nobody once the token is too old', async () => {
    const { macaroon } = await bill()
    clock.move(300_000 - 4_000)
    const before = clock.now()
    // It waits no longer than the invoice can be paid.
    expect(await states(macaroon)).toEqual({ state: 'open' })
    expect(clock.now() - before).toBe(4_000)
    clock.move(1_000)
    expect(await states(macaroon)).toEqual({ state: 'expired' })
    clock.move(HOUR)
    const asked = lookUps()
    expect(await states(macaroon)).toEqual({ state: 'expired' })
    expect(lookUps()).toBe(asked)
  })

  test('of a token within its last hour gives what was paid in time', async () => {
    await shop.publish('btc/usd')
    const { macaroon, authorization } = await payL402(shop)
    clock.move(HOUR)
    expect(await states(macaroon)).toEqual({ state: 'settled', preimage: authorization.split(':')[1]! })
  })

  test('asks nobody about a token that is not ours', async () => {
    const { macaroon } = await bill()
    const bytes = Buffer.from(macaroon, 'base64')
    bytes[bytes.length - 1]! ^= 1
    const hash = Buffer.from(macaroon, 'base64')
    hash[20]! ^= 1
    const other = await startShop({ clock })
    await other.publish('btc/usd')
    const foreign = billOf(await other.request(SPOT))!.macaroon
    await other.stop()
    const asked = lookUps()
    for (const [text, rule] of [
      [bytes.toString('base64'), 'l402_forged_token'],
      [hash.toString('base64'), 'l402_forged_token'],
      [foreign, 'l402_forged_token'],
      ['AgEGY2xhcm9z', 'l402_malformed_token'],
      ['$', 'l402_malformed_token'],
    ] as const) {
      const response = await ask({ macaroon: text })
      expect(response.status).toBe(400)
      expect((await problemOf(response)).details).toMatchObject([{ path: 'body.macaroon', rule }])
    }
    expect(lookUps()).toBe(asked)
  })

  test.each([
    [{}, 'body.macaroon'],
    [{ macaroon: '' }, 'body.macaroon'],
    [{ macaroon: 7 }, 'body.macaroon'],
    [{ macaroon: 'AgEG', more: 1 }, 'body.more'],
    [[], 'body'],
    ['{', 'body'],
  ])('names what is wrong with %j', async (body, path) => {
    const response = await ask(body)
    expect(response.status).toBe(400)
    expect((await problemOf(response)).details.map((each) => each.path)).toContain(path)
  })

  test('takes short JSON alone', async () => {
    expect((await ask({ macaroon: 'A'.repeat(9_000) })).status).toBe(413)
    expect((await ask({ macaroon: 'A' }, undefined, 'text/plain')).status).toBe(415)
  })

  test('is limited by address', async () => {
    const { macaroon, invoice } = await bill()
    await shop.money.pay(invoice)
    const from = '198.51.100.77'
    for (let count = 0; count < 20; count++) expect((await ask({ macaroon }, from)).status).toBe(200)
    const refused = await ask({ macaroon }, from)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await ask({ macaroon }, '192.0.2.1')).status).toBe(200)
    clock.move(1_000)
    expect((await ask({ macaroon }, from)).status).toBe(200)
  })

  test('says that the node does not answer, and finds the payment when it does again', async () => {
    const { macaroon, invoice } = await bill()
    const preimage = await shop.money.pay(invoice)
    await shop.money.control('/lightning/faults', { status: 500 })
    const response = await ask({ macaroon })
    expect(response.status).toBe(503)
    expect(await problemOf(response)).toMatchObject({ error: 'no_payment_rail' })
    expect(response.headers.get('retry-after')).toBe('5')
    await shop.money.control('/lightning/faults', {})
    expect(await states(macaroon)).toEqual({ state: 'settled', preimage })
  })

  test('is not there where Lightning is not offered', async () => {
    const other = await startShop({ clock, rails: ['x402'] })
    const response = await other.request('/l402/settled', {
      method: 'POST',
      body: JSON.stringify({ macaroon: 'AgEG' }),
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(503)
    expect(await problemOf(response)).toMatchObject({ error: 'no_payment_rail' })
    await other.stop()
  })
})
