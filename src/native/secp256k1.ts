import { dlopen, FFIType, ptr } from 'bun:ffi'

/**
 * libsecp256k1 through the runtime's foreign function interface: optional, some eight times quicker than JavaScript.
 * C checks no lengths and aborts the process on an illegal recovery id, so everything is checked here first.
 */
export interface NativeSecp256k1 {
  /** 64 bytes r‖s, RFC 6979 nonce, low s. */
  signCompact(digest: Uint8Array, secret: Uint8Array): Uint8Array
  /** The 65-byte uncompressed public key, or `null` when there is none. Only recovery ids 0 and 1 are taken. */
  recover(signature: Uint8Array, recovery: number, digest: Uint8Array): Uint8Array | null
}

/** Names under which systems ship it. */
const LIBRARIES = [
  'libsecp256k1.so.2',
  'libsecp256k1.so.1',
  'libsecp256k1.so.0',
  'libsecp256k1.so',
  'libsecp256k1.dylib',
]

const { ptr: pointer, i32, u32 } = FFIType

const SYMBOLS = {
  secp256k1_context_create: { args: [u32], returns: pointer },
  secp256k1_ecdsa_sign: { args: [pointer, pointer, pointer, pointer, pointer, pointer], returns: i32 },
  secp256k1_ecdsa_signature_serialize_compact: { args: [pointer, pointer, pointer], returns: i32 },
  secp256k1_ecdsa_recoverable_signature_parse_compact: { args: [pointer, pointer, pointer, i32], returns: i32 },
  secp256k1_ecdsa_recover: { args: [pointer, pointer, pointer, pointer], returns: i32 },
  secp256k1_ec_pubkey_serialize: { args: [pointer, pointer, pointer, pointer, u32], returns: i32 },
} as const

/** SECP256K1_CONTEXT_NONE, and the legacy flags that old releases need to sign and verify. */
const CONTEXT_FLAGS = 0x0301
const UNCOMPRESSED = 2

const assertLength = (bytes: Uint8Array, length: number): void => {
  if (bytes.byteLength !== length) throw new RangeError(`expected ${length} bytes, got ${bytes.byteLength}`)
}

const open = () => {
  for (const library of LIBRARIES)
    try {
      return dlopen(library, SYMBOLS).symbols
    } catch {
      // not under this name
    }
  return null
}

/** `null` where the system has no libsecp256k1. */
export const loadSecp256k1 = (): NativeSecp256k1 | null => {
  const library = open()
  const context = library?.secp256k1_context_create(CONTEXT_FLAGS)
  if (!library || !context) return null
  const opaque = new Uint8Array(64)
  const recoverable = new Uint8Array(65)
  const key = new Uint8Array(64)
  const length = new BigUint64Array(1)
  return {
    signCompact: (digest, secret) => {
      assertLength(digest, 32)
      assertLength(secret, 32)
      const compact = new Uint8Array(64)
      if (!library.secp256k1_ecdsa_sign(context, ptr(opaque), ptr(digest), ptr(secret), null, null))
        throw new RangeError('not a valid secret key')
      library.secp256k1_ecdsa_signature_serialize_compact(context, ptr(compact), ptr(opaque))
      return compact
    },
    recover: (signature, recovery, digest) => {
      assertLength(signature, 64)
      assertLength(digest, 32)
      if (recovery !== 0 && recovery !== 1) return null
      if (
        !library.secp256k1_ecdsa_recoverable_signature_parse_compact(
          context,
          ptr(recoverable),
          ptr(signature),
          recovery,
        )
      )
        return null
      if (!library.secp256k1_ecdsa_recover(context, ptr(key), ptr(recoverable), ptr(digest))) return null
      const serialized = new Uint8Array(65)
      length[0] = 65n
      library.secp256k1_ec_pubkey_serialize(context, ptr(serialized), ptr(length), ptr(key), UNCOMPRESSED)
      return serialized
    },
  }
}
