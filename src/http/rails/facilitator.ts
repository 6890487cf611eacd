import { HTTPFacilitatorClient } from '@x402/core/server'
import { type PaymentPayload, type PaymentRequirements, SettleError, VerifyError } from '@x402/core/types'
import { type CallHeaders, noCredentials } from './facilitator-credentials.ts'
import type { Requirements, Settler } from './settlement.ts'
import type { Settled, Simulated } from '../../payments/settlement.ts'
import { knownReason, type X402Reason } from './x402-check.ts'
import type { ShownPayment } from './x402-payload.ts'

/** Settling can take a block and a bad minute; after this the chain is asked, not the payer. */
const TIME_LIMIT_MS = 20_000

const HEX32 = /^0x[0-9a-fA-F]{64}$/

/**
 * Reasons that leave open whether money has moved. A nonce that the check found unused and that is used now means that
 * this very authorization was submitted, by somebody else or by an earlier try of ours. Where the check was spared, it
 * may have been used or cancelled at any time before: only the chain can tell, and it is asked next.
 */
const OPEN: readonly X402Reason[] = [
  'settlement_pending',
  'duplicate_settlement',
  'invalid_exact_evm_nonce_already_used',
  'unexpected_settle_error',
]

/**
 * Whether money may have moved for all that a failed settlement says. The official facilitator catches what goes wrong
 * between broadcasting and hearing of it, and calls it a failed transaction, without a hash and with the error's text.
 */
const leavesOpen = (transaction: string, reason: X402Reason, text: string | undefined): boolean =>
  transaction !== '' ||
  OPEN.includes(reason) ||
  (reason === 'invalid_exact_evm_transaction_failed' && text !== undefined)

/**
 * The payment as we have checked it, in its own version's words: a facilitator must not act on a field that only it reads.
 * Both versions go through the official client unchanged.
 */
const bodies = (
  { version, signature, authorization }: ShownPayment,
  { v1, v2, resource, extensions }: Requirements,
) => {
  const payload = { signature, authorization }
  const [payment, requirements] =
    version === 1
      ? [{ x402Version: 1, scheme: v1.scheme, network: v1.network, payload }, v1]
      : [{ x402Version: 2, resource, accepted: v2, payload, extensions }, v2]
  return [payment as unknown as PaymentPayload, requirements as unknown as PaymentRequirements] as const
}

/** An answer with a reason of its own means that nothing was sent; anything else leaves the outcome open. */
const settleProblem = (problem: unknown): Settled<X402Reason> => {
  if (problem instanceof SettleError) {
    const transaction = HEX32.test(problem.transaction) ? problem.transaction : ''
    const reason = knownReason(problem.errorReason, 'unexpected_settle_error')
    return leavesOpen(transaction, reason, problem.errorMessage)
      ? { kind: 'unknown', transaction }
      : { kind: 'failed', reason }
  }
  return { kind: 'unknown', transaction: '' }
}

/** x402 facilitator over HTTP (`POST /verify`, `POST /settle`), by the official client. */
export const facilitator = (url: string, headers: CallHeaders = noCredentials): Settler => {
  const client = new HTTPFacilitatorClient({
    url,
    timeoutMs: TIME_LIMIT_MS,
    createAuthHeaders: async () => ({
      verify: { ...headers('POST', `${url}/verify`) },
      settle: { ...headers('POST', `${url}/settle`) },
      supported: { ...headers('GET', `${url}/supported`) },
    }),
  })
  return {
    simulate: async (payment, requirements): Promise<Simulated<X402Reason>> => {
      try {
        const found = await client.verify(...bodies(payment, requirements))
        return found.isValid
          ? { kind: 'would_settle' }
          : { kind: 'refused', reason: knownReason(found.invalidReason, 'unexpected_verify_error') }
      } catch (problem) {
        return problem instanceof VerifyError
          ? { kind: 'refused', reason: knownReason(problem.invalidReason, 'unexpected_verify_error') }
          : { kind: 'unreachable' }
      }
    },
    settle: async (payment, requirements): Promise<Settled<X402Reason>> => {
      try {
        const found = await client.settle(...bodies(payment, requirements))
        const transaction = HEX32.test(found.transaction) ? found.transaction : ''
        if (found.success && transaction)
          return { kind: 'settled', settlement: { transaction, payer: payment.authorization.from } }
        // `success:false` may come with status 200; a success without a transaction proves nothing.
        const reason = knownReason(found.errorReason, 'unexpected_settle_error')
        const open = found.success || leavesOpen(transaction, reason, found.errorMessage)
        return open ? { kind: 'unknown', transaction } : { kind: 'failed', reason }
      } catch (problem) {
        return settleProblem(problem)
      }
    },
  }
}
