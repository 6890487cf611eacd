import { HOUR_SECONDS } from '../time-units.ts'
import type { Json } from './jcs.ts'
import type { SigningScheme } from './verify-signature.ts'

/** A way to pay, and the signature scheme of the answers that are sold by it. */
export type Rail = 'l402' | 'x402'

/** Both, in the order in which they are offered. */
export const RAILS = ['l402', 'x402'] as const satisfies readonly Rail[]

/** The scheme that each rail's answers are signed with (interface 2.3). */
export const SCHEME_OF: Readonly<Record<Rail, SigningScheme>> = { l402: 'secp256k1_ecdsa', x402: 'ed25519' }

/**
 * One canonical string with its own nonce and signature. It is signed once and sold once; without a nonce it is sold any
 * number of times (`isSoldOnce`).
 */
export interface Edition {
  readonly canonical: string
  readonly signature: string
}

/** The archive copy of one published snapshot, as history keeps it and returns it: it is never signed again. */
export interface SignedRow {
  /** Unix seconds; the timestamp in the canonical string. */
  readonly t: number
  readonly canonical: string
  /** Base64, Ed25519 over the digest of the canonical string. */
  readonly signature: string
  /** Hex. Kept with the row, because keys are replaced at times and rows are kept longer. */
  readonly pubkey: string
}

/** The values that one rail adds to a snapshot, shared by all of its editions. */
export interface RailSignature {
  readonly publicKey: string
  readonly contentSignature: string
}

/** The last conclusion of an actor, as other actors read it. Of an item that is not sold there is no more. */
export interface KeptSnapshot {
  /** `price/spot/BTC-USD`. */
  readonly actor: string
  /**
   * Unix seconds of the tick. It is the version, the value of the fence, the canonical timestamp and the start of its
   * age.
   */
  readonly timestamp: number
  /** All fields of the sold body except the envelope. */
  readonly content: Readonly<Record<string, Json>>
  /** Unrounded values that feeds based on this one may read. They are never sold. */
  readonly carry: Readonly<Record<string, Json>>
  /** Of the content; left out if it is not sold. */
  readonly contentHash?: string
}

/** The same in the form in which it is sold. Workers write it, servers hand it out. */
export interface Snapshot extends KeptSnapshot {
  readonly contentHash: string
  readonly seals: Readonly<Record<Rail, RailSignature>>
  /** The canonical string up to its nonce; all of it where the layout has none. */
  readonly stem: string
  /** One more Ed25519 edition that is never sold: history keeps its signature. Without a nonce it is the sold one. */
  readonly archive: Edition
}

/**
 * No snapshot is sold for longer. The number of sold copies of a version is kept for exactly this time. If it was
 * forgotten while the version can still be bought, its first copy would be sold twice.
 */
export const LONGEST_SALE_SECONDS = HOUR_SECONDS

/**
 * Whether each edition of a snapshot has one buyer. A layout without a nonce leaves one canonical string for all buyers:
 * each rail has one edition then, and it is sold as often as it is bought (decision 0085).
 */
export const isSoldOnce = ({ stem }: Pick<Snapshot, 'stem'>): boolean => stem.endsWith('|')
