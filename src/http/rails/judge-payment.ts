import type { X402Reason } from './x402-check.ts'
import type { ShownPayment } from './x402-payload.ts'
import type { X402Rail } from './x402.ts'

/** The complete check of a payment, the question to the chain about its signature included. */
export type PaymentVerdict =
  | { readonly kind: 'good' }
  /** Also an expired authorization: its payer has signed it, and may fetch what it has bought. */
  | { readonly kind: 'refused'; readonly reason: X402Reason }
  /** In seconds. */
  | { readonly kind: 'too_many'; readonly retryAfter: number }
  /** The signature is not a plain one and the chain cannot be asked. */
  | { readonly kind: 'nobody_answers' }

/**
 * Checks a payment. Plain signatures are checked here, others by the chain, before anything else is done for them.
 * @param client network of the client, or the address of one that has none
 */
export const judgePayment = async (
  { check, judge, wallets }: Pick<X402Rail, 'check' | 'judge' | 'wallets'>,
  payment: ShownPayment,
  amount: number,
  now: number,
  client: string,
): Promise<PaymentVerdict> => {
  const first = check(payment, amount, now)
  if (first === null) return { kind: 'good' }
  if (first !== 'ask_the_chain') return { kind: 'refused', reason: first }

  const retryAfter = wallets.take(client)
  if (retryAfter > 0) return { kind: 'too_many', retryAfter }
  const verdict = await judge(payment)
  if (verdict === 'unknown') return { kind: 'nobody_answers' }
  const second = verdict === 'valid' ? check(payment, amount, now, 'judged') : first
  if (second === null) return { kind: 'good' }
  return { kind: 'refused', reason: second === 'ask_the_chain' ? 'invalid_exact_evm_payload_signature' : second }
}
