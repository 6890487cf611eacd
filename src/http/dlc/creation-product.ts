import type { Rail } from '../../canonical/snapshot.ts'
import type { Creator, Terms } from '../../dlc/terms/event-terms.ts'
import type { EventKind } from '../../dlc/terms/lifecycle.ts'
import type { ClaimSpend } from '../../store/claims/claim-for-event.ts'
import type { Deliverable } from '../../store/claims/deliverable.ts'
import { problem, type Problem } from '../wire/problem.ts'
import { inProgress } from '../paywall/payment-problems.ts'
import { type SoldAnswer, type HeldClaim, CLAIM_HOLD_MS, holdOn, type Product } from '../paywall/product.ts'
import { type EventSaleDeps, signerAway } from './sale-deps.ts'
import { manageTokenHash } from './manage-token.ts'
import { encryptedWebhookSecret, webhookSecretOf } from './webhook-secret.ts'
import { type JudgedOrder, judgeOrder } from './order.ts'

/** What is to be created, and the moment by which its dates are judged (Unix milliseconds). */
export interface Order {
  readonly kind: EventKind
  readonly body: unknown
  readonly askedAt: number
  /** The client network, in the form of `clientNetwork`. */
  readonly network: string | null
}

type Answer = Extract<Deliverable, { readonly kind: 'answer' }>

const deliveryOf = ({ status, body, headers }: Answer): SoldAnswer => ({
  kind: 'delivery',
  status,
  body,
  ageSeconds: 0,
  headers,
})

const railOf = (payment: string): Rail => (payment.startsWith('l402:') ? 'l402' : 'x402')

const NOT_MADE: Readonly<Record<Rail, string>> = {
  // The invoice is paid already: the token buys this event as soon as it can be announced.
  l402: 'The event could not be announced right now. Your payment is still good: repeat the request.',
  x402: 'The event could not be announced right now. Nothing was charged.',
}

const notMade = (rail: Rail): Problem => problem('data_unavailable', NOT_MADE[rail], { retryAfter: 5 })

const tooMany = (): Problem =>
  problem(
    'too_many_requests',
    'Too many events are being made that are not paid for yet. Nothing was charged; try again when they are.',
    { retryAfter: 5 },
  )

/**
 * A new event as a product. It is offered while its payment is being settled, becomes public in the step that spends
 * the payment, and the same payment always brings the same event.
 */
