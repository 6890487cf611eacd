import { INVOICE_MEMO } from '../../../payments/invoice-memo.ts'
import type { Clock, Log } from '../../../ports.ts'
import { createDemand, FIRST_TARGET } from './demand.ts'
import { createMaker } from './maker.ts'
import type { Invoice, Lightning, LightningFailure } from './node.ts'
import { createRest } from './rest.ts'
import { createPriceInvoices, type PriceInvoices } from './price-invoices.ts'

/**
 * Invoices made ahead, a shelf per price: every stranger's GET takes one, and a buyer should not wait for the node. An
 * invoice belongs to nobody until it is taken, since what it pays for stands in the token.
 */
export interface InvoicePool {
  /** Never the same twice, never with less than two minutes left. That the node is away is told at once. */
  take(sats: number): Promise<Invoice | LightningFailure>
  /**
   * The node did not answer and has not since, or it refuses every price: a wallet is locked, a credential has run out.
   */
  readonly isAway: boolean
  /**
   * Upkeep: call it every second or so. It replaces what expired, lets shelves shrink and finds out when the node is
   * back. Without it these things happen when somebody takes. The pool has no timer of its own.
   */
  maintain(): void
  close(): void
}

export interface InvoicePoolOptions {
  readonly node: Lightning
  readonly clock: Clock
  readonly log: Log
  /** Always in stock, from the start. Other prices are made ahead while they are asked for. */
  readonly prices?: readonly number[]
  /** General, because an invoice is made before anybody knows what it will pay for. */
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
        // A price that nobody asks for any more costs nothing, not even memory.
        if (shelf.isIdle) shelves.delete(sats)
      }
    },
    close() {
      isClosed = true
      for (const shelf of shelves.values()) shelf.close()
    },
  }
}
