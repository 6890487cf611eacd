import { receiptMark } from '../../canonical/receipt-mark.ts'
import { RECEIPT } from './header-names.ts'

/** What lines of the log, and the answer to a request that fails, say of one request. One object for each request. */
export interface Trace {
  /** The value of `X-Request-Id`. */
  readonly id: string
  /** The payment that it shows, as soon as that is known to be one. */
  receipt: TracedReceipt | null
  /** What it was sold, once that is sure. */
  sold: TracedSale | null
}

interface TracedReceipt {
  /** Opens the answer to its buyer, so no line of the log has it. */
  readonly id: string
  readonly mark: string
  /** Whether the client is the buyer: then answers name the receipt. */
  readonly isBuyers: boolean
}

interface TracedSale {
  readonly item: string
  /** With its unit: `10 sats`; `null` where a later request is the first that is answered: the books have it. */
  readonly amount: string | null
}

export const newTrace = (id: string): Trace => ({ id, receipt: null, sold: null })

/** @param mark where it was computed already */
export const traceReceipt = (trace: Trace, id: string, isBuyers: boolean, mark: string = receiptMark(id)): void => {
  trace.receipt = { id, mark, isBuyers }
}

/** The fields of every line about the request. */
export const traceFields = ({ id, receipt }: Trace): { readonly request: string; readonly receipt?: string } =>
  receipt === null ? { request: id } : { request: id, receipt: receipt.mark }

/** The receipt as an answer names it, to its buyer alone. */
export const receiptHeader = ({ receipt }: Trace): Readonly<Record<string, string>> =>
  receipt?.isBuyers ? { [RECEIPT]: receipt.id } : {}
