import { fixed } from '../../canonical/decimal.ts'
import { rounded } from '../../canonical/measure.ts'
import { MalformedCanonical, type Token } from '../../canonical/token.ts'
import { GAS_CHAINS, type GasChain } from '../../sources/rpc/rpc-hosts.ts'
import { GAS_PLACES } from './gas-answer.ts'

/** What a transfer costs on one chain, in dollars of six digits. */
export interface ChainCost {
  readonly chain: GasChain
  readonly txCostUsd: number
}

/** Cheapest first, ties by name. */
export const byCost = (a: ChainCost, b: ChainCost): number => a.txCostUsd - b.txCostUsd || (a.chain < b.chain ? -1 : 1)

const RELATIVE_PLACES = 4

/** How many times the cheapest; `null` where the cheapest is too cheap for six digits. */
export const relativeTo = (cheapest: number, cost: number): number | null =>
  cheapest > 0 ? rounded(cost / cheapest, RELATIVE_PLACES) : null

const costOf = (written: string): ChainCost => {
  const [name = '', usd = '', ...more] = written.split(':')
  const chain = GAS_CHAINS.find((each) => each === name)
  if (!chain || more.length > 0 || !/^\d+\.\d+$/.test(usd) || fixed(Number(usd), GAS_PLACES) !== usd)
    throw new MalformedCanonical(`expected a chain and a cost, found ${JSON.stringify(written)}`)
  return { chain, txCostUsd: Number(usd) }
}

const checked = (costs: readonly ChainCost[]): readonly ChainCost[] => {
  const isRanked = costs.every((each, at) => at === 0 || byCost(costs[at - 1]!, each) < 0)
  if (costs.length === 0 || !isRanked || new Set(costs.map(({ chain }) => chain)).size < costs.length)
    throw new MalformedCanonical('expected each chain once, the cheapest first')
  return costs
}

/** `optimism:0.000072,base:0.000429`: cheapest first. */
export const chainCosts: Token<readonly ChainCost[]> = {
  write: (costs) =>
    checked(costs)
      .map(({ chain, txCostUsd }) => `${chain}:${fixed(txCostUsd, GAS_PLACES)}`)
      .join(','),
  read: (written) => checked(written.split(',').map(costOf)),
}
