import type { Item } from '../../feeds/registry.ts'
import type { Bought } from '../../store/claims/claims.ts'
import type { Deliverable } from '../../store/claims/deliverable.ts'
import type { EditionInHand } from './blocks.ts'
import { ageOf, editionsFor, soldOut, takeEdition } from './editions.ts'
import type { Problem } from '../wire/problem.ts'
import type { CachedEditions } from './edition-cache.ts'
import { type Soon, soon } from '../wire/soon.ts'
import type { PaywallContext } from './context.ts'
import {
  type Claimed,
  type SoldAnswer,
  type HeldClaim,
  CLAIM_HOLD_MS,
  NO_HEADERS,
  type Purchase,
  type SetAside,
  type Product,
} from './product.ts'

type NotBought = Exclude<Bought, { kind: 'bought' }>

const delivery = (body: string, ageSeconds: number, headers = NO_HEADERS): SoldAnswer => ({
  kind: 'delivery',
  status: 200,
  body,
  ageSeconds,
  headers,
})

/**
 * Editions of one item's newest snapshot as a product. A class: each request makes one, and its methods are made once.
 */
class EditionProduct implements Product {
  readonly made = false
  readonly actor: string
  #cached: CachedEditions | Problem | null = null
  /** The edition that the claim holds while its payment is settled. */
  #aside: EditionInHand | null = null

  constructor(
    readonly paywall: PaywallContext,
    readonly item: Item,
  ) {
    this.actor = item.actor
  }

  closed(): Soon<Problem | null> {
    return soon(editionsFor(this.paywall, this.item), (cached) => {
      this.#cached = cached
      return 'code' in cached ? cached : null
    })
  }

  claim(purchase: Purchase): Soon<Claimed> {
    return soon(this.#cached ?? editionsFor(this.paywall, this.item), (cached) =>
      'code' in cached ? cached : this.#sell(cached, purchase),
    )
  }

  #sell(cached: CachedEditions, { sale, request, now, keepSeconds }: Purchase): Promise<Claimed> {
    const { paywall, item } = this
    const { payment, amount, item: soldAs, event, receipt } = sale
    return takeEdition<NotBought>(paywall, item, cached, 'l402', ({ edition }) =>
      paywall.claims.buy({ payment, amount, item: soldAs, event, receipt, request, now, keepSeconds, edition }),
    ).then((bought) => {
      if (bought.kind === 'sold_out') return soldOut(item)
      if (bought.kind !== 'in_hand') return bought
      const { inHand } = bought
      return { kind: 'sold', delivery: delivery(inHand.body, ageOf(paywall, inHand.cached)) }
    })
  }

  async setAside({ payment, holder, keepSeconds }: HeldClaim, transfer: string): Promise<SetAside> {
    const { paywall, item } = this
    // The question took time, so the snapshot may be too old to be sold now.
    const now = await editionsFor(paywall, item)
    if ('code' in now) return now
    const taken = await takeEdition<{ kind: 'lost' }>(paywall, item, now, 'x402', async ({ body }) => {
      const deliverable = { kind: 'answer', status: 200, body, headers: {} } as const
      const sent = await paywall.claims.send(
        payment,
        holder,
        deliverable,
        transfer,
        paywall.clock.now(),
        CLAIM_HOLD_MS,
        keepSeconds,
      )
      return { kind: sent ? 'bought' : 'lost' }
    })
    if (taken.kind === 'lost') return taken
    if (taken.kind !== 'in_hand') return soldOut(item)
    this.#aside = taken.inHand
    const { body, cached: from } = taken.inHand
    const deliverable = { kind: 'answer', status: 200, body, headers: {} } as const
    return { kind: 'set_aside', deliverable, ready: delivery(body, ageOf(paywall, from)) }
  }

  spend(
    { payment, keepSeconds }: HeldClaim,
    _goods: Deliverable,
    transaction: string,
    told: boolean,
  ): Promise<boolean> {
    return this.paywall.claims.spend(payment, transaction, this.paywall.clock.now(), keepSeconds, told)
  }

  async release({ payment, holder }: HeldClaim): Promise<void> {
    const isFree = await this.paywall.claims.release(payment, holder)
    if (isFree && this.#aside) this.paywall.blocks.giveBack(this.#aside)
    this.#aside = null
  }

  async handOver(deliverable: Deliverable): Promise<SoldAnswer | null> {
    const age = (timestamp: number) => Math.floor(this.paywall.clock.now() / 1000) - timestamp
    if (deliverable.kind === 'answer') {
      const { timestamp } = JSON.parse(deliverable.body) as { timestamp: number }
      return delivery(deliverable.body, age(timestamp), deliverable.headers)
    }
    if (deliverable.kind !== 'edition') return null
    const body = await this.paywall.editionCache.soldBody(deliverable.edition)
    return body === null ? null : delivery(body, age(deliverable.edition.version))
  }
}

export const editionProduct = (paywall: PaywallContext, item: Item): Product => new EditionProduct(paywall, item)
