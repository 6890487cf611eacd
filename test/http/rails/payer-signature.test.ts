import { expect, test } from 'bun:test'
import { nobleRecover, type Recover } from '../../../src/http/rails/eip3009.ts'
import { plainSignatures, signatureFault } from '../../../src/http/rails/payer-signature.ts'
import { readPayment, type ShownPayment } from '../../../src/http/rails/x402-payload.ts'
import { USDC } from '../../../src/payments/usdc.ts'
import { authorize, base64Json, payloadV1, payment, signTransfer, STRANGER } from '../../support/payer.ts'
import { FACTORY, wrapped } from '../../support/wallets.ts'

const NOW = 1_795_000_000_000
const shown = (authorization: ReturnType<typeof authorize>, signature: string): ShownPayment =>
  readPayment(base64Json(payloadV1(authorization, signature))) as ShownPayment

test('plain is what the payer’s own key has signed', async () => {
  const isPlain = plainSignatures(USDC.base, nobleRecover)
  const authorization = authorize(NOW)
  const signature = await signTransfer(authorization)
  expect(isPlain(shown(authorization, signature))).toBe(true)
  expect(isPlain(shown(authorization, signature.toUpperCase().replace('0X', '0x')))).toBe(true)
  expect(isPlain(shown({ ...authorization, value: '1' }, signature))).toBe(false)
  expect(isPlain(shown(authorization, await signTransfer(authorization, STRANGER)))).toBe(false)
  expect(isPlain(shown(authorization, wrapped(FACTORY, '0x', signature)))).toBe(false)
  for (const v of ['00', '01', '1d', '25'])
    expect(isPlain(shown(authorization, signature.slice(0, -2) + v))).toBe(false)
})

test('a key is recovered once per payment, however often that is asked', async () => {
  let recovered = 0
  const counting: Recover = (...args) => {
    recovered++
    return nobleRecover(...args)
  }
  const isPlain = plainSignatures(USDC.base, counting)
  const [first, second] = [await payment(NOW), await payment(NOW)].map(({ authorization, signature }) =>
    shown(authorization, signature),
  ) as [ShownPayment, ShownPayment]
  for (const each of [first, second, first, second]) expect(isPlain(each)).toBe(true)
  expect(recovered).toBe(2)
  // What is remembered belongs to one payment as it was shown, not to its nonce.
  expect(isPlain({ ...first, signature: second.signature })).toBe(false)
})

test('faults are seen in the form alone', () => {
  const inner = `0x${'ab'.repeat(65)}`
  for (const fine of ['0x', inner, `0x${'ab'.repeat(63)}`, wrapped(FACTORY, '0x', `0x${'ab'.repeat(64)}`)])
    expect([fine, signatureFault(fine)]).toEqual([fine, null])
  expect(signatureFault(`0x${'ab'.repeat(64)}`)).toBe('compact')
  for (const bad of ['0xa', `${inner}a`, `${inner}${'6492'.repeat(16)}`]) expect(signatureFault(bad)).toBe('malformed')
})
