import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { fixed } from '../../canonical/decimal.ts'
import { layout, type ValuesOf } from '../../canonical/layout.ts'
import { measure, rounded } from '../../canonical/measure.ts'
import { decimal, list, oneOf } from '../../canonical/token.ts'
import { GAS_CHAINS, type GasChain } from '../../sources/rpc/rpc-hosts.ts'
import { number, share, word } from '../answer-fields.ts'
import { transferCost } from '../math/gas.ts'
import { ANSWERS } from './believed-nodes.ts'
import { GAS_TERMS } from './gas-chains.ts'

/** Digits of prices of gas and of costs in dollars: a layer-2 chain stands near 0.001 gwei. */
export const GAS_PLACES = 6
/** Digits of a cost in coins: as many as a gwei of six digits times gas can have. */
export const NATIVE_PLACES = 15

/** The fields of a price of gas besides the envelope (interface 3.12). */
export const GasAnswer = Type.Object({
  chain: word(GAS_CHAINS, 'The chain, whatever spelling was asked for'),
  chainId: Type.Union([Type.Integer(), Type.Null()], { description: 'EIP-155 number; null for Solana' }),
  gasPriceGwei: number('Median of what the nodes say, gwei per gas. Solana: lamports per signature with priority'),
  baseFeeGwei: number('Base fee of the newest block, median, gwei per gas. Solana: 5000 lamports'),
  txCostNative: Type.String({ description: 'Cost of a plain transfer in coins, decimal text' }),
  txCostUsd: number('Cost of a plain transfer in dollars: 21,000 gas, or one signature'),
  nativePriceUsd: Type.String({ description: 'Dollars per coin, decimal text, as we publish it' }),
  native: word(['ETH', 'POL', 'SOL'], 'The coin that pays for gas'),
  sources: Type.Array(Type.String(), { description: 'Operators of the nodes that entered, ASCII-sorted' }),
  sourceCount: Type.Integer({ minimum: 1, maximum: 3 }),
  missing: Type.Array(Type.String(), { description: 'Operators that are asked and did not enter, ASCII-sorted' }),
  method: Type.Literal('median'),
  blockNumber: Type.Integer({
    description: 'Newest block (Solana: slot) of the node in the middle; of two the older one',
  }),
  confidence: share('Answers over three, times freshness'),
  degraded: Type.Boolean({ description: 'Fewer than three nodes entered' }),
  observed_at: Type.Integer({ description: 'Unix seconds of the oldest reading that entered' }),
  note: Type.String(),
})
export type GasAnswer = Static<typeof GasAnswer>

/** The two-step rule (methods 0.2): costs are computed from what is printed, so that everybody can do it again. */
export const costOf = (
  chain: GasChain,
  gasPriceGwei: number,
  nativePriceUsd: string,
): { readonly native: number; readonly usd: number } => {
  const native = transferCost(gasPriceGwei, GAS_TERMS[chain].units)
  return { native, usd: rounded(native * Number(nativePriceUsd), GAS_PLACES) }
}

/** `v1|GAS|<chain>|<gas_gwei>|<base_fee>|<tx_cost_usd>|<native_price>|<sources>|median|<timestamp>`, without a nonce. */
export const GAS_LAYOUT = layout(
  'GAS',
  {
    chain: oneOf(...GAS_CHAINS),
    gasPriceGwei: measure(GAS_PLACES),
    baseFeeGwei: measure(GAS_PLACES),
    txCostUsd: measure(GAS_PLACES),
    nativePriceUsd: decimal,
    sources: list,
    method: oneOf('median'),
  },
  {
    nonce: false,
    recompute: ({ chain, gasPriceGwei, txCostUsd, nativePriceUsd, sources }, body): readonly Check[] => {
      const { native, usd } = costOf(chain, gasPriceGwei, nativePriceUsd)
      return [
        { what: 'cost follows from gas and coin price', ok: usd === txCostUsd, detail: String(usd) },
        {
          what: 'cost in coins, chain and number of nodes follow from the string',
          ok:
            Value.Check(GasAnswer, body) &&
            body.txCostNative === fixed(native, NATIVE_PLACES) &&
            body.chainId === GAS_TERMS[chain].chainId &&
            body.native === GAS_TERMS[chain].native &&
            body.sourceCount === sources.length &&
            body.degraded === sources.length < ANSWERS,
        },
      ]
    },
  },
)

export const gasTokens = (content: GasAnswer): ValuesOf<typeof GAS_LAYOUT.tokens> => {
  const { chain, gasPriceGwei, baseFeeGwei, txCostUsd, nativePriceUsd, sources, method } = content
  return { chain, gasPriceGwei, baseFeeGwei, txCostUsd, nativePriceUsd, sources, method }
}
