import { type Static, Type } from '@sinclair/typebox'
import { list, oneOf, text } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { mainNumber } from '../main-value.ts'
import { TARIFF } from '../tariff.ts'
import { HeardFields, HEARD_IN_SHORT, LiquidationSums, SUMS_TOKENS } from './liquidation-answer.ts'
import { FLOW_WINDOWS } from './liquidation-subjects.ts'
import { LIQ_FLOW } from './liquidations-published.ts'

export const FlowAnswer = Type.Object({
  domain: Type.String({ description: 'Asset in dollars', examples: ['BTCUSD'] }),
  window: Type.String({ description: 'Asked for', enum: Object.keys(FLOW_WINDOWS) }),
  window_from: Type.Integer({
    description: 'Unix seconds: a full minute, so that windows end at the time of the tick',
  }),
  ...LiquidationSums,
  ...HeardFields,
})
export type FlowAnswer = Static<typeof FlowAnswer>

export const LIQ_FLOW_SALE = boundSale(
  'LIQFLOW',
  { domain: text, window: oneOf(...Object.keys(FLOW_WINDOWS)), ...SUMS_TOKENS, sources: list },
  {
    answer: FlowAnswer,
    path: '/oracle/liq-flow/{currency}',
    price: TARIFF.liqFlow,
    catalogue: '/oracle/liq-flow/catalogue',
    sellableSeconds: LIQ_FLOW.sellableSeconds,
    preview: {
      staleMinutes: 15,
      main: mainNumber('long_usd', 'USD of longs'),
      fields: ['domain', 'window', 'long_usd', 'short_usd', 'dominant_side', 'event_count', ...HEARD_IN_SHORT],
    },
  },
)
