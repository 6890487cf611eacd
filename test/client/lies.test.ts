import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createClaros } from '../../client/src/claros.ts'
import { NotWhole, Refused, TooDear, Unsettled } from '../../client/src/errors.ts'
import { l402 } from '../../client/src/l402.ts'
import { readText } from '../../client/src/read-text.ts'
import { isReceipt, type Receipt } from '../../client/src/receipt.ts'
import { x402 } from '../../client/src/x402.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { systemClock } from '../../src/system/clock.ts'
import { between, changed, paymentIn } from '../support/client/between.ts'
import { resigned } from '../support/resigned.ts'
import { billOf, fileShop, SPOT } from '../support/shop.ts'

/** A service that hands out what was not asked for, more than anybody can hold, or invoices of others. */

const shop = await fileShop({ clock: systemClock })
await shop.publish('btc/usd')
await shop.publish('eth/usd', '3012.44')
const liar = between(shop)
afterAll(() => liar.stop())

const paid: string[] = []
afterEach(() => {
  liar.meddle = (_request, forward) => forward()
  liar.shown.length = 0
  paid.length = 0
})

const account = privateKeyToAccount(generatePrivateKey())
await shop.money.fund(account.address)
const payInvoice = (invoice: string): Promise<string> => {
  paid.push(invoice)
  return shop.money.pay(invoice)
}
const WAYS = { l402: l402({ payInvoice, maxSats: 100 }), x402: x402({ account, maxUsd: '0.10' }) } as const
type Way = keyof typeof WAYS
const BOTH: readonly [Way][] = [['l402'], ['x402']]

const buyer = (way: Way, patienceMs = 0) => createClaros(liar.url, { pay: [WAYS[way]], patienceMs })
const endOf = (buying: Promise<unknown>): Promise<unknown> =>
  buying.then(
    () => null,
    (reason: unknown) => reason,
  )
const failedIn = (problem: unknown): readonly string[] =>
  problem instanceof NotWhole ? problem.verification.checks.filter(({ ok }) => !ok).map(({ what }) => what) : []

type Body = Readonly<Record<string, Json>>

/** A whole answer that the service signed some time ago. */
const ago = (text: string, seconds: number, way: Way): string => {
  const body = JSON.parse(text) as Body
  const signer = shop.keys[way]
  const [then, was] = [Number(body['timestamp']) - seconds, String(body['timestamp'])]
  const legs = (body['legs'] as readonly Body[]).map((leg) => ({
    ...leg,
    observed_at: Number(leg['observed_at']) - seconds,
  }))
  const canonical = String(body['canonical']).replace(was, String(then))
  const more = { legs, timestamp: then, observed_at: Number(body['observed_at']) - seconds }
  return JSON.stringify(resigned(body, signer, canonical, more))
}

describe('an answer that is whole and signed', () => {
  test.each(BOTH)('but of another coin is not the one that was bought (%s)', async (way) => {
    const { body } = await buyer(way).buy('/oracle/price/eth/usd')
    liar.meddle = async (request, forward) =>
      paymentIn(request) === null ? forward() : changed(await forward(), { body: () => body })
    const problem = await endOf(buyer(way).buy(SPOT))
    expect(failedIn(problem)).toEqual(['answer is of the path that was asked'])
    expect(problem).toMatchObject({ body, receipt: { payment: { rail: way } } })
  })

  test.each(BOTH)('but of yesterday is not the one that was bought (%s)', async (way) => {
    const { body } = await buyer(way).buy(SPOT)
    const old = ago(body, 86_400, way)
    expect((await createClaros(liar.url).verify(JSON.parse(old))).ok).toBe(true)
    liar.meddle = async (request, forward) =>
      paymentIn(request) === null ? forward() : changed(await forward(), { body: () => old })
    expect(failedIn(await endOf(buyer(way).buy(SPOT)))).toEqual(['answer is of the time when it was asked'])
    // One of half a minute ago may be sold.
    liar.meddle = async (request, forward) =>
      paymentIn(request) === null ? forward() : changed(await forward(), { body: () => ago(body, 30, way) })
    expect((await buyer(way).buy(SPOT)).verification.ok).toBe(true)
  })

  test('is held against the time of its purchase, not of its resumption', async () => {
    const { receipt } = await buyer('l402').buy(SPOT)
    const askedAt = receipt!.askedAt!
    expect(Math.abs(askedAt - Date.now() / 1000)).toBeLessThan(60)
    const late = await endOf(buyer('l402').resume({ ...receipt!, askedAt: askedAt + 86_400 }))
    expect(failedIn(late)).toEqual(['answer is of the time when it was asked'])
    const { askedAt: _, ...older } = receipt!
    expect((await buyer('l402').resume(older)).verification.ok).toBe(true)
  })

  test('but in which a name stands twice is not whole', async () => {
    liar.meddle = async (request, forward) =>
      paymentIn(request) === null
        ? forward()
        : changed(await forward(), { body: (text) => text.replace('{', '{"price":"1.00",') })
    expect(await endOf(buyer('x402').buy(SPOT))).toBeInstanceOf(NotWhole)
  })

  test('and free, but of another coin, is not what was asked', async () => {
    const { body } = await buyer('x402').buy('/oracle/price/eth/usd')
    liar.meddle = () => new Response(body)
    expect(failedIn(await endOf(buyer('x402').buy(SPOT)))).toEqual(['answer is of the path that was asked'])
  })
})

