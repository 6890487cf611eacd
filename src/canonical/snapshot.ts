import { HOUR_SECONDS } from '../time-units.ts'
import type { Json } from './jcs.ts'
import type { SigningScheme } from './signature.ts'

/** A way to pay, and with it the signature scheme of what is handed over. */
export type Rail = 'l402' | 'x402'

/** Both, in the order in which they are offered. */
export const RAILS = ['l402', 'x402'] as const satisfies readonly Rail[]

/** The scheme that each rail's answers are signed with (interface 2.3). */
export const SCHEME_OF: Readonly<Record<Rail, SigningScheme>> = { l402: 'secp256k1_ecdsa', x402: 'ed25519' }

/** One canonical string with its own nonce and signature. Printed once, sold once. */
export interface Edition {
  readonly canonical: string
  readonly signature: string
}

/** The archive copy of one published snapshot, as history keeps it and hands it out: never signed again. */
export interface SignedRow {
  /** Unix seconds; the timestamp in the canonical string. */
  readonly t: number
  readonly canonical: string
  /** Base64, Ed25519 over the digest of the canonical string. */
  readonly signature: string
  /** Hex. Kept with the row: keys are replaced now and then, and rows outlive them. */
  readonly pubkey: string
}

/** What one rail adds to a snapshot, shared by all of its editions. */
export interface RailSignature {
  readonly publicKey: string
  readonly contentSignature: string
}

/** What an actor last concluded, in the form in which it is sold. Written by workers, handed out by servers. */
export interface Snapshot {
  /** `price/spot/BTC-USD`. */
  readonly actor: string
  /** Unix seconds of the tick: version, fence, canonical timestamp and start of its age, all in one. */
  readonly timestamp: number
  /** Every field of the sold body but the envelope. */
  readonly content: Readonly<Record<string, Json>>
  readonly contentHash: string
  readonly seals: Readonly<Record<Rail, RailSignature>>
  /** The canonical string up to its nonce. */
  readonly stem: string
  /** One more Ed25519 edition, never sold: history keeps its signature. */
  readonly archive: Edition
  /** What feeds that build on this one may read: unrounded values. Never sold. */
  readonly carry: Readonly<Record<string, Json>>
}

/**
 * No snapshot is sold for longer. The count of a version's sold copies is kept exactly as long as this: were it forgotten
 * while the version can still be bought, its first copy would be sold twice.
 */
export const LONGEST_SALE_SECONDS = HOUR_SECONDS
