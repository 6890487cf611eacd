import type { Rail } from '../../canonical/snapshot.ts'
import type { SpanRequest } from '../../feeds/history/computed.ts'
import type { Deliverable } from '../../store/claims/deliverable.ts'
import { UNANSWERED_MS } from '../../store/claims/redelivery.ts'
import { problem, type Problem } from '../wire/problem.ts'
import type { PaywallContext } from './context.ts'
import { type SoldAnswer, CLAIM_HOLD_MS, holdOn, type Product } from './product.ts'

/** The request to a worker, and the reasons against it. */
export interface ComputedDeps {
  /** The actor that answers, and for which the sale is counted. */
  readonly actor: string
  /** `null` if the request breaks rules; `closed` then names them. */
  readonly question: SpanRequest | null
  /** Why there is no answer to sell; `null` when there is one. */
  closed(): Promise<Problem | null>
}

type Kept = Extract<Deliverable, { readonly kind: 'kept' }>

/** A request waits this long. */
const ANSWER_MS = 5_000
/** The result of a settlement may become known late, and the buyer has a day from then on. */
const LATE_SECONDS = UNANSWERED_MS / 1000

const NOT_MADE: Readonly<Record<Rail, string>> = {
  // The invoice is paid already: the token buys this answer as soon as it can be made.
  l402: 'The answer could not be made right now. Your payment is still good: repeat the request.',
  x402: 'The answer could not be made right now. Nothing was charged.',
}

const notMade = (rail: Rail): Problem => problem('data_unavailable', NOT_MADE[rail], { retryAfter: 5 })

/** An answer that is computed and signed for one request, before any money moves, and stored for the claim. */
export const computedProduct = (paywall: PaywallContext, { actor, question, closed }: ComputedDeps): Product => {
  const { answers, claims, clock, asker, random } = paywall
  const randomId = (): string => Buffer.from(random.bytes(16)).toString('hex')
  /** The answer that was made for this request. No other request can find it before a claim names it. */
  let made: string | null = null

  const make = async (rail: Rail): Promise<Kept | null> => {
    if (question === null) return null
    const id = randomId()
    // Each buyer gets an own nonce, so equal requests do not share an answer.
    const answer = await asker.ask(
      { actor, wish: { what: 'answer', rail, id, wish: question } },
      `answer/${id}`,
      ANSWER_MS,
    )
    if (answer.kind !== 'done' || !answer.result) return null
    made = id
    return { kind: 'kept', id }
  }
  const forget = async (): Promise<void> => {
    if (made !== null) await answers.drop(made)
    made = null
  }
  const deliver = async ({ id }: Kept): Promise<SoldAnswer | null> => {
    const body = await answers.read(id)
    if (body === null) return null
    const { timestamp } = JSON.parse(body) as { readonly timestamp: number }
    return { kind: 'delivery', status: 200, body, ageSeconds: Math.floor(clock.now() / 1000) - timestamp, headers: {} }
  }

  return {
    actor,
    made: true,
    closed,

    claim: async (on) => {
      const holder = randomId()
      const { keepSeconds } = on
      const held = await claims.hold(holdOn(on, holder))
      if (held.kind !== 'held') return held.kind === 'sent' ? { kind: 'busy' } : held
      const deliverable = await make('l402').catch(() => null)
      if (deliverable === null) {
        await claims.release(on.payment, holder, clock.now())
        return notMade('l402')
      }
      if (!(await claims.useUp(on.payment, holder, deliverable, clock.now(), keepSeconds))) {
        await forget()
        return { kind: 'busy' }
      }
      const delivery = await deliver(deliverable)
      return delivery ? { kind: 'sold', delivery } : { kind: 'claimed' }
    },

    setAside: async ({ payment, holder, keepSeconds }, transfer) => {
      const deliverable = await make('x402')
      if (deliverable === null || !(await answers.hold(deliverable.id, keepSeconds + LATE_SECONDS)))
        return notMade('x402')
      // Read before money moves: nothing that could fail comes afterwards.
      const ready = await deliver(deliverable)
      if (ready === null) return notMade('x402')
      if (await claims.send(payment, holder, deliverable, transfer, clock.now(), CLAIM_HOLD_MS, keepSeconds))
        return { kind: 'set_aside', deliverable, ready }
      await forget()
      return { kind: 'lost' }
    },

    spend: async ({ payment, keepSeconds }, deliverable, transaction, told) => {
      const isSpent = await claims.spend(payment, transaction, clock.now(), keepSeconds, told)
      // The text is stored longer than it is delivered, so nothing is lost when this call fails.
      if (isSpent && told && deliverable.kind === 'kept') answers.delivered(deliverable.id).catch(() => {})
      return isSpent
    },

    release: async ({ payment, holder }) => {
      if (await claims.release(payment, holder, clock.now())) await forget()
    },

    handOver: async (deliverable) => (deliverable.kind === 'kept' ? deliver(deliverable) : null),
  }
}
