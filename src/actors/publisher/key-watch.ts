import { ANSWERS_PURPOSE, type KeyPurpose } from '../../canonical/key-document.ts'
import { currentKey, keyPeriods } from '../../canonical/key-periods.ts'
import type { EcdsaSign } from '../../canonical/signature.ts'
import { type Rail, RAILS, SCHEME_OF } from '../../canonical/snapshot.ts'
import type { Meter } from '../../metrics/meter.ts'
import type { Clock, Log } from '../../ports.ts'
import type { KeyDocumentStore } from '../../store/published/key-documents.ts'
import { inSeconds } from '../../time-units.ts'
import { joinedChain } from '../key-chains.ts'
import type { KeyHistory } from '../key-succession.ts'
import { keepChains, KEPT_CHAIN_FILE, keptChain } from '../kept-chain.ts'
import { BadKeys } from '../secret-file.ts'
import { type Keyring, keyringOf, type RailRing, signerAt } from './keyring.ts'
import { loadKeys, loadSpareKeys } from './keys.ts'

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
  close(): void
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

/** 0: it has the key that signs last. 1: it signs with one that ends. 2: it can sign nothing. */
type Behind = 0 | 1 | 2

const purposeOf = (rail: Rail): KeyPurpose => ANSWERS_PURPOSE[SCHEME_OF[rail]]

const railOfFiles = (folder: string, rail: Rail, ecdsa: EcdsaSign | undefined): RailRing['held'] => [
  loadKeys(folder, ecdsa)[rail],
  ...loadSpareKeys(folder, rail, ecdsa),
]

const at = (seconds: number): string => new Date(seconds * 1000).toISOString()

const isRevokedIn = (before: KeyHistory, after: KeyHistory, now: number): boolean => {
  const periods = keyPeriods(after)
  return keyPeriods(before).some(({ until }, nth) => periods[nth]!.until < Math.min(until, now))
}

/** What to tell of a rail whose newest key is not here; `null` where nothing is to be told. */
const lackIn = (
  rail: Rail,
  ring: RailRing,
  now: number,
): { readonly behind: Behind; readonly message: string } | null => {
  const newest = currentKey(ring.chain)
  const signer = signerAt(ring, now)
  const own = keyPeriods(ring.chain).find(({ publicKey }) => publicKey === signer?.publicKey)
  const has = ring.held.some(({ publicKey }) => publicKey === newest)
  const purpose = purposeOf(rail)
  if (!signer || !own)
    return { behind: 2, message: `KEYS_DIR holds no ${purpose} key that is valid now: no answer is signed` }
  if (has) return null
  const end = own.until === Infinity ? '' : `, which ends at ${at(own.until)}`
  return {
    behind: 1,
    message: `answers are still signed with the old ${purpose} key${end}: the new one is not in KEYS_DIR`,
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
  const told = new Map<Rail, string>()
  let couldSign = true

  const read = async (rail: Rail): Promise<boolean> => {
    const before = rings.get(rail)
    const purpose = purposeOf(rail)
    const known = before?.chain ?? keptChain(folder, purpose)
    const chain = await joinedChain(keyDocuments, purpose, known, (documents) =>
      log.warn('keys.documents_restored', { purpose, documents }),
    )
    const held = railOfFiles(folder, rail, ecdsa)
    const ids = ({ held: each }: RailRing) => each.map(({ publicKey }) => publicKey).join()
    const isSame = before?.chain.length === chain.length && ids(before) === ids({ held, chain })
    if (!isSame) rings.set(rail, { held, chain })
    return !isSame
  }
  const ringOf = (rail: Rail): RailRing => rings.get(rail)!
  const look = (): string | null => {
    const now = inSeconds(clock.now())
    const lacks = RAILS.map((rail) => ({ rail, lack: lackIn(rail, ringOf(rail), now) }))
    for (const { rail, lack } of lacks) {
      meter.set('claros_key_behind', { purpose: purposeOf(rail) }, lack?.behind ?? 0)
      if (told.get(rail) === lack?.message) continue
      if (!lack) {
        told.delete(rail)
        log.info('keys.found', { purpose: purposeOf(rail) })
        continue
      }
      told.set(rail, lack.message)
      const write = lack.behind === 2 ? log.error : log.warn
      write(lack.behind === 2 ? 'keys.none_valid' : 'keys.old', { purpose: purposeOf(rail), message: lack.message })
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
      log.info('keys.chain_not_kept', { message: String(problem) })
    }
  }

  for (const rail of RAILS) {
    await read(rail)
    const { held, chain } = ringOf(rail)
    // The key in use, not one beside it: a Redis from before a rotation knows the old one alone.
    if (!chain.some(({ publicKey }) => publicKey === held[0]!.publicKey))
      throw new BadKeys(
        `the ${purposeOf(rail)} key does not match any document of the keys that this Redis has been signing with. ` +
          'Point KEYS_DIR at the original keys, or REDIS_URL at the Redis that belongs to these. If Redis was put back ' +
          `from before a rotation: copy ${KEPT_CHAIN_FILE} into KEYS_DIR from where the keys were rotated.`,
      )
  }
  keep()
  look()
  const again = async (): Promise<void> => {
    for (const rail of RAILS)
      try {
        const before = ringOf(rail).chain
        if (!(await read(rail))) continue
        keep()
        if (isRevokedIn(before, ringOf(rail).chain, inSeconds(clock.now()))) for (const hear of revocations) hear()
      } catch (problem) {
        // What was read before goes on to hold: its ends are dated, and nothing signs past them.
        log.warn('keys.not_read', { purpose: purposeOf(rail), message: String(problem) })
      }
    look()
  }
  let reading: Promise<void> | null = null
  const refresh = (): Promise<void> => (reading ??= again().finally(() => (reading = null)))
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
    close: () => clearInterval(timer),
  }
}
