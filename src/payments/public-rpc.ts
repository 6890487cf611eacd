import type { Usdc } from './usdc.ts'

/** Asked when the operator names no node of their own. */
export const PUBLIC_RPC: Readonly<Record<Usdc['network'], string>> = {
  base: 'https://mainnet.base.org',
  'base-sepolia': 'https://sepolia.base.org',
}
