import { schnorr } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Nostr events as NIP-01 defines them: what is hashed, and what is signed. */

/** The content of an event before it is signed. The same content and key always give the same id. */
export interface Draft {
  readonly kind: number
  /** Unix seconds. */
  readonly createdAt: number
  readonly tags: readonly (readonly string[])[]
  readonly content: string
}

/** A signed event in the form that is sent. */
export interface NostrEvent {
  /** SHA-256 of the NIP-01 serialization, hex. */
  readonly id: string
  /** 32 bytes, x-only, hex. */
  readonly pubkey: string
  readonly created_at: number
  readonly kind: number
  readonly tags: readonly (readonly string[])[]
  readonly content: string
  /** BIP-340 over the id, 64 bytes, hex. */
  readonly sig: string
}

/** A key that signs only Nostr events. */
export interface NostrKey {
  readonly publicKey: string
  sign(draft: Draft): NostrEvent
}

/**
 * The 32 bytes that are signed. NIP-01 escapes line feed, quotation mark, backslash, carriage return, tab, backspace
 * and form feed, and nothing else. `JSON.stringify` does the same for well-formed text without other control
 * characters.
 */
export const nostrEventHash = ({
  pubkey,
  created_at,
  kind,
  tags,
  content,
}: Omit<NostrEvent, 'id' | 'sig'>): Uint8Array =>
  sha256(new TextEncoder().encode(JSON.stringify([0, pubkey, created_at, kind, tags, content])))

/** No randomness, so that an event that is signed again has the same signature. */
const AUX = new Uint8Array(32)

/** @param secret 32 bytes */
export const nostrKey = (secret: Uint8Array): NostrKey => {
  const publicKey = bytesToHex(schnorr.getPublicKey(secret))
  return {
    publicKey,
    sign: ({ kind, createdAt, tags, content }) => {
      const unsigned = { pubkey: publicKey, created_at: createdAt, kind, tags, content }
      const hash = nostrEventHash(unsigned)
      return { id: bytesToHex(hash), ...unsigned, sig: bytesToHex(schnorr.sign(hash, secret, AUX)) }
    },
  }
}
