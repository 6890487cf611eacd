import { receiptMark } from '../../canonical/receipt-mark.ts'
import { type ClaimedSettlement, claimedPayment, type Confirmed } from '../../payments/claimed-settlement.ts'
import { paymentFields } from '../../payments/payment-fields.ts'
import { SMALL_MICRO_USD } from '../../payments/small-amount.ts'
import type { Meter } from '../../metrics/meter.ts'
import type { Clock, Log } from '../../ports.ts'
import type { LiarStore } from '../../store/claims/liars.ts'
import type { Unproven, UnprovenStore } from '../../store/claims/unproven.ts'
import { HOUR_MS } from '../../time-units.ts'
import type { Confirm } from '../rails/asked-settler.ts'
import type { FacilitatorId, SettlementProofs } from '../rails/facilitators.ts'
import type { ReceiptIds } from './receipt-id.ts'
import { shared } from '../wire/shared.ts'

/**
 * Checks the settlements that facilitators claim (decision 0019). Above a small amount the chain is asked before the
 * answer is delivered; the others are checked within a minute afterwards. A claim is false when a minute later, by the
 * time of the chain, there is no transfer and the nonce is unused: a node that lags or does not answer proves nothing.
 * A facilitator with a false claim is closed for an hour, on all servers and across restarts.
 *
 * The list of claims to check is in Redis, so a server that dies loses none of them.
 */
export interface ProofKeeper extends SettlementProofs {
  /** Checks the claims that are due. Call it every second. */
  maintain(): Promise<void>
}

export interface ProofOptions {
  readonly confirm: Confirm
  readonly unproven: UnprovenStore
  readonly liars: LiarStore
  readonly facilitators: readonly FacilitatorId[]
  /** For the marks in the log. A facilitator sees no receipt, so what it claims names none. */
  readonly receipts: Pick<ReceiptIds, 'seal'>
  isChainSeen(): Promise<boolean>
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
}

/** Time limit while a buyer waits. */
const WAIT_MS = 3_000
/** The first check comes after this: blocks come every two seconds, and nodes behind one address may differ. */
const FIRST_LOOK_MS = 5_000
const PATIENCE_SECONDS = 60
/** A check every five seconds until well past the minute, then twice a minute. */
const EAGER_MS = 120_000
const EAGER_LOOK_MS = 5_000
const LOOK_MS = 30_000
/** After this time without an answer from the chain a claim is given up. */
const GIVE_UP_MS = HOUR_MS
const CLOSED_MS = HOUR_MS
const BATCH = 50
/** For this time no other server checks the claims that one has taken. */
const LENT_MS = 30_000
const LIARS_MS = 1_000

type Verdict = 'paid' | 'lied' | 'not_paid' | 'unproven' | 'later'

const judge = ({ at }: Unproven, found: Confirmed, now: number): Verdict => {
  const age = now - at
  if (found.kind === 'paid') return 'paid'
  if (found.kind === 'no_transfer') {
    const isPast = found.nonce === 'unused' && found.at >= at / 1_000 + PATIENCE_SECONDS
    if (isPast) return 'lied'
    // A reorganisation may still bring the transfer back. After this time the nonce was used by another transaction.
    if (found.nonce === 'ended' && age >= PATIENCE_SECONDS * 1_000) return 'not_paid'
  }
  return age > GIVE_UP_MS ? 'unproven' : 'later'
}

const isSmall = ({ value }: ClaimedSettlement): boolean => BigInt(value) <= SMALL_MICRO_USD

export const createProofs = (options: ProofOptions): ProofKeeper => {
  const { confirm, unproven, liars, facilitators, receipts, isChainSeen, clock, log, meter } = options
  const ids = facilitators.map(({ id }) => id)
  const nameOf = (by: string): string => facilitators.find(({ id }) => id === by)?.name ?? 'no longer configured'
  let closedNow = shared(clock, LIARS_MS, () => liars.closed(ids))
  const count = (by: string, outcome: Exclude<Verdict, 'later'> | 'unlisted'): void =>
    meter.count('claros_settlement_proofs_total', { facilitator: nameOf(by), outcome })

  const enlist = async (by: string, claimed: ClaimedSettlement): Promise<void> => {
    const at = clock.now()
    const isKept = await unproven.add({ by, at, claimed }, at + FIRST_LOOK_MS).catch(() => false)
    if (!isKept) count(by, 'unlisted')
  }

  const closeLiar = async (by: string): Promise<void> => {
    await liars.close(by, CLOSED_MS)
    // This process knows it at once, the others within a second.
    closedNow = shared(clock, LIARS_MS, () => liars.closed(ids))
    meter.count('claros_facilitator_closed_total', { facilitator: nameOf(by), cause: 'lied' })
  }

  const conclude = async (claim: Unproven, found: Confirmed): Promise<void> => {
    const now = clock.now()
    const { by, at, claimed } = claim
    const verdict = judge(claim, found, now)
    if (verdict === 'later') return unproven.postpone(claim, now + (now - at < EAGER_MS ? EAGER_LOOK_MS : LOOK_MS))
    // Before it leaves the list: otherwise a server that dies in between would let the facilitator go on.
    if (verdict === 'lied') await closeLiar(by)
    if (!(await unproven.remove(claim))) return
    count(by, verdict)
    if (verdict === 'paid') return
    const payment = claimedPayment(claimed)
    const facts = {
      facilitator: nameOf(by),
      amount: claimed.value,
      ...paymentFields(payment, receiptMark(receipts.seal(payment))),
      transaction: claimed.transaction,
    }
    if (verdict === 'lied') log.error('facilitator.lied', facts)
    if (verdict === 'not_paid') log.error('settlement.not_paid', facts)
    if (verdict === 'unproven') log.warn('settlement.unproven', facts)
  }

  const round = async (): Promise<void> => {
    if (!(await isChainSeen())) return
    const due = await unproven.take(clock.now(), BATCH, LENT_MS)
    if (due.length === 0) return
    const found = await confirm(
      due.map(({ claimed }) => claimed),
      0,
    )
    await Promise.all(due.map((claim, at) => conclude(claim, found[at] ?? { kind: 'unknown' })))
    if (due.length === BATCH) await round()
  }
  let tending: Promise<void> | null = null

  return {
    hasLied: async (by) => (await closedNow()).has(by),
    prove: async ({ id }, claimed) => {
      if (isSmall(claimed)) {
        // The buyer does not wait for the list: the entry goes to the store with the step that spends the claim.
        void enlist(id, claimed)
        return claimed.transaction
      }
      const [found] = await confirm([claimed], WAIT_MS)
      if (found?.kind === 'paid') {
        count(id, 'paid')
        return found.transaction
      }
      await enlist(id, claimed)
      return null
    },
    maintain: () =>
      (tending ??= round()
        .catch((problem: unknown) => log.warn('settlement.not_looked_for', { message: String(problem) }))
        .finally(() => (tending = null))),
  }
}
