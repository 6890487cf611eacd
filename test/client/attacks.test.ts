import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { readInvoice } from '../../client/src/bolt11.ts'
import { createClaros } from '../../client/src/claros.ts'
import { NotWhole, Refused, TooDear, Unsettled } from '../../client/src/errors.ts'
import { l402 } from '../../client/src/l402.ts'
import type { Receipt } from '../../client/src/receipt.ts'
import { x402 } from '../../client/src/x402.ts'
import { writeBolt11 } from '../../src/sandbox/money/bolt11.ts'
import { systemClock } from '../../src/system/clock.ts'
import { between, changed, paymentIn } from '../support/client/between.ts'
import { billOf, fileShop, SPOT } from '../support/shop.ts'

/** A client between whom and the service somebody stands who lies, loses answers, and asks for more. */

// Proofs are dated by the machine's clock.
const shop = await fileShop({ clock: systemClock })
await shop.publish('btc/usd')
await shop.publish('eth/usd', '3012.44')
const thief = between(shop)
afterAll(() => thief.stop())
afterEach(() => {
  thief.meddle = (_request, forward) => forward()
  thief.shown.length = 0
  paid.length = 0
  signed.length = 0
})

const wallet = privateKeyToAccount(generatePrivateKey())
await shop.money.fund(wallet.address)
const keys = [shop.keys.l402.publicKey, shop.keys.x402.publicKey]

const paid: string[] = []
const signed: { readonly message: { readonly value: bigint; readonly validBefore: bigint } }[] = []
const payInvoice = (invoice: string): Promise<string> => {
  paid.push(invoice)
  return shop.money.pay(invoice)
}
const account = {
  address: wallet.address,
  signMessage: wallet.signMessage,
  signTypedData: (data: Parameters<typeof wallet.signTypedData>[0] & (typeof signed)[number]) => {
    signed.push(data)
    return wallet.signTypedData(data)
  },
}
const WAYS = { l402: l402({ payInvoice, maxSats: 100 }), x402: x402({ account, maxUsd: '0.10' }) } as const
type Way = keyof typeof WAYS
const BOTH: readonly [Way][] = [['l402'], ['x402']]

const buyer = (way: Way, patienceMs = 20_000) => createClaros(thief.url, { pay: [WAYS[way]], keys, patienceMs })
const endOf = (buying: Promise<unknown>): Promise<unknown> =>
  buying.then(
    () => null,
    (reason: unknown) => reason,
  )

/** How often money was asked for by each wallet. */
const asks = () => ({ invoices: paid.length, signatures: signed.length })
const NONE = { invoices: 0, signatures: 0 }
const once = (way: Way) => ({ invoices: way === 'l402' ? 1 : 0, signatures: way === 'x402' ? 1 : 0 })

const termsOf = (response: Response) =>
  JSON.parse(atob(response.headers.get('payment-required') ?? '')) as {
    readonly accepts: readonly Readonly<Record<string, unknown>>[]
  }
const offering = (response: Response, terms: Readonly<Record<string, unknown>>) => {
  const offer = termsOf(response)
  const header = btoa(JSON.stringify({ ...offer, accepts: [{ ...offer.accepts[0], ...terms }] }))
  return changed(response, { headers: { 'payment-required': header } })
}
const withInvoice = (response: Response, invoice: string) => {
  const { macaroon } = billOf(response)!
  return changed(response, { headers: { 'www-authenticate': `L402 macaroon="${macaroon}", invoice="${invoice}"` } })
}
const invoiceOf = async (sats: number): Promise<string> => {
  const made = await shop.money.handle(
    new Request(`${shop.money.url}/lnd/v1/invoices`, {
      method: 'POST',
      headers: { 'grpc-metadata-macaroon': '0201036c6e64' },
      body: JSON.stringify({ value: String(sats), memo: 'ten sats, honestly', expiry: '300' }),
    }),
  )
  return String(((await made.json()) as Readonly<Record<string, unknown>>)['payment_request'])
}

