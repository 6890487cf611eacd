import { sha256 as portable } from '@noble/hashes/sha2.js'
import { concat } from './tlv.ts'

/** What the runtime's own hash can do, as far as it is used here. */
interface NativeHash {
  update(data: Uint8Array): unknown
  digest(into: Uint8Array): unknown
}

/** Of this module alone: it is not there in a browser. */
declare const Bun: { readonly SHA256: new () => NativeHash } | undefined

/** Bun's own is several times faster than JavaScript. A browser has no SHA-256 that answers at once. */
const Native = typeof Bun === 'undefined' ? null : Bun.SHA256

/** SHA-256 of these bytes, one after the other: the same in every runtime. */
export const sha256 = (...data: readonly Uint8Array[]): Uint8Array => {
  if (!Native) return portable(concat(data))
  const hash = new Native()
  for (const piece of data) hash.update(piece)
  const digest = new Uint8Array(32)
  hash.digest(digest)
  return digest
}
