import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Books, openBooks } from '../../../../src/actors/bookkeeper/books.ts'
import { type Disk, type DiskFile, localDisk } from '../../../../src/actors/bookkeeper/disk.ts'
import { moveShard } from '../../../../src/actors/bookkeeper/move.ts'
import { identityOf, writeIdentity } from '../../../../src/ledger/identity.ts'
import type { LedgerLine } from '../../../../src/ledger/line.ts'
import { type Posted, type Sale, writePosting, writeSale } from '../../../../src/payments/posting.ts'
import { names } from '../../../../src/store/redis/names.ts'
import { EVER } from '../../../../src/store/claims/revenue.ts'
import { ONE_SHARD } from '../../../../src/store/claims/shards.ts'
import type { Store } from '../../../../src/store/store.ts'
import type { TestRedis } from '../../redis.ts'
import { keptLog, stillClock } from '../../still.ts'

/** The ledger of one test: a folder, a stream in a real Redis, and bookkeepers that may be stopped at any step. */

export const SHARD = ONE_SHARD[0]!
/** 2026-03-05 12:00:00 UTC. */
export const NOON = Date.UTC(2026, 2, 5, 12)
export const TOKEN = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'

export const saleOf = (number: number, changes: Partial<Sale> = {}): Sale => ({
  payment: `l402:${number.toString(16).padStart(64, '0')}`,
  amount: '10',
  item: 'price/spot/BTC-USD',
  event: '',
  receipt: number.toString(16).padStart(32, '0'),
  ...changes,
})

export const x402Sale = (number: number, changes: Partial<Sale> = {}): Sale =>
  saleOf(number, {
    payment: `x402:8453:${TOKEN}:0x${'a'.repeat(40)}:0x${number.toString(16).padStart(64, '0')}`,
    amount: '10000',
    ...changes,
  })

export interface PostedSale {
  readonly what: Posted
  readonly at: number
  readonly sale: Sale
  readonly transaction?: string
}

export const sold = (number: number, at = NOON): PostedSale => ({ what: 'sold', at, sale: saleOf(number) })

export const textOf = ({ what, at, sale, transaction = '' }: PostedSale): string =>
  writePosting(what, at, writeSale(sale), transaction)

/** Writes one entry with one or more postings, as claims do. @returns their identities */
export const post = async (
  { redis }: Pick<TestRedis, 'redis'>,
  ...sales: readonly PostedSale[]
): Promise<readonly string[]> => {
  const entry = (await redis.xadd(names.ledger(SHARD), '*', ...sales.flatMap((each) => ['s', textOf(each)])))!
  return sales.map((_, n) => writeIdentity(identityOf(SHARD, entry, n)))
}

/** The same, many entries at once. */
export const postMany = async (stack: TestRedis, sales: readonly PostedSale[]): Promise<readonly string[]> =>
  (await Promise.all(sales.map((each) => post(stack, each)))).flat()

/** All lines of all months, incomplete ones included. */
export const linesIn = (folder: string): readonly LedgerLine[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1))
    .map((text) => JSON.parse(text) as LedgerLine)

export const idsIn = (folder: string): readonly string[] => linesIn(folder).map(({ id }) => id)

/** Number of postings in the sums. */
export const summed = async ({ revenue }: Store, period = EVER): Promise<number> =>
  (await revenue.read(period)).reduce((sum, each) => sum + Number(each.postings), 0)

type Step = keyof Pick<DiskFile, 'write' | 'sync' | 'truncate'>

/** A disk on which a step fails, or does something else first, once or until `heal`. */
export const brokenDisk = () => {
  const faults = new Map<Step, () => Promise<void>>()
  const guarded = (file: DiskFile): DiskFile => ({
    ...file,
    write: async (bytes, at) => {
      const fault = faults.get('write')
      if (fault) {
        // Half of it is written, as on a disk that becomes full.
        await file.write(bytes.subarray(0, bytes.length >> 1), at)
        await fault()
      }
      return file.write(bytes, at)
    },
    sync: async () => {
      await faults.get('sync')?.()
      return file.sync()
    },
    truncate: async (length) => {
      await faults.get('truncate')?.()
      return file.truncate(length)
    },
  })
  const disk: Disk = { ...localDisk, open: async (path) => guarded(await localDisk.open(path)) }
  return {
    disk,
    fail: (step: Step, act: () => Promise<void>) => void faults.set(step, act),
    heal: () => faults.clear(),
  }
}

export const full = async (): Promise<never> => {
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
}

const opened: Books[] = []

/** Closes all files of all books of a test, as the end of a process does. */
export const closeAll = async (): Promise<void> => {
  await Promise.all(opened.splice(0).map((books) => books.close()))
}

/** A bookkeeper's books and one round of its work. */
export const openRound = async (store: Store, folder: string, disk: Disk = localDisk, at = NOON) => {
  const [log, clock] = [keptLog(), stillClock(at)]
  const books: Books = await openBooks(folder, ONE_SHARD, { disk, log })
  opened.push(books)
  const parts = { books, ledger: store.ledger, labelOf: (item: string) => item, clock, log }
  return { books, log, parts, move: () => moveShard(parts, SHARD) }
}
