import type { Rail } from '../canonical/snapshot.ts'
import type { Goods } from '../store/goods.ts'
import { problem, type Problem } from './problem.ts'
import type { Till } from './till.ts'
import { type Delivery, HOLD_MS, type Wares } from './wares.ts'

/** What is asked of a worker, and what stands against asking it. */
export interface AskedGoods {
  /** Whom sales are counted for, and what the worker is asked about. */
  readonly actor: string
  readonly question: string
  /** Why there is no answer to sell; `null` when there is one. */
  closed(): Promise<Problem | null>
}

/** A buyer is willing to wait this long. */
const ANSWER_MS = 5_000

const notMade = (): Problem =>
  problem('data_unavailable', 'The answer could not be made right now. Nothing was charged.', { retryAfter: 5 })

/** Answers that are made and signed for one question: before any money moves, and kept with the claim. */
export const askedWares = (till: Till, { actor, question, closed }: AskedGoods): Wares => {
  const { claims, clock, asker, random } = till

  const make = async (rail: Rail): Promise<Goods | null> => {
    const wish = { what: 'answer', ask: JSON.stringify({ rail, wish: JSON.parse(question) as unknown }) }
    // Each buyer gets a nonce of his own: equal questions are asked one by one.
    const share = `answer/${actor}/${Buffer.from(random.bytes(12)).toString('hex')}`
    const answer = await asker.ask({ actor, wish }, share, ANSWER_MS)
    return answer.kind === 'done' && typeof answer.result === 'string'
      ? { kind: 'answer', status: 200, body: answer.result, headers: {} }
      : null
  }
  const deliver = (goods: Extract<Goods, { kind: 'answer' }>): Delivery => ({
    kind: 'delivery',
    status: goods.status,
    body: goods.body,
    ageSeconds: Math.floor(clock.now() / 1000) - (JSON.parse(goods.body) as { readonly timestamp: number }).timestamp,
    headers: goods.headers,
  })

  return {
    actor,
    closed,

    claim: async (on, keepSeconds) => {
      const holder = Buffer.from(random.bytes(16)).toString('hex')
      const held = await claims.hold({ ...on, holder, holdMs: HOLD_MS, keepSeconds })
      if (held.kind !== 'held') return held.kind === 'sent' ? { kind: 'busy' } : held
      const goods = await make('l402').catch(() => null)
      if (goods?.kind !== 'answer') {
        await claims.release(on.payment, holder)
        return notMade()
      }
      if (!(await claims.useUp(on.payment, holder, goods, clock.now(), keepSeconds))) return { kind: 'busy' }
      return { kind: 'sold', delivery: deliver(goods) }
    },

    setAside: async ({ payment, holder, keepSeconds }, transfer) => {
      const goods = await make('x402')
      if (goods === null) return notMade()
      return (await claims.send(payment, holder, goods, transfer, clock.now(), HOLD_MS, keepSeconds))
        ? { kind: 'set_aside', goods }
        : { kind: 'lost' }
    },

    spend: async ({ payment, keepSeconds }, _goods, settlement) => {
      const now = clock.now()
      return (await claims.spend(payment, settlement, now, keepSeconds)) || (await claims.delivered(payment, now))
    },

    release: async ({ payment, holder }) => {
      await claims.release(payment, holder)
    },

    handOver: async (goods) => (goods.kind === 'answer' ? deliver(goods) : null),
  }
}
