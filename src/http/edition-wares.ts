import type { Item } from '../feeds/registry.ts'
import type { Bought } from '../store/claims.ts'
import type { EditionInHand } from './blocks.ts'
import { ageOf, goodsFor, soldOut, takeEdition } from './goods.ts'
import type { Problem } from './problem.ts'
import type { Stock } from './shelf.ts'
import type { Till } from './till.ts'
import { type Delivery, HOLD_MS, type Wares } from './wares.ts'

type NotBought = Exclude<Bought, { kind: 'bought' }>

/** Editions of one item's newest snapshot as wares. */
export const editionWares = (till: Till, item: Item): Wares => {
  const { claims, clock, shelf } = till
  const { actor } = item
  let stock: Stock | Problem | null = null
  /** What lies in the claim while its payment is settled. */
  let aside: EditionInHand | null = null

  const delivery = (body: string, ageSeconds: number, headers: Delivery['headers'] = {}): Delivery => ({
    kind: 'delivery',
    status: 200,
    body,
    ageSeconds,
    headers,
  })

  return {
    actor,
    made: false,
    closed: async () => {
      stock = await goodsFor(till, item)
      return 'code' in stock ? stock : null
    },

    claim: async ({ sale, ...on }) => {
      stock ??= await goodsFor(till, item)
      if ('code' in stock) return stock
      const bought = await takeEdition<NotBought>(till, item, stock, 'l402', async ({ edition }) => {
        const got = await claims.buy({ ...sale, ...on, edition })
        return got.kind === 'bought' ? { kind: 'taken' } : { kind: 'kept', why: got }
      })
      if (bought.kind === 'sold_out') return soldOut(item)
      if (bought.kind !== 'in_hand') return bought
      const { inHand } = bought
      return { kind: 'sold', delivery: delivery(inHand.body, ageOf(till, inHand.stock)) }
    },

    setAside: async ({ payment, holder, keepSeconds }, transfer) => {
      // Asking took its time, and what was fresh before may be too old to be sold now.
      const now = await goodsFor(till, item)
      if ('code' in now) return now
      const taken = await takeEdition<{ kind: 'lost' }>(till, item, now, 'x402', async ({ body }) => {
        const goods = { kind: 'answer', status: 200, body, headers: {} } as const
        const sent = await claims.send(payment, holder, goods, transfer, clock.now(), HOLD_MS, keepSeconds)
        return sent ? { kind: 'taken' } : { kind: 'kept', why: { kind: 'lost' } }
      })
      if (taken.kind === 'lost') return taken
      if (taken.kind !== 'in_hand') return soldOut(item)
      aside = taken.inHand
      const { body, stock: from } = aside
      const goods = { kind: 'answer', status: 200, body, headers: {} } as const
      return { kind: 'set_aside', goods, ready: delivery(body, ageOf(till, from)) }
    },

    spend: ({ payment, keepSeconds }, _goods, transaction, told) =>
      claims.spend(payment, transaction, clock.now(), keepSeconds, told),

    release: async ({ payment, holder }) => {
      const isFree = await claims.release(payment, holder)
      if (isFree && aside) till.blocks.giveBack(aside)
      aside = null
    },

    handOver: async (goods) => {
      const age = (timestamp: number) => Math.floor(clock.now() / 1000) - timestamp
      if (goods.kind === 'answer') {
        const { timestamp } = JSON.parse(goods.body) as { timestamp: number }
        return delivery(goods.body, age(timestamp), goods.headers)
      }
      if (goods.kind !== 'edition') return null
      const body = await shelf.soldBody(goods.edition)
      return body === null ? null : delivery(body, age(goods.edition.version))
    },
  }
}
