import { l402 } from '../../../client/src/l402.ts'
import type { Payer } from '../../../client/src/payer.ts'
import type { WalletProvider } from '../../../client/src/wallet.ts'
import { x402 } from '../../../client/src/x402.ts'
import type { Receipt } from '../../../client/src/receipt.ts'
import type { InvoiceHands } from './invoices.ts'
import { satsOf } from './kept-receipt.ts'
import type { Progress } from './progress.ts'
import { findWallets } from './wallets-found.ts'

/** The ways to pay that a browser has, each with the price that the page shows as its limit. */

export interface ShownPrice {
  readonly usd: string
  readonly sats: number
}

/** What a wallet is asked, in words. */
const ASKED: Readonly<Record<string, string>> = {
  eth_requestAccounts: 'Connect the wallet.',
  wallet_switchEthereumChain: 'Let the wallet switch to the chain of the payment.',
  wallet_addEthereumChain: 'Let the wallet add the chain of the payment.',
  eth_signTypedData_v4: 'Sign the transfer in the wallet.',
  personal_sign: 'Sign in the wallet that the payment is yours.',
}

const told = (wallet: WalletProvider, progress: Progress): WalletProvider => ({
  request: (asked) => {
    const words = ASKED[asked.method]
    if (words !== undefined) progress.say(words)
    return wallet.request(asked)
  },
})

/** USDC by a wallet of this browser, on whichever of our chains is offered. */
export const walletWay = (wallet: WalletProvider, { usd }: ShownPrice, progress: Progress): readonly Payer[] =>
  (['base', 'base-sepolia'] as const).map((network) => x402({ account: told(wallet, progress), maxUsd: usd, network }))

/** WebLN: what a Lightning wallet puts into the window. */
interface WebLn {
  enable(): Promise<unknown>
  sendPayment(invoice: string): Promise<{ readonly preimage: string }>
}

const isWebLn = (value: unknown): value is WebLn =>
  typeof value === 'object' && value !== null && 'enable' in value && 'sendPayment' in value

/** A wallet that was asked for nothing yet. */
export class NotOpened extends Error {
  override readonly name = 'NotOpened'
}

/** The Lightning wallet of this browser; `null` where there is none. */
const webLn = (): WebLn | null => {
  const { webln } = window as { readonly webln?: unknown }
  return isWebLn(webln) ? webln : null
}

/** The wallet of a demonstration, which has play money without end. */
export const playWallet =
  (playMoney: string): ((invoice: string) => Promise<string>) =>
  async (invoice) => {
    const response = await fetch(`${playMoney}/lightning/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ invoice }),
    })
    if (!response.ok) throw new Error(`The play wallet answered with status ${response.status}.`)
    return ((await response.json()) as { readonly preimage: string }).preimage
  }

/** Lightning by the wallet of this browser, else by any wallet that reads the invoice. */
export const lightning = ({ sats }: ShownPrice, progress: Progress, invoices: InvoiceHands): readonly Payer[] => {
  const wallet = webLn()
  const payInvoice = async (invoice: string): Promise<string> => {
    if (!wallet) return invoices.show(invoice)
    progress.say('Pay the invoice in the Lightning wallet of this browser.')
    try {
      await wallet.enable()
    } catch (cause) {
      throw new NotOpened('The wallet did not open.', { cause })
    }
    invoices.keep(invoice)
    return (await wallet.sendPayment(invoice)).preimage
  }
  return [l402({ payInvoice, maxSats: sats })]
}

export const playMoneyWay = (
  base: string,
  { sats }: ShownPrice,
  progress: Progress,
  invoices: InvoiceHands,
): readonly Payer[] => {
  const payInvoice = (invoice: string): Promise<string> => {
    invoices.keep(invoice)
    progress.say('The play wallet pays the invoice.')
    return playWallet(base)(invoice)
  }
  return [l402({ payInvoice, maxSats: sats })]
}

/**
 * What ends a payment that is under way. An invoice is shown, whoever was to pay it: the node knows whether somebody did,
 * while a wallet that is asked twice may say no. A transfer needs a wallet only to show that it is its payer's own.
 */
export const goOn = async (
  { payment }: Receipt,
  progress: Progress,
  invoices: InvoiceHands,
): Promise<readonly Payer[]> => {
  if (payment.rail === 'l402') return [l402({ payInvoice: invoices.show, maxSats: Math.max(1, satsOf(payment)) })]
  const [wallet, ...others] = await findWallets()
  return wallet && others.length === 0 ? walletWay(wallet.provider, { usd: '0', sats: 1 }, progress) : []
}
