/** Half the order of secp256k1's group. */
const HALF_N = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Every signature has a twin with the other s, which anybody can compute. The lower one is the signature (EIP-2): the
 * token contract takes no other, and neither do we.
 *
 * @param signature 0x, then r, s and v as 130 hex digits
 */
export const hasLowS = (signature: string): boolean => BigInt(`0x${signature.slice(66, 130)}`) <= HALF_N
