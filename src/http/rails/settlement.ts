import type { PaymentRequired } from '@x402/core/types'
import type { Settled, Settlement, Simulated } from '../../payments/settlement.ts'
import type { X402Reason } from './x402-check.ts'
import type { ShownPayment } from './x402-payload.ts'

/** No settler could be asked, and this try sent nothing. */
export interface Unreached {
  readonly kind: 'unreached'
}

/** The party that moves the money: a facilitator over HTTP, or a settling worker of our own. */
export interface Settler {
  simulate(payment: ShownPayment, requirements: Requirements, context?: SettlingContext): Promise<Simulated<X402Reason>>
  /**
   * `unknown` with a transaction may also mean that it is not seen on the chain yet: the same payment tries again.
   *
   * @param name the payment id under which the settler finds the claim
   */
  settle(
    payment: ShownPayment,
    requirements: Requirements,
    name: string,
    context?: SettlingContext,
  ): Promise<Settled<X402Reason> | Unreached>
  /** Why nothing is settled at this moment, for messages; `null` if it is. Absent: always open. */
  closed?(): Promise<string | null>
  /** A warning for the operator although payments are settled; `null` if there is none. */
  warning?(): Promise<string | null>
}

/** The client that sent a payment. The breaker counts outcomes by it. */
export interface SettlingContext {
  /** The client's network as limits know it; `null` for a client without one. */
  readonly network: string | null
}

/**
 * Asks the chain what became of a payment that we have not sent, since a third party may have submitted it.
 * `used_otherwise`: its nonce is used and its money went elsewhere, so that it never reaches us. `null` when it has not
 * reached us yet, or when nobody can be asked.
 */
export type LookUp = (payment: ShownPayment) => Promise<Settlement | 'used_otherwise' | null>

/** What the payment answers: the entry of `accepts` in both versions' spellings, and what version 2 says beside it. */
export interface Requirements {
  readonly v1: Readonly<Record<string, unknown>>
  readonly v2: PaymentRequired['accepts'][number]
  readonly resource: PaymentRequired['resource']
  readonly extensions: Readonly<Record<string, unknown>>
  /** Template or path of what is sold, for the log. */
  readonly route: string
}
