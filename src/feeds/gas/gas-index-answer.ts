import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { boundToBody } from '../../canonical/body-check.ts'
import type { Check } from '../../canonical/check.ts'
import { layout, type ValuesOf } from '../../canonical/layout.ts'
import { oneOf } from '../../canonical/token.ts'
import { GAS_CHAINS } from '../../sources/rpc/rpc-hosts.ts'
import { number, numberOrNull, share, word } from '../answer-fields.ts'
import { chainCosts, relativeTo } from './gas-ranking.ts'

const Ranked = Type.Object({
  rank: Type.Integer({ minimum: 1 }),
  chain: word(GAS_CHAINS, 'The chain'),
  txCostUsd: number('Cost of a plain transfer in dollars'),
  relative: numberOrNull('How many times the cheapest; null where the cheapest is below a millionth of a dollar'),
  gasPriceGwei: number('Gwei per gas. Solana: lamports per signature'),
  age_seconds: Type.Integer({ minimum: 0, description: 'Age of the price of this chain' }),
})

/** The fields of the ranking of chains besides the envelope (interface 3.12). */
export const GasIndexAnswer = Type.Object({
  cheapest: word(GAS_CHAINS, 'The first of the ranking'),
  ranking: Type.Array(Ranked, { description: 'Cheapest first, ties by name' }),
  method: Type.Literal('median'),
  missing: Type.Array(word(GAS_CHAINS, 'A chain'), { description: 'Chains without a price of today, by name' }),
  confidence: share('The lowest among the chains, times the share of chains that are there'),
  degraded: Type.Boolean({ description: 'A chain is missing, or its price rests on fewer than three nodes' }),
  observed_at: Type.Integer({ description: 'Unix seconds of the oldest reading that entered' }),
  note: Type.String(),
})
export type GasIndexAnswer = Static<typeof GasIndexAnswer>

/** Whether everything that follows from the costs of the ranking does so. */
const isRanked = ({ ranking, missing }: GasIndexAnswer): boolean => {
  const there = ranking.map(({ chain }) => chain)
  return (
    ranking.every(
      ({ rank, relative, txCostUsd }, at) =>
        rank === at + 1 && relative === relativeTo(ranking[0]!.txCostUsd, txCostUsd),
    ) &&
    missing.join() ===
      GAS_CHAINS.filter((chain) => !there.includes(chain))
        .toSorted()
        .join()
  )
}

/** `v1|GAS_INDEX|<chain>:<usd>,…|<cheapest>|median|<timestamp>|<nonce>`. */
const INDEX_STRING = layout(
  'GAS_INDEX',
  { costs: chainCosts, cheapest: oneOf(...GAS_CHAINS), method: oneOf('median') },
  {
    recompute: ({ costs, cheapest }, body): readonly Check[] => [
      { what: 'cheapest is the first of the ranking', ok: costs[0]?.chain === cheapest, detail: cheapest },
      {
        what: 'ranks, ratios and what is missing follow from the costs',
        ok: Value.Check(GasIndexAnswer, body) && isRanked(body),
      },
    ],
  },
)

export const gasIndexTokens = ({
  ranking,
  cheapest,
  method,
}: GasIndexAnswer): ValuesOf<typeof INDEX_STRING.tokens> => ({
  costs: ranking.map(({ chain, txCostUsd }) => ({ chain, txCostUsd })),
  cheapest,
  method,
})

export const GAS_INDEX_LAYOUT = boundToBody(INDEX_STRING, (body) => gasIndexTokens(body as GasIndexAnswer))
