import type { GasChain } from '../../sources/rpc/rpc-hosts.ts'
import { SOLANA, TRANSFER_GAS } from '../math/gas.ts'
import { GAS_TERMS } from './gas-chains.ts'

/** What a cost is the cost of. */
export const noteOf = (chain: GasChain): string => {
  if (chain === 'solana')
    return `one signature, with the median priority fee of the last slots at ${SOLANA.computeUnits} compute units`
  return GAS_TERMS[chain].isLayerTwo
    ? 'execution gas only, without the layer-1 data fee'
    : `a transfer of ${TRANSFER_GAS} gas`
}
