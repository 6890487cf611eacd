import { Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { Settled, Simulated } from '../../payments/settlement.ts'
import { type CallHeaders, noCredentials } from './facilitator-credentials.ts'
import { type ExtensionResponse, extensionResponsesIn } from './extension-responses.ts'
import { postToFacilitator, type FacilitatorReply, TIME_LIMIT_MS } from './facilitator-post.ts'
import type { Requirements } from './settlement.ts'
import { knownReason, type X402Reason } from './x402-check.ts'
import type { ShownPayment } from './x402-payload.ts'

/** What a request shows about the facilitator itself. */
export type FacilitatorHealth =
  /** It works, whatever became of the payment. */
  | 'answered'
  /** It left open what became of the payment. */
  | 'open'
  /** Nothing was sent, so another one may be asked. */
  | 'unreached'

export interface FacilitatorWord<Said> {
  readonly said: Said
  readonly heard: FacilitatorHealth
}

/** The same with the results of the payment's extensions, which never change the result of the payment. */
export interface ToldAll<Said> extends FacilitatorWord<Said> {
  readonly extensions: readonly ExtensionResponse[]
}

/** x402 facilitator over HTTP (`POST /verify`, `POST /settle`). Never throws. */
export interface Facilitator {
  verify(payment: ShownPayment, requirements: Requirements): Promise<ToldAll<Simulated<X402Reason>>>
  settle(payment: ShownPayment, requirements: Requirements): Promise<ToldAll<Settled<X402Reason>>>
}

const HEX32 = /^0x[0-9a-fA-F]{64}$/

/** The nonce is used or the payment is known: a valid answer that says nothing about where the money is. */
const USED: readonly X402Reason[] = ['duplicate_settlement', 'invalid_exact_evm_nonce_already_used']

/**
 * Reasons that leave open whether money has moved. If the check found the nonce unused and it is used now, then this
 * authorization was submitted, by a third party or by an earlier try of ours. Without that check, it may have been used
 * or cancelled at any time before. Only the chain shows which, and it is asked next.
 */
const OPEN: readonly X402Reason[] = [...USED, 'settlement_pending', 'unexpected_settle_error']

/**
 * Whether money may have moved although the settlement is reported as failed. The official facilitator catches errors
 * between broadcast and receipt, and reports a failed transaction, without a hash and with the error's text.
 */
const leavesOpen = (transaction: string, reason: X402Reason, hasText: boolean): boolean =>
  transaction !== '' || OPEN.includes(reason) || (reason === 'invalid_exact_evm_transaction_failed' && hasText)

/**
 * What such an answer shows about the facilitator. A transaction that it names as failed was sent and mined, so it
 * works. Any payer can make a transfer fail, by spending the nonce or the money a moment before.
 */
const heardIn = (transaction: string, reason: X402Reason): FacilitatorHealth =>
  USED.includes(reason) || (transaction !== '' && !OPEN.includes(reason)) ? 'answered' : 'open'

/**
 * The payment with the fields that we have checked, in the form of its version. A facilitator must not act on a field
 * that we have not read. Versions 1 and 2 of the x402 specification, "Facilitator Interface".
 */
const bodyOf = (
  { version, signature, authorization }: ShownPayment,
  { v1, v2, resource, extensions }: Requirements,
) => {
  const payload = { signature, authorization }
  return version === 1
    ? {
        x402Version: 1,
        paymentPayload: { x402Version: 1, scheme: v1.scheme, network: v1.network, payload },
        paymentRequirements: v1,
      }
    : {
        x402Version: 2,
        paymentPayload: { x402Version: 2, resource, accepted: v2, payload, extensions },
        paymentRequirements: v2,
      }
}

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const More = Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]))
/** The fields that the official client reads. */
const Verified = TypeCompiler.Compile(
  Type.Object({
    isValid: Type.Boolean(),
    invalidReason: Text,
    invalidMessage: Text,
    payer: Text,
    extensions: More,
    extra: More,
  }),
)
const Settlement = TypeCompiler.Compile(
  Type.Object({
    success: Type.Boolean(),
    errorReason: Text,
    errorMessage: Text,
    payer: Text,
    transaction: Type.String(),
    network: Type.String(),
    amount: Text,
    extensions: More,
    extra: More,
  }),
)

/** A refusal may have any status and lack some published fields; a success may not. */
const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {}

const isOk = (status: number): boolean => status >= 200 && status < 300

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const nobody = (posted: Exclude<FacilitatorReply, { kind: 'reply' }>): FacilitatorHealth =>
  posted.kind === 'unreached' ? 'unreached' : 'open'

const readVerified = (posted: FacilitatorReply): FacilitatorWord<Simulated<X402Reason>> => {
  if (posted.kind !== 'reply') return { said: { kind: 'unreachable' }, heard: nobody(posted) }
  const { status, body } = posted
  const fields = fieldsOf(body)
  if (isOk(status) ? !Verified.Check(body) : !('isValid' in fields))
    return { said: { kind: 'unreachable' }, heard: 'open' }
  if (isOk(status) && fields.isValid === true) return { said: { kind: 'would_settle' }, heard: 'answered' }
  const reason = knownReason(textOf(fields.invalidReason), 'unexpected_verify_error')
  return { said: { kind: 'refused', reason }, heard: 'answered' }
}

const readSettled = (posted: FacilitatorReply, payer: string): FacilitatorWord<Settled<X402Reason>> => {
  if (posted.kind !== 'reply') return { said: { kind: 'unknown', transaction: '' }, heard: nobody(posted) }
  const { status, body } = posted
  const fields = fieldsOf(body)
  if (isOk(status) ? !Settlement.Check(body) : !('success' in fields))
    return { said: { kind: 'unknown', transaction: '' }, heard: 'open' }
  const named = textOf(fields.transaction) ?? ''
  const transaction = HEX32.test(named) ? named : ''
  if (isOk(status) && fields.success === true)
    // A success without a transaction proves nothing.
    return transaction
      ? { said: { kind: 'settled', settlement: { transaction, payer } }, heard: 'answered' }
      : { said: { kind: 'unknown', transaction: '' }, heard: 'open' }
  const reason = knownReason(textOf(fields.errorReason), 'unexpected_settle_error')
  const hasText = fields.errorMessage !== undefined && !(isOk(status) && fields.errorMessage === null)
  if (!leavesOpen(transaction, reason, hasText)) return { said: { kind: 'failed', reason }, heard: 'answered' }
  return { said: { kind: 'unknown', transaction }, heard: heardIn(transaction, reason) }
}

const withExtensions = <Said>(posted: FacilitatorReply, told: FacilitatorWord<Said>): ToldAll<Said> => ({
  ...told,
  extensions: posted.kind === 'reply' ? extensionResponsesIn(posted.extensionResponses, posted.body) : [],
})

export const facilitator = (
  address: string,
  headers: CallHeaders = noCredentials,
  limitMs = TIME_LIMIT_MS,
): Facilitator => {
  const url = address.replace(/\/+$/, '')
  return {
    verify: async (payment, requirements) => {
      const posted = await postToFacilitator(`${url}/verify`, headers, bodyOf(payment, requirements), limitMs)
      return withExtensions(posted, readVerified(posted))
    },
    settle: async (payment, requirements) => {
      const posted = await postToFacilitator(`${url}/settle`, headers, bodyOf(payment, requirements), limitMs)
      return withExtensions(posted, readSettled(posted, payment.authorization.from))
    },
  }
}
