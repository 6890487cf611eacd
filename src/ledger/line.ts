import { paidOn, type Posted, type Posting, readPosting } from '../payments/posting.ts'

/** One line of the ledger's files: a posting with its identity, readable without this program. */
export interface LedgerLine {
  /** The posting's identity. */
  readonly id: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly state: Posted
  readonly rail: 'l402' | 'x402'
  /** CAIP-2, or `lightning`. */
  readonly network: string
  /** Address of the token, or `sat`. */
  readonly asset: string
  /** In base units of the asset. */
  readonly amount: string
  readonly item: string
  readonly event?: string
  readonly payer?: string
  readonly nonce?: string
  readonly paymentHash?: string
  readonly transaction?: string
  /** The receipt mark: see `payments/posting.ts`. */
  readonly receipt: string
}

/** A posting that no known release has written: it is kept unchanged, and counted nowhere. */
export interface UnreadableLine {
  readonly id: string
  readonly unreadable: string
}

export const isReadable = (line: LedgerLine | UnreadableLine): line is LedgerLine => !('unreadable' in line)

const placeOf = (payment: string) => {
  const on = paidOn(payment)
  return on.rail === 'l402'
    ? { rail: on.rail, network: 'lightning', asset: 'sat', whom: { paymentHash: on.paymentHash } }
    : {
        rail: on.rail,
        network: `eip155:${on.chainId}`,
        asset: on.asset,
        whom: { payer: on.payer, nonce: on.nonce },
      }
}

export const lineOf = (id: string, posting: Posting): LedgerLine => {
  const { whom, ...place } = placeOf(posting.payment)
  return {
    id,
    at: new Date(posting.at).toISOString(),
    state: posting.what,
    ...place,
    amount: posting.amount,
    item: posting.item,
    ...(posting.event !== '' && { event: posting.event }),
    ...whom,
    ...(posting.transaction !== '' && { transaction: posting.transaction }),
    receipt: posting.receipt,
  }
}

/** Sums are kept as 64-bit numbers. All prices are far smaller, so a longer amount was not written by this service. */
const MOST_DIGITS = 18

/** The line of a posting. A text that cannot be read must not keep later postings out of the ledger files. */
export const readPosted = (id: string, text: string): LedgerLine | UnreadableLine => {
  try {
    const posting = readPosting(text)
    return posting.amount.length > MOST_DIGITS ? { id, unreadable: text } : lineOf(id, posting)
  } catch {
    return { id, unreadable: text }
  }
}

/** A line says its version from the second on, as `v`. */
const VERSION_OF_LINES = 1

/** The line has a later form. Its amounts may mean something else, so it is not guessed at. */
export class NewerLine extends Error {
  override readonly name = 'NewerLine'
}

/**
 * A line of a file. This release may be able to read a line that an older one could not. Throws on a text that is not a
 * line, `NewerLine` on one of a newer release.
 */
export const readLedgerLine = (text: string): LedgerLine | UnreadableLine => {
  const line = JSON.parse(text) as (LedgerLine | UnreadableLine) & { readonly v?: unknown }
  if ((line.v ?? VERSION_OF_LINES) !== VERSION_OF_LINES) throw new NewerLine('the line is of a newer release')
  return isReadable(line) ? line : readPosted(line.id, line.unreadable)
}

/** The payment's name, as claims write it. */
export const paymentOf = (line: LedgerLine): string =>
  line.rail === 'l402'
    ? `l402:${line.paymentHash}`
    : `x402:${line.network.slice('eip155:'.length)}:${line.asset}:${line.payer}:${line.nonce}`

const TEXTS = ['id', 'at', 'state', 'rail', 'network', 'asset', 'amount', 'item', 'receipt'] as const

/** Checks a line of a file, because somebody may have edited the file. */
export const isCountable = (line: LedgerLine): boolean =>
  TEXTS.every((name) => typeof line[name] === 'string') &&
  line.amount.length <= MOST_DIGITS &&
  /^\d+$/.test(line.amount) &&
  Number.isFinite(Date.parse(line.at))
