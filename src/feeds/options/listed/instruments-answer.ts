import { type Static, Type } from '@sinclair/typebox'
import { capitals, integer, list, oneOf, text } from '../../../canonical/token.ts'
import { number, numberOrNull, share, word } from '../../answer-fields.ts'
import { boundSale } from '../../bound-sale.ts'
import { TARIFF } from '../../tariff.ts'
import { VENUE_FIELDS } from '../../venue-parts.ts'
import { EXPIRY_TAGS } from './expiry-tag.ts'
import { recountInstruments } from './recount-instruments.ts'
import { mainNumber } from '../../main-value.ts'

const VenueExpiry = Type.Object({
  exchange: Type.String(),
  strikes: Type.Integer({ description: 'Different strikes that it lists' }),
  calls: Type.Integer({ description: 'Calls that it lists; a strike that is settled in two currencies has two' }),
  puts: Type.Integer({ description: 'Puts that it lists' }),
  k_min: numberOrNull('ln(lowest strike / forward); null without a forward'),
  k_max: numberOrNull('ln(highest strike / forward)'),
  strikes_with_oi: Type.Integer({ description: 'Strikes with open interest' }),
  two_sided_share: share('Options with both a bid and an ask, of those listed'),
  coverage: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
    description:
      'Listed strikes within two standard deviations of the forward that are quoted on both sides, share of those listed there; null without a volatility at the money',
  }),
  open_interest_coins: number('Coins'),
  volume_24h_usd: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Notional traded in 24 hours, dollars; null where the venue does not say',
  }),
})

const Expiry = Type.Object({
  expiry: Type.Integer({ description: 'Unix seconds' }),
  tag: word(EXPIRY_TAGS, 'By its date in UTC'),
  days: number('From fetched_at, days of 24 hours'),
  venues: Type.Array(VenueExpiry),
})

/** The fields of an answer about listed options besides the envelope. */
export const InstrumentsAnswer = Type.Object({
  coin: Type.String({ examples: ['BTC'] }),
  market: Type.Literal('options'),
  contract_count: Type.Integer({ description: 'Calls and puts that may be traded, over all venues' }),
  expiry_count: Type.Integer({ description: 'Different expiries, over all venues' }),
  strike_count: Type.Integer({ description: 'Different strikes, over all venues and expiries' }),
  expiries: Type.Array(Expiry),
  listed_at: Type.Integer({ description: 'Unix seconds of the oldest list that entered' }),
  degraded: Type.Boolean({ description: 'A venue is missing, or its chain is not whole' }),
  ...VENUE_FIELDS,
})
export type InstrumentsAnswer = Static<typeof InstrumentsAnswer>

/** `v1|INSTRUMENTS|<coin>|OPTIONS|<contracts>|<expiries>|<strikes>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const INSTRUMENTS_SALE = boundSale(
  'INSTRUMENTS',
  {
    coin: text,
    market: capitals(oneOf('OPTIONS')),
    contract_count: integer,
    expiry_count: integer,
    strike_count: integer,
    sources: list,
  },
  {
    answer: InstrumentsAnswer,
    path: '/oracle/instruments/{base}/options',
    catalogue: '/oracle/instruments/catalogue',
    price: TARIFF.instruments,
    sellableSeconds: 1_500,
    preview: {
      staleMinutes: 60,
      main: mainNumber('contract_count', 'contracts'),
      fields: [
        'coin',
        'market',
        'contract_count',
        'expiry_count',
        'strike_count',
        'exchange_count',
        'confidence',
        'degraded',
      ],
    },
    recompute: recountInstruments,
  },
)
