import type { Redis } from 'ioredis'
import type { Rail } from '../canonical/snapshot.ts'
import { names } from './names.ts'
import { script } from './script.ts'

/**
 * A claim is a payment on its way from shown to used up. It is one Redis hash, moved only by the scripts of this file:
 *
 *     (none) -> held -> sent -> spent          x402: goods are put aside, settlement is sent, money has moved
 *     (none) ---------------> spent            L402: the money came first
 *       ^         |       |
 *       +---------+-------+  released: nothing was charged, the payment is as good as new
 *
 * A claim is bound to one request. Whoever holds it has a name, and nobody else may move it until the hold runs out:
 * neither before the settlement was sent nor while it is under way, or two settlements of one payment would race and
 * the loser would call the payment failed.
 */

/** Which edition a claim got, or what answer it was given. */
export interface EditionRef {
  readonly actor: string
  readonly version: number
  readonly rail: Rail
  /** From 0, the place in the list of editions. */
  readonly index: number
}

/** What a payment was spent on: an edition that can be looked up, or the answer itself. */
export type Goods =
  | { readonly kind: 'edition'; readonly edition: EditionRef }
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: string
      readonly headers: Readonly<Record<string, string>>
    }

/** What holding a claim came to. */
export type Held =
  /** The claim is ours until the deadline. */
  | { readonly kind: 'held' }
  /** Somebody else is at work on this payment, for this same request. */
  | { readonly kind: 'busy' }
  /** Settlement was sent earlier and its outcome is not known; the goods lie ready, and the claim is ours to resolve. */
  | { readonly kind: 'sent'; readonly goods: Goods; readonly settlement: string }
  /** Spent on this request, not long ago: hand out the same goods again. */
  | { readonly kind: 'spent_fresh'; readonly goods: Goods; readonly spentAt: number; readonly settlement: string }
  /** Spent on this request, too long ago to hand it out again. */
  | { readonly kind: 'spent' }
  /** Held or spent for something else. */
  | { readonly kind: 'other_request' }

/** What buying an edition in one step came to. */
export type Bought =
  | { readonly kind: 'bought'; readonly edition: EditionRef; readonly spentAt: number }
  | { readonly kind: 'sold_out' }
  | Exclude<Held, { readonly kind: 'held' | 'sent' }>

/** Names a payment and what it is for. */
export interface ClaimOn {
  readonly payment: string
  /** Hash of method, path template, parameters, query and body. */
  readonly request: string
  readonly now: number
}

export interface ClaimStore {
  /** L402: claims the payment and takes the next edition of a version, in one step. */
  buy(
    on: ClaimOn & { readonly from: Omit<EditionRef, 'index'>; readonly printed: number; readonly keepSeconds: number },
  ): Promise<Bought>
  /** What lies there, without touching it; `free` when nothing does. */
  look(on: ClaimOn): Promise<Exclude<Held, { readonly kind: 'held' }> | { readonly kind: 'free' }>
  hold(on: ClaimOn & { readonly holder: string; readonly holdMs: number; readonly keepSeconds: number }): Promise<Held>
  /** Takes the next edition for a held claim; `null` when all are sold. The claim stays held. */
  take(from: Omit<EditionRef, 'index'>, printed: number): Promise<EditionRef | null>
  /**
   * Puts the goods aside and marks the settlement as sent: from here on money may have moved. The claim stays the
   * holder's for `holdMs` more, the longest that settling takes.
   */
  send(payment: string, holder: string, goods: Goods, settlement: string, now: number, holdMs: number): Promise<boolean>
  /** The outcome is not known: lets the next one who shows the payment try to resolve it, without waiting. */
  yield(payment: string, holder: string): Promise<boolean>
  /** Money has moved. `settlement` is what the receipt header will say. */
  spend(payment: string, goods: Goods, settlement: string, now: number, keepSeconds: number): Promise<boolean>
  /** Nothing was charged: forgets the claim. Only its holder may; from `sent` only one who knows that it failed. */
  release(payment: string, holder: string): Promise<boolean>
}

/** How long the same goods are handed out again, from the first answer on. */
export const REDELIVERY_MS = 120_000

/**
 * Common head: what lies there, and whether it is for this request. KEYS[1] claim; ARGV request, now, redelivery.
 *
 * @param resume what to do before a claim is handed back whose settlement nobody is waiting for
 */
