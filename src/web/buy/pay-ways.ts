import { l402 } from '../../../client/src/l402.ts'
import type { Payer } from '../../../client/src/payer.ts'
import type { WalletProvider } from '../../../client/src/wallet.ts'
import { x402 } from '../../../client/src/x402.ts'
import type { Progress } from './progress.ts'

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
export const byWallet = (wallet: WalletProvider, { usd }: ShownPrice, progress: Progress): readonly Payer[] =>
  (['base', 'base-sepolia'] as const).map((network) => x402({ account: told(wallet, progress), maxUsd: usd, network }))

/** Lightning, by whatever pays an invoice. */
export const byInvoice = (payInvoice: (invoice: string) => Promise<string>, { sats }: ShownPrice): readonly Payer[] => [
  l402({ payInvoice, maxSats: sats }),
]

/** WebLN: what a Lightning wallet puts into the window. */
interface WebLn {
  enable(): Promise<unknown>
  sendPayment(invoice: string): Promise<{ readonly preimage: string }>
}

const isWebLn = (value: unknown): value is WebLn =>
  typeof value === 'object' && value !== null && 'enable' in value && 'sendPayment' in value

/** The Lightning wallet of this browser; `null` where there is none. */
export const webLn = (): ((invoice: string) => Promise<string>) | null => {
  const { webln } = window as { readonly webln?: unknown }
  if (!isWebLn(webln)) return null
  return async (invoice) => {
    await webln.enable()
    return (await webln.sendPayment(invoice)).preimage
  }
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
