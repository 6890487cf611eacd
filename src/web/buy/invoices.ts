import type { Receipt } from '../../../client/src/receipt.ts'
import { invoicePayment, keepReceipt } from './kept-receipt.ts'
import type { Progress } from './progress.ts'
import type { ShownInvoice } from './shown-invoice.ts'
import { InvoiceExpired, waitForInvoice } from './wait-for-invoice.ts'
import type { WatchedFetch } from './watched-fetch.ts'

/** What a purchase does with the invoice that it was given. */
export interface InvoiceHands {
  /** Remembers it, before any wallet is asked to pay it: a page that is lost then goes on with it. */
  keep(invoice: string): void
  /** Shows it, and waits until somebody has paid it. Gives the preimage. */
  show(invoice: string): Promise<string>
}

interface InvoiceContext {
  readonly path: string
  readonly body: object | undefined
  readonly watched: WatchedFetch
  /** What is gone on with; `null` in a purchase that begins. */
  readonly from: Receipt | null
  readonly progress: Progress
  readonly signal: AbortSignal
  readonly change: (part: { readonly invoice: ShownInvoice | null }) => void
}

export const invoicesOf = (context: InvoiceContext): InvoiceHands => {
  const { path, body, watched, from, progress, signal, change } = context
  const macaroonOf = (): string => {
    const macaroon = watched.lightning()?.macaroon
    if (macaroon === undefined) throw new InvoiceExpired('There is no invoice any more.')
    return macaroon
  }
  const keep = (invoice: string): void =>
    keepReceipt(path, {
      ...(from ?? {
        url: `${location.origin}${path}`,
        method: body === undefined ? 'GET' : 'POST',
        body: body === undefined ? null : JSON.stringify(body),
        id: null,
        request: watched.request(),
      }),
      payment: invoicePayment(macaroonOf(), invoice, null),
    })
  return {
    keep,
    show: async (invoice) => {
      keep(invoice)
      const typed = Promise.withResolvers<string>()
      const shown = { invoice, needsPreimage: false, give: typed.resolve }
      change({ invoice: shown })
      progress.say('Waiting until the invoice is paid.')
      const told = await waitForInvoice(macaroonOf(), signal)
      if (told === null) change({ invoice: { ...shown, needsPreimage: true } })
      const preimage = told ?? (await typed.promise)
      change({ invoice: null })
      return preimage
    },
  }
}
