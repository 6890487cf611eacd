import type { Json } from '../../canonical/jcs.ts'
import type { Rail } from '../../canonical/snapshot.ts'
import { lastCancelled } from '../../dlc/terms/cancelling.ts'
import { attestationDocument } from '../../dlc/documents/documents.ts'
import { publicStatus } from '../../dlc/terms/lifecycle.ts'
import type { HeldCancellation } from '../../store/events/event-cancellation.ts'
import type { ClaimSpend } from '../../store/claims/claim-for-event.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import type { Deliverable } from '../../store/claims/deliverable.ts'
import { shortRequest } from '../../store/claims/sales.ts'
import { problem, type Problem, problemBody } from '../wire/problem.ts'
import { inProgress } from '../paywall/payment-problems.ts'
import { CLAIM_HOLD_MS, type HeldClaim, holdOn, type Product } from '../paywall/product.ts'
import { type EventSaleDeps, signerAway } from './sale-deps.ts'
import { cancellationStanding } from './cancellation-price.ts'
import { isManageToken } from './manage-token.ts'

/** The contract, and the credentials of the caller. */
export interface CancellationOrder {
  /** As events spell it. */
  readonly id: string
  readonly manageToken: string | null
  /** The time by which its terms are judged, Unix milliseconds. */
  readonly askedAt: number
}

/** A payment, and the request to which its claim is bound. */
type Bound = Pick<HeldClaim, 'payment' | 'request'>

/** After the hold has expired, a sweep checks what became of the payment. */
const LOOK_AFTER_MS = CLAIM_HOLD_MS + 2_000

export const noSuchContract = (): Problem =>
  problem('not_found', 'There is no such threshold contract. GET /dlc/oracle/threshold lists the open ones.')

const notYours = (): Problem =>
  problem(
    'forbidden',
    'Only its creator cancels a contract: send the manageToken of its creation as X-Manage-Token, or pay over x402 from the account that created it. Nothing was charged.',
  )

const notCancellable = (until: number | null): Problem =>
  problem(
    'not_cancellable',
    until === null
      ? 'By its terms this contract cannot be cancelled. Nothing was charged.'
      : `By its terms this contract could be cancelled until ${new Date(until * 1000).toISOString()}. Nothing was charged.`,
  )

const NO_PRICE: Readonly<Record<Rail, string>> = {
  l402: 'There is no current price for this contract. Your payment is still good: repeat the request.',
  x402: 'There is no current price for this contract. Nothing was charged.',
}

const noPrice = (rail: Rail): Problem => problem('data_unavailable', NO_PRICE[rail], { retryAfter: 5 })

const SETTLED = 'conflict'

/** It was decided before: the answer carries the attestation as soon as it is signed. */
const settledBefore = (event: StoredEvent): Problem =>
  problem(SETTLED, `${event.id} is settled already.`, {
    more: { eventid: event.id, attestation: (attestationDocument(event) ?? null) as Json },
  })

/** Whether the caller may cancel. Without a payment at hand, the rail on which it was created may still show it. */
const mayCancel = ({ hidden, terms }: StoredEvent, token: string | null, payer: string | null): boolean => {
  if (token !== null) return isManageToken(token, hidden.manageTokenHash)
  if (terms.rail !== 'x402') return false
  return payer === null || payer.toLowerCase() === hidden.payer
}

/** Why a contract cannot be cancelled by this caller, or `null`. */
const cancellationProblem = (
  event: StoredEvent | null,
  { manageToken, askedAt }: CancellationOrder,
  payer: string | null,
): Problem | null => {
  if (event?.terms.kind !== 'threshold' || publicStatus(event.kind, event.state) === null) return noSuchContract()
  const until = lastCancelled(event.terms, event.maturityTs)
  if (until === null) return notCancellable(until)
  if (!mayCancel(event, manageToken, payer)) return notYours()
  if (event.decision) return settledBefore(event)
  return Math.floor(askedAt / 1000) > until ? notCancellable(until) : null
}

/**
 * The end of a contract as a product (interface 7.8). While the payment is on its way the contract stands still;
 * nothing is decided or signed before the payment is spent, and no tick is lost when it is not.
 */
