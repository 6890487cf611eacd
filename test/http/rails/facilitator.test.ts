import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Facilitator, facilitator } from '../../../src/http/rails/facilitator.ts'
import type { Requirements } from '../../../src/http/rails/settlement.ts'
import { readPayment, type ShownPayment } from '../../../src/http/rails/x402-payload.ts'
import { authorize, base64Json, PAYER, payloadV1, payloadV2 } from '../../support/payer.ts'

/** What a facilitator may answer, and what it means for the payer's money. */

interface Asked {
  readonly path: string
  readonly body: unknown
}
const asked: Asked[] = []
let answer: () => Response | Promise<Response> = () => new Response(null, { status: 404 })

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => {
    asked.push({ path: new URL(request.url).pathname, body: await request.json() })
    return answer()
  },
})
afterAll(() => server.stop(true))
beforeEach(() => void (asked.length = 0))

/** What it says of the payment; what that says of itself is looked at further down. */
const saying = (asked: Facilitator) => ({
  simulate: async (...given: Parameters<Facilitator['verify']>) => (await asked.verify(...given)).said,
  settle: async (...given: Parameters<Facilitator['settle']>) => (await asked.settle(...given)).said,
})
const there = facilitator(`http://127.0.0.1:${server.port!}/facilitator/`)
const settler = saying(there)
const TX = `0x${'ab'.repeat(32)}`
const wire = authorize(1_795_000_000_000)
const { accepted, resource, extensions } = payloadV2(wire, '0xab')
const requirements: Requirements = {
  v1: { scheme: 'exact', network: 'base', is: 'version 1' },
  v2: accepted,
  resource,
  extensions,
}
const shown = (version: 1 | 2) =>
  readPayment(base64Json((version === 1 ? payloadV1 : payloadV2)(wire, '0xab'))) as ShownPayment

const simulate = (body: unknown, status = 200) => {
  answer = () => Response.json(body, { status })
  return settler.simulate(shown(2), requirements)
}
const settle = (body: unknown, status = 200) => {
  answer = () => Response.json(body, { status })
  return settler.settle(shown(2), requirements)
}

test('both versions go out with what was checked and the entry of their version, whatever else was shown', async () => {
  const more = payloadV1({ ...wire, extra: 1 } as unknown as typeof wire, '0xab')
  const header = base64Json({ ...more, payload: { ...more.payload, permit2Authorization: {} } })
  await settler.simulate(readPayment(header) as ShownPayment, requirements)
  await settler.settle(shown(2), requirements)
  expect(asked).toEqual([
    {
      path: '/facilitator/verify',
      body: { x402Version: 1, paymentPayload: payloadV1(wire, '0xab'), paymentRequirements: requirements.v1 },
    },
    {
      path: '/facilitator/settle',
      body: { x402Version: 2, paymentPayload: payloadV2(wire, '0xab'), paymentRequirements: requirements.v2 },
    },
  ])
})

describe('verify', () => {
  test('good', async () => {
    expect(await simulate({ isValid: true, payer: PAYER.address })).toEqual({ kind: 'would_settle' })
  })

  test('refused, under whatever status, with reasons of our list only', async () => {
    for (const status of [200, 400, 402, 500])
      expect(
        await simulate({ isValid: false, invalidReason: 'insufficient_funds', payer: PAYER.address }, status),
      ).toEqual({
        kind: 'refused',
        reason: 'insufficient_funds',
      })
    for (const invalidReason of [undefined, 'RpcRequestError: …\nat viem'])
      expect(await simulate({ isValid: false, invalidReason })).toEqual({
        kind: 'refused',
        reason: 'unexpected_verify_error',
      })
  })

  test('no answer that is one: nobody could be asked', async () => {
    for (const [body, status] of [
      [{}, 200],
      [{ error: 'x' }, 500],
      ['<html>', 200],
      [null, 200],
      [{ isValid: 'yes' }, 200],
    ] as const)
      expect(await simulate(body, status)).toEqual({ kind: 'unreachable' })
    const away = saying(facilitator('http://127.0.0.1:1'))
    expect(await away.simulate(shown(1), requirements)).toEqual({ kind: 'unreachable' })
  })
})

describe('settle', () => {
  const success = { success: true, transaction: TX, network: 'eip155:8453', payer: PAYER.address }
  const failure = (errorReason: string | undefined, transaction = '') => ({
    success: false,
    errorReason,
    transaction,
    network: 'eip155:8453',
  })

  test('settled', async () => {
    expect(await settle(success)).toEqual({ kind: 'settled', settlement: { transaction: TX, payer: PAYER.address } })
  })

  test('the payer is who signed, whatever the facilitator says', async () => {
    expect(await settle({ ...success, payer: '0x0000000000000000000000000000000000000000' })).toMatchObject({
      settlement: { payer: PAYER.address },
    })
  })

  test('surely failed, under whatever status', async () => {
    for (const reason of [
      'insufficient_funds',
      'invalid_exact_evm_transaction_failed',
      'invalid_exact_evm_signature',
    ] as const)
      for (const status of [200, 402, 500])
        expect(await settle(failure(reason), status)).toEqual({ kind: 'failed', reason })
  })

  test('open: pending, sent twice, used nonce, unknown words, a transaction beside a failure, a success without one', async () => {
    for (const [body, status, transaction] of [
      [failure('settlement_pending'), 200, ''],
      [failure('settlement_pending', TX), 200, TX],
      [failure('duplicate_settlement'), 409, ''],
      [failure('invalid_exact_evm_nonce_already_used'), 200, ''],
      [failure('invalid_exact_evm_nonce_already_used'), 400, ''],
      [failure('TransactionReceiptNotFoundError: …'), 200, ''],
      [failure(undefined), 500, ''],
      [failure('insufficient_funds', TX), 200, TX],
      [failure('insufficient_funds', TX), 402, TX],
      [{ ...success, transaction: '' }, 200, ''],
      [{ ...success, transaction: '0x12' }, 200, ''],
      [success, 500, TX],
    ] as const)
      expect([body, await settle(body, status)]).toEqual([body, { kind: 'unknown', transaction }])
  })

  test('open: no answer that is one, and nobody there', async () => {
    for (const [body, status] of [
      [{}, 200],
      [{ error: 'gateway_timeout' }, 504],
      [[], 200],
      ['ok', 200],
      [{ success: 'true', transaction: TX }, 200],
    ] as const)
      expect([body, await settle(body, status)]).toEqual([body, { kind: 'unknown', transaction: '' }])
    answer = () => new Response('<html>', { status: 502 })
    expect(await settler.settle(shown(1), requirements)).toEqual({ kind: 'unknown', transaction: '' })
    const away = saying(facilitator('http://127.0.0.1:1'))
    expect(await away.settle(shown(1), requirements)).toEqual({ kind: 'unknown', transaction: '' })
  })
})
