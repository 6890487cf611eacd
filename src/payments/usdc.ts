/** The tokens that the x402 rail accepts: USDC where Circle issues it, with its EIP-712 domain. */
export interface Usdc {
  /** The name of the chain in x402 version 1. */
  readonly network: 'base' | 'base-sepolia'
  /** The same in version 2 (CAIP-2). */
  readonly caip2: `eip155:${number}`
  readonly chainId: number
  /** Checksum form. */
  readonly asset: `0x${string}`
  /** EIP-712 domain. */
  readonly name: string
  readonly version: string
}

export const USDC: Readonly<Record<Usdc['network'], Usdc>> = {
  base: {
    network: 'base',
    caip2: 'eip155:8453',
    chainId: 8453,
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    name: 'USD Coin',
    version: '2',
  },
  'base-sepolia': {
    network: 'base-sepolia',
    caip2: 'eip155:84532',
    chainId: 84532,
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    name: 'USDC',
    version: '2',
  },
}
