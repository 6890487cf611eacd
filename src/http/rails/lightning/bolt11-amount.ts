/**
 * The amount in an invoice's human-readable part (BOLT #11, "Human-Readable Part"): `ln`, the network, digits and a
 * multiplier. The seller must check it: buyers would pay an invoice for another amount as well.
 */

/** Tenths of a millisatoshi per unit of each multiplier, since a pico-bitcoin is one of them. */
const TENTHS: Readonly<Record<string, bigint>> = {
  '': 1_000_000_000_000n,
  m: 1_000_000_000n,
  u: 1_000_000n,
  n: 1_000n,
  p: 1n,
}

/** Mainnet, testnet, signet, regtest. More digits than 19 would be more than all bitcoin in the smallest unit. */
const HUMAN_READABLE = /^ln(?:bcrt|bc|tbs|tb)(?:([1-9][0-9]{0,18})([munp]?))?$/

/** bech32 (BIP-173) allows either case, but not both in one string. */
export const oneCase = (text: string): string | null => {
  const lower = text.toLowerCase()
  return text === lower || text === text.toUpperCase() ? lower : null
}

/** In millisatoshis. `0n` when the amount is left to the payer, null when this is no invoice. */
export const bolt11Amount = (bolt11: string): bigint | null => {
  const text = oneCase(bolt11)
  // The data part's alphabet has no `1`: the last one is the separator.
  const found = text === null ? null : HUMAN_READABLE.exec(text.slice(0, Math.max(0, text.lastIndexOf('1'))))
  if (!found) return null
  const [, digits, multiplier = ''] = found
  if (digits === undefined) return 0n
  const tenths = BigInt(digits) * TENTHS[multiplier]!
  // "If the p multiplier is used the last decimal of amount MUST be 0."
  return tenths % 10n === 0n ? tenths / 10n : null
}
