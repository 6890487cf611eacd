import { RAILS } from '../../../src/canonical/snapshot.ts'
import { describe, expect, test } from 'bun:test'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import {
  PaymentRequiredV1Schema,
  PaymentRequiredV2Schema,
  PaymentRequirementsV1Schema,
  PaymentRequirementsV2Schema,
} from '@x402/core/schemas'
import { nobleRecover } from '../../../src/http/rails/eip3009.ts'
import { plainSignatures } from '../../../src/http/rails/payer-signature.ts'
import type { Settler } from '../../../src/http/rails/settlement.ts'
import { walletLimit } from '../../../src/http/rails/wallet-limit.ts'
import { USDC } from '../../../src/payments/usdc.ts'
import { knownReason, paymentCheck, X402_REASONS } from '../../../src/http/rails/x402-check.ts'
import { readPayment, type ShownPayment } from '../../../src/http/rails/x402-payload.ts'
import {
  MAX_TIMEOUT_SECONDS,
  paymentName,
  paymentRequiredHeader,
  pendingHeaders,
  requirementsFor,
  settlementHeaders,
  type X402Rail,
} from '../../../src/http/rails/x402.ts'
import {
  authorize,
  base64Json,
  BASE_DOMAIN,
  PAYER,
  payloadV1,
  payloadV2,
  SELLER,
  signTransfer,
  STRANGER,
  type WireAuthorization,
} from '../../support/payer.ts'
import { stillClock } from '../../support/still.ts'
import { FACTORY, wrapped } from '../../support/wallets.ts'

const NOW = 1_795_000_000_000
const SECONDS = NOW / 1000
const isPlain = plainSignatures(USDC.base, nobleRecover)
const check = paymentCheck(USDC.base, SELLER, isPlain)
const nobody: Settler = {
  simulate: async () => ({ kind: 'unreachable' }),
  settle: async () => ({ kind: 'unknown', transaction: '' }),
}
const wallets = walletLimit({ clock: stillClock(NOW) })
const rail: X402Rail = {
  token: USDC.base,
  payTo: SELLER,
  check,
  recover: nobleRecover,
  signatures: async () => 'unknown',
  isPlain,
  judge: async () => 'unknown',
  wallets,
  settler: nobody,
  lookUp: async () => null,
}
const offer = {
  method: 'GET' as const,
  example: { price: '97012.30' },
  price: { sats: 10, microUsd: 10_000 },
  url: 'https://oracle.example/oracle/price/btc/usd',
  description: 'BTC/USD spot, signed. $0.01 or 10 sats.',
  request: 'r',
  rails: RAILS,
  askedAt: null,
}

type Made = ReturnType<typeof payloadV1> | ReturnType<typeof payloadV2>

const shown = async (
  version: 1 | 2,
  changes: Partial<WireAuthorization> = {},
  more: {
    readonly signer?: typeof PAYER
    readonly domain?: Partial<typeof BASE_DOMAIN>
    readonly change?: (made: Made) => unknown
    readonly signature?: string
  } = {},
): Promise<ShownPayment> => {
  const wire = authorize(NOW, changes)
  const signature = more.signature ?? (await signTransfer(wire, more.signer, { ...BASE_DOMAIN, ...more.domain }))
  const made = version === 1 ? payloadV1(wire, signature) : payloadV2(wire, signature)
  const read = readPayment(base64Json(more.change?.(made) ?? made))
  if (typeof read === 'string') throw new Error(read)
  return read
}

const reason = async (...args: Parameters<typeof shown>) => check(await shown(...args), 10_000, NOW)

