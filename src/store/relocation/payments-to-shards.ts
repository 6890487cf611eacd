import { namingText } from '../claims/deliverable.ts'
import { endOfText, needsOf } from '../claims/long-body.ts'
import { type PaymentKeys, paymentKeys, shardOfShort } from '../claims/payment-keys.ts'
import { ONE_SHARD, type Shards } from '../claims/shards.ts'
import { names } from '../redis/names.ts'
import { copyAs, type CopyKey, type Copying, lifeOf } from './copy-key.ts'

/**
 * One Redis has all payments in one shard, a cluster has many. Each claim goes to the shard where its payment is looked for,
 * with what it bought, the long text that it shares with others, and its place in the lists. The ledger and its sums stay in
 * their shard, which a cluster has as well: postings are read from every shard, and their identities begin with its name.
 */

const FROM = ONE_SHARD[0]!
const CLAIM = names.claim(FROM, '')
const DELIVERABLE = names.deliverable(FROM, '')
const TEXT = names.longText(FROM, '')
const NAMES_TEXT = namingText(TEXT)

/** Commands with more words than this are not made. */
const AT_ONCE = 500

type ListOf = (keys: PaymentKeys) => string
type Pair = readonly [string, string]

/** Members and their scores, in turn. */
const pairsOf = (flat: readonly string[]): readonly Pair[] =>
  Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at]!, flat[2 * at + 1]!])

export const paymentsToShards = (copying: Copying, shards: Shards): CopyKey => {
  const { from, into } = copying

  const copyDeliverable = async (key: string): Promise<void> => {
    const [text, life] = await Promise.all([from.get(key), lifeOf(copying, key)])
    if (text === null || life === null) return
    const short = key.slice(DELIVERABLE.length)
    const shard = shardOfShort(shards, short)
    const name = names.deliverable(shard, short)
    // It names the text in its own shard, also when the rest of it cannot be read.
    const moved = text.startsWith(NAMES_TEXT)
      ? namingText(names.longText(shard, '')) + text.slice(NAMES_TEXT.length)
      : text
    await (life === 'for_ever' ? into().set(name, moved) : into().set(name, moved, 'PX', life))
  }

  const copyClaim = (key: string): Promise<void> => {
    const short = key.slice(CLAIM.length)
    return copyAs(copying, key, names.claim(shardOfShort(shards, short), short))
  }

  const inParts = async (pairs: readonly Pair[], write: (some: readonly Pair[]) => Promise<unknown>): Promise<void> => {
    for (let at = 0; at < pairs.length; at += AT_ONCE) await write(pairs.slice(at, at + AT_ONCE))
  }
  const addAll = (list: string, members: readonly Pair[]): Promise<void> =>
    inParts(members, (some) => into().zadd(list, ...some.flatMap(([member, score]) => [score, member])))

  /** To each shard with a claim that needs it. */
  const copyText = async (key: string): Promise<void> => {
    const claims = pairsOf(await from.zrange(needsOf(key), '0', '-1', 'WITHSCORES'))
    const byShard = Map.groupBy(claims, ([claim]) => shardOfShort(shards, claim.slice(CLAIM.length)))
    for (const [shard, needing] of byShard) {
      const text = names.longText(shard, key.slice(TEXT.length))
      await copyAs(copying, key, text)
      await addAll(
        needsOf(text),
        needing.map(([claim, until]) => [names.claim(shard, claim.slice(CLAIM.length)), until]),
      )
      // It may be needed for longer in another shard.
      const end = endOfText(Math.max(...needing.map(([, until]) => Number(until))))
      for (const name of [text, needsOf(text)])
        await (end === null ? into().persist(name) : into().pexpireat(name, end))
    }
  }

  const inLists = (pairs: readonly Pair[], listOf: ListOf): ReadonlyMap<string, readonly Pair[]> =>
    Map.groupBy(pairs, ([payment]) => listOf(paymentKeys(shards, payment)))

  const copyTimes =
    (listOf: ListOf): CopyKey =>
    async (key) => {
      const lists = inLists(pairsOf(await from.zrange(key, '0', '-1', 'WITHSCORES')), listOf)
      await Promise.all([...lists].map(([list, members]) => addAll(list, members)))
    }

  const copyOwing: CopyKey = async (key) => {
    const lists = inLists(Object.entries(await from.hgetall(key)), ({ owing }) => owing)
    const write = (list: string) => (some: readonly Pair[]) => into().hset(list, Object.fromEntries(some))
    await Promise.all([...lists].map(([list, sales]) => inParts(sales, write(list))))
  }

  const lists: Readonly<Record<string, CopyKey>> = {
    [names.sent(FROM)]: copyTimes(({ sent }) => sent),
    [names.owed(FROM)]: copyTimes(({ owed }) => owed),
    [names.owing(FROM)]: copyOwing,
  }

  return async (key) => {
    const list = lists[key]
    if (list) return list(key)
    if (key.startsWith(CLAIM)) return copyClaim(key)
    if (key.startsWith(DELIVERABLE)) return copyDeliverable(key)
    if (!key.startsWith(TEXT)) return copyAs(copying, key, key)
    // The list of who needs a text goes with the text.
    if (!key.endsWith(needsOf(''))) return copyText(key)
  }
}
