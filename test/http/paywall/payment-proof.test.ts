import { beforeEach, describe, expect, test } from 'bun:test'
import { privateKeyToAccount } from 'viem/accounts'
import { checkProof, proofMessage } from '../../../src/http/paywall/payment-proof.ts'
import { nobleRecover } from '../../../src/http/rails/eip3009.ts'
import { walletLimit } from '../../../src/http/rails/wallet-limit.ts'
import type { ShownPayment } from '../../../src/http/rails/x402-payload.ts'
import type { X402Rail } from '../../../src/http/rails/x402.ts'
import type { SignatureQuestion, SignatureVerdict } from '../../../src/payments/signature-question.ts'
import { USDC } from '../../../src/payments/usdc.ts'
import { stillClock } from '../../support/still.ts'
import { partOf } from '../../support/part-of.ts'

/** Who shows a proof, and how often the chain is asked about one that no plain key has signed. */

const NOW = 1_795_000_000_000
const SECONDS = NOW / 1_000
const REQUEST = 'ab'.repeat(32)
const NONCE = `0x${'33'.repeat(32)}`
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const payment = partOf<ShownPayment>({
  network: 'base',
  authorization: partOf({ from: account.address, nonce: NONCE }),
})

let clock: ReturnType<typeof stillClock>
let asked: SignatureQuestion[]
let verdict: SignatureVerdict
let rail: X402Rail
beforeEach(() => {
  clock = stillClock(NOW)
  asked = []
  verdict = 'valid'
  const signatures = async (question: SignatureQuestion) => {
    asked.push(question)
    return verdict
  }
  const wallets = walletLimit({ clock, perMinute: 3 })
  rail = partOf<X402Rail>({ token: USDC.base, recover: nobleRecover, wallets, signatures })
})

const signed = async (request = REQUEST, seconds = SECONDS) =>
  `${seconds}.${await account.signMessage({ message: proofMessage(NONCE, request, seconds) })}`
const check = (proof: string, client = '4:cb0071') =>
  checkProof(rail, proof, { payment, request: REQUEST }, client, clock.now())

describe('a proof by a plain key', () => {
  test('is good for a minute, for its request alone, and asks nobody', async () => {
    const proof = await signed()
    expect(await check(proof)).toBe('valid')
    clock.move(60_999)
    expect(await check(proof)).toBe('valid')
    clock.move(1)
    expect(await check(proof)).toBe('invalid')
    clock.set(NOW - 6_000)
    expect(await check(proof)).toBe('invalid')
    expect(asked).toEqual([])
  })

  test('that cannot be read asks nobody', async () => {
    for (const proof of [
      '',
      '.',
      `${SECONDS}`,
      `${SECONDS}.0x`,
      `${SECONDS}.0xzz`,
      `-1.0x12`,
      `${SECONDS}.0x${'1'.repeat(4_097)}`,
    ])
      expect(await check(proof)).toBe('invalid')
    expect(asked).toEqual([])
  })
})

describe('a proof that no plain key has signed', () => {
  test('is judged by the chain, for the account that paid', async () => {
    expect(await check(`${SECONDS}.0x1234`)).toBe('valid')
    expect(asked).toMatchObject([{ chainId: 8453, account: account.address, signature: '0x1234' }])
    verdict = 'invalid'
    expect(await check(await signed('cd'.repeat(32)))).toBe('invalid')
  })

  test('is asked about only so often for one client, and then it is said that nobody knows', async () => {
    for (let n = 0; n < 3; n++) expect(await check(`${SECONDS}.0x1234`)).toBe('valid')
    expect(await check(`${SECONDS}.0x1234`)).toBe('unknown')
    expect(asked).toHaveLength(3)
    expect(await check(`${SECONDS}.0x1234`, '4:cb0072')).toBe('valid')
    expect(await check(await signed())).toBe('valid')
  })
})
