import { type Dialect, failed } from '../../dialect.ts'
import { mix, seedOf, unit } from '../../prng.ts'
import type { View } from '../../view.ts'
import { lendingCall } from '../../lending-contracts.ts'
import { type Batches, nodeReply } from './node-calls.ts'

/** Public nodes of Ethereum and its kin. https://ethereum.github.io/execution-apis/ */

/** A chain: its number, the time of its first block, and how often it makes one. */
interface Chain {
  readonly id: number
  readonly firstAt: number
  readonly blockMs: number
  /** The share of the price that is base fee: Polygon asks for a large tip. */
  readonly base: number
}

const CHAINS = {
  ethereum: { id: 1, firstAt: Date.UTC(2015, 6, 30), blockMs: 12_000, base: 0.92 },
  base: { id: 8453, firstAt: Date.UTC(2023, 5, 15), blockMs: 2_000, base: 0.85 },
  arbitrum: { id: 42161, firstAt: Date.UTC(2021, 4, 28), blockMs: 250, base: 1 },
  polygon: { id: 137, firstAt: Date.UTC(2020, 4, 30), blockMs: 2_000, base: 0.00001 },
  optimism: { id: 10, firstAt: Date.UTC(2021, 10, 11), blockMs: 2_000, base: 0.3 },
} as const satisfies Readonly<Record<string, Chain>>
type ChainName = keyof typeof CHAINS

const hex = (value: number): string => `0x${Math.max(0, Math.round(value)).toString(16)}`

const GWEI = 1e9
/** Nodes have their own idea of a tip: prices differ by up to this share. */
const APART = 0.01

const block = ({ blockMs, firstAt }: Chain, baseWei: number, now: number) => {
  const number = Math.floor((now - firstAt) / blockMs)
  return {
    number: hex(number),
    timestamp: hex(Math.floor((firstAt + number * blockMs) / 1000)),
    baseFeePerGas: hex(baseWei),
    gasLimit: '0x2255100',
    gasUsed: '0x10f0c4a',
    hash: `0x${number.toString(16).padStart(64, '0')}`,
    transactions: [`0x${'ab'.repeat(32)}`],
    uncles: [],
    withdrawals: [],
  }
}

const answerOf = (name: ChainName, host: string, batches: Batches, body: string, view: View) => {
  const chain = CHAINS[name]
  const own = (unit(mix(seedOf(`${host} ${name}`), view.seed)) - 0.5) * 2 * APART
  const level = view.level(`gas.${name}`) * GWEI * view.lie
  return nodeReply(body, batches, {
    eth_chainId: () => hex(view.chain ?? chain.id),
    eth_gasPrice: () => hex(level * (1 + own)),
    eth_getBlockByNumber: () => block(chain, level * chain.base, view.now),
    eth_blockNumber: () => block(chain, level, view.now).number,
    eth_call: ([call, tag]) => {
      const number = Number(tag)
      const at = chain.firstAt + number * chain.blockMs
      if (!(at <= view.now)) return undefined
      return lendingCall({ chain: name, chainId: view.chain ?? chain.id, at, view }, call)
    },
  })
}

/** One node: its paths and the chain of each. */
const node = (
  provider: string,
  host: string,
  paths: Readonly<Record<string, ChainName>>,
  { alsoCalled = [], batches = 'answered' }: { alsoCalled?: readonly string[]; batches?: Batches } = {},
): Dialect => ({
  provider,
  hosts: [host],
  alsoCalled,
  serves:
    'POST `eth_chainId`, `eth_gasPrice`, `eth_getBlockByNumber`, `eth_blockNumber`, and `eth_call` of lending markets through Multicall3',
  answer({ path, method, body }, view) {
    const chain = paths[path]
    return chain === undefined || method !== 'POST'
      ? failed(404, { error: 'not found' })
      : answerOf(chain, host, batches, body, view)
  },
})

export const EVM_NODES: readonly Dialect[] = [
  node('publicnode-ethereum', 'ethereum-rpc.publicnode.com', { '/': 'ethereum' }),
  node('drpc-ethereum', 'eth.drpc.org', { '/': 'ethereum' }),
  node('blastapi-ethereum', 'eth-mainnet.public.blastapi.io', { '/': 'ethereum' }),
  node(
    '1rpc',
    'public.1rpc.io',
    { '/eth': 'ethereum', '/matic': 'polygon' },
    {
      alsoCalled: ['1rpc-ethereum', '1rpc-polygon'],
      batches: 'status',
    },
  ),
  node('meowrpc-ethereum', 'eth.meowrpc.com', { '/': 'ethereum' }),
  node('base-base', 'mainnet.base.org', { '/': 'base' }),
  node('publicnode-base', 'base-rpc.publicnode.com', { '/': 'base' }),
  node('drpc-base', 'base.drpc.org', { '/': 'base' }),
  node('blastapi-base', 'base-mainnet.public.blastapi.io', { '/': 'base' }),
  node('arbitrum-arbitrum', 'arb1.arbitrum.io', { '/rpc': 'arbitrum' }),
  node('publicnode-arbitrum', 'arbitrum-one-rpc.publicnode.com', { '/': 'arbitrum' }),
  node('drpc-arbitrum', 'arbitrum.drpc.org', { '/': 'arbitrum' }),
  node('publicnode-polygon', 'polygon-bor-rpc.publicnode.com', { '/': 'polygon' }),
  node('drpc-polygon', 'polygon.drpc.org', { '/': 'polygon' }),
  node('polygon-polygon', 'polygon-rpc.com', { '/': 'polygon' }, { batches: 'error' }),
  node('optimism-optimism', 'mainnet.optimism.io', { '/': 'optimism' }),
  node('publicnode-optimism', 'optimism-rpc.publicnode.com', { '/': 'optimism' }),
  node('drpc-optimism', 'optimism.drpc.org', { '/': 'optimism' }),
]
