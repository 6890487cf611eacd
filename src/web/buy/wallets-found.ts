import type { WalletProvider } from '../../../client/src/wallet.ts'

/** A wallet of this browser. Name and icon are what it says of itself: shown as text, and as an image of data alone. */
export interface FoundWallet {
  readonly id: string
  readonly name: string
  /** A `data:` address; `null` where it gives none. */
  readonly icon: string | null
  readonly provider: WalletProvider
}

/** EIP-6963: wallets answer at once, or never. */
const WAIT_MS = 50

const isProvider = (value: unknown): value is WalletProvider =>
  typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'

const walletIn = (detail: unknown): FoundWallet | null => {
  if (typeof detail !== 'object' || detail === null || !('provider' in detail) || !('info' in detail)) return null
  const { provider, info } = detail
  if (!isProvider(provider) || typeof info !== 'object' || info === null) return null
  const { uuid, name, icon } = info as Readonly<Record<string, unknown>>
  return {
    id: String(uuid),
    name: String(name).slice(0, 60),
    icon: typeof icon === 'string' && icon.startsWith('data:image/') ? icon : null,
    provider,
  }
}

/** The wallets that announce themselves, else the one that older wallets put into the window. */
export const findWallets = async (): Promise<readonly FoundWallet[]> => {
  const found = new Map<string, FoundWallet>()
  const heard = (event: Event) => {
    const wallet = event instanceof CustomEvent ? walletIn(event.detail) : null
    // The first of a name stays: nobody puts itself in the place of another.
    if (wallet && !found.has(wallet.id)) found.set(wallet.id, wallet)
  }
  window.addEventListener('eip6963:announceProvider', heard)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  window.removeEventListener('eip6963:announceProvider', heard)
  if (found.size > 0) return [...found.values()]
  const older = (window as { readonly ethereum?: unknown }).ethereum
  return isProvider(older) ? [{ id: 'window.ethereum', name: 'Browser wallet', icon: null, provider: older }] : []
}
