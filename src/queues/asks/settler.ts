import { Type } from '@sinclair/typebox'
import type { ClaimedSettlement, Confirmed } from '../../payments/claimed-settlement.ts'
import type { Settled, Simulated } from '../../payments/settlement.ts'
import type { SignatureQuestion, SignatureVerdict } from '../../payments/signature-question.ts'
import type { Transfer } from '../../payments/transfer.ts'
import { askShape, type SchemaOf } from './shape.ts'

/** Questions to the worker that watches the chain. Reasons are plain texts here; the reader checks them. */

const TransferShape: SchemaOf<Transfer> = Type.Object({
  authorization: Type.Object({
    from: Type.String(),
    to: Type.String(),
    value: Type.String(),
    validAfter: Type.String(),
    validBefore: Type.String(),
    nonce: Type.String(),
  }),
  signature: Type.String(),
})

const SettledShape: SchemaOf<Settled<string>> = Type.Union([
  Type.Object({
    kind: Type.Literal('settled'),
    settlement: Type.Object({ transaction: Type.String(), payer: Type.String() }),
  }),
  Type.Object({ kind: Type.Literal('failed'), reason: Type.String() }),
  Type.Object({ kind: Type.Literal('unknown'), transaction: Type.String() }),
])

const SimulatedShape: SchemaOf<Simulated<string>> = Type.Union([
  Type.Object({ kind: Type.Literal('would_settle') }),
  Type.Object({ kind: Type.Literal('refused'), reason: Type.String() }),
  Type.Object({ kind: Type.Literal('unreachable') }),
])

const QuestionShape: SchemaOf<SignatureQuestion> = Type.Object({
  chainId: Type.Integer(),
  account: Type.String(),
  digest: Type.String(),
  signature: Type.String(),
})

const VerdictShape: SchemaOf<SignatureVerdict> = Type.Union([
  Type.Literal('valid'),
  Type.Literal('invalid'),
  Type.Literal('unknown'),
])

const Claims: SchemaOf<readonly ClaimedSettlement[]> = Type.Array(
  Type.Object({
    chainId: Type.Integer(),
    token: Type.String(),
    from: Type.String(),
    to: Type.String(),
    value: Type.String(),
    nonce: Type.String(),
    transaction: Type.String(),
  }),
)

const ConfirmedShape: SchemaOf<Confirmed> = Type.Union([
  Type.Object({ kind: Type.Literal('paid'), transaction: Type.String() }),
  Type.Object({ kind: Type.Literal('no_transfer'), nonce: Type.Literal('unused'), at: Type.Number() }),
  Type.Object({ kind: Type.Literal('no_transfer'), nonce: Type.Literal('ended') }),
  Type.Object({ kind: Type.Literal('unknown') }),
])

export const SETTLEMENT_ASKS = {
  /** Settles the claim that the actor names. */
  settle: askShape('settle', {}, SettledShape),
}

export const INQUIRY_ASKS = {
  /** Whether this transfer would settle. */
  simulate: askShape('simulate', { transfer: TransferShape }, SimulatedShape),
  /** The state of this transfer on the chain, whoever submitted it. */
  look_up: askShape(
    'look_up',
    { transfer: TransferShape },
    Type.Union([
      Type.Object({ kind: Type.Literal('paid'), transaction: Type.String({ minLength: 1 }) }),
      Type.Object({ kind: Type.Literal('cancelled') }),
      Type.Object({ kind: Type.Literal('unused') }),
      Type.Object({ kind: Type.Literal('unreachable') }),
    ]),
  ),
  /** Whether the code of an account accepts a signature. */
  valid_signature: askShape('valid_signature', { question: QuestionShape }, VerdictShape),
  /** What the chain shows of claimed settlements, in the order of the claims. */
  confirm: askShape('confirm', { claims: Claims, waitMs: Type.Number({ minimum: 0 }) }, Type.Array(ConfirmedShape)),
}
