import type { Clock } from '../../ports.ts'
import type { InvoiceState, Lightning, LightningFailure } from '../rails/lightning/node.ts'

/** Waits for invoices to be paid, on behalf of pages whose wallet is a telephone. */

/** Between two questions about one invoice. */
const ASK_MS = 1_000
/** A request waits this long at most. A server that stops must not wait longer for its requests than its supervisor does. */
const HOLD_MS = 10_000
/** So many requests wait at the same time; one more is answered at once. */
const MOST_HELD = 500

type Seen = InvoiceState | LightningFailure

/** @param until Unix milliseconds: when the invoice can no longer be paid */
export type WatchSettlement = (paymentHash: string, until: number, signal: AbortSignal) => Promise<Seen>

/** @returns what is known at the end: paid, or what the node said last */
export const settlementWatch = (node: Pick<Lightning, 'invoiceState'>, clock: Clock): WatchSettlement => {
  const underWay = new Map<string, Promise<Seen>>()
  let held = 0
  /** Equal questions that are asked at the same time are one. */
  const ask = (paymentHash: string): Promise<Seen> => {
    const known = underWay.get(paymentHash)
    if (known) return known
    const asked = node.invoiceState(paymentHash).finally(() => underWay.delete(paymentHash))
    underWay.set(paymentHash, asked)
    return asked
  }
  const wait = async (paymentHash: string, end: number, signal: AbortSignal): Promise<Seen> => {
    for (;;) {
      const seen = await ask(paymentHash)
      const left = end - clock.now()
      if (seen.kind === 'settled' || left <= 0 || signal.aborted) return seen
      await clock.sleep(Math.min(ASK_MS, left), signal)
    }
  }
  return async (paymentHash, until, signal) => {
    if (held >= MOST_HELD) return ask(paymentHash)
    held++
    try {
      return await wait(paymentHash, Math.min(clock.now() + HOLD_MS, until), signal)
    } finally {
      held--
    }
  }
}
