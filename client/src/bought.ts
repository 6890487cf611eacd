import { fromUnits } from '../../src/canonical/decimal.ts'
import { readAnswerBody } from '../../src/canonical/read-body.ts'
import type { PinnedVerification } from '../../src/canonical/pinned-answer.ts'
import type { AskedFor } from './asked-for.ts'
import { NotWhole } from './errors.ts'
import type { Payment } from './payer.ts'
import type { Receipt } from './receipt.ts'
import { membersIn, type Reply } from './request.ts'
import { type Body, type PinnedKeys, UNREADABLE, verifyBought } from './verify.ts'

/** What was paid: sums in decimal text. */
export type Paid =
  | { readonly rail: 'l402'; readonly sats: string }
  | { readonly rail: 'x402'; readonly usd: string; readonly network: string; readonly transaction: string | null }

/** An answer that is whole and signed. */
export interface Bought<A = Body> {
  readonly answer: A
  /** The same as it came, byte for byte. */
  readonly body: string
  readonly verification: PinnedVerification
  /** `null`, like `paid`, if the service asked for nothing. */
  readonly receipt: Receipt | null
  readonly paid: Paid | null
}

const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

const transactionIn = (headers: Headers): string | null => {
  try {
    const transaction = membersIn(atob(headers.get('payment-response') ?? ''))?.['transaction']
    return typeof transaction === 'string' && transaction !== '' ? transaction : null
  } catch {
    return null
  }
}

export const paidBy = (payment: Payment, headers: Headers): Paid =>
  payment.rail === 'l402'
    ? { rail: 'l402', sats: withoutZeros(fromUnits(BigInt(payment.msat), 3)) }
    : {
        rail: 'x402',
        usd: withoutZeros(fromUnits(BigInt(payment.amount), 6)),
        network: payment.network,
        transaction: transactionIn(headers),
      }

/** Every check of `claros verify`, and that the answer is the one that was asked for. */
const judge = async (answer: Body, pinned: PinnedKeys, asked: AskedFor | null): Promise<PinnedVerification> => {
  const more = asked === null ? [] : await (await import('./asked-for.ts')).askedChecks(asked, answer)
  const whole = await verifyBought(answer, pinned)
  const checks = [...whole.checks, ...more]
  return more.every(({ ok }) => ok) ? { ...whole, checks } : { ok: false, checks }
}

/** Whatever failed here, the buyer gets the receipt of what was paid. */
const unjudged = (problem: unknown): PinnedVerification => ({
  ok: false,
  unread: true,
  checks: [{ what: 'it can be judged', ok: false, detail: String(problem) }],
})

/**
 * Verifies an answer before anybody sees it.
 *
 * @param asked `null` where nothing but a receipt is known of it
 * @throws NotWhole
 */
export const bought = async (
  { text, headers }: Pick<Reply, 'text' | 'headers'>,
  receipt: Receipt | null,
  pinned: PinnedKeys,
  asked: AskedFor | null,
): Promise<Bought> => {
  const answer = readAnswerBody(text)
  const verification = answer ? await judge(answer, pinned, asked).catch(unjudged) : UNREADABLE
  if (!answer || !verification.ok) throw new NotWhole(text, verification, receipt)
  return { answer, body: text, verification, receipt, paid: receipt && paidBy(receipt.payment, headers) }
}
