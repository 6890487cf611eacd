import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { asTexts, script } from '../redis/script.ts'
import { orTold, remade, untold } from '../redis/stored.ts'

/**
 * Nostr events that are sent to relays. Each is signed once and kept unchanged for ever; each relay has its own due
 * time. Taking one moves its due time, so that another courier takes it when the first was killed.
 */

export type PostWhat = 'announcement' | 'attestation'

export interface Post {
  readonly what: PostWhat
  readonly eventId: string
}

/** A signed Nostr event. */
export interface SignedPost {
  /** The Nostr id, hex. */
  readonly id: string
  /** The event as JSON text. */
  readonly text: string
}

export interface ClaimedPost extends SignedPost {
  readonly name: string
  /** Attempts made at this relay. */
  readonly made: number
}

/** The next step after an attempt. `at`: Unix milliseconds. */
export type PostStep = { readonly kind: 'accepted' | 'given_up' } | { readonly kind: 'retry'; readonly at: number }

/** A relay as the courier sees it. */
export interface RelayState {
  readonly relay: string
  /** Posts it has not taken yet. */
  readonly outstanding: number
  /** Unix milliseconds; `null` when it never took one. */
  readonly lastAcceptedAt: number | null
  /** Why the last attempt failed; `null` when it succeeded. */
  readonly problem: string | null
}

export interface PostStore {
  /** The event that was signed for it before; `null` when there is none. */
  read(post: Post): Promise<SignedPost | null>
  /**
   * Keeps a signed event unless there is one, and makes it due for those relays that have not had it. Returns the one
   * that is kept. `at`: Unix milliseconds of the first attempt.
   */
  enter(post: Post, signed: SignedPost, relays: readonly string[], at: number): Promise<SignedPost>
  /** Takes what is due at a relay for `holdMs`: longer than an attempt takes. */
  claim(relay: string, now: number, holdMs: number, count: number): Promise<readonly ClaimedPost[]>
  /** Records the result of an attempt; `false` when another process has recorded its own meanwhile. */
  record(relay: string, claimed: ClaimedPost, next: PostStep): Promise<boolean>
  /** Records the state of a relay. */
  seen(relay: string, now: number, problem: string | null): Promise<void>
  /** The relays that posts go to from now on; outstanding posts of the other relays are deleted. */
  setRelays(relays: readonly string[]): Promise<void>
  relays(): Promise<readonly RelayState[]>
}

const nameOf = ({ what, eventId }: Post): string => `${what}/${eventId}`

/** KEYS post, due at each relay. ARGV name, at, id, text, relays. */
const ENTER = script(
  `if redis.call('HSETNX', KEYS[1], 'id', ARGV[3]) == 1 then redis.call('HSET', KEYS[1], 'text', ARGV[4]) end
   for at = 2, #KEYS do
     local field = 'made ' .. ARGV[at + 3]
     redis.call('HSETNX', KEYS[1], field, 0)
     -- A relay that was removed and added again still gets the post, unless it already has it.
     if tonumber(redis.call('HGET', KEYS[1], field)) then redis.call('ZADD', KEYS[at], 'NX', ARGV[2], ARGV[1]) end
   end
   return redis.call('HMGET', KEYS[1], 'id', 'text')`,
  asTexts,
)

/** KEYS due at a relay. ARGV now, until, count, prefix of posts, relay. */
const CLAIM = script(
  `local taken = {}
   for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])) do
     local post = redis.call('HMGET', ARGV[4] .. name, 'id', 'text', 'made ' .. ARGV[5])
     if post[1] and post[2] and tonumber(post[3]) then
       redis.call('ZADD', KEYS[1], ARGV[2], name)
       taken[#taken + 1] = { name, post[1], post[2], post[3] }
     else
       redis.call('ZREM', KEYS[1], name)
     end
   end
   return taken`,
  (raw): readonly (readonly string[])[] => (Array.isArray(raw) ? raw.map(asTexts) : []),
)

/**
 * KEYS post, due at a relay. ARGV name, relay, attempts before, its new state (a number of attempts or an end), next
 * time.
 */
const RECORD = script(
  `local made = 'made ' .. ARGV[2]
   if redis.call('HGET', KEYS[1], made) ~= ARGV[3] then return 0 end
   redis.call('HSET', KEYS[1], made, ARGV[4])
   if tonumber(ARGV[4]) then redis.call('ZADD', KEYS[2], ARGV[5], ARGV[1]) else redis.call('ZREM', KEYS[2], ARGV[1]) end
   return 1`,
  (raw) => raw === 1,
)

type Seen = Omit<RelayState, 'relay' | 'outstanding'>

const NOT_SEEN: Seen = { lastAcceptedAt: null, problem: null }

const SEEN = remade(
  'relay',
  Type.Object({
    lastAcceptedAt: Type.Union([Type.Number(), Type.Null()]),
    problem: Type.Union([Type.String(), Type.Null()]),
  }),
)

/** @param told is called with records that cannot be read */
export const postStore = (redis: RedisClient, told = untold): PostStore => {
  const readSeen = (text: string | null | undefined): Seen =>
    (text ? orTold(told, () => SEEN.parse(text)) : null) ?? NOT_SEEN
  const { post, postsDue, relays: relaysKey } = names.dlc
  return {
    read: async (wanted) => {
      const [id, text] = await redis.hmget(post(nameOf(wanted)), 'id', 'text')
      return id && text ? { id, text } : null
    },
    enter: async (wanted, { id, text }, relays, at) => {
      const name = nameOf(wanted)
      const kept = await ENTER.run(redis, [post(name), ...relays.map(postsDue)], [name, at, id, text, ...relays])
      return { id: kept[0]!, text: kept[1]! }
    },
    claim: async (relay, now, holdMs, count) => {
      const raw = await CLAIM.run(redis, [postsDue(relay)], [now, now + holdMs, count, post(''), relay])
      return raw.map(([name = '', id = '', text = '', made]) => ({ name, id, text, made: Number(made) }))
    },
    record: (relay, { name, made }, next) => {
      const [is, at] = next.kind === 'retry' ? [made + 1, next.at] : [next.kind, '']
      return RECORD.run(redis, [post(name), postsDue(relay)], [name, relay, made, is, at])
    },
    seen: async (relay, now, problem) => {
      const { lastAcceptedAt } = readSeen(await redis.hget(relaysKey(), relay))
      const seen: Seen = { lastAcceptedAt: problem === null ? now : lastAcceptedAt, problem }
      await redis.hset(relaysKey(), relay, SEEN.write(seen))
    },
    setRelays: async (relays) => {
      const gone = (await redis.hkeys(relaysKey())).filter((each) => !relays.includes(each))
      const change = redis.multi()
      for (const relay of gone) change.hdel(relaysKey(), relay).del(postsDue(relay))
      for (const relay of relays) change.hsetnx(relaysKey(), relay, SEEN.write(NOT_SEEN))
      await change.exec()
    },
    relays: async () => {
      const known = Object.entries(await redis.hgetall(relaysKey()))
      const sizes = await Promise.all(known.map(([relay]) => redis.zcard(postsDue(relay))))
      return known.map(([relay, seen], at) => ({ relay, outstanding: sizes[at]!, ...readSeen(seen) }))
    },
  }
}
