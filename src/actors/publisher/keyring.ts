import { ANSWERS_PURPOSE } from '../../canonical/key-document.ts'
import { keyPeriods } from '../../canonical/key-periods.ts'
import type { Signer } from '../../canonical/signature.ts'
import { type Rail, SCHEME_OF } from '../../canonical/snapshot.ts'
import type { KeyHistory } from '../key-succession.ts'
import type { RailKeys } from './keys.ts'

/** Which key signs what: the one whose period holds the time that is signed, on every worker alike. */
export interface Keyring {
  /** The keys that sign what bears this time, Unix seconds. Throws `NoKey` when this worker has none for it. */
  at(seconds: number): RailKeys
  /**
   * A key of this worker by its public half, hex, if it is valid at this time: a version is signed on with the key that
   * began it.
   */
  find(rail: Rail, publicKey: string, seconds: number): Signer | null
  /** Looks for keys and documents now: another worker may know of some already. */
  refresh(): Promise<void>
}

/** This worker has no key that is valid at the time that was to be signed. */
export class NoKey extends Error {
  override readonly name = 'NoKey'
}

/** Keys that nothing follows. */
export const fixedKeys = (keys: RailKeys): Keyring => ({
  at: () => keys,
  find: (rail, publicKey) => (keys[rail].publicKey === publicKey ? keys[rail] : null),
  refresh: async () => {},
})

/** The keys of one rail that a worker has, and what is documented of all of them. */
export interface RailRing {
  readonly held: readonly Signer[]
  readonly chain: KeyHistory
}

/**
 * The keys of this worker whose period holds a second, the newest last. The first key of a chain has no earlier one to be
 * taken for, so that a clock that is a moment behind the store's signs with it too.
 */
const signersAt = ({ held, chain }: RailRing, seconds: number): readonly Signer[] =>
  keyPeriods(chain)
    .filter(({ from, until }, nth) => (nth === 0 || seconds >= from) && seconds <= until)
    .flatMap(({ publicKey }) => held.find((each) => each.publicKey === publicKey) ?? [])

/** The newest of them. */
export const signerAt = (ring: RailRing, seconds: number): Signer | null => signersAt(ring, seconds).at(-1) ?? null

/** @param ringOf what is known of a rail now; it may change between two calls */
export const keyringOf = (ringOf: (rail: Rail) => RailRing, refresh: () => Promise<void>): Keyring => {
  const signer = (rail: Rail, seconds: number): Signer => {
    const found = signerAt(ringOf(rail), seconds)
    if (found) return found
    throw new NoKey(`this worker has no ${ANSWERS_PURPOSE[SCHEME_OF[rail]]} key that is valid at ${seconds}`)
  }
  return {
    refresh,
    at: (seconds) => ({ l402: signer('l402', seconds), x402: signer('x402', seconds) }),
    find: (rail, publicKey, seconds) =>
      signersAt(ringOf(rail), seconds).find((each) => each.publicKey === publicKey) ?? null,
  }
}
