import { createHash } from 'node:crypto'
import type { ClaimedSettlement, Confirmed } from '../../payments/claimed-settlement.ts'
import type { Answered } from '../../queues/ask.ts'
import { knownReason, type X402Reason } from './x402-check.ts'
import type { LookUp, Settler } from './settlement.ts'
import type { SignatureCheck, SignatureVerdict } from '../../payments/signature-question.ts'
import type { Settled, Simulated } from '../../payments/settlement.ts'
import type { ShownPayment } from './x402-payload.ts'

/** Settling through our own worker, which holds the settling key: this process only asks. */

/** A question to the settling worker; questions with the same `share` run once. */
export type AskSettler = (
  payment: string,
  wish: Readonly<Record<string, string>>,
  share: string,
  timeLimitMs: number,
) => Promise<Answered>

const INQUIRY_LIMIT_MS = 5_000
/** The worker waits for a receipt for 15 s; after that the outcome is its sweeper's business. */
const SETTLE_LIMIT_MS = 20_000

const transferOf = ({ authorization, signature }: ShownPayment): string => JSON.stringify({ authorization, signature })

/**
 * By the whole transfer: a payer may sign two under one nonce, and an answer about the cheap one that is still on its
 * way must not be taken for one about the dear one. Hashed, because a signature is money.
 */
const shareOf = (what: string, asked: string): string => `${what}/${createHash('sha256').update(asked).digest('hex')}`

const simulated = (answer: Answered): Simulated<X402Reason> => {
  const found = answer.kind === 'done' ? (answer.result as Simulated<X402Reason>) : null
  if (found?.kind === 'refused')
    return { kind: 'refused', reason: knownReason(found.reason, 'unexpected_verify_error') }
  return found?.kind === 'would_settle' ? found : { kind: 'unreachable' }
}

const settled = (answer: Answered): Settled<X402Reason> => {
  const found = answer.kind === 'done' ? (answer.result as Settled<X402Reason>) : null
  if (found?.kind === 'failed') return { kind: 'failed', reason: knownReason(found.reason, 'unexpected_settle_error') }
  return found ?? { kind: 'unknown', transaction: '' }
}

export const askedSettler = (ask: AskSettler): Settler => ({
  simulate: async (payment) => {
    const transfer = transferOf(payment)
    const wish = { what: 'simulate', transfer }
    return simulated(await ask('simulate', wish, shareOf('simulate', transfer), INQUIRY_LIMIT_MS))
  },
  settle: async (_payment, _requirements, name) =>
    settled(await ask(name, { what: 'settle' }, `settle/${name}`, SETTLE_LIMIT_MS)),
})

/** The chain is asked by the worker that watches it, in either mode of settling. */
export const askedLookUp =
  (ask: AskSettler): LookUp =>
  async (payment) => {
    const { from } = payment.authorization
    const transfer = transferOf(payment)
    const wish = { what: 'look_up', transfer }
    const answer = await ask('look_up', wish, shareOf('look_up', transfer), INQUIRY_LIMIT_MS)
    const found = answer.kind === 'done' ? (answer.result as { kind: string; transaction?: string }) : null
    if (found?.kind === 'cancelled') return 'used_otherwise'
    return found?.kind === 'paid' && found.transaction ? { transaction: found.transaction, payer: from } : null
  }

const VERDICTS: readonly SignatureVerdict[] = ['valid', 'invalid']

/** Whether an account stands behind a signature. An account with code can only be asked on the chain. */
export const askedSignatureCheck =
  (ask: AskSettler): SignatureCheck =>
  async ({ chainId, account, digest, signature }) => {
    const question = JSON.stringify({ chainId, account, digest, signature })
    const wish = { what: 'valid_signature', question }
    const answer = await ask('valid_signature', wish, shareOf('valid_signature', question), INQUIRY_LIMIT_MS)
    return VERDICTS.find((verdict) => answer.kind === 'done' && answer.result === verdict) ?? 'unknown'
  }

/** What the chain says of claimed settlements, each in its place. */
export type Confirm = (claims: readonly ClaimedSettlement[], waitMs: number) => Promise<readonly Confirmed[]>

/** `waitMs`: how long the worker may wait for a transaction to be mined; shorter than the limit of the question. */
export const askedConfirm =
  (ask: AskSettler): Confirm =>
  async (claims, waitMs) => {
    const wish = { what: 'confirm', claims: JSON.stringify(claims), waitMs: String(waitMs) }
    const answer = await ask('confirm', wish, shareOf('confirm', wish.claims), INQUIRY_LIMIT_MS)
    const found = answer.kind === 'done' ? (answer.result as readonly (Confirmed | undefined)[]) : []
    return claims.map((_, at) => found[at] ?? { kind: 'unknown' })
  }
