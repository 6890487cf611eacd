import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { fromBase64 } from '../../src/canonical/verify-signature.ts'

/** Texts between two keys of Nostr, as NIP-04 encrypts them and NIP-47 still lets every wallet read. */

const IV_BYTES = 16

const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** AES-256-CBC under the x of the shared point, unhashed. */
const sharedKey = (secret: Uint8Array, other: string): Promise<CryptoKey> => {
  const point = secp256k1.getSharedSecret(secret, concatBytes(Uint8Array.of(2), hexToBytes(other)))
  const x = new Uint8Array(point.subarray(1, 33))
  return crypto.subtle.importKey('raw', x, 'AES-CBC', false, ['encrypt', 'decrypt'])
}

/** @param other public key of the reader, x-only hex */
export const encrypted = async (text: string, secret: Uint8Array, other: string): Promise<string> => {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const key = await sharedKey(secret, other)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, new Uint8Array(utf8ToBytes(text)))
  return `${base64(new Uint8Array(sealed))}?iv=${base64(iv)}`
}

/** `null` for what was not written to this key. */
export const decrypted = async (content: string, secret: Uint8Array, other: string): Promise<string | null> => {
  const [sealed, iv] = content.split('?iv=').map(fromBase64)
  if (!sealed || iv?.length !== IV_BYTES) return null
  try {
    const how = { name: 'AES-CBC', iv: new Uint8Array(iv) }
    const plain = await crypto.subtle.decrypt(how, await sharedKey(secret, other), new Uint8Array(sealed))
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch {
    return null
  }
}
