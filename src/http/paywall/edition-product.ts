import type { Item } from '../../feeds/registry.ts'
import type { Bought } from '../../store/claims/claims.ts'
import { type Deliverable, editionEnd } from '../../store/claims/deliverable.ts'
import type { EditionInHand } from './blocks.ts'
import { ageOf, editionsFor, soldOut, takeEdition } from './editions.ts'
import { gzipOf } from '../wire/gzip.ts'
import type { Problem } from '../wire/problem.ts'
import type { CachedEditions } from './edition-cache.ts'
import type { Guards } from '../rails/guards.ts'
import { unmetGuards } from './unmet-guards.ts'
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

/** An edition that is sold now. */
const saleOf = (paywall: PaywallContext, { body, cached, edition, signed }: EditionInHand): SoldAnswer => {
  const plain = delivery(body, ageOf(paywall, cached))
  const text = cached.longPrefix(edition.rail)
  return text ? { ...plain, gzip: async () => gzipOf(await text.packed(), editionEnd(signed)) } : plain
}

/**
 * Editions of one item's newest snapshot as a product. A class: each request makes one, and its methods are made once.
 */
class EditionProduct implements Product {
  readonly made = false
  readonly actor: string
  #cached: CachedEditions | Problem | null = null
  /** The edition that the claim holds while its payment is settled. */
  #aside: { readonly inHand: EditionInHand; readonly deliverable: Deliverable } | null = null

  constructor(
    readonly paywall: PaywallContext,
    readonly item: Item,
    readonly guards: Guards,
  ) {
    this.actor = item.actor
  }

  closed(): Soon<Problem | null> {
    return soon(editionsFor(this.paywall, this.item, this.guards), (cached) => {
      this.#cached = cached
      return 'code' in cached ? cached : null
    })
  }

  claim(purchase: Purchase): Soon<Claimed> {
    return soon(this.#cached ?? editionsFor(this.paywall, this.item, this.guards), (cached) =>
      'code' in cached ? cached : this.#sell(cached, purchase),
    )
  }

  #sell(cached: CachedEditions, { sale, request, now, keepSeconds }: Purchase): Promise<Claimed> {
    const { paywall, item } = this
    const { payment, amount, item: soldAs, event, receipt } = sale
    return takeEdition<NotBought | Problem>(paywall, item, cached, 'l402', (inHand) => {
      const unmet = this.#unmet(inHand)
      if (unmet) return Promise.resolve(unmet)
      const { edition } = inHand
      return paywall.claims.buy({ payment, amount, item: soldAs, event, receipt, request, now, keepSeconds, edition })
    }).then((bought) => {
      if (bought.kind === 'sold_out') return soldOut(item)
      if (bought.kind !== 'in_hand') return bought
      const { inHand } = bought
      return { kind: 'sold', delivery: saleOf(paywall, inHand) }
    })
  }

  async setAside(claim: HeldClaim, transfer: string): Promise<SetAside> {
    const { paywall, item } = this
    // The question took time, so the snapshot may be too old to be sold now.
    const now = await editionsFor(paywall, item, this.guards)
    if ('code' in now) return now
    const taken = await takeEdition<{ kind: 'lost' } | Problem>(paywall, item, now, 'x402', async (inHand) => {
      const unmet = this.#unmet(inHand)
      if (unmet) return unmet
      const deliverable = await this.#send(claim, inHand, transfer)
      if (!deliverable) return { kind: 'lost' }
      this.#aside = { inHand, deliverable }
      return { kind: 'bought' }
    })
    if (taken.kind === 'lost' || taken.kind === 'problem') return taken
    if (taken.kind !== 'in_hand' || !this.#aside) return soldOut(item)
    const { inHand, deliverable } = this.#aside
    return { kind: 'set_aside', deliverable, ready: saleOf(paywall, inHand) }
  }

  /** Waiting for an edition took time, and may have led to a newer answer. */
  #unmet({ cached }: EditionInHand): Problem | null {
    return unmetGuards(this.item, cached.snapshot, this.guards, this.paywall.clock.now())
  }

  /** Stores the edition in the claim: whole, or beside the text that its snapshot's claims share. */
  async #send(
    claim: HeldClaim,
    { cached, signed, body }: EditionInHand,
    transfer: string,
  ): Promise<Deliverable | null> {
    const { claims, clock } = this.paywall
    const { payment, holder, keepSeconds } = claim
    const [now, holdMs] = [clock.now(), CLAIM_HOLD_MS]
    const text = cached.longPrefix('x402')
    if (text) return claims.sendLong({ payment, holder, text, edition: signed, transfer, now, holdMs, keepSeconds })
    const whole = { kind: 'answer', status: 200, body, headers: {} } as const
    return (await claims.send(payment, holder, whole, transfer, now, holdMs, keepSeconds)) ? whole : null
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
    const isFree = await this.paywall.claims.release(payment, holder, this.paywall.clock.now())
    if (isFree && this.#aside) this.paywall.blocks.giveBack(this.#aside.inHand)
    this.#aside = null
  }

  async handOver(deliverable: Deliverable): Promise<SoldAnswer | null> {
    const { clock, claims, editionCache } = this.paywall
    const age = (timestamp: number) => Math.floor(clock.now() / 1000) - timestamp
    const handed = (body: string, headers = NO_HEADERS): SoldAnswer => {
      const { timestamp } = JSON.parse(body) as { timestamp: number }
      return delivery(body, age(timestamp), headers)
    }
    if (deliverable.kind === 'answer') return handed(deliverable.body, deliverable.headers)
    if (deliverable.kind === 'long') {
      const body = await claims.longBody(deliverable)
      return body === null ? null : handed(body)
    }
    if (deliverable.kind !== 'edition') return null
    const body = await editionCache.soldBody(deliverable.edition)
    return body === null ? null : delivery(body, age(deliverable.edition.version))
  }
}

/** @param guards what the answer must meet to be sold */
export const editionProduct = (paywall: PaywallContext, item: Item, guards: Guards): Product =>
  new EditionProduct(paywall, item, guards)
