import type { Settled, Settlement, Simulated } from '../../payments/settlement.ts'
import type { X402Reason } from './x402-check.ts'
import type { ShownPayment } from './x402-payload.ts'

/** Who caused a settlement, as far as that is known. */
export interface SettleContext {
  /** Client network; `null` for a client that has none. */
  readonly network: string | null
}

/** The party that moves the money: a facilitator over HTTP, or a settling worker of our own. */
export interface Settler {
  simulate(payment: ShownPayment, requirements: Requirements): Promise<Simulated<X402Reason>>
  /** @param name the claim under which whoever settles finds goods and transfer */
  settle(
    payment: ShownPayment,
    requirements: Requirements,
    name: string,
    context?: SettleContext,
  ): Promise<Settled<X402Reason>>
}

/**
 * Asks the chain what became of a payment that nobody of ours has sent: somebody else may have submitted it. `null` when
 * it has not reached us, or when nobody can be asked.
 */
export type LookUp = (payment: ShownPayment) => Promise<Settlement | null>

/** What the payment answers: the entry of `accepts` in both versions' spellings, and what version 2 says beside it. */
export interface Requirements {
  readonly v1: Readonly<Record<string, unknown>>
  readonly v2: Readonly<Record<string, unknown>>
  readonly resource: Readonly<Record<string, unknown>>
  readonly extensions: Readonly<Record<string, unknown>>
}