const look = (resume = ''): string => `
  local c = redis.call('HMGET', KEYS[1], 'state', 'request', 'until', 'goods', 'spentAt', 'settlement')
  if c[1] then
    if c[2] ~= ARGV[1] then return { 'other_request' } end
    if c[1] == 'spent' then
      if tonumber(ARGV[2]) - tonumber(c[5]) > tonumber(ARGV[3]) then return { 'spent' } end
      return { 'spent_fresh', c[4], c[5], c[6] or '' }
    end
    if tonumber(c[3]) > tonumber(ARGV[2]) then return { 'busy' } end
    if c[1] == 'sent' then
      ${resume}
      return { 'sent', c[4], c[6] or '' }
    end
  end`

/** KEYS claim, sold. ARGV request, now, redelivery, printed, goods without index, keep, sold's lifetime. */
const BUY = script(
  `${look()}
   local n = redis.call('INCR', KEYS[2])
   if n > tonumber(ARGV[4]) then
     if redis.call('DECR', KEYS[2]) == 0 then redis.call('DEL', KEYS[2]) end
     return { 'sold_out' }
   end
   if n == 1 then redis.call('EXPIRE', KEYS[2], ARGV[7]) end
   local goods = ARGV[5] .. (n - 1)
   redis.call('HSET', KEYS[1], 'state', 'spent', 'request', ARGV[1], 'goods', goods, 'spentAt', ARGV[2])
   redis.call('EXPIRE', KEYS[1], ARGV[6])
   return { 'bought', goods, ARGV[2] }`,
  (raw) => raw as readonly string[],
)

/** KEYS claim. ARGV request, now, redelivery. */
const PEEK = script(`${look()}\n return { 'free' }`, (raw) => raw as readonly string[])

/** KEYS claim. ARGV request, now, redelivery, holder, until, keep. */
const HOLD = script(
  `${look("redis.call('HSET', KEYS[1], 'holder', ARGV[4], 'until', ARGV[5])")}
   redis.call('DEL', KEYS[1])
   redis.call('HSET', KEYS[1], 'state', 'held', 'request', ARGV[1], 'holder', ARGV[4], 'until', ARGV[5])
   redis.call('EXPIRE', KEYS[1], ARGV[6])
   return { 'held' }`,
  (raw) => raw as readonly string[],
)

/** KEYS sold. ARGV printed, lifetime. */
const TAKE = script(
  `local n = redis.call('INCR', KEYS[1])
   if n > tonumber(ARGV[1]) then
     if redis.call('DECR', KEYS[1]) == 0 then redis.call('DEL', KEYS[1]) end
     return -1
   end
   if n == 1 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
   return n - 1`,
  Number,
)

/** KEYS claim, unresolved. ARGV holder, goods, settlement, now, payment, until. */
const SEND = script(
  `local c = redis.call('HMGET', KEYS[1], 'state', 'holder')
   if c[1] ~= 'held' or c[2] ~= ARGV[1] then return 0 end
   redis.call('HSET', KEYS[1], 'state', 'sent', 'goods', ARGV[2], 'settlement', ARGV[3], 'sentAt', ARGV[4], 'until', ARGV[6])
   redis.call('ZADD', KEYS[2], ARGV[4], ARGV[5])
   return 1`,
  (raw) => raw === 1,
)

/** KEYS claim. ARGV holder. */
const YIELD = script(
  `local c = redis.call('HMGET', KEYS[1], 'state', 'holder')
   if c[1] ~= 'sent' or c[2] ~= ARGV[1] then return 0 end
   redis.call('HSET', KEYS[1], 'until', 0)
   return 1`,
  (raw) => raw === 1,
)

/** KEYS claim, unresolved. ARGV goods, settlement, now, keep, payment. */
const SPEND = script(
  `local state = redis.call('HGET', KEYS[1], 'state')
   if state == 'spent' then return 0 end
   if not state then return 0 end
   redis.call('HSET', KEYS[1], 'state', 'spent', 'goods', ARGV[1], 'settlement', ARGV[2], 'spentAt', ARGV[3])
   redis.call('EXPIRE', KEYS[1], ARGV[4])
   redis.call('ZREM', KEYS[2], ARGV[5])
   return 1`,
  (raw) => raw === 1,
)

