import { type L402Offer, readChallenge } from '../../../client/src/offers.ts'
import type { Receipt } from '../../../client/src/receipt.ts'
import type { Fetch } from '../../../client/src/request.ts'
import { invoicePayment, keepReceipt, transferPayment } from './kept-receipt.ts'
import type { Progress } from './progress.ts'

/** A fetch that tells the steps of a purchase, and keeps the payment before it is shown. */
export interface WatchedFetch {
  readonly fetch: Fetch
  /** The Lightning offer of the last challenge; `null` while there is none. */
  lightning(): L402Offer | null
  /** `Claros-Request` of the last challenge. */
  request(): string | null
}

/**
 * @param price what the page says that it costs
 * @param from the payment that is gone on with; `null` in a purchase that begins
 */
export const watchFetch = (path: string, price: string, progress: Progress, from: Receipt | null): WatchedFetch => {
  let offer: L402Offer | null = from?.payment.rail === 'l402' ? from.payment : null
  let asked = from?.request ?? null
  let isShown = false

  const keep = (url: string, init: RequestInit, headers: Headers): void => {
    const transfer = headers.get('payment-signature')
    const preimage = /^L402 [^:]+:([0-9a-f]{64})$/.exec(headers.get('authorization') ?? '')?.[1]
    const payment =
      transfer !== null
        ? transferPayment(transfer)
        : offer && preimage
          ? invoicePayment(offer.macaroon, offer.invoice, preimage)
          : null
    if (!payment) return
    keepReceipt(path, {
      url,
      method: init.method === 'POST' ? 'POST' : 'GET',
      body: typeof init.body === 'string' ? init.body : null,
      payment,
      id: headers.get('payment-receipt'),
      request: asked,
    })
    if (isShown) return progress.say('The payment is shown again: the same one, never a new one.')
    isShown = true
    progress.end(1, payment.rail === 'x402' ? 'The transfer is signed.' : 'The invoice is paid.')
    progress.begin(2, 'The payment is shown; the service settles it.')
  }

  return {
    lightning: () => offer,
    request: () => asked,
    fetch: async (url, init) => {
      const headers = new Headers(init.headers)
      const isPaying = headers.has('payment-signature') || headers.has('authorization')
      if (isPaying) keep(url, init, headers)
      else progress.begin(0, 'Asked.')
      const response = await fetch(url, init)
      if (!isPaying && response.status === 402) {
        offer = readChallenge(response.headers).l402
        asked = response.headers.get('claros-request')
        progress.end(0, `402: it costs ${price}.`)
        progress.begin(1, '')
      }
      return response
    },
  }
}
