import { fixed } from '../../canonical/decimal.ts'
import type { GasChain } from '../../sources/rpc/rpc-hosts.ts'
import { exampleDollars } from '../prices/price-example.ts'
import type { Subject } from '../subject.ts'
import { ANSWERS } from './believed-nodes.ts'
import { costOf, type GasAnswer, NATIVE_PLACES } from './gas-answer.ts'
import { chainOf, GAS_TERMS } from './gas-chains.ts'
import { noteOf } from './gas-note.ts'
import { operatorsOf } from './node-readings.ts'

/** Plausible prices and base fees, gwei; of Solana lamports. */
const GWEI: Readonly<Record<GasChain, readonly [price: number, base: number]>> = {
  ethereum: [1.203, 1.104],
  base: [0.006012, 0.005],
  arbitrum: [0.01, 0.01],
  polygon: [30.1, 0.000025],
  optimism: [0.001012, 0.000312],
  solana: [7_400, 5_000],
}

const PLACES = { ETH: 2, SOL: 2, POL: 4 } as const

export const gasExample = (subject: Subject): GasAnswer => {
  const chain = chainOf(subject)
  const { chainId, native } = GAS_TERMS[chain]
  const [gasPriceGwei, baseFeeGwei] = GWEI[chain]
  const nativePriceUsd = fixed(exampleDollars(native), PLACES[native])
  const cost = costOf(chain, gasPriceGwei, nativePriceUsd)
  const operators = operatorsOf(chain)
  const sources = operators.slice(0, ANSWERS).toSorted()
  return {
    chain,
    chainId,
    gasPriceGwei,
    baseFeeGwei,
    txCostNative: fixed(cost.native, NATIVE_PLACES),
    txCostUsd: cost.usd,
    nativePriceUsd,
    native,
    sources,
    sourceCount: sources.length,
    missing: operators.slice(ANSWERS).toSorted(),
    method: 'median',
    blockNumber: 24_000_000,
    confidence: 0.98,
    degraded: false,
    observed_at: 1_794_999_990,
    note: noteOf(chain),
  }
}
