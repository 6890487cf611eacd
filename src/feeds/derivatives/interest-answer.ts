import { type Static, Type } from '@sinclair/typebox'
import { number, numberOrNull, share, word } from '../answer-fields.ts'
import { LEAST_COMPARED } from '../math/open-interest.ts'
import { DEGRADED_FIELD, VENUE_FIELDS } from '../venue-parts.ts'

/** Decimals (methods 0.2). Dollars are whole. */
export const INTEREST_PLACES = { pct: 4, coins: 4, share: 4 } as const

/** In what a venue counts its open positions. Contracts are coins by the time they are here. */
const UNITS = ['coins', 'usd'] as const

/** Whether a venue's number counts one side of its positions, as it should, or nobody knows. */
const SIDES = ['one', 'disputed'] as const

const dollarsThen = Type.Union([Type.Integer(), Type.Null()])
const bySpan = <T extends typeof dollarsThen | ReturnType<typeof names>>(type: T, description: string) =>
  Type.Object({ '1h': type, '4h': type, '24h': type }, { description })
const names = () => Type.Array(Type.String())

const change = (span: string) =>
  numberOrNull(
    `Per cent against ${span} before, over the venues of delta_venues; null if these hold less than ${LEAST_COMPARED} of the total`,
  )

const ExchangeInterest = Type.Object({
  exchange: Type.String(),
  oi_native: number('As the venue counts it; contracts already times their coins'),
  unit: word(UNITS, 'Of oi_native'),
  oi_usd: Type.Integer({ description: 'One side, in dollars: coins at the mark, dollars as they stand' }),
  mark: number('Mark price in the contract quote currency'),
  sides: word(SIDES, 'disputed: whether the venue counts one side or both is not settled; used as it stands'),
  share: share('Of the total'),
  before_usd: bySpan(
    dollarsThen,
    'Its dollars so long before, from the observation nearest to that time within a tenth of the span; null without one',
  ),
  observed_at: Type.Integer({ description: 'Unix seconds of the older of mark and open interest' }),
})

/** The fields of open interest besides the envelope. */
export const InterestAnswer = Type.Object({
  pair: Type.String({ examples: ['BTCUSD'] }),
  total_oi_usd: Type.Integer({ description: 'Sum over the venues, one side, in dollars' }),
  total_oi_coins: number('The same in coins, each venue at its own mark'),
  delta_1h_pct: change('an hour'),
  delta_4h_pct: change('four hours'),
  delta_24h_pct: change('a day'),
  delta_venues: bySpan(names(), 'Venues known at both times, of which the change is made'),
  exchanges: Type.Array(ExchangeInterest),
  rejected: Type.Array(Type.String(), {
    description: 'Venues that gave an amount which is not plausible; they are missing too',
  }),
  coverage: share('Of the usual open interest of all venues, what the used ones usually hold'),
  usual_usd: Type.Record(Type.String(), Type.Integer(), {
    description: 'Median dollars of the last day by venue, as far as they are known; coverage is made of these',
  }),
  ...VENUE_FIELDS,
  ...DEGRADED_FIELD,
})
export type InterestAnswer = Static<typeof InterestAnswer>
