import { NOT_PAID, Refused } from './errors.ts'
import { type Members, membersOf } from './members.ts'
import { askWallet, type NwcOptions, type WalletConnection } from './nwc-ask.ts'

/** Pays one invoice by a wallet of NIP-47. Loaded with the first. */

const preimageIn = ({ result }: Members): string | null => {
  const { preimage } = membersOf(result)
  return typeof preimage === 'string' && preimage !== '' ? preimage : null
}

/**
 * Codes of NIP-47 for what a wallet did not begin. `PAYMENT_FAILED` is none of them: it may stand for a payment that was
 * not heard of in time.
 */
const NOT_BEGUN: readonly unknown[] = [
  'INSUFFICIENT_BALANCE',
  'QUOTA_EXCEEDED',
  'RATE_LIMITED',
  'RESTRICTED',
  'UNAUTHORIZED',
  'NOT_IMPLEMENTED',
]

/**
 * @returns the preimage
 * @throws Refused with `not_paid` if the wallet says that this request paid nothing; an earlier one may have
 */
export const payByWallet = async (
  connection: WalletConnection,
  invoice: string,
  options: NwcOptions,
): Promise<string> => {
  const paid = await askWallet(connection, 'pay_invoice', { invoice }, options)
  const preimage = preimageIn(paid)
  if (preimage !== null) return preimage
  const { code = 'OTHER', message = '' } = membersOf(paid['error'])
  const words = `the wallet did not pay: ${`${String(code)} ${String(message)}`.trim()}`
  const isNotBegun = NOT_BEGUN.includes(code)
  // An invoice that was paid before is refused by some wallets, which still know its preimage.
  const known = await askWallet(connection, 'lookup_invoice', { invoice }, options).catch((problem: unknown) => {
    if (isNotBegun) return {}
    throw problem
  })
  const before = preimageIn(known)
  if (before !== null) return before
  throw isNotBegun ? new Refused(NOT_PAID, words) : new Error(words)
}
