import { keyPeriods } from '../../canonical/key-periods.ts'
import type { EcdsaSign } from '../../canonical/signature.ts'
import { type Rail, RAILS } from '../../canonical/snapshot.ts'
import type { Meter } from '../../metrics/meter.ts'
import type { Clock, Log } from '../../ports.ts'
import type { KeyDocumentStore } from '../../store/published/key-documents.ts'
import { UnreadableRecord } from '../../store/redis/stored.ts'
import { inSeconds } from '../../time-units.ts'
import type { KeyHistory } from '../key-succession.ts'
import { keepChains, KEPT_CHAIN_FILE } from '../kept-chain.ts'
import { BadKeys } from '../secret-file.ts'
import { chainReader } from './chain-reader.ts'
import { keyFiles } from './key-files.ts'
import { isRevokedIn, lackIn, purposeOf } from './key-lacks.ts'
import { loadKeys } from './keys.ts'
import { type Keyring, keyringOf, type RailRing } from './keyring.ts'

/** Follows the documents of the keys that sign answers, and the files of keys, while a worker runs. */
export interface KeyWatch {
  readonly keys: Keyring
  /** Whether what a key has signed counts at a time, Unix seconds, whoever has that key. */
  counts(rail: Rail, publicKey: string, seconds: number): boolean
  /** Why this worker can sign no answer now; `null` while it can. */
  fault(): string | null
  /** Called when it can no longer sign (false), and when it can again (true). */
  onTurn(hear: (canSign: boolean) => void): void
  /** Called when a key was given an end that has passed: what it has signed since then counts no more. */
  onRevoked(hear: () => void): void
  /** Nothing is read or written any more when it returns. */
  close(): Promise<void>
}

export interface KeyWatchParts {
  readonly folder: string
  readonly ecdsa: EcdsaSign | undefined
  readonly keyDocuments: Pick<KeyDocumentStore, 'chain' | 'append'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  readonly meter: Pick<Meter, 'set'>
  readonly everyMs?: number
}

/** How often documents and files are looked at. */
const EVERY_MS = 5_000

/** Documents that cannot be read for so long may have ended a key meanwhile. */
const UNREAD_SECONDS = 60

/** The gauge of a worker that cannot go by the documents that are there, and goes by those from before. */
const CANNOT_READ = 3

/** Not a store that is away, which ends everything and has its own alarms. */
const isOfDocuments = (problem: unknown): boolean =>
  problem instanceof BadKeys ||
  problem instanceof UnreadableRecord ||
  (problem instanceof Error && problem.name === 'ReplyError')

/** What is wrong is told when it begins or changes, not each time it is found. */
const eachOnce = () => {
  const told = new Map<string, string>()
  return (about: string, message: string | null, tell: (message: string) => void, mended = () => {}): void => {
    const before = told.get(about) ?? null
    if (before === message) return
    if (message === null) {
      told.delete(about)
      return mended()
    }
    told.set(about, message)
    tell(message)
  }
}

/**
 * Reads the chains of both rails and the keys of this worker. Throws `BadKeys` if they do not belong together.
 */
