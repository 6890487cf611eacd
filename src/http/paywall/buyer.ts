import type { Trace } from '../wire/trace.ts'

/** Who asks, as far as the paywall cares. */
export interface Buyer {
  readonly request: Request
  /** The client's address, for limits. Never logged beside a payment. */
  readonly address: string
  readonly trace: Trace
}