/** KEYS claim, unresolved. ARGV holder, payment. */
const RELEASE = script(
  `local c = redis.call('HMGET', KEYS[1], 'state', 'holder')
   if not c[1] or c[1] == 'spent' or c[2] ~= ARGV[1] then return 0 end
   redis.call('DEL', KEYS[1])
   redis.call('ZREM', KEYS[2], ARGV[2])
   return 1`,
  (raw) => raw === 1,
)

/** Editions are written short, because a claim on one is made tens of thousands of times a second. */
const editionGoods = ({ actor, version, rail }: Omit<EditionRef, 'index'>): string => `e|${actor}|${version}|${rail}|`

const writeGoods = (goods: Goods): string =>
  goods.kind === 'edition' ? editionGoods(goods.edition) + goods.edition.index : `a|${JSON.stringify(goods)}`

const readGoods = (text: string): Goods => {
  if (text.startsWith('a|')) return JSON.parse(text.slice(2)) as Goods
  const [, actor, version, rail, index] = text.split('|')
  return {
    kind: 'edition',
    edition: { actor: actor!, version: Number(version), rail: rail as Rail, index: Number(index) },
  }
}

const readHeld = (raw: readonly string[]): Held => {
  const [kind, goods, third, fourth] = raw
  switch (kind) {
    case 'spent_fresh':
      return { kind, goods: readGoods(goods!), spentAt: Number(third), settlement: fourth ?? '' }
    case 'sent':
      return { kind, goods: readGoods(goods!), settlement: third ?? '' }
    case 'held':
    case 'busy':
    case 'spent':
    case 'other_request':
      return { kind }
    default:
      throw new Error(`a claim script answered ${kind}`)
  }
}

export const claimStore = (redis: Redis): ClaimStore => ({
  buy: async ({ payment, request, now, from, printed, keepSeconds }) => {
    const keys = [names.claim(payment), names.sold(from.actor, from.version, from.rail)]
    const raw = await BUY.run(redis, keys, [
      request,
      now,
      REDELIVERY_MS,
      printed,
      editionGoods(from),
      keepSeconds,
      SOLD_SECONDS,
    ])
    if (raw[0] === 'sold_out') return { kind: 'sold_out' }
    if (raw[0] === 'bought') {
      const goods = readGoods(raw[1]!)
      if (goods.kind === 'edition') return { kind: 'bought', edition: goods.edition, spentAt: Number(raw[2]) }
    }
    const held = readHeld(raw)
    // A rail whose money comes first never sends a settlement; a claim in that state is another rail's by mistake.
    return held.kind === 'held' || held.kind === 'sent' ? { kind: 'busy' } : held
  },
  look: async ({ payment, request, now }) => {
    const raw = await PEEK.run(redis, [names.claim(payment)], [request, now, REDELIVERY_MS])
    if (raw[0] === 'free') return { kind: 'free' }
    const found = readHeld(raw)
    return found.kind === 'held' ? { kind: 'busy' } : found
  },
  hold: async ({ payment, request, now, holder, holdMs, keepSeconds }) =>
    readHeld(
      await HOLD.run(redis, [names.claim(payment)], [request, now, REDELIVERY_MS, holder, now + holdMs, keepSeconds]),
    ),
  take: async (from, printed) => {
    const index = await TAKE.run(redis, [names.sold(from.actor, from.version, from.rail)], [printed, SOLD_SECONDS])
    return index < 0 ? null : { ...from, index }
  },
  send: (payment, holder, goods, settlement, now, holdMs) =>
    SEND.run(
      redis,
      [names.claim(payment), names.unresolved()],
      [holder, writeGoods(goods), settlement, now, payment, now + holdMs],
    ),
  yield: (payment, holder) => YIELD.run(redis, [names.claim(payment)], [holder]),
  spend: (payment, goods, settlement, now, keepSeconds) =>
    SPEND.run(
      redis,
      [names.claim(payment), names.unresolved()],
      [writeGoods(goods), settlement, now, keepSeconds, payment],
    ),
  release: (payment, holder) => RELEASE.run(redis, [names.claim(payment), names.unresolved()], [holder, payment]),
})

/** Longer than any edition can be taken. */
const SOLD_SECONDS = 3_600
