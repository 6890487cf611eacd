import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { POSTED, type Posted } from '../../payments/posting.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import { names } from '../redis/names.ts'
import { shardsOf } from './shards.ts'
import { oneOf, orTold, stored, UnreadableRecord, untold } from '../redis/stored.ts'

/** Sums over the postings that are in the ledger files, for `/metrics` and `/money`. */

/** Postings with the same values here are summed together. */
export interface RevenueKey {
  readonly rail: string
  /** CAIP-2, or `lightning`. */
  readonly network: string
  /** Address of the token, or `sat`. */
  readonly asset: string
  readonly item: string
  readonly state: Posted
}

export interface Revenue extends RevenueKey {
  readonly postings: bigint
  /** In base units of the asset. */
  readonly amount: bigint
}

/** Sums to add to one period: `ever`, a month `2026-03`, or a day `2026-03-05`. */
export interface PeriodSums {
  readonly period: string
  readonly revenue: readonly Revenue[]
}

export interface RevenueStore {
  /** Of all shards, in the order of their keys. */
  read(period: string): Promise<readonly Revenue[]>
}

export const EVER = 'ever'

/** Only the present day and month are shown. They are kept a little longer, because clocks differ. */
const secondsOf = (period: string): number =>
  period === EVER ? 0 : period.length === '2026-03'.length ? 35 * DAY_SECONDS : 3 * DAY_SECONDS

const PARTS = ['postings', 'amount'] as const
type Part = (typeof PARTS)[number]

const field = (part: Part, { rail, network, asset, item, state }: RevenueKey): string =>
  JSON.stringify([part, rail, network, asset, item, state])

/** Arguments for the script: lifetime in seconds (0: for ever), number of fields, then field and number in turn. */
export const sumArguments = ({ period, revenue }: PeriodSums): readonly (string | number)[] => [
  secondsOf(period),
  revenue.length * 2,
  ...revenue.flatMap((each) => [
    field('postings', each),
    String(each.postings),
    field('amount', each),
    String(each.amount),
  ]),
]

const Text = Type.String()
const FIELD = stored('sum', Type.Tuple([oneOf(PARTS), Text, Text, Text, Text, oneOf(POSTED)]))

/** A field of a period, and its value. Throws `UnreadableRecord`. */
const readSum = (name: string, value: string) => {
  const [part, rail, network, asset, item, state] = FIELD.parse(name)
  if (!/^-?\d+$/.test(value)) throw new UnreadableRecord(FIELD.kind, 'it is not a number')
  const key: RevenueKey = { rail, network, asset, item, state }
  return { part, key, value: BigInt(value) }
}

/** @param told is called with sums that cannot be read; they are left out */
export const revenueStore = (redis: RedisClient, told = untold): RevenueStore => ({
  read: async (period) => {
    const hashes = await Promise.all(shardsOf(redis).map((shard) => redis.hgetall(names.revenue(shard, period))))
    const found = new Map<string, Revenue>()
    for (const [name, value] of hashes.flatMap((hash) => Object.entries(hash))) {
      const sum = orTold(told, () => readSum(name, value))
      if (sum === null) continue
      const { part, key } = sum
      const id = field('amount', key)
      const before = found.get(id) ?? { ...key, postings: 0n, amount: 0n }
      found.set(id, { ...before, [part]: before[part] + sum.value })
    }
    return [...found.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, revenue]) => revenue)
  },
})
