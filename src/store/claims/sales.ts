import type { RedisClient } from '../redis/client.ts'
import { writePosting, writeSale, type Sale } from '../../payments/posting.ts'
import { editionDeliverable, type EditionRef, readDeliverable, writeDeliverable } from './deliverable.ts'
import { names } from '../redis/names.ts'
import { claimPlace } from './payment-keys.ts'
import { shardsOf } from './shards.ts'
import { lastingScript } from '../redis/lasting.ts'
import { script, asTexts } from '../redis/script.ts'
import { readWholeNumber, UnreadableRecord } from '../redis/stored.ts'

/**
 * L402 sale of an edition. The money came first and the edition is already taken, so one plain command claims the
 * payment. Its posting goes into the ledger in the same step. All sales of one turn of the event loop are sent as one
 * script. With a script for each, Redis would use half as much time again (decision 0023).
 */

export interface EditionSale extends Sale {
  /** Hash of the request, hex. */
  readonly request: string
  readonly now: number
  readonly edition: EditionRef
  readonly keepSeconds: number
}

/** The record of a payment that was sold in one step. */
export interface Sold {
  /** 32 hex digits. */
  readonly request: string
  readonly spentAt: number
  readonly edition: EditionRef
}

export type SaleOutcome =
  | { readonly kind: 'sold' }
  /** Sold before, in the same way. */
  | { readonly kind: 'before'; readonly sold: Sold }
  /** There is a claim of another kind. */
  | { readonly kind: 'claimed' }

/** 128 bits are enough to bind a claim to its request. */
export const shortRequest = (request: string): string => request.slice(0, 32)

const writeSold = ({ request, now, edition }: EditionSale): string =>
  `${shortRequest(request)}|${now}|${editionDeliverable(edition)}${edition.index}`

/** Throws `UnreadableRecord` on a text that this service did not write. */
export const readSold = (text: string): Sold => {
  const [request = '', spentAt = ''] = text.split('|', 2)
  const deliverable = readDeliverable(text.slice(request.length + spentAt.length + 2))
  if (deliverable.kind !== 'edition') throw new UnreadableRecord('claim', 'a sale in one step names an edition')
  return { request, spentAt: readWholeNumber('claim', 'its time', spentAt), edition: deliverable.edition }
}

/** KEYS ledger, claims. ARGV for each claim: its new value, its lifetime and its posting. */
const SELL = lastingScript(
  `local found, postings = {}, {}
   for at = 2, #KEYS do
     local arg = 3 * (at - 2)
     local was = redis.pcall('SET', KEYS[at], ARGV[arg + 1], 'NX', 'GET', 'EX', ARGV[arg + 2])
     if not was then
       postings[#postings + 1] = 's'
       postings[#postings + 1] = ARGV[arg + 3]
       was = ''
     elseif was == '' then
       -- An empty text is not a sale of this service. It must not count as a sale that was just made.
       was = 'claimed'
     elseif type(was) == 'table' then
       if string.sub(was.err, 1, 9) ~= 'WRONGTYPE' then return redis.error_reply(was.err) end
       was = 'claimed'
     end
     found[at - 1] = was
   end
   if #postings > 0 then redis.call('XADD', KEYS[1], '*', unpack(postings)) end
   return found`,
  asTexts,
  'claim',
)

/** KEYS claim, ledger. ARGV the value that must be there, posting. */
const GIVE_BACK = script(
  `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
   redis.call('DEL', KEYS[1])
   redis.call('XADD', KEYS[2], '*', 's', ARGV[2])
   return 1`,
  (raw) => raw === 1,
)

/** A script for more sales would block Redis for other commands too long. */
const MOST_AT_ONCE = 64

interface Waiting {
  readonly sale: EditionSale
  readonly claim: string
  readonly done: (outcome: SaleOutcome) => void
  readonly failed: (problem: unknown) => void
}

const SOLD: SaleOutcome = { kind: 'sold' }

const outcomeOf = (found: string): SaleOutcome => {
  if (found === '') return SOLD
  return found === 'claimed' ? { kind: 'claimed' } : { kind: 'before', sold: readSold(found) }
}

export interface EditionSales {
  /** Rejects when the result is not known: the edition must not be sold again then. */
  sell(sale: EditionSale): Promise<SaleOutcome>
  /** The edition can no longer be handed out: the payment can be used again. False when the record is another one. */
  giveBack(sale: Sale, sold: Sold, now: number): Promise<boolean>
}

export const editionSales = (redis: RedisClient): EditionSales => {
  const shards = shardsOf(redis)
  const waiting = new Map<string, Waiting[]>()
  let isDue = false

  const flush = async (shard: string, batch: readonly Waiting[]): Promise<void> => {
    try {
      const keys = [names.ledger(shard)]
      const args: (string | number)[] = []
      for (const { claim, sale } of batch) {
        keys.push(claim)
        args.push(writeSold(sale), sale.keepSeconds, writePosting('sold', sale.now, writeSale(sale), ''))
      }
      const found = await SELL.run(redis, keys, args)
      for (const [at, { done, failed }] of batch.entries())
        try {
          done(outcomeOf(found[at]!))
        } catch (problem) {
          // The record of this payment cannot be read; the other sales were made.
          failed(problem)
        }
    } catch (problem) {
      for (const { failed } of batch) failed(problem)
    }
  }
  const flushAll = (): void => {
    isDue = false
    for (const [shard, all] of waiting)
      for (let at = 0; at < all.length; at += MOST_AT_ONCE) void flush(shard, all.slice(at, at + MOST_AT_ONCE))
    waiting.clear()
  }

  return {
    sell: (sale) =>
      new Promise((done, failed) => {
        const { shard, claim } = claimPlace(shards, sale.payment)
        const line = waiting.get(shard)
        const entry: Waiting = { sale, claim, done, failed }
        if (line) line.push(entry)
        else waiting.set(shard, [entry])
        if (isDue) return
        isDue = true
        setImmediate(flushAll)
      }),
    giveBack: (sale, { request, spentAt, edition }, now) => {
      const { shard, claim } = claimPlace(shards, sale.payment)
      const expected = `${request}|${spentAt}|${writeDeliverable({ kind: 'edition', edition })}`
      const posting = writePosting('given_back', now, writeSale(sale), '')
      return GIVE_BACK.run(redis, [claim, names.ledger(shard)], [expected, posting])
    },
  }
}
