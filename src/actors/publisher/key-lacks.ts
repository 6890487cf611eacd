import { ANSWERS_PURPOSE, type KeyPurpose } from '../../canonical/key-document.ts'
import { currentKey, keyPeriods } from '../../canonical/key-periods.ts'
import { type Rail, SCHEME_OF } from '../../canonical/snapshot.ts'
import type { KeyHistory } from '../key-succession.ts'
import { type RailRing, signerAt } from './keyring.ts'

/** What a worker lacks to sign as the documents say, and what they take from it. */

/** 1: it signs with a key that ends, and has not the one after it. 2: it can sign nothing. */
export interface KeyLack {
  readonly behind: 1 | 2
  readonly message: string
}

export const purposeOf = (rail: Rail): KeyPurpose => ANSWERS_PURPOSE[SCHEME_OF[rail]]

/** Whether a key was given an end that has passed, and that is earlier than what was said of it before. */
export const isRevokedIn = (before: KeyHistory, after: KeyHistory, now: number): boolean => {
  const periods = keyPeriods(after)
  return keyPeriods(before).some(({ until }, nth) => periods[nth]!.until < Math.min(until, now))
}

const at = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** What to tell of a rail whose newest key is not here; `null` where nothing is to be told. */
export const lackIn = (rail: Rail, ring: RailRing, now: number): KeyLack | null => {
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