describe('an answer without an end', () => {
  const endless = (sent: { bytes: number }): Response =>
    new Response(
      new ReadableStream({
        pull: (to) => {
          sent.bytes += 1_048_576
          to.enqueue(new Uint8Array(1_048_576).fill(32))
        },
      }),
    )

  test('is not read to it, before a payment or after', async () => {
    for (const [isPaid, name] of [
      [false, 'Refused'],
      [true, 'Unsettled'],
    ] as const) {
      const sent = { bytes: 0 }
      liar.meddle = (request, forward) => ((paymentIn(request) !== null) === isPaid ? endless(sent) : forward())
      expect(await endOf(buyer('x402').buy(SPOT))).toMatchObject({ name })
      expect(sent.bytes).toBeGreaterThan(16_000_000)
      expect(sent.bytes).toBeLessThan(64_000_000)
    }
  })

  test('or a next byte is not waited for', async () => {
    let isLeft = false
    const slow = new Response(
      new ReadableStream({
        start: (to) => to.enqueue(new TextEncoder().encode('{"a":')),
        cancel: () => void (isLeft = true),
      }),
    )
    const problem = await endOf(readText(slow, AbortSignal.timeout(50)))
    expect(problem).toMatchObject({ name: 'TimeoutError' })
    expect(isLeft).toBe(true)
  })

  test('that has one is read as it came', async () => {
    const bytes = new TextEncoder().encode('\ufeff{"a":"\u20ac"}')
    const pieces = new ReadableStream({
      start: (to) => {
        for (const byte of bytes) to.enqueue(Uint8Array.of(byte))
        to.close()
      },
    })
    expect(await readText(new Response(pieces), AbortSignal.timeout(5_000))).toBe('\ufeff{"a":"\u20ac"}')
    expect(await readText(new Response(null), AbortSignal.timeout(5_000))).toBe('')
  })
})

describe('an invoice', () => {
  test('of another token is not paid, though it is cheap', async () => {
    const other = billOf(await shop.request('/oracle/price/eth/usd'))!
    for (const swap of [{ invoice: other.invoice }, { macaroon: other.macaroon }]) {
      liar.meddle = async (_request, forward) => {
        const response = await forward()
        const { macaroon, invoice } = { ...billOf(response)!, ...swap }
        return changed(response, {
          headers: { 'www-authenticate': `L402 macaroon="${macaroon}", invoice="${invoice}"` },
        })
      }
      expect(await endOf(buyer('l402').buy(SPOT))).toMatchObject({ name: 'Refused', code: 'bad_invoice' })
    }
    expect(paid).toEqual([])
  })

  test.each([['nothing'], ['AgEG'], ['']])('with the token %j is not paid', async (macaroon) => {
    liar.meddle = async (_request, forward) => {
      const response = await forward()
      const header = `L402 macaroon="${macaroon}", invoice="${billOf(response)!.invoice}"`
      return changed(response, { headers: { 'www-authenticate': header } })
    }
    expect(await endOf(buyer('l402').buy(SPOT))).toBeInstanceOf(Refused)
    expect(paid).toEqual([])
  })
})

describe('offers', () => {
  test('among others the one in dollars is paid, and none that only looks like it', async () => {
    liar.meddle = async (request, forward) => {
      const response = await forward()
      if (paymentIn(request) !== null) return response
      const offer = JSON.parse(atob(response.headers.get('payment-required')!)) as {
        accepts: Record<string, unknown>[]
      }
      const [own] = offer.accepts
      const accepts = [
        { ...own, amount: '1', asset: `0x${'ab'.repeat(20)}` },
        { ...own, amount: '1', network: 'eip155:1' },
        { ...own, amount: '1', scheme: 'upto' },
        { ...own, amount: 1 },
        { ...own, amount: '01' },
        own,
        { ...own, amount: '99999' },
      ]
      return changed(response, { headers: { 'payment-required': btoa(JSON.stringify({ ...offer, accepts })) } })
    }
    expect((await buyer('x402').buy(SPOT)).paid).toMatchObject({ usd: '0.01' })
  })

  test('that rise with every asking end at the limit', async () => {
    let asked = 0
    liar.meddle = async (request, forward) => {
      const response = await forward()
      if (paymentIn(request) !== null) return response
      const offer = JSON.parse(atob(response.headers.get('payment-required')!)) as {
        accepts: Record<string, unknown>[]
      }
      const accepts = [{ ...offer.accepts[0], amount: String(10_000 + 60_000 * asked++) }]
      return changed(response, { headers: { 'payment-required': btoa(JSON.stringify({ ...offer, accepts })) } })
    }
    const claros = buyer('x402')
    expect((await claros.buy(SPOT)).paid).toMatchObject({ usd: '0.01' })
    // What was asked too much for is signed all the same within the limit, and refused by the service itself.
    expect(await endOf(claros.buy(SPOT))).toMatchObject({ name: 'Refused', receipt: { payment: { amount: '70000' } } })
    expect(await endOf(claros.buy(SPOT))).toBeInstanceOf(TooDear)
  })
})

