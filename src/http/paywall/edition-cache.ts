import { withRepetition } from '../../canonical/repeated-members.ts'
import { type Rail, SCHEME_OF, type Snapshot } from '../../canonical/snapshot.ts'
import { editionBody, type EditionRef } from '../../store/claims/deliverable.ts'
import { LONG_BODY, longText, type LongText } from '../../store/claims/long-body.ts'
import type { SnapshotStore } from '../../store/published/snapshots.ts'
import type { Soon } from '../wire/soon.ts'

/** A snapshot whose editions are sold. */
export interface CachedEditions {
  readonly snapshot: Snapshot
  /** The beginning of a body, which all editions of the rail share. */
  bodyPrefix(rail: Rail): string
  /** The same as claims name it, if it is too long to lie in each of them; `null` otherwise. */
  longPrefix(rail: Rail): LongText | null
}

/** Seconds since the tick. */
export const ageAt = ({ snapshot }: CachedEditions, now: number): number => Math.floor(now / 1000) - snapshot.timestamp

/** Clocks differ a little; a price that is further ahead than this comes from a clock that is wrong. */
const AHEAD_SECONDS = 5

/** Whether a snapshot of that second is no older than that, and not from the future. */
export const isAgeOf = (timestamp: number, now: number, limitSeconds: number): boolean => {
  const age = Math.floor(now / 1000) - timestamp
  return age >= -AHEAD_SECONDS && age <= limitSeconds
}

/** The same of cached editions. */
export const isOfAge = (cached: CachedEditions, now: number, limitSeconds: number): boolean =>
  isAgeOf(cached.snapshot.timestamp, now, limitSeconds)

/**
 * Editions that are ready to be sold. A server keeps those in demand in memory for a quarter of a second at most. The
 * store decides which server may sell which edition (`blocks.ts`), so any number of servers may keep the same copies.
 */
export interface EditionCache {
  current(actor: string, now: number): Soon<CachedEditions | null>
  /** The editions of an item as they are in the store now. */
  latest(actor: string, now: number): Promise<CachedEditions | null>
  /** The body of an edition that was sold earlier, of whatever version; `null` when it is no longer kept. */
  soldBody(ref: EditionRef): Promise<string | null>
}

const FRESH_MS = 100
/** Items in memory. More than there are feeds, since subjects that start on demand come and go. */
const MOST_CACHED = 2_000
/** After this time editions in memory are read again before they are used. */
const USABLE_MS = 250

/** All editions of a rail share everything but canonical and signature, so the rest is written once. */
const commonBody = (snapshot: Snapshot, rail: Rail): string => {
  const { publicKey, contentSignature } = snapshot.seals[rail]
  const shared = {
    ...snapshot.content,
    contentHash: snapshot.contentHash,
    contentSignature,
    ...withRepetition(snapshot.stem, 'signingScheme', SCHEME_OF[rail]),
    pubkey: publicKey,
  }
  return JSON.stringify(shared).slice(0, -1)
}

/** All editions of a rail begin with the same text, which is written once. */
class ItemEditions implements CachedEditions {
  readonly #stems: Partial<Record<Rail, string>> = {}
  readonly #long: Partial<Record<Rail, LongText>> = {}
  checkedAt = 0

  constructor(readonly snapshot: Snapshot) {}

  bodyPrefix(rail: Rail): string {
    return (this.#stems[rail] ??= commonBody(this.snapshot, rail))
  }

  longPrefix(rail: Rail): LongText | null {
    const prefix = this.bodyPrefix(rail)
    return prefix.length < LONG_BODY ? null : (this.#long[rail] ??= longText(prefix))
  }
}

export const createEditionCache = (snapshots: SnapshotStore): EditionCache => {
  const entries = new Map<string, ItemEditions>()
  const loading = new Map<string, Promise<CachedEditions | null>>()

  const load = async (actor: string, now: number): Promise<CachedEditions | null> => {
    const known = entries.get(actor)
    const version = await snapshots.version(actor)
    if (version === null) return null
    if (known?.snapshot.timestamp === version) {
      known.checkedAt = now
      return known
    }
    const snapshot = await snapshots.latest(actor)
    if (!snapshot) return null
    const entry = new ItemEditions(snapshot)
    entry.checkedAt = now
    entries.delete(actor)
    entries.set(actor, entry)
    if (entries.size > MOST_CACHED) entries.delete(entries.keys().next().value!)
    return entry
  }

  /** One read per actor at a time; all callers share it. */
  const shared = (actor: string, now: number): Promise<CachedEditions | null> => {
    const under = loading.get(actor)
    if (under) return under
    const look = load(actor, now).finally(() => loading.delete(actor))
    loading.set(actor, look)
    return look
  }

  return {
    current: (actor, now) => {
      const known = entries.get(actor)
      // After the clock was set back, the age of editions in memory is not known: they are read again.
      const age = known && now >= known.checkedAt ? now - known.checkedAt : Number.POSITIVE_INFINITY
      if (known && age < FRESH_MS) return known
      const look = shared(actor, now)
      if (!known || age >= USABLE_MS) return look
      // This refresh is for the next buyers, so this one does not wait for it. A failed one is tried again.
      look.catch(() => {})
      return known
    },
    latest: async (actor, now) => {
      await loading.get(actor)?.catch(() => {})
      return shared(actor, now)
    },
    soldBody: async ({ actor, version, rail, index }) => {
      const known = entries.get(actor)
      const [snapshot, [edition]] = await Promise.all([
        known?.snapshot.timestamp === version ? known.snapshot : snapshots.at(actor, version),
        snapshots.editions(actor, version, rail, index, 1),
      ])
      return snapshot && edition ? editionBody(commonBody(snapshot, rail), edition) : null
    },
  }
}
