import { postJson, Refused } from '../wire/get-json.ts'

/** What `POST /l402/settled` says of an invoice. */
type Told =
  | { readonly state: 'open' }
  | { readonly state: 'expired' }
  | { readonly state: 'settled'; readonly preimage: string | null }

/** An invoice that nobody paid in time. */
export class InvoiceExpired extends Error {
  override readonly name = 'InvoiceExpired'
}

/** Between two questions that were answered at once, or not at all. */
const PAUSE_MS = 1_500

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

/**
 * Waits until an invoice is paid, by whoever paid it.
 *
 * @returns the preimage; `null` where the node does not tell it
 * @throws InvoiceExpired
 */
export const waitForInvoice = async (macaroon: string, signal: AbortSignal): Promise<string | null> => {
  for (;;) {
    signal.throwIfAborted()
    try {
      const told = await postJson<Told>('/l402/settled', { macaroon }, signal)
      if (told.state === 'settled') return told.preimage
      if (told.state === 'expired') throw new InvoiceExpired('The invoice has expired. Nothing was paid.')
    } catch (problem) {
      // A lost connection or a busy node says nothing about the money: ask again.
      const isFinal = problem instanceof Refused && problem.status !== 429 && problem.status < 500
      if (isFinal || problem instanceof InvoiceExpired || signal.aborted) throw problem
    }
    await pause()
  }
}