describe('checking a payment without asking anyone', () => {
  for (const version of [1, 2] as const) {
    test(`version ${version}: a good one`, async () => {
      expect(await reason(version)).toBeNull()
      expect(await reason(version, { validBefore: String(SECONDS + 6) })).toBeNull()
      expect(await reason(version, { validAfter: String(SECONDS - 1) })).toBeNull()
      expect(await reason(version, { validBefore: String(SECONDS + 3_600) })).toBeNull()
      expect(await reason(version, { to: SELLER.toLowerCase() as `0x${string}` })).toBeNull()
    })

    const reasons = {
      recipient: 'invalid_exact_evm_payload_recipient_mismatch',
      value: version === 1 ? 'invalid_exact_evm_payload_authorization_value' : 'invalid_payment_requirements',
      valid_after: 'invalid_exact_evm_payload_authorization_valid_after',
      valid_before: 'invalid_exact_evm_payload_authorization_valid_before',
    } as const
    const changes: readonly (readonly [string, Partial<WireAuthorization>, keyof typeof reasons])[] = [
      ['one unit less', { value: '9999' }, 'value'],
      ['one unit more', { value: '10001' }, 'value'],
      ['nothing', { value: '0' }, 'value'],
      ['another recipient', { to: STRANGER.address }, 'recipient'],
      ['valid from this second on', { validAfter: String(SECONDS) }, 'valid_after'],
      ['valid from tomorrow on', { validAfter: String(SECONDS + 86_400) }, 'valid_after'],
      ['five seconds left', { validBefore: String(SECONDS + 5) }, 'valid_before'],
      ['expired', { validBefore: String(SECONDS - 1) }, 'valid_before'],
      ['good for more than an hour', { validBefore: String(SECONDS + 3_601) }, 'valid_before'],
      ['good for ever', { validBefore: String((1n << 256n) - 1n) }, 'valid_before'],
      ['expired for ever', { validBefore: '0' }, 'valid_before'],
    ]
    for (const [what, change, kind] of changes)
      test(`version ${version}: ${what}`, async () => {
        expect(await reason(version, change)).toBe(reasons[kind])
      })

    test(`version ${version}: what no plain key of the payer signed is for the chain to judge`, async () => {
      const chain = 'ask_the_chain'
      expect(await reason(version, {}, { signer: STRANGER })).toBe(chain)
      expect(await reason(version, { from: STRANGER.address })).toBe(chain)
      for (const domain of [
        { name: 'USDC' },
        { version: '1' },
        { chainId: 1 },
        { verifyingContract: STRANGER.address },
      ] as const)
        expect(await reason(version, {}, { domain: domain })).toBe(chain)
      const good = await signTransfer(authorize(NOW))
      const wrapper = wrapped(FACTORY, '0x01', `0x${'ab'.repeat(300)}`)
      const signatures = ['0x', `0x${'00'.repeat(65)}`, `0x${'ab'.repeat(300)}`, `${good.slice(0, -2)}00`, wrapper]
      for (const signature of signatures) expect(await reason(version, {}, { signature })).toBe(chain)
    })

    test(`version ${version}: what nobody would take is refused without asking anyone`, async () => {
      const compact = { signature: `0x${'ab'.repeat(64)}` }
      expect(await reason(version, {}, compact)).toBe('compact_signature_not_supported')
      const magic = '6492'.repeat(16)
      for (const signature of ['0xa', `0x${magic}`, `0x${'ff'.repeat(96)}${magic}`, `0x0${magic}`])
        expect(await reason(version, {}, { signature })).toBe('invalid_exact_evm_payload_signature')
    })

    test(`version ${version}: everything but its time is judged before the chain is asked, and that afterwards`, async () => {
      const stranger = { signer: STRANGER }
      const judged = async (changes: Partial<WireAuthorization>) =>
        check(await shown(version, changes, stranger), 10_000, NOW, 'judged')
      expect(await judged({})).toBeNull()
      expect(await reason(version, { to: STRANGER.address }, stranger)).toBe(reasons.recipient)
      expect(await reason(version, { value: '1' }, stranger)).toBe(reasons.value)
      for (const validBefore of [SECONDS - 60, SECONDS + 3_601]) {
        expect(await reason(version, { validBefore: String(validBefore) }, stranger)).toBe('ask_the_chain')
        expect(await judged({ validBefore: String(validBefore) })).toBe(reasons.valid_before)
      }
    })

    test(`version ${version}: another scheme or chain`, async () => {
      const change = (changes: object) => (made: Made) =>
        'accepted' in made ? { ...made, accepted: { ...made.accepted, ...changes } } : { ...made, ...changes }
      expect(await reason(version, {}, { change: change({ scheme: 'upto' }) })).toBe('unsupported_scheme')
      for (const network of ['base-sepolia', 'eip155:84532', 'solana', '', 'BASE'])
        expect(await reason(version, {}, { change: change({ network }) })).toBe('invalid_network')
      expect(await reason(version, {}, { change: change({ network: 'eip155:8453' }) })).toBeNull()
      expect(await reason(version, {}, { change: change({ network: 'base' }) })).toBe(
        version === 1 ? null : 'invalid_network',
      )
    })
  }

  test('version 2: what was accepted must be what is offered', async () => {
    const accept = (changes: object) => (made: Made) => ({
      ...made,
      accepted: { ...('accepted' in made && made.accepted), ...changes },
    })
    for (const changes of [{ amount: '1' }, { asset: SELLER }, { payTo: STRANGER.address }])
      expect(await reason(2, {}, { change: accept(changes) })).toBe('invalid_payment_requirements')
    expect(
      await reason(2, {}, { change: accept({ asset: USDC.base.asset.toLowerCase(), extra: undefined }) }),
    ).toBeNull()
  })

  test('a payment over the price of one thing does not pay for another', async () => {
    const cent = await shown(1)
    expect(check(cent, 20_000, NOW)).toBe('invalid_exact_evm_payload_authorization_value')
    expect(check(cent, 1_000, NOW)).toBe('invalid_exact_evm_payload_authorization_value')
  })

  test('a stranger’s words are never passed on', () => {
    for (const known of X402_REASONS) expect(knownReason(known, 'unexpected_verify_error')).toBe(known)
    for (const text of [
      undefined,
      '',
      'ContractFunctionExecutionError: …\n at …',
      'INSUFFICIENT_FUNDS',
      'toString',
      '__proto__',
    ])
      expect(knownReason(text, 'unexpected_settle_error')).toBe('unexpected_settle_error')
    expect(new Set(X402_REASONS).size).toBe(X402_REASONS.length)
  })
})

