import { createRequire } from 'node:module'

/**
 * libsecp256k1 as the native add-on of the npm package `secp256k1`: an optional dependency, five to ten times faster
 * than JavaScript. The JavaScript fallback of that package is not used: without the add-on, noble runs.
 */
export interface NativeSecp256k1 {
  /** 64 bytes r‖s, RFC 6979 nonce, low s. */
  signCompact(digest: Uint8Array, secret: Uint8Array): Uint8Array
  /** The 65-byte uncompressed public key, or `null` when there is none. Accepts only recovery ids 0 and 1. */
  recover(signature: Uint8Array, recovery: number, digest: Uint8Array): Uint8Array | null
  readonly curve: NativeCurve
}

/**
 * Operations of the group: scalars of 32 bytes, points of 33 or 65. All but `privateKeyNegate` throw on scalars of n
 * and above, on points that do not exist, and where the result would be the point at infinity.
 */
export interface NativeCurve {
  /** In place: n - `secret`, modulo n. */
  privateKeyNegate(secret: Uint8Array): Uint8Array
  /** In place: `secret` · `factor`. Throws on a factor of zero, and zeroes `secret` whenever it throws. */
  privateKeyTweakMul(secret: Uint8Array, factor: Uint8Array): Uint8Array
  /** In place: `secret` + `term`. Throws on a sum of zero, and zeroes `secret` whenever it throws. */
  privateKeyTweakAdd(secret: Uint8Array, term: Uint8Array): Uint8Array
  /** `secret` · G. Throws on zero. */
  publicKeyCreate(secret: Uint8Array, isCompressed: boolean): Uint8Array
  publicKeyVerify(point: Uint8Array): boolean
  /** `point` · `factor`. Throws on a factor of zero. */
  publicKeyTweakMul(point: Uint8Array, factor: Uint8Array, isCompressed: boolean): Uint8Array
  /** The sum of the points. */
  publicKeyCombine(points: readonly Uint8Array[], isCompressed: boolean): Uint8Array
}

/** The functions of the add-on that are used. */
interface Addon extends NativeCurve {
  ecdsaSign(digest: Uint8Array, secret: Uint8Array): { readonly signature: Uint8Array }
  ecdsaRecover(signature: Uint8Array, recovery: number, digest: Uint8Array, compressed: boolean): Uint8Array
}

const load = (): Addon | null => {
  try {
    return createRequire(import.meta.url)('secp256k1/bindings.js') as Addon
  } catch {
    return null
  }
}

/** `null` where the package is not installed or has no add-on for this machine. */
export const loadSecp256k1 = (): NativeSecp256k1 | null => {
  const addon = load()
  return (
    addon && {
      signCompact: (digest, secret) => addon.ecdsaSign(digest, secret).signature,
      recover: (signature, recovery, digest) => {
        if (recovery !== 0 && recovery !== 1) return null
        try {
          return addon.ecdsaRecover(signature, recovery, digest, false)
        } catch {
          // r or s is out of range, or the point does not exist
          return null
        }
      },
      curve: addon,
    }
  )
}
