import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { messageDigest } from '../../src/http/rails/eip191.ts'
import { domainSeparator, transferDigest } from '../../src/http/rails/eip3009.ts'
import type { TypedDataAccount } from './wallet.ts'

/** An account that holds its key, for programs without a chain library. */

type Digest = Uint8Array

/** r, s and v of 27 or 28, as wallets write them; noble puts the recovery id first. */
const signed = (digest: Digest, secret: Uint8Array): string => {
  const recovered = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
  return `0x${bytesToHex(recovered.subarray(1))}${(27 + recovered[0]!).toString(16)}`
}

/**
 * @param key 32 bytes in hex, with or without 0x
 * @throws RangeError for what is no key; its text never contains what was given
 */
export const keyAccount = (key: string): Required<TypedDataAccount> => {
  const hex = key.trim().replace(/^0x/, '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(hex) || !secp256k1.utils.isValidSecretKey(hexToBytes(hex)))
    throw new RangeError('a wallet key is 64 hex digits')
  const secret = hexToBytes(hex)
  const point = secp256k1.getPublicKey(secret, false)
  return {
    address: `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(12))}`,
    signTypedData: async ({ domain, message }) => {
      const { name, version, chainId, verifyingContract } = domain
      const separator = domainSeparator({ name, version, chainId, asset: verifyingContract })
      const { from, to, value, validAfter, validBefore, nonce } = message
      const texts = { value: String(value), validAfter: String(validAfter), validBefore: String(validBefore) }
      return signed(transferDigest(separator, { from, to, nonce, ...texts }), secret)
    },
    signMessage: async ({ message }) => signed(messageDigest(message), secret),
  }
}
