import { useEffect, useRef, useState } from 'preact/hooks'
import type { Bought } from '../../../client/src/bought.ts'
import { type Claros, createClaros } from '../../../client/src/claros.ts'
import type { Payer } from '../../../client/src/payer.ts'
import type { Receipt } from '../../../client/src/receipt.ts'
import { type InvoiceHands, invoicesOf } from './invoices.ts'
import { keepAnswer } from './kept-answer.ts'
import { forgetReceipt, keptReceipt } from './kept-receipt.ts'
import { type FailureText, failureOf } from './outcome-text.ts'
import { createProgress, FIRST_STEPS, type Progress, type BuyStep } from './progress.ts'
import type { ShownInvoice } from './shown-invoice.ts'
import { watchFetch } from './watched-fetch.ts'

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

/** How a way to pay is made, once the purchase has begun; `null`: there is none after all. */
export type MakePayers = (
  progress: Progress,
  invoices: InvoiceHands,
) => readonly Payer[] | null | Promise<readonly Payer[] | null>

const settledText = (bought: Bought): string => `${bought.verification.checks.length} checks passed.`

/**
 * One purchase at a time: its steps, and what came of it. While one is under way another cannot begin, and while a payment
 * is kept of which it is not known what became, `kept` is to be gone on with.
 */
export const usePurchase = ({ path, body, price }: Wanted) => {
  const [purchase, setPurchase] = useState<PurchaseState>(NONE)
  const [kept, setKept] = useState(() => keptReceipt(path))
  const running = useRef<AbortController | null>(null)
  // Whoever leaves waits no longer; the payment stays kept.
  useEffect(() => () => running.current?.abort(), [])

  const run = async (makePayers: MakePayers, go: (claros: Claros) => Promise<Bought>, from: Receipt | null) => {
    // The buttons go away with the next frame: a second click comes before that.
    if (running.current) return
    const ended = new AbortController()
    running.current = ended
    const change = (part: Partial<PurchaseState>) => {
      if (!ended.signal.aborted) setPurchase((before) => ({ ...before, ...part }))
    }
    const progress = createProgress(
      (steps) => change({ steps }),
      () => performance.now(),
    )
    const watched = watchFetch(path, price, progress, from)
    const invoices = invoicesOf({ path, body, watched, from, progress, signal: ended.signal, change })
    try {
      const pay = await makePayers(progress, invoices)
      if (!pay) return
      setPurchase({ ...NONE, kind: 'under way' })
      if (from) {
        progress.end(0, 'A payment was under way.')
        progress.begin(1, 'The same payment goes on.')
      }
      const bought = await go(createClaros(location.origin, { pay, fetch: watched.fetch }))
      progress.end(2, settledText(bought))
      keepAnswer(path, bought)
      forgetReceipt(path)
      change({ kind: 'bought', bought, invoice: null })
    } catch (problem) {
      const failure = failureOf(problem)
      progress.fail(failure.what)
      if (!failure.mayBePaid) forgetReceipt(path)
      change({ kind: 'failed', failure, invoice: null })
    } finally {
      if (running.current === ended) {
        running.current = null
        setKept(keptReceipt(path))
      }
    }
  }

  return {
    purchase,
    kept,
    buy: (makePayers: MakePayers) =>
      void run(makePayers, (claros) => claros.buyAt(path, body === undefined ? {} : { body }), null),
    resume: (makePayers: MakePayers, receipt: Receipt) =>
      void run(makePayers, (claros) => claros.resume(receipt), receipt),
    /** Waits no longer for an invoice, which may still be paid. */
    stop: () => {
      running.current?.abort()
      running.current = null
      setPurchase(NONE)
      setKept(keptReceipt(path))
    },
    /** The buyer says that nothing was paid. */
    forget: () => {
      forgetReceipt(path)
      setPurchase(NONE)
      setKept(null)
    },
  }
}
