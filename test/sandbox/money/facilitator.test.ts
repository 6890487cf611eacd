import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { HTTPFacilitatorClient } from '@x402/core/server'
import { type PaymentPayload, type PaymentRequirements, SettleError } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/client'
import type { Money } from '../../../src/sandbox/money/money.ts'
import { authorization, NOW, sandbox } from '../../support/sandbox/money/fixture.ts'
import { stillClock } from '../../support/still.ts'
import {
  PAYER,
  SELLER,
  signTransfer,
  STRANGER,
  BASE_USDC as USDC,
  type WireAuthorization,
} from '../../support/payer.ts'

/** The entries a seller would offer, one per version. */
const TERMS = {
  scheme: 'exact',
  asset: USDC,
  payTo: SELLER,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}
const ENTRY_V2 = { ...TERMS, network: 'eip155:8453', amount: '10000' }
const ENTRY_V1 = {
  ...TERMS,
  network: 'base',
  maxAmountRequired: '10000',
  resource: 'https://claros.test/oracle/price/btc/usd',
  description: '',
  mimeType: 'application/json',
}
const entry = (version: 1 | 2): Record<string, unknown> => (version === 1 ? ENTRY_V1 : ENTRY_V2)

const envelope = async (version: 1 | 2, wire: WireAuthorization, signature?: string) => {
  const payload = { authorization: wire, signature: signature ?? (await signTransfer(wire)) }
  const words = version === 1 ? { scheme: 'exact', network: 'base' } : { accepted: ENTRY_V2 }
  return {
    x402Version: version,
    paymentPayload: { x402Version: version, ...words, payload },
    paymentRequirements: entry(version),
  }
}

const withFunds = async (amount = '50000') => {
  const world = sandbox()
  await world.call('/chain/fund', { address: PAYER.address, amount })
  const verify = async (body: unknown) => (await world.call('/facilitator/verify', body)).body
  const settle = async (body: unknown) => (await world.call('/facilitator/settle', body)).body
  const received = async () => (await world.call(`/chain/balance/${SELLER}`)).body['balance']
  return { ...world, verify, settle, received }
}

/** The official clients stamp payments with the machine's own clock, so this world starts at the same second. */
describe('the official clients', () => {
  let server: ReturnType<typeof Bun.serve>
  let facilitator: HTTPFacilitatorClient
  let call: Awaited<ReturnType<typeof withFunds>>['call']

  beforeAll(async () => {
    const world = sandbox(stillClock(Date.now()))
    const money: Money = world.money
    call = world.call
    await call('/chain/fund', { address: PAYER.address, amount: '20000' })
    const reply = async (request: Request) => (await money.handle(request)) ?? new Response(null, { status: 404 })
    server = Bun.serve({ port: 0, fetch: reply })
    facilitator = new HTTPFacilitatorClient({ url: `${server.url}facilitator` })
  })
  afterAll(() => server.stop(true))

  const pay = async (version: 1 | 2): Promise<[PaymentPayload, PaymentRequirements]> => {
    /** What it takes is typed as version 2 alone. */
    const requirements: PaymentRequirements = JSON.parse(JSON.stringify(entry(version)))
    const client = version === 1 ? new ExactEvmSchemeV1(PAYER) : new ExactEvmScheme(PAYER)
    const created = await client.createPaymentPayload(version, requirements)
    const payment = version === 1 ? created : { ...created, accepted: requirements }
    return [JSON.parse(JSON.stringify(payment)), requirements]
  }

  test('read what is supported', async () => {
    const supported = await facilitator.getSupported()
    expect<unknown>(supported.kinds).toEqual([
      { x402Version: 2, scheme: 'exact', network: 'eip155:8453' },
      { x402Version: 1, scheme: 'exact', network: 'base' },
    ])
    expect(supported.signers['eip155:*']?.[0]).toMatch(/^0x[0-9a-fA-F]{40}$/)
  })

  test.each([2, 1] as const)('verify and settle a payment of version %p, once', async (version) => {
    const [payment, requirements] = await pay(version)
    expect(await facilitator.verify(payment, requirements)).toMatchObject({ isValid: true, payer: PAYER.address })
    const settled = await facilitator.settle(payment, requirements)
    expect(settled).toMatchObject({ success: true, payer: PAYER.address })
    expect(String(settled.network)).toBe(version === 1 ? 'base' : 'eip155:8453')
    const { transfers } = (await call('/chain/transfers')).body as { transfers: { transaction: string }[] }
    expect(transfers.at(-1)?.transaction).toBe(settled.transaction)
    expect(await facilitator.settle(payment, requirements)).toMatchObject({
      success: false,
      errorReason: 'invalid_exact_evm_nonce_already_used',
      transaction: '',
    })
  })

  test('are told when the money is gone, and when the answer is lost', async () => {
    const [payment, requirements] = await pay(2)
    expect(await facilitator.verify(payment, requirements)).toMatchObject({
      isValid: false,
      invalidReason: 'invalid_exact_evm_insufficient_balance',
    })
    await call('/chain/fund', { address: PAYER.address, amount: '10000' })
    await call('/chain/faults', { settle: 'unknown' })
    const asked = facilitator.settle(payment, requirements)
    await expect(asked).rejects.toThrow('504')
    await expect(asked).rejects.not.toBeInstanceOf(SettleError)
    await call('/chain/faults', {})
    expect((await call(`/chain/balance/${PAYER.address}`)).body['balance']).toBe('0')
  })

  test('time out on a facilitator that hangs, and nothing has moved', async () => {
    await call('/chain/fund', { address: PAYER.address, amount: '10000' })
    await call('/chain/faults', { settle: 'hang' })
    const impatient = new HTTPFacilitatorClient({ url: `${server.url}facilitator`, timeoutMs: 100 })
    const [payment, requirements] = await pay(2)
    await expect(impatient.settle(payment, requirements)).rejects.toThrow('timed out')
    await call('/chain/faults', {})
    expect((await call(`/chain/balance/${PAYER.address}`)).body['balance']).toBe('10000')
    expect(await facilitator.settle(payment, requirements)).toMatchObject({ success: true })
  })
})