describe('what is offered', () => {
  const { v1, v2 } = requirementsFor(rail, offer)

  test('parses by the official schemas', () => {
    expect(PaymentRequirementsV1Schema.parse(v1)).toMatchObject({ maxAmountRequired: '10000', network: 'base' })
    expect(PaymentRequirementsV2Schema.parse(v2)).toMatchObject({ amount: '10000', network: 'eip155:8453' })
    expect(PaymentRequiredV1Schema.parse({ x402Version: 1, error: 'payment_required', accepts: [v1] })).toBeDefined()
  })

  test('says exactly this', () => {
    const extra = { name: 'USD Coin', version: '2' }
    const asset = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
    expect(v1).toEqual({
      scheme: 'exact',
      network: 'base',
      maxAmountRequired: '10000',
      asset,
      payTo: SELLER,
      resource: offer.url,
      description: offer.description,
      mimeType: 'application/json',
      maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
      extra,
    })
    expect(v2).toEqual({
      scheme: 'exact',
      network: 'eip155:8453',
      amount: '10000',
      asset,
      payTo: SELLER,
      maxTimeoutSeconds: 60,
      extra,
    })
    // Fractions make the official version 1 client throw, null makes it throw for the whole list.
    expect(Number.isInteger(v1['maxTimeoutSeconds'])).toBe(true)
    expect(JSON.stringify([v1, v2])).not.toContain('null')
  })

  test('the version 2 header is read by the official decoder and schema, and stays small', () => {
    const header = paymentRequiredHeader(rail, offer, 'payment_required')
    const decoded = decodePaymentRequiredHeader(header)
    expect(PaymentRequiredV2Schema.parse(decoded)).toMatchObject({ x402Version: 2, error: 'payment_required' })
    expect(decoded).toMatchObject({ resource: { url: offer.url, mimeType: 'application/json' }, accepts: [v2] })
    expect(header.length).toBeLessThan(2_048)
  })
})

describe('receipts', () => {
  const settlement = { transaction: `0x${'ab'.repeat(32)}`, payer: PAYER.address }

  test('settled and pending, in both versions’ words', () => {
    const settled = settlementHeaders(rail, settlement)
    const pending = pendingHeaders(rail, PAYER.address, '')
    for (const [name, network] of [
      ['x-payment-response', 'base'],
      ['payment-response', 'eip155:8453'],
    ] as const) {
      expect(decodePaymentResponseHeader(settled[name]!) as object).toEqual({ success: true, ...settlement, network })
      expect(decodePaymentResponseHeader(pending[name]!) as object).toEqual({
        success: false,
        errorReason: 'settlement_pending',
        transaction: '',
        network,
        payer: PAYER.address,
      })
    }
  })

  test('a payment has one name in both versions and every spelling, and another for every nonce, payer and chain', async () => {
    const nonce = `0x${'aB'.repeat(32)}` as const
    const one = await shown(1, { nonce })
    const two = await shown(2, { nonce: `0x${'Ab'.repeat(32)}`, from: PAYER.address.toLowerCase() as `0x${string}` })
    expect(paymentName(rail, one)).toBe(paymentName(rail, two))
    expect(paymentName(rail, one)).toBe(
      `x402:8453:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913:${PAYER.address.toLowerCase()}:0x${'ab'.repeat(32)}`,
    )
    const others = [
      paymentName(rail, await shown(1)),
      paymentName(rail, await shown(1, { nonce, from: STRANGER.address })),
      // By the network that it names, whatever the settings are today.
      paymentName(rail, { ...one, network: 'base-sepolia' }),
    ]
    expect(new Set([paymentName(rail, one), ...others]).size).toBe(4)
  })
})
