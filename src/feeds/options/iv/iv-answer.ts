import { type Static, Type } from '@sinclair/typebox'
import { measure, orUnknown } from '../../../canonical/measure.ts'
import { list, text } from '../../../canonical/token.ts'
import { number, numberOrNull, share } from '../../answer-fields.ts'
import { boundSale } from '../../bound-sale.ts'
import { TARIFF } from '../../tariff.ts'
import { VENUE_FIELDS } from '../../venue-parts.ts'
import { IV_PLACES } from './iv-measures.ts'
import { recountedIv } from './recount-iv.ts'
import { IV } from './iv-published.ts'
import { mainNumber } from '../../main-value.ts'

const Expiry = Type.Object({
  expiry: Type.String({ description: 'Date of expiry, at 08:00 UTC', examples: ['2026-12-25'] }),
  days: number('From fetched_at to the expiry'),
  atm_iv: numberOrNull('Volatility at the money, per cent a year; null where no quoted strikes surround the forward'),
  forward: number('Price of the underlying at this expiry, dollars, by the venue'),
  option_count: Type.Integer({ description: 'Options that are quoted or held' }),
  two_sided_share: share('Of the options near the money, those with bid and ask'),
})

const Strike = Type.Object({
  strike: number('Dollars'),
  iv: number('Mark volatility of the put below the forward, of the call above it, per cent a year'),
})

/** The fields of a volatility summary besides the envelope. Volatilities in per cent a year. */
export const IvAnswer = Type.Object({
  pair: Type.String({ examples: ['BTCUSD'] }),
  atm_iv: number('At the money at 30 days, between expiries by total variance'),
  call_25d_iv: numberOrNull('Of the call with a delta of 0.25; null where the smile does not reach it'),
  put_25d_iv: numberOrNull('Of the put with a delta of -0.25; null where the smile does not reach it'),
  risk_reversal_25d: numberOrNull('Call less put, points of volatility'),
  butterfly_25d: numberOrNull('Mean of the two less that at the money of the same expiry, points of volatility'),
  skew_expiry: Type.Union([Type.String(), Type.Null()], {
    description: 'The expiry of the four numbers above: the nearest to 30 days of those within 7 to 60',
  }),
  skew_tenor_days: numberOrNull('Days to that expiry'),
  near_far_ratio: numberOrNull('At the money at 7 days over 90 days'),
  expiries: Type.Array(Expiry, { description: 'Nearest first' }),
  smile: Type.Array(Strike, { description: 'Out-of-the-money options of the skew expiry with bid and ask' }),
  option_count: Type.Integer({ description: 'Options that are quoted or held, all expiries' }),
  degraded: Type.Boolean({
    description: 'Another venue than the first, thin quotes, or no expiry on one side of 30 days',
  }),
  ...VENUE_FIELDS,
})
export type IvAnswer = Static<typeof IvAnswer>

/** `v1|IV|<pair>|<atm>|<call 25>|<put 25>|<risk reversal>|<near over far>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const IV_SALE = boundSale(
  'IV',
  {
    pair: text,
    atm_iv: measure(IV_PLACES.iv),
    call_25d_iv: orUnknown(measure(IV_PLACES.iv)),
    put_25d_iv: orUnknown(measure(IV_PLACES.iv)),
    risk_reversal_25d: orUnknown(measure(IV_PLACES.spread)),
    near_far_ratio: orUnknown(measure(IV_PLACES.ratio)),
    sources: list,
  },
  {
    answer: IvAnswer,
    path: '/oracle/iv/{base}/{quote}',
    catalogue: '/oracle/iv/catalogue',
    price: TARIFF.iv,
    sellableSeconds: IV.sellableSeconds,
    preview: {
      staleMinutes: 60,
      main: mainNumber('atm_iv', '%'),
      note: 'Unsigned, delayed copy for integration testing. The paid path gives the signed answer with every expiry.',
      fields: [
        'pair',
        'atm_iv',
        'call_25d_iv',
        'put_25d_iv',
        'risk_reversal_25d',
        'near_far_ratio',
        'exchange_count',
        'confidence',
        'degraded',
      ],
    },
    recompute: (_values, body) => recountedIv(body),
  },
)
