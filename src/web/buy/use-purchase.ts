import { useCallback, useRef, useState } from 'preact/hooks'
import type { Bought } from '../../../client/src/bought.ts'
import { createClaros } from '../../../client/src/claros.ts'
import type { Payer } from '../../../client/src/payer.ts'
import type { Receipt } from '../../../client/src/receipt.ts'
import type { ShownInvoice } from './invoice-panel.tsx'
import { forgetReceipt, invoicePayment, keepReceipt } from './kept-receipt.ts'
import { type FailureText, failureOf } from './outcome-text.ts'
import { createProgress, FIRST_STEPS, type Progress, type BuyStep } from './progress.ts'
import { InvoiceExpired, waitForInvoice } from './wait-for-invoice.ts'
import { watchFetch, type WatchedFetch } from './watched-fetch.ts'

/** What is bought. */
export interface Wanted {
  readonly path: string
  /** The body of a POST; left out for a GET. */
  readonly body?: object | undefined
  /** As the page shows it. */
  readonly price: string
}

/** Where a purchase is. */
export interface PurchaseState {
  readonly kind: 'none' | 'under way' | 'bought' | 'failed'
  readonly steps: readonly BuyStep[]
  readonly invoice: ShownInvoice | null
  readonly bought: Bought | null
  readonly failure: FailureText | null
}

const NONE: PurchaseState = { kind: 'none', steps: FIRST_STEPS, invoice: null, bought: null, failure: null }

/** How a way to pay is made, once the purchase has begun. */
export type MakePayers = (progress: Progress, showInvoice: (invoice: string) => Promise<string>) => readonly Payer[]

const settledText = (bought: Bought): string => `${bought.verification.checks.length} checks passed.`

/** One purchase at a time: its steps, and what came of it. */
export const usePurchase = ({ path, body, price }: Wanted) => {
  const [purchase, setPurchase] = useState<PurchaseState>(NONE)
  const running = useRef<AbortController | null>(null)

  const run = useCallback(
    async (
      makePayers: MakePayers,
      go: (claros: ReturnType<typeof createClaros>) => Promise<Bought>,
      kept: Receipt | null,
    ) => {
      running.current?.abort()
      const ended = new AbortController()
      running.current = ended
      const change = (part: Partial<PurchaseState>) => {
        if (!ended.signal.aborted) setPurchase((before) => ({ ...before, ...part }))
      }
      const progress = createProgress(
        (steps) => change({ steps }),
        () => performance.now(),
      )
      const watched = watchFetch(path, price, progress)
      setPurchase({ ...NONE, kind: 'under way' })
      if (kept) {
        progress.end(0, 'A payment was under way.')
        progress.begin(1, 'The same payment goes on.')
      }
      try {
        const showInvoice = invoiceShower(watched, kept, { path, body }, change, progress, ended.signal)
        const pay = makePayers(progress, showInvoice)
        const bought = await go(createClaros(location.origin, { pay, fetch: watched.fetch }))
        progress.end(2, settledText(bought))
        forgetReceipt(path)
        change({ kind: 'bought', bought, invoice: null })
      } catch (problem) {
        const failure = failureOf(problem)
        progress.fail(failure.what)
        if (!failure.mayBePaid) forgetReceipt(path)
        change({ kind: 'failed', failure, invoice: null })
      }
    },
    [path, price, JSON.stringify(body)],
  )

  return {
    purchase,
    buy: (makePayers: MakePayers) =>
      void run(makePayers, (claros) => claros.buyAt(path, body === undefined ? {} : { body }), null),
    resume: (makePayers: MakePayers, receipt: Receipt) =>
      void run(makePayers, (claros) => claros.resume(receipt), receipt),
    cancel: () => {
      running.current?.abort()
      forgetReceipt(path)
      setPurchase(NONE)
    },
  }
}

/** Shows an invoice and waits for it. It is kept first: who pays with a telephone and loses the page goes on with it. */
const invoiceShower =
  (
    watched: WatchedFetch,
    kept: Receipt | null,
    { path, body }: Pick<Wanted, 'path' | 'body'>,
    change: (part: Partial<PurchaseState>) => void,
    progress: Progress,
    signal: AbortSignal,
  ) =>
  async (invoice: string): Promise<string> => {
    const macaroon = kept?.payment.rail === 'l402' ? kept.payment.macaroon : watched.lightning()?.macaroon
    if (macaroon === undefined) throw new InvoiceExpired('There is no invoice any more.')
    keepReceipt(path, {
      url: `${location.origin}${path}`,
      method: body === undefined ? 'GET' : 'POST',
      body: body === undefined ? null : JSON.stringify(body),
      payment: invoicePayment(macaroon, invoice, null),
      id: null,
      request: kept?.request ?? watched.request(),
    })
    const typed = Promise.withResolvers<string>()
    const shown = { invoice, needsPreimage: false, give: typed.resolve }
    change({ invoice: shown })
    progress.say('Waiting until the invoice is paid.')
    const preimage = await waitForInvoice(macaroon, signal)
    if (preimage !== null) {
      change({ invoice: null })
      return preimage
    }
    change({ invoice: { ...shown, needsPreimage: true } })
    const given = await typed.promise
    change({ invoice: null })
    return given
  }
