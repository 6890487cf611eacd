import { beforeEach, describe, expect, test } from 'bun:test'
import type { Json } from '../../src/canonical/jcs.ts'
import { clientNetwork } from '../../src/http/wire/client-network.ts'
import type { SignatureVerdict } from '../../src/payments/signature-question.ts'
import { USDC } from '../../src/payments/usdc.ts'
import {
  authorize,
  base64Json,
  BASE_DOMAIN,
  PAYER,
  payloadV1,
  payloadV2,
  signTransfer,
  STRANGER,
} from '../support/payer.ts'
import { HOME, problemOf, reasonOf, SPOT, fileShop } from '../support/shop.ts'

/**
 * Recipient, price or network were changed while payments were open. Their headers come in under the new settings: what
 * was taken is judged by its claim, and what was never seen by the settings of today.
 */

const ELSEWHERE = '198.51.100.9'
const TX = `0x${'ab'.repeat(32)}`
const HOLD_MS = 30_000
const KEEP_SECONDS = 86_400

const shop = await fileShop({ signatures: async () => verdict })
await shop.money.fund(PAYER.address)
/** What the chain says of signatures that no plain key has made. */
let verdict: SignatureVerdict = 'invalid'
beforeEach(async () => {
  verdict = 'invalid'
  await shop.publish('btc/usd')
})

const SEPOLIA = USDC['base-sepolia']
const OTHER_DOMAIN = {
  name: SEPOLIA.name,
  version: SEPOLIA.version,
  chainId: SEPOLIA.chainId,
  verifyingContract: SEPOLIA.asset,
}

/** What the settings said when the payment was signed, and why today's refuse it: version 1, version 2. */
const TERMS = {
  recipient: { changes: { to: STRANGER.address }, token: USDC.base, reason: 'recipient_mismatch' },
  price: { changes: { value: '20000' }, token: USDC.base, reason: 'authorization_value' },
  network: { changes: {}, token: SEPOLIA, reason: 'invalid_network' },
} as const
const CASES = (Object.keys(TERMS) as (keyof typeof TERMS)[]).flatMap((term) => [[term, 1] as const, [term, 2] as const])

const signed = async (
  term: keyof typeof TERMS,
  version: 1 | 2,
  more: { to?: `0x${string}`; nonce?: `0x${string}` } = {},
) => {
  const { changes, token } = TERMS[term]
  const authorization = authorize(shop.clock.now(), { ...changes, ...more })
  const signature = await signTransfer(authorization, PAYER, token === SEPOLIA ? OTHER_DOMAIN : BASE_DOMAIN)
  const write = (text: string): Record<string, string> => {
    if (version === 1) return { 'x-payment': base64Json({ ...payloadV1(authorization, text), network: token.network }) }
    const { accepted, ...rest } = payloadV2(authorization, text)
    const asked = { ...accepted, network: token.caip2, asset: token.asset, payTo: authorization.to }
    return { 'payment-signature': base64Json({ ...rest, accepted: asked }) }
  }
  const { from, nonce } = authorization
  const name = `x402:${token.chainId}:${token.asset}:${from}:${nonce}`.toLowerCase()
  return {
    name,
    token,
    headers: write(signature),
    forged: write(`0x${'11'.repeat(64)}1b`),
    transfer: { authorization, signature },
  }
}
type Signed = Awaited<ReturnType<typeof signed>>

/** What the settings of that day left behind: a claim that is sent, by a client at home. Its answer's text. */
const sent = async ({ name, transfer }: Signed): Promise<string> => {
  const request = (await shop.request(SPOT)).headers.get('claros-request')!
  const example = shop.endpoints.find(({ path }) => path === SPOT)!.example as Readonly<Record<string, Json>>
  const body = JSON.stringify({ ...example, timestamp: Math.floor(shop.clock.now() / 1000), of: name })
  const sale = {
    payment: name,
    amount: transfer.authorization.value,
    item: 'price/spot/BTC-USD',
    event: '',
    receipt: '',
  }
  const now = shop.clock.now()
  const on = { payment: name, request, now, holder: 'then', holdMs: HOLD_MS, keepSeconds: KEEP_SECONDS, sale }
  await shop.store.claims.hold({ ...on, network: clientNetwork(HOME)! })
  const deliverable = { kind: 'answer', status: 200, body, headers: {} } as const
  expect(
    await shop.store.claims.send(name, 'then', deliverable, JSON.stringify(transfer), now, HOLD_MS, KEEP_SECONDS),
  ).toBe(true)
  return body
}
const spent = async (payment: Signed): Promise<string> => {
  const body = await sent(payment)
  await shop.store.claims.spend(payment.name, TX, shop.clock.now(), KEEP_SECONDS, true)
  return body
}
const show = (headers: Readonly<Record<string, string>>, from = HOME) => shop.request(SPOT, { headers, from })
const settled = () => shop.money.calledOf('POST /facilitator/settle')
const stateOf = async ({ name }: Signed) => (await shop.store.settlements.read(name))?.state

