import type { Source } from '../query.ts'

/** Chains whose nodes answer the Ethereum JSON-RPC, and the one that answers its own. */
export const GAS_CHAINS = ['ethereum', 'base', 'arbitrum', 'polygon', 'optimism', 'solana'] as const
export type GasChain = (typeof GAS_CHAINS)[number]

/** One public node: who runs it, and where it is asked. */
export interface RpcHost {
  /** As it stands in canonical strings: `publicnode`. */
  readonly operator: string
  /** A source of its own, with limits of its own: `publicnode-base`. */
  readonly source: Source
  /** The path of its POST. */
  readonly path: string
}

/** Public, keyless nodes by chain, the preferred ones first, each with the page of its operator. */
const TABLE: Readonly<Record<GasChain, readonly (readonly [operator: string, url: string, terms: string])[]>> = {
  ethereum: [
    ['publicnode', 'https://ethereum-rpc.publicnode.com/', 'https://www.publicnode.com/'],
    ['drpc', 'https://eth.drpc.org/', 'https://drpc.org/terms-of-service'],
    ['blastapi', 'https://eth-mainnet.public.blastapi.io/', 'https://blastapi.io/public-api'],
    ['1rpc', 'https://public.1rpc.io/eth', 'https://www.1rpc.io/'],
    ['meowrpc', 'https://eth.meowrpc.com/', 'https://meowrpc.com/'],
  ],
  base: [
    ['base', 'https://mainnet.base.org/', 'https://docs.base.org/'],
    ['publicnode', 'https://base-rpc.publicnode.com/', 'https://www.publicnode.com/'],
    ['drpc', 'https://base.drpc.org/', 'https://drpc.org/terms-of-service'],
    ['blastapi', 'https://base-mainnet.public.blastapi.io/', 'https://blastapi.io/public-api'],
  ],
  arbitrum: [
    ['arbitrum', 'https://arb1.arbitrum.io/rpc', 'https://docs.arbitrum.io/'],
    ['publicnode', 'https://arbitrum-one-rpc.publicnode.com/', 'https://www.publicnode.com/'],
    ['drpc', 'https://arbitrum.drpc.org/', 'https://drpc.org/terms-of-service'],
  ],
  polygon: [
    ['publicnode', 'https://polygon-bor-rpc.publicnode.com/', 'https://www.publicnode.com/'],
    ['drpc', 'https://polygon.drpc.org/', 'https://drpc.org/terms-of-service'],
    ['polygon', 'https://polygon-rpc.com/', 'https://docs.polygon.technology/'],
    ['1rpc', 'https://public.1rpc.io/matic', 'https://www.1rpc.io/'],
  ],
  optimism: [
    ['optimism', 'https://mainnet.optimism.io/', 'https://docs.optimism.io/'],
    ['publicnode', 'https://optimism-rpc.publicnode.com/', 'https://www.publicnode.com/'],
    ['drpc', 'https://optimism.drpc.org/', 'https://drpc.org/terms-of-service'],
  ],
  solana: [
    ['solana', 'https://api.mainnet-beta.solana.com/', 'https://solana.com/docs/references/clusters'],
    ['publicnode', 'https://solana-rpc.publicnode.com/', 'https://www.publicnode.com/'],
    ['drpc', 'https://solana.drpc.org/', 'https://drpc.org/terms-of-service'],
  ],
}

const hostOf = (chain: GasChain, [operator, url, terms]: readonly [string, string, string]): RpcHost => {
  const { origin, pathname } = new URL(url)
  return {
    operator,
    path: pathname,
    source: {
      name: `${operator}-${chain}`,
      origin,
      // No operator states a limit by address; this leaves room for a poll with single calls every half minute.
      rate: { requests: 20, perSeconds: 60 },
      timeoutMs: 4_000,
      // A block without its transactions names each of them by its hash.
      maxBytes: 2 ** 20,
      rights: 'attribution',
      terms,
      termsNote: 'Public node, keyless: fair use, no permission asked for and none refused; not reviewed by counsel',
    },
  }
}

const hostsOf = (chain: GasChain): readonly RpcHost[] => TABLE[chain].map((row) => hostOf(chain, row))

/** The nodes of each chain, each a source of its own. `PROVIDER_ORIGINS` puts another node in the place of one. */
export const RPC_HOSTS: Readonly<Record<GasChain, readonly RpcHost[]>> = {
  ethereum: hostsOf('ethereum'),
  base: hostsOf('base'),
  arbitrum: hostsOf('arbitrum'),
  polygon: hostsOf('polygon'),
  optimism: hostsOf('optimism'),
  solana: hostsOf('solana'),
}
