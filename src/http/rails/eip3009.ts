import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { hasLowS } from '../../payments/low-s.ts'
import type { Authorization } from '../../payments/transfer.ts'
import type { Usdc } from '../../payments/usdc.ts'

/** EIP-3009 transferWithAuthorization: the digest a payer signs, and who signed it. */

/** Recovers a public key (65 bytes, uncompressed) from r‖s, a recovery id of 0 or 1 and a digest. */
export type Recover = (signature: Uint8Array, recovery: number, digest: Uint8Array) => Uint8Array | null

/** The reference implementation. */
export const nobleRecover: Recover = (signature, recovery, digest) => {
  try {
    const recovered = secp256k1.recoverPublicKey(concatBytes(Uint8Array.of(recovery), signature), digest, {
      prehash: false,
    })
    return secp256k1.Point.fromBytes(recovered).toBytes(false)
  } catch {
    return null
  }
}

const DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'
const TRANSFER_TYPE =
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)'

const hashText = (text: string): Uint8Array => keccak_256(utf8ToBytes(text))
const word = (hex: string): Uint8Array => hexToBytes(hex.padStart(64, '0'))
const uint = (value: bigint): Uint8Array => word(value.toString(16))
const address = (text: string): Uint8Array => word(text.slice(2).toLowerCase())

const TRANSFER_TYPE_HASH = hashText(TRANSFER_TYPE)

/** EIP-712 section "Definition of domainSeparator". The same for every payment of one token: computed once. */
export const domainSeparator = ({
  name,
  version,
  chainId,
  asset,
}: Pick<Usdc, 'name' | 'version' | 'chainId' | 'asset'>): Uint8Array =>
  keccak_256(
    concatBytes(hashText(DOMAIN_TYPE), hashText(name), hashText(version), uint(BigInt(chainId)), address(asset)),
  )

/** EIP-712: `keccak256(0x19 0x01 ‖ domainSeparator ‖ hashStruct(message))`. */
export const transferDigest = (separator: Uint8Array, message: Authorization): Uint8Array => {
  const struct = keccak_256(
    concatBytes(
      TRANSFER_TYPE_HASH,
      address(message.from),
      address(message.to),
      uint(BigInt(message.value)),
      uint(BigInt(message.validAfter)),
      uint(BigInt(message.validBefore)),
      hexToBytes(message.nonce.slice(2)),
    ),
  )
  return keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), separator, struct))
}

/** Who signed a digest, as a lower-case address; `null` for what is not 65 bytes with v 27 or 28 and a low s. */
export const addressOf = (digest: Uint8Array, signature: string, recover: Recover): string | null => {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature) || !hasLowS(signature)) return null
  const bytes = hexToBytes(signature.slice(2))
  const recovery = bytes[64]! - 27
  if (recovery !== 0 && recovery !== 1) return null
  const key = recover(bytes.subarray(0, 64), recovery, digest)
  return key && `0x${bytesToHex(keccak_256(key.subarray(1)).subarray(12))}`
}

/**
 * Who signed the transfer, as a lower-case address; `null` when the token contract would not take the signature: not
 * 65 bytes, v other than 27 or 28, s above half the order.
 */
export const signerOf = (
  separator: Uint8Array,
  message: Authorization,
  signature: string,
  recover: Recover,
): string | null => addressOf(transferDigest(separator, message), signature, recover)

/** A signature by a fixed test key: a native library is tested with it before it is used. */
export const sampleSignature = (digest: Uint8Array): { readonly signature: Uint8Array; readonly recovery: number } => {
  const recovered = secp256k1.sign(digest, new Uint8Array(32).fill(1), { prehash: false, format: 'recovered' })
  return { signature: recovered.subarray(1), recovery: recovered[0]! }
}