export const cancellationProduct = (deps: EventSaleDeps, order: CancellationOrder): Product => {
  const { paywall, events, oracle } = deps
  const { claims, clock } = paywall
  const { id } = order
  const promise: Deliverable = { kind: 'promise', event: id }

  /** Marks the contract, once every price up to now has been applied to it. */
  const hold = async ({ payment, request }: Bound): Promise<HeldCancellation> => {
    for (let tries = 0; tries < 3; tries++) {
      const held = await events.holdCancellation(id, payment, clock.now() + LOOK_AFTER_MS, shortRequest(request))
      if (held.kind !== 'behind') return held
      const event = await events.read(id)
      if (event?.pair) for await (const _ of events.ticks.applyAll(event.pair, () => clock.now()));
    }
    return { kind: 'busy' }
  }
  /** Holds the contract and checks whether it is breached now; `over` if it is decided already. */
  const mark = async (claim: Bound, rail: Rail): Promise<'clear' | 'over' | Problem> => {
    const held = await hold(claim)
    if (held.kind === 'before') return 'over'
    if (held.kind !== 'held')
      return problem('conflict', 'Another cancellation of this contract is under way. Nothing was charged.', {
        retryAfter: 5,
      })
    const stands = await cancellationStanding({ events, oracle, clock }, id, claim.payment, held.turn)
    if (stands === 'no_price') return noPrice(rail)
    return stands === 'breached' ? 'over' : 'clear'
  }
  const refusal = async (): Promise<Problem> => {
    // It was decided a moment ago, so its signature may take a little longer.
    await oracle.attest(id)
    const event = await events.read(id)
    return event ? settledBefore(event) : noSuchContract()
  }
  const letGo = async (payment: string, holder: string): Promise<void> => {
    // With the contract, or alone where it is not this payment that stops it.
    const { kind } = await events.releaseCancellation(id, payment, clock.now(), { holder })
    if (kind === 'not_held' || kind === 'missing') await claims.release(payment, holder, clock.now())
  }
  const decide = async (payment: string, spend: ClaimSpend | null): Promise<boolean> => {
    const now = clock.now()
    return (await events.cancel(id, payment, now, { kind: 'cancellation', at: now }, spend)).kind === 'decided'
  }
  const spendOf = (
    { payment, holder, keepSeconds }: Pick<HeldClaim, 'payment' | 'holder' | 'keepSeconds'>,
    deliverable: Deliverable,
    transaction: string,
  ): ClaimSpend => ({
    payment,
    holder,
    deliverable,
    transaction,
    keepSeconds,
    // The outcome is signed afterwards, so the buyer may have to fetch it.
    told: false,
  })

  const product: Product = {
    actor: 'dlc/cancellation',
    made: true,
    byPayer: order.manageToken === null,
    isEnd: ({ code }) => code === SETTLED,
    closed: async (payer) => cancellationProblem(await events.read(id), order, payer) ?? (await signerAway(deps)),

    claim: async (on) => {
      const { keepSeconds } = on
      const holder = Buffer.from(paywall.random.bytes(16)).toString('hex')
      const claim = await claims.hold(holdOn(on, holder))
      if (claim.kind !== 'held') return claim.kind === 'sent' ? { kind: 'busy' } : claim
      const marked = await mark(on, 'l402')
      if (marked !== 'clear' && marked !== 'over') {
        await letGo(on.payment, holder)
        return marked
      }
      if (marked === 'over') {
        // The money has arrived and the contract has ended: the payment is used up, and the answer is the outcome.
        const why = await refusal()
        const body = JSON.stringify(problemBody(why, paywall.docs))
        const deliverable: Deliverable = { kind: 'answer', status: 409, body, headers: {} }
        await claims.useUp(on.payment, holder, deliverable, clock.now(), keepSeconds)
        return { kind: 'sold', delivery: { kind: 'delivery', status: 409, body, ageSeconds: 0, headers: {} } }
      }
      if (!(await decide(on.payment, spendOf({ payment: on.payment, holder, keepSeconds }, promise, '')))) {
        await letGo(on.payment, holder)
        return { kind: 'busy' }
      }
      const delivery = await product.handOver(promise, on.payment, true)
      if (delivery?.kind !== 'delivery') return { kind: 'claimed' }
      await claims.delivered(on.payment, clock.now(), 'maker')
      return { kind: 'sold', delivery }
    },

    setAside: async (claim, transfer) => {
      const { payment, holder, keepSeconds } = claim
      const marked = await mark(claim, 'x402')
      if (marked !== 'clear') return marked === 'over' ? refusal() : marked
      return (await claims.send(payment, holder, promise, transfer, clock.now(), CLAIM_HOLD_MS, keepSeconds))
        ? { kind: 'set_aside', deliverable: promise, ready: null }
        : { kind: 'lost' }
    },

    spend: (claim, deliverable, transaction) => decide(claim.payment, spendOf(claim, deliverable, transaction)),

    release: ({ payment, holder }) => letGo(payment, holder),

    handOver: async (deliverable, payment) => {
      if (deliverable.kind === 'answer')
        return {
          kind: 'delivery',
          status: deliverable.status,
          body: deliverable.body,
          ageSeconds: 0,
          headers: deliverable.headers,
        }
      // A settling worker has spent the payment, without knowing the event.
      await decide(payment, null)
      if (!(await oracle.attest(id))) return inProgress()
      const rail = payment.startsWith('l402:') ? 'l402' : 'x402'
      const body = await oracle.seal(id, rail, 'CANCELLED', null)
      if (body === null) return inProgress()
      const kept: Deliverable = { kind: 'answer', status: 200, body, headers: {} }
      await claims.keepPromise(payment, kept)
      return { kind: 'delivery', status: 200, body, ageSeconds: 0, headers: {} }
    },
  }
  return product
}
