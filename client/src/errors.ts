import type { PinnedVerification } from '../../src/canonical/pinned-answer.ts'
import type { Receipt } from './receipt.ts'

/** What a purchase may end with. Each error says whether money may have moved. */

/** Every offer that could be paid costs more than its limit. Nothing was paid. */
export class TooDear extends Error {
  override readonly name = 'TooDear'
  constructor(
    /** As offered: `500 sats`, `$1.00`. */
    readonly asked: string,
    readonly limit: string,
  ) {
    super(`the answer costs ${asked}, and the limit is ${limit}`)
  }
}

/** The code of a wallet's refusal: it has not begun to pay. */
export const NOT_PAID = 'not_paid'

/** What a refusal knows beside its code. */
export interface RefusalFacts {
  /** HTTP status; null where no answer of the service is the reason. */
  readonly status?: number | null
  /** Seconds, as the service asks for. */
  readonly retryAfter?: number | null
  /** The problem document; null where there is none. */
  readonly problem?: Readonly<Record<string, unknown>> | null
  /** The payment that was shown; null where none was made. A signed transfer can be settled until it ends, minutes later, whatever is said. */
  readonly receipt?: Receipt | null
  readonly cause?: unknown
}

/**
 * The service refused, or offered nothing that may be paid. `code` is that of the problem document, or one of this
 * package: `not_reached`, `no_offer`, `no_key`, `unknown_asset`, `bad_invoice`, `not_signed`, `not_paid`, `not_kept`, `not_charged`.
 */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number | null
  readonly retryAfter: number | null
  readonly problem: Readonly<Record<string, unknown>> | null
  readonly receipt: Receipt | null
  constructor(
    readonly code: string,
    message: string,
    { status = null, retryAfter = null, problem = null, receipt = null, cause }: RefusalFacts = {},
  ) {
    super(message, { cause })
    this.status = status
    this.retryAfter = retryAfter
    this.problem = problem
    this.receipt = receipt
  }
}

/** A payment is under way and its answer is not here. `claros.resume(receipt)` goes on with the same payment. */
export class Unsettled extends Error {
  override readonly name = 'Unsettled'
  constructor(
    readonly receipt: Receipt,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause })
  }
}

/** An answer came that does not verify. The money is spent; the body is proof of what was delivered. */
export class NotWhole extends Error {
  override readonly name = 'NotWhole'
  constructor(
    /** The body as it came. */
    readonly body: string,
    readonly verification: PinnedVerification,
    /** `null`: nothing was paid for it. */
    readonly receipt: Receipt | null,
  ) {
    const failed = verification.checks.filter(({ ok }) => !ok).map(({ what }) => what)
    super(`the answer does not verify: ${failed.join('; ')}`)
  }
}
