import { NOT_PAID, Refused, Unsettled } from './errors.ts'
import { paymentHeader, type Payer, type Payment } from './payer.ts'
import type { Receipt } from './receipt.ts'
import { codeOf, meaningOf, refusal, USED } from './refusals.ts'
import { ask, type Fetch, isGood, type Reply, retryAfter } from './request.ts'

/** One payment, from its making to the answer that it bought. Whatever is lost, the same payment is shown again. */

export interface Settling {
  readonly fetch: Fetch
  readonly pay: readonly Payer[]
  /** How long a payment is shown again and again, in milliseconds. */
  readonly patienceMs: number
  /** Nobody was asked to make this payment before. */
  readonly isNew: boolean
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 5_000

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const payerOf = <P extends Payment>(pay: readonly Payer[], { rail }: P): Payer<P> | undefined =>
  pay.find((each) => each.rail === rail) as Payer<P> | undefined

/** The receipt with a payment that can be shown. */
const made = async (receipt: Receipt, { pay, isNew }: Settling): Promise<Receipt> => {
  const { payment } = receipt
  if (paymentHeader(payment) !== null) return receipt
  try {
    const payer = payerOf(pay, payment)
    if (!payer) throw new TypeError(`there is no way to pay by ${payment.rail} here`)
    return { ...receipt, payment: await payer.complete(payment) }
  } catch (cause) {
    // Of a payment that goes on, an earlier request may have left.
    if (isNew && cause instanceof Refused && cause.code === NOT_PAID) throw cause
    throw new Unsettled(receipt, 'the wallet did not say that the invoice is paid; it may be', cause)
  }
}

/** What one showing came to. */
type Shown = { readonly reply: Reply } | { readonly lost: unknown }

const show = async (fetch: Fetch, receipt: Receipt, proof: string | null): Promise<Shown> => {
  const { id, payment } = receipt
  try {
    const headers = {
      ...paymentHeader(payment),
      ...(id !== null && { 'payment-receipt': id }),
      ...(proof !== null && { 'payment-proof': proof }),
    }
    return { reply: await ask(fetch, receipt, headers) }
  } catch (lost) {
    return { lost }
  }
}

/** What shows that the payment is the payer's own, where nothing else does. */
const proofOf = async ({ payment, request, id }: Receipt, pay: readonly Payer[]): Promise<string | null> => {
  if (payment.rail !== 'x402' || request === null || id !== null) return null
  return (
    (await payerOf(pay, payment)
      ?.prove?.(payment, request)
      .catch(() => null)) ?? null
  )
}

/**
 * Pays and shows the payment until there is an answer.
 *
 * @returns the answer, not verified yet, and the receipt as it is by then
 * @throws Refused if the payment bought nothing, Unsettled if that is not known
 */
export const settle = async (
  unpaid: Receipt,
  settling: Settling,
): Promise<{ readonly reply: Reply; readonly receipt: Receipt }> => {
  const { fetch, pay, patienceMs } = settling
  let receipt = await made(unpaid, settling)
  const until = Date.now() + patienceMs
  let proof: string | null = null
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    const shown = await show(fetch, receipt, proof)
    if ('reply' in shown) {
      const { reply } = shown
      receipt = { ...receipt, id: reply.headers.get('payment-receipt') ?? receipt.id }
      if (isGood(reply)) return { reply, receipt }
      const meaning = meaningOf(reply, receipt)
      if (codeOf(reply) === USED && proof === null) {
        proof = await proofOf(receipt, pay)
        if (proof !== null) continue
      }
      if (meaning === 'refused') throw refusal(reply, receipt)
      if (meaning === 'unknown')
        throw new Unsettled(receipt, `the service answered ${codeOf(reply)} to the payment`, refusal(reply, receipt))
    }
    const asked = 'reply' in shown ? (retryAfter(shown.reply) ?? 0) * 1_000 : 0
    const pause = Math.max(wait, asked)
    if (Date.now() + pause > until)
      throw 'reply' in shown
        ? new Unsettled(
            receipt,
            `the payment is not settled yet: ${codeOf(shown.reply)}`,
            refusal(shown.reply, receipt),
          )
        : new Unsettled(receipt, 'the answer to the payment was lost', shown.lost)
    await sleep(pause)
  }
}