export const creationProduct = (deps: EventSaleDeps, { kind, body, askedAt, network }: Order): Product => {
  const { paywall, events, oracle, tokens } = deps
  const { claims, clock } = paywall
  let judged: Promise<JudgedOrder | Problem> | null = null
  const judge = () => (judged ??= judgeOrder(deps, kind, body, askedAt))

  const creatorOf = async (payment: string, terms: Terms, payer: string | null): Promise<Creator> => {
    const token = tokens.of(payment)
    const sealed = await encryptedWebhookSecret(deps, terms, token)
    return {
      rail: payer === null ? 'l402' : 'x402',
      payer,
      manageTokenHash: manageTokenHash(token),
      ...(sealed !== null && { sealedWebhookSecret: sealed }),
    }
  }

  /** Announces and offers the event and signs its answer; `null` when a worker that this needs does not answer. */
  const make = async (payment: string, terms: Terms, payer: string | null, paid: boolean): Promise<Answer | null> => {
    const creator = await creatorOf(payment, terms, payer)
    const id = await oracle.offer(payment, terms, creator, paid)
    const event = id === null ? null : await events.read(id)
    const manageToken = event && tokens.matching(payment, event.hidden.manageTokenHash)
    if (!event || manageToken === null) return null
    const secrets = { manageToken, webhookSecret: webhookSecretOf(event.hidden, manageToken) }
    const answer = await oracle.seal(event.id, railOf(payment), 'CREATED', secrets)
    return answer === null ? null : { kind: 'answer', status: 200, body: answer, headers: {} }
  }

  /** Spends the payment and makes the event public. */
  const activate = async (
    { payment, holder }: Pick<HeldClaim, 'payment' | 'holder'>,
    deliverable: Deliverable,
    transaction: string,
    told: boolean,
  ): Promise<'activated' | 'spent' | 'not'> => {
    const id = await events.idOf(payment)
    if (id === null) return 'not'
    const spend: ClaimSpend = { payment, holder, deliverable, transaction, keepSeconds: 'for_ever', told }
    const { kind } = await events.activate(id, clock.now(), spend)
    return kind === 'activated' || kind === 'spent' ? kind : 'not'
  }

  const takeBack = async ({ payment, holder }: Pick<HeldClaim, 'payment' | 'holder'>): Promise<void> => {
    const id = await events.idOf(payment)
    if (id !== null) await events.withdraw(id, clock.now(), holder)
    else await events.openOffers.giveBack(payment)
    await claims.release(payment, holder, clock.now())
  }

  /**
   * The answer about an event is signed at most once within some time, so that many requests do not load the
   * publishers.
   */
  const bareBody = async (id: string, payment: string): Promise<string | null> => {
    const name = `bare/${id}`
    const known = await paywall.answers.read(name)
    if (known !== null) return known
    const body = await oracle.seal(id, railOf(payment), 'CREATED', null)
    if (body !== null) await paywall.answers.keep(name, body)
    return body
  }

  const product: Product = {
    actor: `dlc/${kind}`,
    made: true,
    closed: async () => {
      const found = await judge()
      return found.kind === 'problem' ? found : signerAway(deps)
    },

    claim: async (on) => {
      const found = await judge()
      if (found.kind === 'problem') return found
      const holder = Buffer.from(paywall.random.bytes(16)).toString('hex')
      const held = await claims.hold(holdOn(on, holder))
      if (held.kind !== 'held') return held.kind === 'sent' ? { kind: 'busy' } : held
      const deliverable = await make(on.payment, found.terms, null, true).catch(() => null)
      if (deliverable === null) {
        await takeBack({ payment: on.payment, holder })
        return notMade('l402')
      }
      if ((await activate({ payment: on.payment, holder }, deliverable, '', true)) !== 'activated')
        return { kind: 'busy' }
      const delivery = await product.handOver(deliverable, on.payment, true)
      return delivery?.kind === 'delivery' ? { kind: 'sold', delivery } : { kind: 'claimed' }
    },

    setAside: async ({ payment, holder, payer, sale }, transfer, paid) => {
      const found = await judge()
      if (found.kind === 'problem') return found
      if (!paid && (await events.openOffers.take({ payment, payer, network }, clock.now())).kind === 'full')
        return tooMany()
      const deliverable = await make(payment, found.terms, payer, paid)
      if (deliverable === null) return notMade('x402')
      const event = (await events.idOf(payment)) ?? ''
      const named = { ...sale, event }
      return (await claims.send(payment, holder, deliverable, transfer, clock.now(), CLAIM_HOLD_MS, 'for_ever', named))
        ? { kind: 'set_aside', deliverable, ready: deliveryOf(deliverable) }
        : { kind: 'lost' }
    },

    spend: async ({ payment, holder }, deliverable, transaction, told) => {
      const found = await activate({ payment, holder }, deliverable, transaction, told)
      // A settling worker has spent the payment, and knows of no events.
      const id = found === 'spent' ? await events.idOf(payment) : null
      if (id !== null) await events.activate(id, clock.now(), null)
      return found === 'activated'
    },

    release: takeBack,

    handOver: async (deliverable, payment, whole) => {
      const id = await events.idOf(payment)
      if (deliverable.kind !== 'answer' || id === null) return null
      const event = await events.read(id)
      // It was paid for while no worker could make it public.
      if (event?.state === 'offered') await events.activate(id, clock.now(), null)
      // A client that has not shown that it is the owner gets the event without its secrets.
      const body = whole ? deliverable.body : await bareBody(id, payment)
      return body === null ? inProgress() : deliveryOf({ ...deliverable, body })
    },
  }
  return product
}
