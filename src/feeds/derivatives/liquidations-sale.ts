import { type Static, Type } from '@sinclair/typebox'
import { list, text } from '../../canonical/token.ts'
import { number, numberOrNull } from '../answer-fields.ts'
import { boundSale } from '../bound-sale.ts'
import { mainNumber } from '../main-value.ts'
import { LEAST_HEARD, MINUTES } from '../math/liquidations.ts'
import { TARIFF } from '../tariff.ts'
import { HeardFields, HEARD_IN_SHORT, LiquidationSums, SUMS_TOKENS, usd } from './liquidation-answer.ts'
import { LIQUIDATIONS } from './liquidations-published.ts'

/** A minute counts as known if at least this share of it was received, as a mean over the venues that are received. */
export const KNOWN_SHARE = 0.8

/** A number that needs enough known minutes to compare with. */
const unmeasured = (description: string) =>
  numberOrNull(`${description}; null while fewer than ${LEAST_HEARD} minutes of the hour were heard`)

export const LiquidationsAnswer = Type.Object({
  domain: Type.String({ description: 'Asset in dollars', examples: ['BTCUSD'] }),
  window_seconds: Type.Literal(3600),
  minutes_heard: Type.Integer({
    minimum: 0,
    maximum: MINUTES,
    description: `Minutes of the hour of which at least ${KNOWN_SHARE} was heard: what clustering and bursts are measured over`,
  }),
  ...LiquidationSums,
  clustering: Type.Object({
    fano: unmeasured('Variance over mean of the counts per minute; 1 for independent events'),
    time: unmeasured('(fano - 1) / (fano + 1), at least 0'),
    price_hhi: number('Herfindahl sum of notional over price buckets of 25 basis points'),
  }),
  burst: Type.Object({
    active: Type.Boolean({
      description: 'A burst began in the last hour, or went on in it, and three minutes have not been calm since',
    }),
    z: unmeasured('How far the last minute stands out of those before'),
    last_minute_usd: usd('Notional of the last minute'),
  }),
  ...HeardFields,
})
export type LiquidationsAnswer = Static<typeof LiquidationsAnswer>

export const LIQUIDATIONS_SALE = boundSale(
  'LIQUIDATIONS',
  { domain: text, ...SUMS_TOKENS, sources: list },
  {
    answer: LiquidationsAnswer,
    path: '/oracle/liquidations/{base}/usd',
    price: TARIFF.liquidations,
    catalogue: '/oracle/liquidations/catalogue',
    sellableSeconds: LIQUIDATIONS.sellableSeconds,
    preview: {
      staleMinutes: 15,
      main: mainNumber('long_usd', 'USD of longs'),
      fields: ['domain', 'long_usd', 'short_usd', 'dominant_side', 'event_count', ...HEARD_IN_SHORT],
    },
  },
)
