import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import type { Random } from '../ports.ts'
import { readBase64 } from './base64.ts'

/**
 * A text that only the owner of a webhook key can read, wherever it is stored: one-pass Diffie-Hellman over X25519,
 * HKDF-SHA-256, AES-256-GCM. The Ed25519 key is used as the X25519 key of the same scalar, as `age` does with SSH keys.
 * Thormarker (ePrint 2021/509) shows that the two uses do not weaken each other.
 */

const INFO = 'claros/webhook-secret/v1'
const POINT_BYTES = 32
const TAG_BYTES = 16
/** Each key encrypts only one text, so its nonce may be constant. */
const NONCE = new Uint8Array(12)

const PUBLIC_PREFIX = 'whpk_'

const cipherKey = (shared: Uint8Array, once: Uint8Array, receiver: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', shared, Buffer.concat([once, receiver]), INFO, 32))

/** Base64; `null` when the key is not a `whpk_` key. */
export const encryptFor = (publicKey: string, text: string, random: Random): string | null => {
  const raw = publicKey.startsWith(PUBLIC_PREFIX) ? readBase64(publicKey.slice(PUBLIC_PREFIX.length)) : null
  try {
    if (raw === null) return null
    const receiver = ed25519.utils.toMontgomery(raw)
    const secret = random.bytes(POINT_BYTES)
    const once = x25519.getPublicKey(secret)
    const cipher = createCipheriv(
      'aes-256-gcm',
      cipherKey(x25519.getSharedSecret(secret, receiver), once, receiver),
      NONCE,
    )
    return Buffer.concat([once, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
  } catch {
    return null
  }
}

/** The text that was encrypted for the key of this seed; `null` for everything else. */
export const openWith = (seed: Uint8Array, sealed: string): string | null => {
  const bytes = readBase64(sealed)
  if (!bytes || bytes.length < POINT_BYTES + TAG_BYTES) return null
  const once = bytes.subarray(0, POINT_BYTES)
  try {
    const secret = ed25519.utils.toMontgomerySecret(seed)
    const key = cipherKey(x25519.getSharedSecret(secret, once), once, x25519.getPublicKey(secret))
    const decipher = createDecipheriv('aes-256-gcm', key, NONCE, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return decipher.update(bytes.subarray(POINT_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