describe('an offer', () => {
  test('whose invoice asks for more than the text beside it is too dear', async () => {
    const invoice = await invoiceOf(101)
    thief.meddle = async (_request, forward) => withInvoice(await forward(), invoice)
    const problem = await endOf(buyer('l402').buy(SPOT))
    expect(problem).toBeInstanceOf(TooDear)
    expect(problem).toMatchObject({ asked: '101 sats', limit: '100 sats' })
    expect(asks()).toEqual(NONE)
  })

  test.each([
    ['with a smaller sum written in front', (invoice: string) => invoice.replace(/^lnbc100n/, 'lnbc90n')],
    ['without a sum', (invoice: string) => invoice.replace(/^lnbc100n/, 'lnbc')],
    ['of a test network', (invoice: string) => invoice.replace(/^lnbc/, 'lntb')],
    ['cut off', (invoice: string) => invoice.slice(0, -7)],
    ['in two cases', (invoice: string) => `${invoice.slice(0, -1)}Q`],
    ['that is none', () => 'lnbc'],
  ])('with an invoice %s is not paid', async (_what, change) => {
    thief.meddle = async (_request, forward) => {
      const response = await forward()
      return withInvoice(response, change(billOf(response)!.invoice))
    }
    const problem = await endOf(buyer('l402').buy(SPOT))
    expect(problem).toBeInstanceOf(Refused)
    expect(problem).toMatchObject({ code: 'bad_invoice' })
    expect(asks()).toEqual(NONE)
  })

  test('whose invoice leaves the sum to the payer is not paid', async () => {
    const termsFor = (own: string) => ({
      amountMsat: 0n,
      // That of the token, which is all that ties the two.
      paymentHash: Uint8Array.fromHex(readInvoice(own)!.paymentHash),
      paymentSecret: new Uint8Array(32).fill(2),
      description: 'as you like',
      timestamp: 1_795_000_000,
      expirySeconds: 300,
      minFinalCltv: null,
      features: [9, 15],
    })
    thief.meddle = async (_request, forward) => {
      const response = await forward()
      return withInvoice(response, writeBolt11(termsFor(billOf(response)!.invoice), new Uint8Array(32).fill(7)))
    }
    const problem = await endOf(buyer('l402').buy(SPOT))
    expect(problem).toMatchObject({ name: 'Refused', code: 'bad_invoice' })
    expect(String(problem)).toContain('leaves the sum')
    expect(asks()).toEqual(NONE)
  })

  test('of more dollars than the limit is too dear, whatever its text says', async () => {
    thief.meddle = async (_request, forward) => offering(await forward(), { amount: '100001' })
    expect(await endOf(buyer('x402').buy(SPOT))).toMatchObject({ asked: '$0.100001', limit: '$0.10' })
    expect(asks()).toEqual(NONE)
  })

  test.each([
    ['another token', { asset: `0x${'ab'.repeat(20)}` }],
    ['the token of another chain', { asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' }],
    ['another chain', { network: 'eip155:1' }],
    ['a chain by its short name', { network: 'base' }],
    ['another scheme', { scheme: 'upto' }],
    ['a payee that is no address', { payTo: '0x12' }],
  ])('in %s is not signed', async (_what, terms) => {
    thief.meddle = async (_request, forward) => offering(await forward(), terms)
    const problem = await endOf(buyer('x402').buy(SPOT))
    expect(problem).toMatchObject({ name: 'Refused', code: 'unknown_asset' })
    expect(asks()).toEqual(NONE)
  })

  test.each([['-1'], ['1e3'], ['0x10'], ['']])('of %j base units is none', async (amount) => {
    thief.meddle = async (_request, forward) => offering(await forward(), { amount })
    expect(await endOf(buyer('x402').buy(SPOT))).toMatchObject({ name: 'Refused', code: 'unknown_asset' })
    expect(asks()).toEqual(NONE)
  })

  test('that wants a signature for ten years gets one for minutes', async () => {
    thief.meddle = async (request, forward) =>
      paymentIn(request) === null ? offering(await forward(), { maxTimeoutSeconds: 315_360_000 }) : forward()
    await endOf(buyer('x402').buy(SPOT))
    expect(signed).toHaveLength(1)
    expect(Number(signed[0]!.message.validBefore) - Date.now() / 1000).toBeLessThan(301)
  })

  test('that became dearer after the payment is not paid', async () => {
    for (const [way, name] of [
      ['x402', 'Refused'],
      ['l402', 'Unsettled'],
    ] as const) {
      const invoice = await invoiceOf(90)
      thief.meddle = async (request, forward) => {
        if (paymentIn(request) === null) return forward()
        const again = await fetch(shop.url + SPOT)
        return withInvoice(await offering(again, { amount: '90000' }), invoice)
      }
      expect(await endOf(buyer(way).buy(SPOT))).toMatchObject({ name, receipt: { payment: { rail: way } } })
    }
    expect(asks()).toEqual({ invoices: 1, signatures: 1 })
    expect(thief.shown).toHaveLength(2)
  })
})

describe('an answer', () => {
  test.each(BOTH)('with a changed figure is not whole, and the body is kept as proof (%s)', async (way) => {
    thief.meddle = async (_request, forward) =>
      changed(await forward(), { body: (text) => text.replaceAll('"price":"97012.34"', '"price":"97999.99"') })
    const problem = await endOf(buyer(way).buy(SPOT))
    expect(problem).toBeInstanceOf(NotWhole)
    if (!(problem instanceof NotWhole)) return
    expect(JSON.parse(problem.body)).toMatchObject({ price: '97999.99' })
    expect(problem.receipt?.payment.rail).toBe(way)
    expect(problem.verification.checks.filter(({ ok }) => !ok).map(({ what }) => what)).toContain(
      'price agrees with the canonical string',
    )
  })

  test.each(BOTH)('under the string of another is not whole, though both are signed (%s)', async (way) => {
    const other = await buyer(way).buy('/oracle/price/eth/usd')
    const { canonical, signature } = other.answer
    thief.meddle = async (_request, forward) =>
      changed(await forward(), { body: (text) => JSON.stringify({ ...JSON.parse(text), canonical, signature }) })
    expect(await endOf(buyer(way).buy(SPOT))).toBeInstanceOf(NotWhole)
  })

  test.each([
    ['that is not signed', { price: '97012.34', domain: 'BTCUSD' }],
    ['that is a problem', { error: 'nothing' }],
  ])('%s and asks for nothing is not whole, and nothing is paid', async (_what, body) => {
    thief.meddle = () => Response.json(body)
    const problem = await endOf(buyer('x402').buy(SPOT))
    expect(problem).toBeInstanceOf(NotWhole)
    expect(problem).toMatchObject({ receipt: null })
    expect(asks()).toEqual(NONE)
  })

  test('that is no JSON is not whole', async () => {
    thief.meddle = async (request, forward) => (paymentIn(request) === null ? forward() : new Response('<p>hello'))
    expect(await endOf(buyer('x402').buy(SPOT))).toMatchObject({ name: 'NotWhole', body: '<p>hello' })
  })

  test('of another key than the pinned ones is not whole', async () => {
    const claros = createClaros(thief.url, { pay: [WAYS.x402], keys: ['ab'.repeat(32)], patienceMs: 0 })
    const problem = (await endOf(claros.buy(SPOT))) as NotWhole
    expect(problem).toBeInstanceOf(NotWhole)
    expect(String(problem)).toContain('key documents that lead to its key can be read')
    // With documents it is known that it is none of them; without any, by whom it is not signed.
    const told = [{ chains: {} }, undefined].map((kept) => claros.verify(JSON.parse(problem.body), kept))
    const failed = (await Promise.all(told)).map(({ checks }) => checks.find(({ ok }) => !ok)?.what)
    expect(failed).toEqual(['there are key documents', 'signed by the expected key'])
  })

  test('from elsewhere is not followed, and no payment goes there', async () => {
    const elsewhere = between(shop)
    thief.meddle = async (request, forward) =>
      paymentIn(request) === null ? forward() : Response.redirect(elsewhere.url + SPOT, 307)
    const problem = await endOf(buyer('x402', 0).buy(SPOT))
    expect(problem).toBeInstanceOf(Unsettled)
    expect(elsewhere.shown).toEqual([])
    await elsewhere.stop()
  })
})

describe('a payment whose answer is lost', () => {
  test.each(BOTH)('is shown again, the same one, and pays once (%s)', async (way) => {
    const sales = await shop.sales()
    let lost = 0
    thief.meddle = async (request, forward) => {
      const response = await forward()
      if (paymentIn(request) === null || lost++ > 0) return response
      expect(response.status).toBe(200)
      throw new Error('cut')
    }
    const { answer, paid: sum } = await buyer(way).buy(SPOT)
    expect([answer.price, sum?.rail]).toEqual(['97012.34', way])
    // A transfer is public by then: once more with a proof of its payer.
    expect(thief.shown).toHaveLength(way === 'x402' ? 3 : 2)
    expect(new Set(thief.shown).size).toBe(1)
    expect(asks()).toEqual(once(way))
    expect(await shop.sales()).toBe(sales + 1)
  })

  test('is public, and a client that cannot prove that it is its own gets nothing more', async () => {
    thief.meddle = async (request, forward) => {
      const response = await forward()
      if (paymentIn(request) !== null) throw new Error('cut')
      return response
    }
    const problem = await endOf(buyer('x402', 0).buy(SPOT))
    thief.meddle = (_request, forward) => forward()
    const mute = x402({ account: { address: wallet.address, signTypedData: account.signTypedData }, maxUsd: '1' })
    const claros = createClaros(thief.url, { pay: [mute] })
    expect(await endOf(claros.resume((problem as Unsettled).receipt))).toMatchObject({
      name: 'Refused',
      code: 'payment_already_used',
    })
    expect(asks()).toEqual(once('x402'))
  })

  test.each(BOTH)('for longer than one waits is unsettled, and resumes from its receipt (%s)', async (way) => {
    const sales = await shop.sales()
    thief.meddle = async (request, forward) => {
      const response = await forward()
      if (paymentIn(request) !== null) throw new Error('cut')
      return response
    }
    const problem = await endOf(buyer(way, 0).buy(SPOT))
    expect(problem).toBeInstanceOf(Unsettled)
    if (!(problem instanceof Unsettled)) return
    thief.meddle = (_request, forward) => forward()
    const receipt = JSON.parse(JSON.stringify(problem.receipt)) as Receipt
    const found = await buyer(way).resume(receipt)
    expect([found.answer['price'], found.paid?.rail]).toEqual(['97012.34', way])
    // By a client without a wallet, too: what is paid is paid.
    expect((await createClaros(thief.url, { keys }).resume(found.receipt!)).body).toBe(found.body)
    expect((await createClaros(thief.url, { keys }).resume(found.receipt!.id!)).body).toBe(found.body)
    expect(asks()).toEqual(once(way))
    expect(await shop.sales()).toBe(sales + 1)
  })

  test('on the way from the facilitator goes on with the same payment', async () => {
    const sales = await shop.sales()
    let settled = 0
    shop.money.overrides.set('POST /facilitator/settle', (request) =>
      settled++ === 0 ? new Response('lost', { status: 502 }) : shop.money.handle(request),
    )
    const { answer } = await buyer('x402').buy(SPOT)
    shop.money.overrides.clear()
    expect(answer.price).toBe('97012.34')
    expect(thief.shown.length).toBeGreaterThan(1)
    expect(new Set(thief.shown).size).toBe(1)
    expect(asks()).toEqual(once('x402'))
    expect(await shop.sales()).toBe(sales + 1)
  })

  test('at the wallet asks for the same invoice again', async () => {
    let silent = true
    const forgetful = l402({
      payInvoice: async (invoice) => {
        paid.push(invoice)
        const preimage = await shop.money.pay(invoice)
        if (silent) throw new Error('the wallet hung up')
        return preimage
      },
      maxSats: 100,
    })
    const claros = createClaros(thief.url, { pay: [forgetful], keys })
    const problem = await endOf(claros.buy(SPOT))
    expect(problem).toBeInstanceOf(Unsettled)
    expect(problem).toMatchObject({ receipt: { payment: { preimage: null } } })
    expect(thief.shown).toEqual([])
    silent = false
    const found = await claros.resume((problem as Unsettled).receipt)
    expect(found.answer['price']).toBe('97012.34')
    expect([paid.length, new Set(paid).size]).toEqual([2, 1])
  })

  test.each([['00'.repeat(32)], ['nothing'], ['']])('for the preimage %j is not shown', async (preimage) => {
    const wrong = l402({ payInvoice: async () => preimage, maxSats: 100 })
    const problem = await endOf(createClaros(thief.url, { pay: [wrong] }).buy(SPOT))
    expect(problem).toBeInstanceOf(Unsettled)
    expect(thief.shown).toEqual([])
  })

  test('of another service is not shown here', async () => {
    const { receipt } = await buyer('x402').buy(SPOT)
    thief.shown.length = 0
    const claros = createClaros(shop.url, { pay: [WAYS.x402] })
    expect(await endOf(claros.resume(receipt!))).toBeInstanceOf(TypeError)
    expect(thief.shown).toEqual([])
  })

  test('of which nothing is known', async () => {
    expect(await endOf(buyer('x402').resume('AAAA'))).toMatchObject({ name: 'Refused', code: 'not_found' })
  })
})