describe('a payment is judged', () => {
  const cases: [string, Partial<WireAuthorization>, string, string][] = [
    ['value', { value: '9999' }, 'payload_authorization_value', 'payload_authorization_value_mismatch'],
    ['value', { value: '10001' }, 'payload_authorization_value', 'payload_authorization_value_mismatch'],
    ['recipient', { to: STRANGER.address }, 'payload_recipient_mismatch', 'recipient_mismatch'],
    [
      'time',
      { validBefore: String(NOW + 5) },
      'payload_authorization_valid_before',
      'payload_authorization_valid_before',
    ],
    ['time', { validAfter: String(NOW) }, 'payload_authorization_valid_after', 'payload_authorization_valid_after'],
  ]
  test.each(cases)('wrong in %s: %j', async (_what, changes, inV1, inV2) => {
    const { verify, settle, received } = await withFunds()
    for (const version of [1, 2] as const) {
      const body = await envelope(version, authorization(changes))
      const reason = `invalid_exact_evm_${version === 1 ? inV1 : inV2}`
      expect(await verify(body)).toEqual({ isValid: false, invalidReason: reason, payer: PAYER.address })
      expect(await settle(body)).toMatchObject({
        success: false,
        errorReason: reason,
        transaction: '',
        payer: PAYER.address,
      })
    }
    expect(await received()).toBe('0')
  })

  test('six seconds are enough, and either letter case of an address', async () => {
    const { verify } = await withFunds()
    expect(await verify(await envelope(2, authorization({ validBefore: String(NOW + 6) })))).toMatchObject({
      isValid: true,
    })
    const body = await envelope(1, authorization())
    const low = { ...ENTRY_V1, payTo: SELLER.toLowerCase(), asset: USDC.toLowerCase() }
    expect(await verify({ ...body, paymentRequirements: low })).toMatchObject({ isValid: true })
  })

  test('signature and balance', async () => {
    const { verify } = await withFunds('9999')
    for (const version of [1, 2] as const) {
      const wire = authorization()
      const forged = await verify(await envelope(version, wire, await signTransfer(wire, STRANGER)))
      expect(forged['invalidReason']).toBe(
        version === 1 ? 'invalid_exact_evm_payload_signature' : 'invalid_exact_evm_signature',
      )
      const poor = await verify(await envelope(version, wire))
      expect(poor['invalidReason']).toBe(
        version === 1 ? 'insufficient_funds' : 'invalid_exact_evm_insufficient_balance',
      )
    }
  })

  test.each([
    [{ scheme: 'upto' }, 'unsupported_scheme'],
    [{ network: 'eip155:1' }, 'invalid_network'],
    [{ network: 'base' }, 'invalid_network'],
    [{ asset: SELLER }, 'asset_not_deployed_contract'],
    [{ amount: '1e4' }, 'invalid_payment_requirements'],
    [{ amount: 10000 }, 'invalid_payment_requirements'],
    [{ payTo: 'claros.eth' }, 'invalid_payment_requirements'],
    [{ extra: undefined }, 'invalid_payment_requirements'],
    [{ extra: { name: 'USDC', version: '2' } }, 'invalid_payment_requirements'],
  ])('against an entry with %j', async (changes, reason) => {
    const { verify } = await withFunds()
    const body = await envelope(2, authorization())
    const wrong = { ...body, paymentRequirements: { ...ENTRY_V2, ...changes } }
    expect(await verify(wrong)).toMatchObject({ isValid: false, invalidReason: reason })
  })

  test('a payload that contradicts the entry, or is none', async () => {
    const { verify } = await withFunds()
    const body = await envelope(2, authorization())
    const reasons = async (changes: Record<string, unknown>) =>
      (await verify({ ...body, paymentPayload: { ...body.paymentPayload, ...changes } }))['invalidReason']
    expect(await reasons({ accepted: { ...ENTRY_V2, network: 'eip155:1' } })).toBe('invalid_network')
    expect(await reasons({ accepted: { ...ENTRY_V2, scheme: 'upto' } })).toBe('unsupported_scheme')
    expect(await reasons({ accepted: undefined })).toBe('invalid_payload')
    expect(await reasons({ payload: { authorization: {}, signature: '0x' } })).toBe('invalid_payload')
    expect(await reasons({ payload: 'nothing' })).toBe('invalid_payload')
    expect(await reasons({ x402Version: 1 })).toBe('invalid_x402_version')
    expect((await verify({ ...body, x402Version: 3 }))['invalidReason']).toBe('invalid_x402_version')
  })

  const halves = [{ x402Version: 2 }, { x402Version: '2', paymentPayload: {}, paymentRequirements: {} }]
  const nothing = [{ x402Version: 2, paymentPayload: [], paymentRequirements: {} }, [], '{', 'null', '']
  test.each([...halves, ...nothing])('%j is malformed', async (body) => {
    const { call } = sandbox()
    for (const path of ['/facilitator/verify', '/facilitator/settle']) {
      expect(await call(path, body)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    }
  })
})

describe('settling', () => {
  test('the same authorization in both versions at once moves the money once', async () => {
    const { settle, received } = await withFunds()
    const wire = authorization()
    const bodies = await Promise.all(([1, 2, 1, 2] as const).map((version) => envelope(version, wire)))
    const answers = await Promise.all(bodies.map(settle))
    expect(answers.filter((answer) => answer['success'] === true)).toHaveLength(1)
    expect(await received()).toBe('10000')
  })

  test('comes too late after a stranger’s submission, and the log shows whose money it was', async () => {
    const { call, settle, received } = await withFunds()
    const wire = authorization()
    const signature = await signTransfer(wire)
    const front = await call('/chain/submit', { authorization: wire, signature })
    expect(await settle(await envelope(2, wire, signature))).toMatchObject({
      success: false,
      errorReason: 'invalid_exact_evm_nonce_already_used',
    })
    expect(await received()).toBe('10000')
    const { transfers } = (await call('/chain/transfers')).body
    expect(transfers).toMatchObject([
      { transaction: front.body['transaction'], from: PAYER.address, to: SELLER, nonce: wire.nonce },
    ])
  })

  test.each([
    ['fail', 'invalid_exact_evm_transaction_failed'],
    ['insufficient', 'invalid_exact_evm_insufficient_balance'],
  ])('under the fault %s moves nothing, and works after it', async (fault, reason) => {
    const { call, verify, settle, received } = await withFunds()
    const body = await envelope(2, authorization())
    await call('/chain/faults', { settle: fault })
    expect(await verify(body)).toMatchObject({ isValid: true })
    expect(await settle(body)).toMatchObject({ success: false, errorReason: reason })
    expect(await received()).toBe('0')
    await call('/chain/faults', {})
    expect(await settle(body)).toMatchObject({ success: true })
  })

  test('under the fault unknown moves the money and answers 504', async () => {
    const { call, received } = await withFunds()
    await call('/chain/faults', { settle: 'unknown' })
    const lost = await call('/facilitator/settle', await envelope(2, authorization()))
    expect(lost).toMatchObject({ status: 504, body: { error: 'gateway_timeout' } })
    expect(await received()).toBe('10000')
  })

  test('under a delay judges by the time at its end', async () => {
    const { call, clock, settle, received } = await withFunds()
    await call('/chain/faults', { settle: 'delay', delayMs: 30_000 })
    expect(await settle(await envelope(2, authorization()))).toMatchObject({ success: true })
    expect(clock.slept).toEqual([30_000])
    const late = await envelope(2, authorization({ validBefore: String(NOW + 60) }))
    expect(await settle(late)).toMatchObject({ errorReason: 'invalid_exact_evm_payload_authorization_valid_before' })
    expect(await received()).toBe('10000')
  })

  test.each([{ settle: 'explode' }, { settle: true }, { settle: 'delay', delayMs: '5' }, { setle: 'fail' }, [], '{'])(
    '%j is no fault',
    async (body) => {
      const { call } = sandbox()
      expect((await call('/chain/faults', body)).status).toBe(400)
      expect((await call('/chain/faults', {})).body).toEqual({ settle: null, delayMs: 0 })
    },
  )
})
