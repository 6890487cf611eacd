import type { Item } from '../feeds/registry.ts'
import type { Bought, SentNext } from '../store/claims.ts'
import { ageOf, goodsFor, soldOut, takeEdition } from './goods.ts'
import type { Problem } from './problem.ts'
import type { Stock } from './shelf.ts'
import type { Till } from './till.ts'
import { type Delivery, HOLD_MS, type Wares } from './wares.ts'

type NotHeld = Extract<SentNext, { kind: 'not_held' }>

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
      const taken = await takeEdition<NotHeld>(till, item, now, 'x402', (from) =>
        claims.sendNext({
          payment,
          holder,
          from: { actor, version: from.snapshot.timestamp, rail: 'x402' },
          printed: from.printed('x402'),
          stem: from.stem('x402'),
          transfer,
          now: clock.now(),
          holdMs: HOLD_MS,
          keepSeconds,
        }),
      )
      if (taken.kind === 'not_held') return { kind: 'lost' }
      if (taken.kind !== 'in_hand') return soldOut(item)
      return { kind: 'set_aside', goods: { kind: 'answer', status: 200, body: taken.body, headers: {} } }
    },

    spend: async ({ payment, keepSeconds }, _goods, settlement) => {
      const now = clock.now()
      // A settling worker has spent the claim already; the first delivery is the sale then.
      return (await claims.spend(payment, settlement, now, keepSeconds)) || (await claims.delivered(payment, now))
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