describe('a 402 after every payment', () => {
  test.each(BOTH)('is paid once (%s)', async (way) => {
    liar.meddle = async (request, forward) => {
      if (paymentIn(request) === null) return forward()
      return fetch(shop.url + SPOT)
    }
    const problem = await endOf(buyer(way, 3_000).buy(SPOT))
    expect(problem).toBeInstanceOf(way === 'x402' ? Refused : Unsettled)
    expect(new Set(liar.shown).size).toBe(1)
    expect(paid.length).toBe(way === 'l402' ? 1 : 0)
  })
})

test('a service that asks to come back in an hour is not asked before', async () => {
  liar.meddle = (request, forward) =>
    paymentIn(request) === null
      ? forward()
      : Response.json({ error: 'payment_in_progress' }, { status: 503, headers: { 'retry-after': '3600' } })
  expect(await endOf(buyer('x402', 20_000).buy(SPOT))).toBeInstanceOf(Unsettled)
  expect(liar.shown).toHaveLength(1)
})

describe('keys', () => {
  test.each([['mine'], ['ab'.repeat(31)], ['04' + 'ab'.repeat(64)], ['05' + 'ab'.repeat(32)], ['']])(
    '%j is none, and nothing is asked with it',
    (key) => expect(() => createClaros(liar.url, { keys: [key] })).toThrow(RangeError),
  )

  test.each(BOTH)('of the other rail alone: nothing is paid over %s', async (way) => {
    const other = way === 'l402' ? shop.keys.x402 : shop.keys.l402
    const claros = createClaros(liar.url, { pay: [WAYS[way]], keys: [other.publicKey] })
    expect(await endOf(claros.buy(SPOT))).toMatchObject({ name: 'Refused', code: 'no_key', receipt: null })
    expect([paid, liar.shown]).toEqual([[], []])
  })

  test('choose the way to pay', async () => {
    for (const way of ['l402', 'x402'] as const) {
      const claros = createClaros(liar.url, {
        pay: [WAYS.l402, WAYS.x402],
        keys: [shop.keys[way].publicKey.toUpperCase()],
      })
      expect((await claros.buy(SPOT)).paid?.rail).toBe(way)
    }
  })
})

describe('addresses', () => {
  test.each([['localhost:8402'], ['ftp://oracle.example'], ['javascript:1'], ['oracle.example'], ['']])(
    '%j is none of a service',
    (base) => expect(() => createClaros(base)).toThrow(TypeError),
  )

  test.each([['..'], ['.'], ['%2e%2e/../x']])('the word %j leads to no other path', async (lat) => {
    const asked = { path: { lat, lon: '0.1', window: '30d' } }
    const before = liar.shown.length
    expect(await endOf(buyer('x402').buyAt('/oracle/weather/{lat}/{lon}/rainfall/{window}', asked))).toBeInstanceOf(
      lat.includes('/') ? Refused : TypeError,
    )
    expect(liar.shown.length).toBe(before)
  })

  test('an id of a receipt neither', async () => {
    expect(await endOf(buyer('x402').resume('..'))).toBeInstanceOf(TypeError)
  })
})

test('only a receipt resumes', async () => {
  const receipts = await Promise.all(BOTH.map(async ([way]) => (await buyer(way).buy(SPOT)).receipt!))
  for (const receipt of receipts) {
    expect(isReceipt(JSON.parse(JSON.stringify(receipt)))).toBe(true)
    const { payment } = receipt
    const broken: unknown[] = [
      null,
      'receipt',
      [],
      {},
      { ...receipt, url: 'javascript:1' },
      { ...receipt, url: 'https://' },
      { ...receipt, method: 'DELETE' },
      { ...receipt, method: 'POST' },
      { ...receipt, body: '{}' },
      { ...receipt, id: 'a\r\nhost: evil' },
      { ...receipt, request: 'x' },
      { ...receipt, askedAt: 'now' },
      { ...receipt, payment: null },
      { ...receipt, payment: { ...payment, rail: 'visa' } },
      ...Object.keys(payment).map((name) => ({ ...receipt, payment: { ...payment, [name]: 'no\nword' } })),
      ...Object.keys(payment).map((name) => ({ ...receipt, payment: { ...payment, [name]: 7 } })),
    ]
    liar.shown.length = 0
    for (const each of broken) {
      expect([each, isReceipt(each)]).toEqual([each, false])
      if (typeof each !== 'string') expect(await endOf(buyer('x402').resume(each as Receipt))).toBeInstanceOf(TypeError)
    }
    expect(liar.shown).toEqual([])
  }
})
