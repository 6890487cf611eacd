import { beforeEach, describe, expect, test } from 'bun:test'
import { nobleRecover } from '../../../src/http/rails/eip3009.ts'
import { judgePayment, type PaymentVerdict } from '../../../src/http/rails/judge-payment.ts'
import { chainJudge, plainSignatures } from '../../../src/http/rails/payer-signature.ts'
import { walletLimit } from '../../../src/http/rails/wallet-limit.ts'
import { paymentCheck } from '../../../src/http/rails/x402-check.ts'
import { readPayment, type ShownPayment } from '../../../src/http/rails/x402-payload.ts'
import type { SignatureQuestion, SignatureVerdict } from '../../../src/payments/signature-question.ts'
import { USDC } from '../../../src/payments/usdc.ts'
import { hashTypedData } from 'viem'
import { authorize, base64Json, PAYER, payloadV1, SELLER, signTransfer, typedTransfer } from '../../support/payer.ts'
import { stillClock } from '../../support/still.ts'

/** Who is asked about a payment, and what is made of the answer. */

const NOW = 1_795_000_000_000
const LATE = { validBefore: String(NOW / 1000 - 60) }
const check = paymentCheck(USDC.base, SELLER, plainSignatures(USDC.base, nobleRecover))
const WALLET = `0x${'ab'.repeat(100)}`

let asked: SignatureQuestion[]
let verdict: SignatureVerdict
let wallets: ReturnType<typeof walletLimit>
beforeEach(() => {
  asked = []
  verdict = 'valid'
  wallets = walletLimit({ clock: stillClock(NOW), perMinute: 2 })
})
const judge = chainJudge(USDC.base, async (question) => {
  asked.push(question)
  return verdict
})
const judged = (authorization: ReturnType<typeof authorize>, signature: string, client = '203.0.113.0/24') => {
  const shown = readPayment(base64Json(payloadV1(authorization, signature))) as ShownPayment
  return judgePayment({ check, judge, wallets }, shown, 10_000, NOW, client)
}
type Refused = Extract<PaymentVerdict, { kind: 'refused' }>
const refused = (reason: Refused['reason']): Refused => ({ kind: 'refused', reason })

describe('a plain signature', () => {
  test('asks nobody and is not counted', async () => {
    for (let at = 0; at < 5; at++) {
      const authorization = authorize(NOW)
      expect(await judged(authorization, await signTransfer(authorization))).toEqual({ kind: 'good' })
    }
    const late = authorize(NOW, LATE)
    expect(await judged(late, await signTransfer(late))).toEqual(
      refused('invalid_exact_evm_payload_authorization_valid_before'),
    )
    expect([asked, wallets.take('203.0.113.0/24')]).toEqual([[], 0])
  })
})

describe('another signature', () => {
  test('is asked about with the very digest that the token would show the wallet', async () => {
    const authorization = authorize(NOW)
    expect(await judged(authorization, WALLET)).toEqual({ kind: 'good' })
    const digest = hashTypedData(typedTransfer(authorization))
    expect(asked).toEqual([{ chainId: 8453, account: PAYER.address, digest, signature: WALLET }])
  })

  test('that is invalid is refused, also when the authorization has run out; without an answer nothing is said', async () => {
    verdict = 'invalid'
    expect(await judged(authorize(NOW), WALLET, 'a')).toEqual(refused('invalid_exact_evm_payload_signature'))
    expect(await judged(authorize(NOW, LATE), WALLET, 'a')).toEqual(refused('invalid_exact_evm_payload_signature'))
    verdict = 'unknown'
    expect(await judged(authorize(NOW), WALLET, 'b')).toEqual({ kind: 'nobody_answers' })
    expect(await judged(authorize(NOW, LATE), WALLET, 'b')).toEqual({ kind: 'nobody_answers' })
    verdict = 'valid'
    expect(await judged(authorize(NOW, LATE), WALLET, 'c')).toEqual(
      refused('invalid_exact_evm_payload_authorization_valid_before'),
    )
  })

  test('is asked about only so often, and not at all for a payment that is wrong otherwise', async () => {
    expect(await judged(authorize(NOW, { value: '1' }), WALLET)).toEqual(
      refused('invalid_exact_evm_payload_authorization_value'),
    )
    await judged(authorize(NOW), WALLET)
    await judged(authorize(NOW), WALLET)
    expect(await judged(authorize(NOW), WALLET)).toEqual({ kind: 'too_many', retryAfter: 60 })
    expect(asked).toHaveLength(2)
    expect(await judged(authorize(NOW), WALLET, '198.51.100.0/24')).toEqual({ kind: 'good' })
  })
})
