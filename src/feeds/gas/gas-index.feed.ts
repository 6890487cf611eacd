import { GAS_CHAINS } from '../../sources/rpc/rpc-hosts.ts'
import { previewOf } from '../bound-sale.ts'
import { actorId, defineFeed } from '../feed.ts'
import { TARIFF } from '../tariff.ts'
import { CHAIN_SECONDS, concludeGasIndex, LEAST_CHAINS, NOTE } from './conclude-gas-index.ts'
import { GAS } from './gas-carry.ts'
import { GAS_SUBJECTS } from './gas-chains.ts'
import { gasExample } from './gas-example.ts'
import { GAS_INDEX_LAYOUT, GasIndexAnswer, gasIndexTokens } from './gas-index-answer.ts'
import { byCost, relativeTo } from './gas-ranking.ts'
import { mainWord } from '../main-value.ts'

const example = (): GasIndexAnswer => {
  const costs = GAS_SUBJECTS.map(gasExample).toSorted(byCost)
  const [first] = costs
  return {
    cheapest: first!.chain,
    ranking: costs.map(({ chain, txCostUsd, gasPriceGwei }, at) => ({
      rank: at + 1,
      chain,
      txCostUsd,
      relative: relativeTo(first!.txCostUsd, txCostUsd),
      gasPriceGwei,
      age_seconds: 4,
    })),
    method: 'median',
    missing: [],
    confidence: 0.98,
    degraded: false,
    observed_at: 1_794_999_990,
    note: NOTE,
  }
}

export const gasIndex = defineFeed({
  id: 'gas/index',
  family: 'gas',
  layer: 'Oracle Data',
  summary: 'Six chains by what a plain transfer costs in dollars, cheapest first',
  noun: 'gas ranking',
  subjects: [{ key: 'ALL', domain: 'ALL', name: 'All chains', path: {} }],
  answer: GasIndexAnswer,
  example: example(),
  methodology: {
    chains: [...GAS_CHAINS],
    cost: 'as published for each chain, compared with six digits',
    order: 'ascending cost, ties by name',
    relative: 'cost over that of the cheapest',
    least: `at least ${LEAST_CHAINS} chains with a price at most ${CHAIN_SECONDS} s old; the others are named`,
  },

  everySeconds: 30,
  after: () => GAS_CHAINS.map((chain) => actorId(GAS, { key: chain })),
  conclude: (_subject, context) => concludeGasIndex(context),

  sale: {
    path: '/oracle/gas/index',
    price: TARIFF.gasIndex,
    catalogue: '/oracle/gas/catalogue',
    canonical: GAS_INDEX_LAYOUT,
    tokens: gasIndexTokens,
    sellableSeconds: CHAIN_SECONDS,
    preview: previewOf<GasIndexAnswer>({
      staleMinutes: 60,
      main: mainWord('cheapest'),
      fields: ['cheapest', 'ranking', 'missing', 'confidence', 'degraded'],
    }),
  },
})