export const startKeyWatch = async (parts: KeyWatchParts): Promise<KeyWatch> => {
  const { folder, ecdsa, keyDocuments, clock, log, meter, everyMs = EVERY_MS } = parts
  const rings = new Map<Rail, RailRing>()
  const turns: ((canSign: boolean) => void)[] = []
  const revocations: (() => void)[] = []
  /** Since when the documents of a rail cannot be gone by, Unix seconds. */
  const unreadSince = new Map<Rail, number>()
  const ended = new Set<Rail>()
  const once = eachOnce()
  let couldSign = true
  let closed = false

  const files = keyFiles(folder, ecdsa)
  const readChain = chainReader({
    folder,
    keyDocuments: {
      chain: (purpose) => keyDocuments.chain(purpose),
      append: async (documents) => !closed && keyDocuments.append(documents),
    },
    onRestored: (rail, documents) => log.warn('keys.documents_restored', { purpose: purposeOf(rail), documents }),
  })
  const ringOf = (rail: Rail): RailRing => rings.get(rail)!
  const told = (rail: Rail) => (message: string) => ({ purpose: purposeOf(rail), message })

  const chainOf = async (rail: Rail, memory: KeyHistory | null): Promise<KeyHistory> => {
    const found = await readChain(rail, memory)
    const of = told(rail)
    once(`ended/${rail}`, found.ended, (message) => log.error('keys.ended_without_successor', of(message)))
    once(`kept/${rail}`, found.kept, (message) => log.warn('keys.kept_chain_not_used', of(message)))
    if (found.ended === null) ended.delete(rail)
    else ended.add(rail)
    unreadSince.delete(rail)
    return found.chain
  }
  /** A file that can no longer be used takes no key from a running worker. */
  const heldOf = (rail: Rail, before: RailRing['held']): RailRing['held'] => {
    const { found, problems } = files.read(rail)
    const of = told(rail)
    once(`files/${rail}`, problems.join(' ') || null, (message) => log.warn('keys.file_not_used', of(message)))
    const isHere = new Set(found.map(({ publicKey }) => publicKey))
    return problems.length === 0 ? found : [...found, ...before.filter(({ publicKey }) => !isHere.has(publicKey))]
  }
  const look = (): string | null => {
    const now = inSeconds(clock.now())
    const lacks = RAILS.map((rail) => ({ rail, lack: lackIn(rail, ringOf(rail), now) }))
    for (const { rail, lack } of lacks) {
      const purpose = purposeOf(rail)
      const isUnread = ended.has(rail) || now - (unreadSince.get(rail) ?? now) >= UNREAD_SECONDS
      const behind = isUnread && lack?.behind !== 2 ? CANNOT_READ : (lack?.behind ?? 0)
      meter.set('claros_key_behind', { purpose }, behind)
      once(
        `lack/${rail}`,
        lack?.message ?? null,
        (message) =>
          lack?.behind === 2
            ? log.error('keys.none_valid', { purpose, message })
            : log.warn('keys.old', { purpose, message }),
        () => log.info('keys.found', { purpose }),
      )
    }
    const fault = lacks.find(({ lack }) => lack?.behind === 2)?.lack?.message ?? null
    if (couldSign !== (fault === null)) {
      couldSign = fault === null
      for (const hear of turns) hear(couldSign)
    }
    return fault
  }

  /** A folder that this process may only read has the chain from where its keys come. */
  const keep = (): void => {
    const chains = RAILS.map((rail) => ringOf(rail).chain).filter((chain) => chain.length > 1)
    if (chains.length === 0) return
    try {
      keepChains(folder, chains)
    } catch (problem) {
      log.warn('keys.chain_not_kept', { message: String(problem) })
    }
  }

  const inUse = loadKeys(folder, ecdsa)
  for (const rail of RAILS) {
    const chain = await chainOf(rail, null)
    const held = heldOf(rail, [])
    rings.set(rail, { held, chain })
    // The key in use, not one beside it: a Redis from before a rotation knows the old one alone.
    if (!chain.some(({ publicKey }) => publicKey === inUse[rail].publicKey))
      throw new BadKeys(
        `the ${purposeOf(rail)} key does not match any document of the keys that this Redis has been signing with. ` +
          'Point KEYS_DIR at the original keys, or REDIS_URL at the Redis that belongs to these. If Redis was put back ' +
          `from before a rotation: copy ${KEPT_CHAIN_FILE} into KEYS_DIR from where the keys were rotated.`,
      )
  }
  keep()
  look()

  /** The documents of a rail now; those from before while they cannot be read: ends are dated, and nothing signs past them. */
  const chainNow = async (rail: Rail): Promise<KeyHistory> => {
    const of = told(rail)
    const before = ringOf(rail).chain
    try {
      const chain = await chainOf(rail, before)
      once(`unread/${rail}`, null, () => {})
      return chain
    } catch (problem) {
      if (isOfDocuments(problem) && !unreadSince.has(rail)) unreadSince.set(rail, inSeconds(clock.now()))
      once(`unread/${rail}`, String(problem), (message) => log.warn('keys.not_read', of(message)))
      return before
    }
  }
  const again = async (): Promise<void> => {
    for (const rail of RAILS) {
      const before = ringOf(rail)
      const chain = await chainNow(rail)
      if (closed) return
      rings.set(rail, { chain, held: heldOf(rail, before.held) })
      if (chain.length === before.chain.length) continue
      keep()
      if (isRevokedIn(before.chain, chain, inSeconds(clock.now()))) for (const hear of revocations) hear()
    }
    look()
  }
  let reading: Promise<void> | null = null
  const refresh = async (): Promise<void> => {
    if (!closed) await (reading ??= again().finally(() => (reading = null)))
  }
  const timer = setInterval(() => {
    look()
    void refresh()
  }, everyMs)
  return {
    keys: keyringOf(ringOf, refresh),
    counts: (rail, publicKey, seconds) =>
      keyPeriods(ringOf(rail).chain).some((each) => each.publicKey === publicKey && seconds <= each.until),
    fault: look,
    onTurn: (hear) => void turns.push(hear),
    onRevoked: (hear) => void revocations.push(hear),
    close: async () => {
      closed = true
      clearInterval(timer)
      await reading
    },
  }
}
