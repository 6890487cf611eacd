import { type Static, Type } from '@sinclair/typebox'
import { number, numberOrNull, share, word } from '../../answer-fields.ts'
import { VENUE_FIELDS } from '../../venue-parts.ts'

const SENSITIVITIES = {
  delta: number('Change of the price for one dollar of the forward'),
  gamma: number('Change of delta for one dollar of the forward'),
  vega: number('Dollars for one percentage point of volatility'),
  theta: number('Dollars for one day, or for the remaining life if that is shorter'),
  rho: number('Dollars for one percentage point of the rate, with the forward moving with it'),
  price_usd: number('Theoretical price in dollars, rate zero'),
}

const Straddle = Type.Object(SENSITIVITIES, { description: 'A call and a put with the strike of the forward' })
const StraddleOrNull = Type.Union([Straddle, Type.Null()])

const EXPIRY = {
  expiry: Type.Integer({ description: 'Unix seconds' }),
  days_to_expiry: number('From fetched_at, days of 24 hours'),
}

const ExpiryGreeks = Type.Object({
  ...EXPIRY,
  exchange: Type.String({ description: 'The venue that everything about this expiry comes from' }),
  forward: number('The venue’s price of the underlying at this expiry, dollars'),
  atm_iv: numberOrNull('Volatility at the money, per cent a year'),
  atm_straddle: StraddleOrNull,
  call_25d_iv: numberOrNull('Volatility of the call at delta 0.25; null where no two quoted strikes surround it'),
  put_25d_iv: numberOrNull('Volatility of the put at delta -0.25'),
  skew_25d: numberOrNull('call_25d_iv less put_25d_iv, volatility points'),
  option_count: Type.Integer({ description: 'Options with greeks, of all venues' }),
  open_interest_coins: number('Of these options, coins'),
})

const OptionGreeks = Type.Object({
  symbol: Type.String({ description: 'As the venue spells it' }),
  exchange: Type.String({ description: 'Whose volatility and forward these are' }),
  expiry: Type.Integer({ description: 'Unix seconds' }),
  strike: number('Dollars'),
  kind: word(['call', 'put'], 'Call or put'),
  forward: number('Dollars'),
  iv: number('Mark volatility of the venue, per cent a year'),
  ...SENSITIVITIES,
  price_coin: number('price_usd / forward'),
  open_interest: number('Coins'),
})

/** The fields of the greeks of one coin besides the envelope. */
export const GreeksAnswer = Type.Object({
  pair: Type.String({ examples: ['BTCUSD'] }),
  option_count: Type.Integer({ description: 'Rows in options' }),
  omitted: Type.Integer({ description: 'Options with greeks beyond those rows' }),
  summary: Type.Object(
    { ...EXPIRY, atm_iv: number('Per cent a year'), straddle: Straddle, skew_25d: numberOrNull('Volatility points') },
    { description: 'The expiry nearest 30 days' },
  ),
  expiries: Type.Array(ExpiryGreeks),
  options: Type.Array(OptionGreeks, { description: 'By expiry, strike, call before put; only with open interest' }),
  degraded: Type.Boolean({
    description: 'A fallback stands in, a chain is not whole, or too few of its options are quoted',
  }),
  ...VENUE_FIELDS,
  confidence: share('Of the chain behind the summary; see /methodology.json'),
})
export type GreeksAnswer = Static<typeof GreeksAnswer>
