import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Whether an address to be paid to was written down as it is: what is sent to another one is lost. */

/** The digits of an address with their letters in the case that its checksum gives them (EIP-55). */
const checksummed = (digits: string): string => {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return [...digits].map((digit, at) => (Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit)).join('')
}

/**
 * What is wrong with an address of 0x and 40 hex digits; `null` if nothing can be told. Letters in one case carry no
 * checksum.
 */
export const payToFault = (address: string): string | null => {
  const digits = address.slice(2)
  const lower = digits.toLowerCase()
  if (/^0*$/.test(digits)) return 'is the zero address, which belongs to nobody'
  if (digits === lower || digits === digits.toUpperCase() || digits === checksummed(lower)) return null
  return 'has a wrong checksum (EIP-55), so a digit or the case of a letter is wrong. Copy it again from your wallet'
}
