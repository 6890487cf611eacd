/** Half the order of secp256k1's group. */
const HALF_N = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * For every ECDSA signature there is a second one with the other s, which anybody can compute. Only the one with the
 * lower s is accepted, as in EIP-2: the token contract refuses the other, and so does this service.
 *
 * @param signature 0x, then r, s and v as 130 hex digits
 */
export const hasLowS = (signature: string): boolean => BigInt(`0x${signature.slice(66, 130)}`) <= HALF_N
