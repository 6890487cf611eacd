import { hexToBytes } from '@noble/hashes/utils.js'
import type { LightningWallet } from './l402.ts'
import type { NwcOptions, WalletConnection } from './nwc-ask.ts'

/** Nostr Wallet Connect (NIP-47): a Lightning wallet that is asked over a relay, in the encryption of NIP-04. */

const HEX_32 = /^[0-9a-f]{64}$/

/** @throws RangeError whose text never contains the secret */
const readAddress = (address: string): WalletConnection => {
  const url = URL.canParse(address) ? new URL(address) : null
  const wallet = (url?.host || url?.pathname.replace(/^\/\//, '') || '').toLowerCase()
  const [relay, secret] = [url?.searchParams.get('relay') ?? '', (url?.searchParams.get('secret') ?? '').toLowerCase()]
  if (
    url?.protocol !== 'nostr+walletconnect:' ||
    !HEX_32.test(wallet) ||
    !HEX_32.test(secret) ||
    !/^wss?:\/\//.test(relay)
  )
    throw new RangeError('a wallet address is nostr+walletconnect://KEY?relay=wss://…&secret=…')
  return { wallet, relay, secret: hexToBytes(secret) }
}

/**
 * A payer of invoices for `l402`.
 *
 * @param address `nostr+walletconnect://…`, which is a secret
 */
export const nwc = (address: string, options: NwcOptions = {}): LightningWallet['payInvoice'] => {
  const connection = readAddress(address)
  if (!options.WebSocket && typeof WebSocket === 'undefined')
    throw new RangeError('this runtime has no WebSocket: give one to nwc(address, { WebSocket })')
  return async (invoice) => {
    const { payByWallet } = await import('./nwc-pay.ts')
    return payByWallet(connection, invoice, options)
  }
}
