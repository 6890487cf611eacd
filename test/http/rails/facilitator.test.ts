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
  route: 'GET /somewhere',
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
  const more = payloadV1({ ...wire, extra: 1 } as typeof wire, '0xab')
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

describe('what an exchange says of the facilitator', () => {
  const heardOf = async (body: unknown, status = 200) => {
    answer = () => Response.json(body, { status })
    const { heard } = await there.settle(shown(2), requirements)
    return heard
  }
  const said = (errorReason: string, transaction = '') => ({
    success: false,
    errorReason,
    transaction,
    network: 'base',
  })

  test('an answer about the payment is an answer, also where the chain has to be asked', async () => {
    for (const body of [
      { success: true, transaction: TX, network: 'base' },
      said('insufficient_funds'),
      said('invalid_exact_evm_nonce_already_used'),
      said('duplicate_settlement'),
    ])
      expect([body, await heardOf(body)]).toEqual([body, 'answered'])
  })

  test('a transaction that was mined and failed is an answer: any payer can make his own fail for a cent of gas', async () => {
    for (const reason of ['invalid_transaction_state', 'insufficient_funds', 'invalid_exact_evm_transaction_failed'])
      for (const status of [200, 402]) {
        expect([reason, await heardOf(said(reason, TX), status)]).toEqual([reason, 'answered'])
        // Of its money the chain is asked all the same.
        expect((await there.settle(shown(2), requirements)).said).toEqual({ kind: 'unknown', transaction: TX })
      }
    for (const reason of ['settlement_pending', 'unexpected_settle_error', 'something new'])
      expect([reason, await heardOf(said(reason, TX))]).toEqual([reason, 'open'])
  })

  test('what leaves the payment open counts against it', async () => {
    for (const body of [
      said('settlement_pending'),
      said('something new'),
      { success: true, transaction: '', network: 'base' },
      {},
    ])
      expect([body, await heardOf(body)]).toEqual([body, 'open'])
    expect(await heardOf({ error: 'gateway_timeout' }, 504)).toBe('open')
  })

  test('nobody there: nothing was sent', async () => {
    const away = facilitator('http://127.0.0.1:1')
    expect((await away.settle(shown(1), requirements)).heard).toBe('unreached')
    expect((await away.verify(shown(1), requirements)).heard).toBe('unreached')
    expect((await facilitator('http://nobody.invalid').settle(shown(1), requirements)).heard).toBe('unreached')
  })
})

describe('what it says of extensions', () => {
  const REJECTED = { bazaar: { status: 'rejected', rejectedReason: 'no example' } }
  const read = [{ extension: 'bazaar', status: 'rejected', reason: 'no example' }] as const
  const bodies = {
    verify: { isValid: true, payer: PAYER.address },
    settle: { success: true, transaction: TX, network: 'base', payer: PAYER.address },
  }
  const askedWith = async (verb: 'verify' | 'settle', more: object, header?: string) => {
    const headers = header === undefined ? {} : { 'EXTENSION-RESPONSES': header }
    answer = () => Response.json({ ...bodies[verb], ...more }, { headers })
    return there[verb](shown(2), requirements)
  }

  test.each(['verify', 'settle'] as const)(
    'is read beside the answer to %s, and changes nothing of it',
    async (verb) => {
      const plain = await askedWith(verb, {})
      expect(plain.extensions).toEqual([])
      expect(await askedWith(verb, {}, base64Json(REJECTED))).toEqual({ ...plain, extensions: read })
      for (const more of [{ extensionResponses: REJECTED }, { extensions: REJECTED }])
        expect(await askedWith(verb, more)).toEqual({ ...plain, extensions: read })
      // The header first; and a body that repeats what was asked says nothing.
      const both = await askedWith(
        verb,
        { extensionResponses: { bazaar: { status: 'success' } } },
        base64Json(REJECTED),
      )
      expect(both.extensions).toEqual(read)
      expect(await askedWith(verb, { extensions: { bazaar: { info: {}, schema: {} } } })).toEqual(plain)
      for (const header of ['nonsense!', base64Json('text'), 'A'.repeat(9_000)])
        expect(await askedWith(verb, {}, header)).toEqual(plain)
    },
  )

  test('is read of a refusal too', async () => {
    answer = () =>
      Response.json(
        { isValid: false, invalidReason: 'insufficient_funds' },
        { status: 400, headers: { 'extension-responses': base64Json(REJECTED) } },
      )
    expect((await there.verify(shown(2), requirements)).extensions).toEqual(read)
  })
})

describe('a facilitator that is not one', () => {
  const verbs = ['verify', 'settle'] as const
  const open = {
    verify: { said: { kind: 'unreachable' }, heard: 'open', extensions: [] },
    settle: { said: { kind: 'unknown', transaction: '' }, heard: 'open', extensions: [] },
  } as const
  const good = {
    verify: { isValid: true, payer: PAYER.address },
    settle: { success: true, transaction: TX, network: 'base', payer: PAYER.address },
  } as const
  const secret = () => ({ authorization: 'Bearer of a secret' })

  test.each(verbs)('redirects %s: not followed, and nobody else sees the payment', async (verb) => {
    const elsewhere: string[] = []
    const thief = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: async (request) => {
        elsewhere.push(await request.text())
        return Response.json(good[verb])
      },
    })
    try {
      for (const status of [301, 302, 303, 307, 308]) {
        answer = () => new Response(null, { status, headers: { location: `http://127.0.0.1:${thief.port!}/${verb}` } })
        const asking = facilitator(`http://127.0.0.1:${server.port!}`, secret)
        expect(await asking[verb](shown(2), requirements)).toEqual(open[verb])
      }
      expect(elsewhere).toEqual([])
    } finally {
      await thief.stop(true)
    }
  })

  test.each(verbs)('answers %s with more than 64 kB: no answer; with less: one', async (verb) => {
    const padded = (bytes: number) => {
      const body = JSON.stringify(good[verb])
      return new Response(body + ' '.repeat(bytes - body.length))
    }
    answer = () => padded(65_537)
    expect(await there[verb](shown(2), requirements)).toEqual(open[verb])
    answer = () => padded(65_536)
    expect((await there[verb](shown(2), requirements)).heard).toBe('answered')
  })

  test.each(verbs)('never ends its answer to %s: cut off where it is too long', async (verb) => {
    let sent = 0
    const closed = Promise.withResolvers<void>()
    answer = () =>
      new Response(
        new ReadableStream({
          pull: async (controller) => {
            sent += 16_384
            controller.enqueue(new Uint8Array(16_384).fill(32))
            await Bun.sleep(1)
          },
          cancel: () => closed.resolve(),
        }),
      )
    expect(await there[verb](shown(2), requirements)).toEqual(open[verb])
    await closed.promise
    expect(sent).toBeLessThan(65_536 * 64)
  })

  test.each(verbs)('hangs on %s, before its answer or within it: given up after the time limit', async (verb) => {
    const impatient = facilitator(`http://127.0.0.1:${server.port!}`, undefined, 200)
    const hung = Promise.withResolvers<Response>()
    answer = () => hung.promise
    expect(await impatient[verb](shown(2), requirements)).toEqual(open[verb])
    hung.resolve(new Response())
    answer = () => new Response(new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{"')) }))
    expect(await impatient[verb](shown(2), requirements)).toEqual(open[verb])
  })
})
