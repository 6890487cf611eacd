import type { Item } from '../feeds/registry.ts'
import type { Bought } from '../store/claims.ts'
import type { Goods } from '../store/goods.ts'
import { ageOf, goodsFor, soldOut, takeEdition } from './goods.ts'
import type { Problem } from './problem.ts'
import type { Stock } from './shelf.ts'
import type { Till } from './till.ts'
import { type Delivery, HOLD_MS, type Wares } from './wares.ts'

/** Editions of one item's newest snapshot as wares. */
export const editionWares = (till: Till, item: Item): Wares => {
  const { claims, clock, shelf } = till
  const { actor } = item
  let stock: Stock | Problem | null = null

  const delivery = (body: string, ageSeconds: number, headers: Delivery['headers'] = {}): Delivery => ({
    kind: 'delivery',
    status: 200,
    body,
    ageSeconds,
    headers,
  })

  return {
    actor,
    closed: async () => {
      stock = await goodsFor(till, item)
      return 'code' in stock ? stock : null
    },

    claim: async (on, keepSeconds) => {
      stock ??= await goodsFor(till, item)
      if ('code' in stock) return stock
      const bought = await takeEdition<Exclude<Bought, { kind: 'bought' | 'sold_out' }>>(
        till,
        item,
        stock,
        'l402',
        async (from) => {
          const { timestamp } = from.snapshot
          const got = await claims.buy({
            ...on,
            from: { actor, version: timestamp, rail: 'l402' },
            printed: from.printed('l402'),
            keepSeconds,
          })
          return got.kind === 'bought' ? { kind: 'taken', edition: got.edition } : got
        },
      )
      if (bought.kind === 'sold_out') return soldOut(item)
      return bought.kind === 'in_hand'
        ? { kind: 'sold', delivery: delivery(bought.body, ageOf(till, bought.stock)) }
        : bought
    },

    setAside: async ({ payment, holder, keepSeconds }, transfer) => {
      // Asking took its time, and what was fresh before may be too old to be sold now.
      const now = await goodsFor(till, item)
      if ('code' in now) return now
      const taken = await takeEdition<never>(till, item, now, 'x402', async (from) => {
        const { timestamp } = from.snapshot
        const edition = await claims.take({ actor, version: timestamp, rail: 'x402' }, from.printed('x402'))
        return edition ? { kind: 'taken', edition } : { kind: 'sold_out' }
      })
      if (taken.kind !== 'in_hand') return soldOut(item)
      const goods: Goods = { kind: 'answer', status: 200, body: taken.body, headers: {} }
      return (await claims.send(payment, holder, goods, transfer, clock.now(), HOLD_MS, keepSeconds))
        ? { kind: 'set_aside', goods }
        : { kind: 'lost' }
    },

    spend: async ({ payment, keepSeconds }, goods, settlement) => {
      const now = clock.now()
      // A settling worker has spent the claim already; the first delivery is the sale then.
      return (
        (await claims.spend(payment, goods, settlement, now, keepSeconds)) || (await claims.delivered(payment, now))
      )
    },

    release: async ({ payment, holder }) => {
      await claims.release(payment, holder)
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
