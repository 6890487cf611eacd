import { rounded } from '../../canonical/measure.ts'
import { GAS_CHAINS } from '../../sources/rpc/rpc-hosts.ts'
import { inSeconds } from '../../time-units.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import { GAS } from './gas-carry.ts'
import { byCost, relativeTo } from './gas-ranking.ts'
import type { GasIndexAnswer } from './gas-index-answer.ts'
import { CONFIDENCE_PLACES } from '../answer-fields.ts'

/** Fewer chains make no ranking. */
export const LEAST_CHAINS = 4
/** The price of a chain may be so old: as long as it is sold itself. */
export const CHAIN_SECONDS = 150

export const NOTE = 'execution gas only, without the layer-1 data fee of layer-2 chains: the order is what counts'

export const concludeGasIndex = ({ earlier, now }: TickContext): Conclusion<GasIndexAnswer, {}> | Declined => {
  const known = GAS_CHAINS.flatMap((chain) => {
    const found = earlier(GAS, chain)
    const age_seconds = found ? Math.max(0, inSeconds(now) - found.timestamp) : 0
    if (!found || age_seconds > CHAIN_SECONDS) return []
    return [{ chain, age_seconds, ...found.carry }]
  }).toSorted(byCost)
  if (known.length < LEAST_CHAINS) return { kind: 'quorum_missed', have: known.length, need: LEAST_CHAINS }
  const [first] = known
  const confidence = (Math.min(...known.map((each) => each.confidence)) * known.length) / GAS_CHAINS.length
  return {
    kind: 'concluded',
    content: {
      cheapest: first!.chain,
      ranking: known.map(({ chain, txCostUsd, gasPriceGwei, age_seconds }, at) => ({
        rank: at + 1,
        chain,
        txCostUsd,
        relative: relativeTo(first!.txCostUsd, txCostUsd),
        gasPriceGwei,
        age_seconds,
      })),
      method: 'median',
      missing: GAS_CHAINS.filter((chain) => !known.some((each) => each.chain === chain)).toSorted(),
      confidence: rounded(confidence, CONFIDENCE_PLACES),
      degraded: known.length < GAS_CHAINS.length || known.some(({ degraded }) => degraded),
      observed_at: inSeconds(Math.min(...known.map(({ readAt }) => readAt))),
      note: NOTE,
    },
    carry: {},
  }
}
