import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { isFields, uint256 } from './wire.ts'

/** A token that accepts EIP-3009 authorizations, and its chain. */
export interface Token {
  readonly chainId: number
  readonly address: string
  /** `name` and `version` of the EIP-712 domain. */
  readonly name: string
  readonly version: string
  /** The chain's name in x402 version 1; in version 2 it is `eip155:<chainId>`. */
  readonly v1Network: string
}

export const BASE_USDC: Token = Object.freeze({
  chainId: 8453,
  address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  name: 'USD Coin',
  version: '2',
  v1Network: 'base',
})

/** EIP-3009 `TransferWithAuthorization`. Addresses in checksum form, times in Unix seconds, value in base units. */
export interface Authorization {
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly validAfter: bigint
  readonly validBefore: bigint
  /** `0x` and 64 hex digits, lower case. */
  readonly nonce: string
}

/** The mixed-case form of EIP-55: a letter is upper case where the hash of the address has a digit of 8 or more. */
const checksummed = (lowerCase: string): string => {
  const hash = bytesToHex(keccak_256(utf8ToBytes(lowerCase)))
  return `0x${[...lowerCase].map((digit, at) => (Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}

/** An address in any case, changed to checksum form. Wrong checksums are accepted: wallets and clients send them. */
export const readAddress = (value: unknown): string | null =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) ? checksummed(value.slice(2).toLowerCase()) : null

/** The six fields in the form of JSON messages: numbers as decimal text. Null when one of them has another form. */
export const readAuthorization = (value: unknown): Authorization | null => {
  if (!isFields(value)) return null
  const from = readAddress(value['from'])
  const to = readAddress(value['to'])
  const amount = uint256(value['value'])
  const validAfter = uint256(value['validAfter'])
  const validBefore = uint256(value['validBefore'])
  const nonce = value['nonce']
  if (from === null || to === null || amount === null || validAfter === null || validBefore === null) return null
  if (typeof nonce !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(nonce)) return null
  return { from, to, value: amount, validAfter, validBefore, nonce: nonce.toLowerCase() }
}

const hashText = (text: string): Uint8Array => keccak_256(utf8ToBytes(text))
const word = (number: bigint): Uint8Array => hexToBytes(number.toString(16).padStart(64, '0'))
const addressWord = (address: string): Uint8Array => hexToBytes(address.slice(2).toLowerCase().padStart(64, '0'))

const DOMAIN_TYPE = hashText('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)')
const AUTHORIZATION_TYPE = hashText(
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
)

/** EIP-712, "Definition of domainSeparator". The same for every authorization of a token, so it is computed once. */
export const domainSeparator = (token: Token): Uint8Array =>
  keccak_256(
    concatBytes(
      DOMAIN_TYPE,
      hashText(token.name),
      hashText(token.version),
      word(BigInt(token.chainId)),
      addressWord(token.address),
    ),
  )

/** EIP-712, "encode": keccak256(0x1901 ‖ separator ‖ hashStruct). 32 bytes, signed without another hash. */
export const authorizationDigest = (separator: Uint8Array, authorization: Authorization): Uint8Array => {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const struct = [addressWord(from), addressWord(to), word(value), word(validAfter), word(validBefore)]
  const hashed = keccak_256(concatBytes(AUTHORIZATION_TYPE, ...struct, hexToBytes(nonce.slice(2))))
  return keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), separator, hashed))
}

/**
 * The signer's address, by the rules of FiatTokenV2_2 (its `ECRecover` library): r, s and v in 65 bytes, v 27 or 28, s
 * in the lower half. Null for everything else, also for the longer signatures of contract wallets: this chain has no
 * code.
 */
export const recoverSigner = (digest: Uint8Array, signature: string): string | null => {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return null
  const bytes = hexToBytes(signature.slice(2))
  const v = bytes[64]
  if (v !== 27 && v !== 28) return null
  try {
    const parsed = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
    if (parsed.hasHighS()) return null
    const publicKey = parsed
      .addRecoveryBit(v - 27)
      .recoverPublicKey(digest)
      .toBytes(false)
    return checksummed(bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12)))
  } catch {
    // r or s is out of range, or no point of the curve has this r.
    return null
  }
}
