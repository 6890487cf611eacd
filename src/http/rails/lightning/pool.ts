import { INVOICE_MEMO } from '../../../payments/invoice-memo.ts'
import type { Clock, Log } from '../../../ports.ts'
import { createDemand, FIRST_TARGET } from './demand.ts'
import { createMaker } from './maker.ts'
import type { Invoice, Lightning, LightningFailure } from './node.ts'
import { createRest } from './rest.ts'
import { createPriceInvoices, type PriceInvoices } from './price-invoices.ts'

/**
 * Invoices made ahead, by price, so that a buyer need not wait for the node. Every unpaid request takes one. An invoice
 * is not bound to a request until it is taken, since the token says what it pays for.
 */
export interface InvoicePool {
  /**
   * Never returns the same invoice twice, nor one with less than two minutes left. If the node does not answer, it says
   * so at once.
   */
  take(sats: number): Promise<Invoice | LightningFailure>
  /**
   * The node does not answer, or refuses every price, for example because its wallet is locked or a credential expired.
   */
  readonly isAway: boolean
  /**
   * Call it about every second. It replaces expired invoices, lowers the targets and finds out when the node answers
   * again. Otherwise these things happen when an invoice is taken. The pool has no timer of its own.
   */
  maintain(): void
  close(): void
}

export interface InvoicePoolOptions {
  readonly node: Lightning
  readonly clock: Clock
  readonly log: Log
  /** Prices of which invoices are always ready. Invoices of other prices are made ahead while they are requested. */
  readonly prices?: readonly number[]
  /** General, because an invoice is made before it is known what it will pay for. */
  readonly memo?: string
}

export const createInvoicePool = (options: InvoicePoolOptions): InvoicePool => {
  const { node, clock, log, prices = [], memo = INVOICE_MEMO } = options
  const nodeRest = createRest()
  const shelves = new Map<number, PriceInvoices>()
  let isClosed = false

  const shelfOf = (sats: number, least = 0): PriceInvoices => {
    const known = shelves.get(sats)
    if (known) return known
    const maker = createMaker({ sats, memo, node, nodeRest, clock, log })
    const made = createPriceInvoices(maker, createDemand(least, clock), clock)
    if (isClosed) made.close()
    shelves.set(sats, made)
    return made
  }

  for (const sats of prices) shelfOf(sats, FIRST_TARGET).maintain()

  return {
    take: (sats) => shelfOf(sats).take(),
    get isAway() {
      return !nodeRest.awake || (shelves.size > 0 && [...shelves.values()].every((shelf) => shelf.isBare))
    },
    maintain() {
      for (const [sats, shelf] of shelves) {
        shelf.maintain()
        // A price that is not requested any more is forgotten, to save memory.
        if (shelf.isIdle) shelves.delete(sats)
      }
    },
    close() {
      isClosed = true
      for (const shelf of shelves.values()) shelf.close()
    },
  }
}
