import { createHash, randomBytes } from 'node:crypto'
import { type EditionRef, editionDeliverable } from '../src/store/claims/deliverable.ts'
import type { RedisClient } from '../src/store/redis/client.ts'
import { names } from '../src/store/redis/names.ts'
import { ONE_SHARD } from '../src/store/claims/shards.ts'
import type { BenchRedis } from './bed.ts'
import { EARLIER_BUY } from './earlier-buy.ts'
import { printedEditions, PRINTED, printVersion } from './sold-blocks.ts'

/** Sales in the store as servers make them, without a server. */

/** Makes one sale. The caller decides how many run at once. */
export type SellOne = () => Promise<void>

interface Selling {
  readonly redis: RedisClient
  readonly store: BenchRedis['store']
}

const ACTOR = 'price/spot/BTC-USD'
const REQUEST = createHash('sha256').update('GET\n/oracle/price/btc/usd\n\n\n').digest('hex')
const REDELIVERY_MS = 120_000
/** A token is valid for about 65 minutes, and its claim is kept a day longer. */
const KEEP_SECONDS = 86_400 + 3_900
const BODY = JSON.stringify({ body: 'x'.repeat(813) })

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')

/** Its server read the edition afterwards, by its number. */
const earlierSale = async ({ redis }: Selling): Promise<SellOne> => {
  const version = Math.floor(Date.now() / 1000)
  const editions = await printVersion(redis, ACTOR, version)
  const sold = names.sold(ACTOR, version, 'l402')
  const deliverable = editionDeliverable({ actor: ACTOR, version, rail: 'l402' })
  return async () => {
    const claim = `claros:claim:l402:${hex(32)}`
    const args = [REQUEST, Date.now(), REDELIVERY_MS, 1_000_000_000, deliverable, KEEP_SECONDS, 3_600]
    const [said, goods = ''] = await EARLIER_BUY.run(redis, [claim, sold], args)
    if (said !== 'bought') throw new Error(`the earlier script said ${said}`)
    const index = Number(/\d+$/.exec(goods)?.[0])
    if (!(await redis.lindex(editions, index % PRINTED))) throw new Error('an edition was not there')
  }
}

const saleOf = (payment: string, amount: string) => ({ payment, amount, item: ACTOR, event: '', receipt: hex(16) })

const l402SaleOf =
  ({ store }: Selling, next: () => EditionRef | Promise<EditionRef>): SellOne =>
  async () => {
    const payment = `l402:${hex(32)}`
    const edition = await next()
    const on = { ...saleOf(payment, '10'), request: REQUEST, now: Date.now(), edition, keepSeconds: KEEP_SECONDS }
    const { kind } = await store.claims.buy(on)
    if (kind !== 'bought') throw new Error(`a sale came to ${kind}`)
  }

/** Without what its edition cost, which is part of publishing. */
const l402Sale = (selling: Selling): SellOne => {
  const version = Math.floor(Date.now() / 1000)
  let index = 0
  return l402SaleOf(selling, () => ({ actor: ACTOR, version, rail: 'l402', index: index++ }))
}

/** With its part of a block that was taken from the list. */
const blockSale = async (selling: Selling, most: number): Promise<SellOne> =>
  l402SaleOf(selling, await printedEditions(selling, ACTOR, most))

/** The steps of a sale through a facilitator: hold, send, spend. */
const x402Sale =
  ({ store: { claims } }: Selling): SellOne =>
  async () => {
    const authorization = {
      from: `0x${hex(20)}`,
      to: `0x${hex(20)}`,
      value: '10000',
      validAfter: '0',
      validBefore: String(Math.floor(Date.now() / 1000) + 60),
      nonce: `0x${hex(32)}`,
    }
    const payment = `x402:8453:0x${'83'.repeat(20)}:${authorization.from}:${authorization.nonce}`
    const sale = saleOf(payment, authorization.value)
    const transfer = JSON.stringify({ authorization, signature: `0x${hex(65)}` })
    const holder = hex(16)
    const now = Date.now()
    const keepSeconds = 86_460
    const network = '4:cb0071'
    const deliverable = { kind: 'answer', status: 200, body: BODY, headers: {} } as const
    await claims.hold({ payment, request: REQUEST, now, holder, holdMs: 30_000, keepSeconds, network, sale })
    await claims.send(payment, holder, deliverable, transfer, now, 30_000, keepSeconds)
    if (!(await claims.spend(payment, `0x${hex(32)}`, now, keepSeconds, true))) throw new Error('a claim was not spent')
  }

/** The kinds of sale that are measured. `blocks` is told how many are made at most. */
export const SALES = { earlier: earlierSale, l402: l402Sale, blocks: blockSale, x402: x402Sale }

export type WayToSell = keyof typeof SALES

/** Makes `count` sales, `inFlight` of them at a time. */
export const sellMany = async (sell: SellOne, count: number, inFlight: number): Promise<void> => {
  let left = count
  const line = async (): Promise<void> => {
    while (left-- > 0) await sell()
  }
  await Promise.all(Array.from({ length: inFlight }, line))
}

/** Removes what would be gone after this time: keys that expire within it, and postings that the bookkeeper moves. */
export const letPass = async ({ redis }: Pick<BenchRedis, 'redis'>, ms: number): Promise<void> => {
  for (const shard of ONE_SHARD) await redis.del(names.ledger(shard))
  let cursor = '0'
  do {
    const [next, keys] = await redis.scan(cursor, 'COUNT', 5_000)
    const left = await Promise.all(keys.map((key) => redis.pttl(key)))
    const gone = keys.filter((_, at) => left[at]! >= 0 && left[at]! <= ms)
    if (gone.length > 0) await redis.del(gone)
    cursor = next
  } while (cursor !== '0')
}