describe.each(CASES)('a payment of another %s (version %d)', (term, version) => {
  test('that bought something is handed out by who is asking', async () => {
    const payment = await signed(term, version)
    const body = await spent(payment)
    const same = await show(payment.headers)
    expect([same.status, await same.text(), same.headers.get('payment-receipt')]).toEqual([200, body, null])
    const said = JSON.parse(Buffer.from(same.headers.get('payment-response')!, 'base64').toString())
    expect(said).toMatchObject({ success: true, transaction: TX, network: payment.token.caip2 })
    const elsewhere = await show(payment.headers, ELSEWHERE)
    expect([elsewhere.status, (await problemOf(elsewhere)).error]).toEqual([402, 'payment_already_used'])
    const receipt = shop.paywall.receipts.seal(payment.name)
    const shown = await show({ ...payment.headers, 'payment-receipt': receipt }, ELSEWHERE)
    expect([shown.status, await shown.text(), shown.headers.get('payment-receipt')]).toEqual([200, body, receipt])
    // Payer and nonce are public: without the signature they say nothing.
    const forged = await show(payment.forged)
    expect([forged.status, (await problemOf(forged)).error]).toEqual([402, 'payment_invalid'])
  })

  test('that is being settled is in progress, and never asked for again', async () => {
    const payment = await signed(term, version)
    await sent(payment)
    const before = settled()
    for (const from of [HOME, ELSEWHERE]) {
      const answer = await show(payment.headers, from)
      expect([answer.status, (await problemOf(answer)).error]).toEqual([503, 'payment_in_progress'])
      expect(answer.headers.get('payment-required')).toBeNull()
    }
    expect([settled(), await stateOf(payment)]).toEqual([before, 'sent'])
  })

  test('that was never seen is refused by the settings of today', async () => {
    const payment = await signed(term, version)
    const before = settled()
    const answer = await show(payment.headers)
    expect(answer.status).toBe(402)
    const reason = await reasonOf(answer)
    if (version === 2 && term !== 'network') expect(reason).toBe('invalid_payment_requirements')
    else expect(reason).toEndWith(TERMS[term].reason)
    expect([settled(), await stateOf(payment)]).toEqual([before, undefined])
  })
})

describe.each([1, 2] as const)('when nobody is at it any more (version %d)', (version) => {
  test.each(['recipient', 'price'] as const)('one of another %s is settled as it was sent', async (term) => {
    const payment = await signed(term, version)
    const body = await sent(payment)
    shop.clock.move(HOLD_MS)
    const answer = await show(payment.headers)
    expect([answer.status, await answer.text()]).toEqual([200, body])
    const { from, to, value } = payment.transfer.authorization
    const last = (await shop.money.transfers()).at(-1)
    expect(last).toMatchObject({ from, to, value })
    expect(await stateOf(payment)).toBe('spent')
  })

  test('one of another network stays in progress: nobody here can settle it', async () => {
    const payment = await signed('network', version)
    await sent(payment)
    shop.clock.move(HOLD_MS)
    const before = settled()
    const answer = await show(payment.headers)
    expect([answer.status, (await problemOf(answer)).error]).toEqual([503, 'payment_in_progress'])
    expect([settled(), await stateOf(payment)]).toEqual([before, 'sent'])
  })
})

describe('of a contract wallet, whose signature only the chain can judge', () => {
  const byWallet = async (term: keyof typeof TERMS) => {
    const payment = await signed(term, 1)
    const signature = `0x${'ab'.repeat(100)}` as const
    const { authorization } = payment.transfer
    const header = { ...payloadV1(authorization, signature), network: payment.token.network }
    return { ...payment, headers: { 'x-payment': base64Json(header) }, transfer: { authorization, signature } }
  }

  test('what is being settled is in progress whatever the chain says; nobody is asked to pay again', async () => {
    for (const term of ['recipient', 'price', 'network'] as const)
      for (const said of ['valid', 'invalid', 'unknown'] as const) {
        verdict = said
        const payment = await byWallet(term)
        await sent(payment)
        const answer = await show(payment.headers)
        expect([answer.status, (await problemOf(answer)).error]).toEqual([503, 'payment_in_progress'])
        expect(await stateOf(payment)).toBe('sent')
      }
  })

  test('what it bought is handed out when the chain says that it signed, also after it ran out', async () => {
    const payment = await byWallet('recipient')
    const body = await spent(payment)
    verdict = 'unknown'
    expect((await show(payment.headers)).status).toBe(503)
    verdict = 'valid'
    shop.clock.move(61_000)
    const answer = await show(payment.headers)
    expect([answer.status, await answer.text()]).toEqual([200, body])
    verdict = 'invalid'
    await shop.publish('btc/usd')
    expect((await problemOf(await show(payment.headers))).error).toBe('payment_invalid')
  })

  test('what nobody is at any more is settled only when the chain says that it signed', async () => {
    const payment = await byWallet('price')
    await sent(payment)
    shop.clock.move(HOLD_MS)
    const before = settled()
    expect((await show(payment.headers)).status).toBe(503)
    expect(settled()).toBe(before)
    verdict = 'valid'
    await show(payment.headers)
    expect(settled()).toBe(before + 1)
  })
})

test('one that ran out meanwhile is in progress until the chain has said so', async () => {
  const payment = await signed('recipient', 2)
  await sent(payment)
  shop.clock.move(600_000)
  await shop.publish('btc/usd')
  const answer = await show(payment.headers)
  expect([answer.status, (await problemOf(answer)).error]).toEqual([503, 'payment_in_progress'])
  expect(await stateOf(payment)).toBe('sent')
})

test('what its payer signs besides under the same nonce is not what is settled', async () => {
  const payment = await signed('price', 1)
  const body = await sent(payment)
  shop.clock.move(HOLD_MS)
  const { nonce } = payment.transfer.authorization
  const toHimself = await signed('price', 1, { to: PAYER.address, nonce })
  const answer = await show(toHimself.headers)
  expect([answer.status, await answer.text()]).toEqual([200, body])
  expect((await shop.money.transfers()).at(-1)).toMatchObject({ to: payment.transfer.authorization.to })
})
