import { GAS_CHAINS, type GasChain } from '../../sources/rpc/rpc-hosts.ts'
import { TRANSFER_GAS } from '../math/gas.ts'
import type { Subject } from '../subject.ts'

/** What is known of a chain in advance. */
export interface GasTerms {
  /** `null` where the chain has no number. */
  readonly chainId: number | null
  readonly native: 'ETH' | 'POL' | 'SOL'
  /** What a transfer uses, in the unit of its price: gas, or one signature. */
  readonly units: number
  /** The short spelling of its path. */
  readonly short: string | null
  readonly isLayerTwo: boolean
}

const evm = (chainId: number, native: GasTerms['native'], short: string | null, isLayerTwo: boolean): GasTerms => ({
  chainId,
  native,
  units: TRANSFER_GAS,
  short,
  isLayerTwo,
})

/** Numbers of chains: https://chainlist.org */
export const GAS_TERMS: Readonly<Record<GasChain, GasTerms>> = {
  ethereum: evm(1, 'ETH', 'eth', false),
  base: evm(8453, 'ETH', null, true),
  arbitrum: evm(42161, 'ETH', 'arb', true),
  polygon: evm(137, 'POL', 'poly', false),
  optimism: evm(10, 'ETH', 'op', true),
  solana: { chainId: null, native: 'SOL', units: 1, short: 'sol', isLayerTwo: false },
}

/** A chain as a subject. */
export interface ChainSubject extends Subject {
  readonly key: GasChain
}

export const GAS_SUBJECTS: readonly ChainSubject[] = GAS_CHAINS.map((chain) => {
  const { short } = GAS_TERMS[chain]
  return {
    key: chain,
    domain: chain,
    name: chain[0]!.toUpperCase() + chain.slice(1),
    path: { chain },
    ...(short !== null && { alsoAt: [{ chain: short }] }),
  }
})

/** The chain of a subject. Feed definitions receive subjects. */
export const chainOf = ({ key }: Subject): GasChain => {
  const found = GAS_CHAINS.find((chain) => chain === key)
  if (!found) throw new Error(`${key} is not among ${GAS_CHAINS.join(', ')}`)
  return found
}
