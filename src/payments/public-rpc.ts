import type { Usdc } from './usdc.ts'

/** The node that is used when the operator configures none. */
export const PUBLIC_RPC: Readonly<Record<Usdc['network'], string>> = {
  base: 'https://mainnet.base.org',
  'base-sepolia': 'https://sepolia.base.org',
}
