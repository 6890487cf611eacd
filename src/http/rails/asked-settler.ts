import { createHash } from 'node:crypto'
import type { ClaimedSettlement, Confirmed } from '../../payments/claimed-settlement.ts'
import type { AskResult, AskOptions } from '../../queues/ask.ts'
import { knownReason, type X402Reason } from './x402-check.ts'
import type { LookUp, Settler } from './settlement.ts'
import type { SignatureCheck } from '../../payments/signature-question.ts'
import type { Settled, Simulated } from '../../payments/settlement.ts'
import type { Transfer } from '../../payments/transfer.ts'
import type { ShownPayment } from './x402-payload.ts'

/** Settles through our own worker, which has the settling key. This process only asks it. */

/** The lanes of the settling worker. */
export interface SettlerAskers {
  /** For payments that are to be settled. */
  readonly settlements: AskOptions<'settlements'>
  /** For questions that unpaid requests may cause too. */
  readonly inquiries: AskOptions<'inquiries'>
}

type Inquirer = Pick<SettlerAskers, 'inquiries'>

const INQUIRY_LIMIT_MS = 5_000
/** The worker waits for a receipt for 15 s; after that its sweeper finds the outcome. */
const SETTLE_LIMIT_MS = 20_000

const transferOf = ({ authorization, signature }: ShownPayment): Transfer => ({ authorization, signature })

/**
 * The share is made from the whole transfer. A payer may sign two with one nonce, and the answer about the cheap one
 * must not count for the expensive one. It is hashed, because a signature can move money.
 */
const shareOf = (what: string, asked: object): string =>
  `${what}/${createHash('sha256').update(JSON.stringify(asked)).digest('hex')}`

const simulated = (answer: AskResult<Simulated<string>>): Simulated<X402Reason> => {
  if (answer.kind !== 'done') return { kind: 'unreachable' }
  const { result } = answer
  return result.kind === 'refused'
    ? { kind: 'refused', reason: knownReason(result.reason, 'unexpected_verify_error') }
    : result
}

const settled = (answer: AskResult<Settled<string>>): Settled<X402Reason> => {
  if (answer.kind !== 'done') return { kind: 'unknown', transaction: '' }
  const { result } = answer
  return result.kind === 'failed'
    ? { kind: 'failed', reason: knownReason(result.reason, 'unexpected_settle_error') }
    : result
}

export const askedSettler = ({ settlements, inquiries }: SettlerAskers): Settler => ({
  simulate: async (payment) => {
    const transfer = transferOf(payment)
    const question = { actor: 'simulate', wish: { what: 'simulate', transfer } } as const
    return simulated(await inquiries.ask(question, shareOf('simulate', transfer), INQUIRY_LIMIT_MS))
  },
  settle: async (_payment, _requirements, name) =>
    settled(await settlements.ask({ actor: name, wish: { what: 'settle' } }, `settle/${name}`, SETTLE_LIMIT_MS)),
})

/** Asks the worker that watches the chain, in both modes of settling. */
export const askedLookUp =
  ({ inquiries }: Inquirer): LookUp =>
  async (payment) => {
    const { from } = payment.authorization
    const transfer = transferOf(payment)
    const question = { actor: 'look_up', wish: { what: 'look_up', transfer } } as const
    const answer = await inquiries.ask(question, shareOf('look_up', transfer), INQUIRY_LIMIT_MS)
    if (answer.kind !== 'done') return null
    if (answer.result.kind === 'cancelled') return 'used_otherwise'
    return answer.result.kind === 'paid' ? { transaction: answer.result.transaction, payer: from } : null
  }

/** Whether an account accepts a signature. An account with code can only be asked on the chain. */
export const askedSignatureCheck =
  ({ inquiries }: Inquirer): SignatureCheck =>
  async ({ chainId, account, digest, signature }) => {
    const asked = { chainId, account, digest, signature }
    const question = { actor: 'valid_signature', wish: { what: 'valid_signature', question: asked } } as const
    const answer = await inquiries.ask(question, shareOf('valid_signature', asked), INQUIRY_LIMIT_MS)
    return answer.kind === 'done' ? answer.result : 'unknown'
  }

/** What the chain shows of claimed settlements, in the order of the claims. */
export type Confirm = (claims: readonly ClaimedSettlement[], waitMs: number) => Promise<readonly Confirmed[]>

/** `waitMs`: how long the worker may wait for a transaction to be mined; shorter than the limit of the question. */
export const askedConfirm =
  ({ inquiries }: Inquirer): Confirm =>
  async (claims, waitMs) => {
    const question = { actor: 'confirm', wish: { what: 'confirm', claims, waitMs } } as const
    const answer = await inquiries.ask(question, shareOf('confirm', claims), INQUIRY_LIMIT_MS)
    const found = answer.kind === 'done' ? answer.result : []
    return claims.map((_, at) => found[at] ?? { kind: 'unknown' })
  }
