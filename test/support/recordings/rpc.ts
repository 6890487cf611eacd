import { gasPart } from '../../../src/sources/rpc/evm-rpc.ts'
import { RPC_HOSTS } from '../../../src/sources/rpc/rpc-hosts.ts'
import { slotPart } from '../../../src/sources/rpc/solana-rpc.ts'
import { gives, type Recordings, refused, unasked } from './reading.ts'

/** Nodes of chains. The replies are of a small test chain: forms as on a main net, magnitudes not. */

const [host] = RPC_HOSTS.ethereum
const [solana] = RPC_HOSTS.solana

export const EVM_RPC: Recordings = {
  eth_baseFee: unasked('the base fee alone, which the block holds'),
  eth_blobBaseFee: unasked('the base fee of blobs'),
  eth_blockNumber: unasked('the number of the newest block, which the block holds'),
  eth_chainId: gives(gasPart(host!, 'chainId'), ({ chainId }) => `chain ${chainId}`),
  eth_feeHistory: unasked('fees of past blocks'),
  'eth_getBlockByNumber-latest': gives(
    gasPart(host!, 'head'),
    ({ head }) => `block ${head!.number}, base fee ${head!.baseFeeWei} wei`,
  ),
  'eth_getBlockByNumber-notfound': refused(gasPart(host!, 'head')),
}

export const SOLANA_RPC: Recordings = {
  getRecentPrioritizationFees: gives(
    slotPart(solana!, 'fees'),
    ({ priorities }) => `${priorities!.length} slots, ${priorities!.join(', ')} micro-lamports`,
  ),
}
