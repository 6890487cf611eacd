import { type Static, Type } from '@sinclair/typebox'
import { measure } from '../../../canonical/measure.ts'
import { list, oneOf, text } from '../../../canonical/token.ts'
import { number, numberOrNull, word } from '../../answer-fields.ts'
import { boundSale } from '../../bound-sale.ts'
import { EXPIRY_TYPES } from '../../math/expiry-calendar.ts'
import { TARIFF } from '../../tariff.ts'
import { VENUE_FIELDS } from '../../venue-parts.ts'
import { EXPIRY } from './expiry-published.ts'
import { EXPIRY_PLACES } from './expiry-times.ts'
import { recountedExpiry } from './recount-expiry.ts'
import { mainNumber } from '../../main-value.ts'

const Expiry = Type.Object({
  date: Type.String({ description: 'A Friday', examples: ['2026-12-25'] }),
  time: Type.Integer({ description: 'Unix seconds, 08:00 UTC' }),
  type: word(EXPIRY_TYPES, 'quarterly: last Friday of March, June, September and December; monthly: of another month'),
  days_away: number('From fetched_at'),
  hours_away: number('From fetched_at'),
  open_interest_coins: numberOrNull(
    'Puts and calls; null where the calendar comes from the rule alone, or where the forward of the expiry is not that of the coin',
  ),
  open_interest_usd: numberOrNull('The same at the forward of the expiry, in dollars'),
  put_call_ratio: numberOrNull('Open puts over open calls; null without calls'),
})

/** The fields of an expiry calendar besides the envelope. */
export const ExpiryAnswer = Type.Object({
  currency: Type.String({ examples: ['BTC'] }),
  next: Expiry,
  within_24h: Type.Boolean({ description: 'Whether the next expiry is at most 24 hours away' }),
  upcoming: Type.Array(Expiry, { description: 'Up to seven more, nearest first' }),
  source: word(['listed', 'rule'], 'listed: Fridays that a venue lists; rule: every Friday, while no venue tells'),
  degraded: Type.Boolean({ description: 'Another venue than the first, or the rule' }),
  ...VENUE_FIELDS,
})
export type ExpiryAnswer = Static<typeof ExpiryAnswer>

/** `v1|EXPIRY|<coin>|<next date>|<type>|<hours>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const EXPIRY_SALE = boundSale(
  'EXPIRY',
  {
    currency: text,
    next_date: text,
    next_type: oneOf(...EXPIRY_TYPES),
    next_hours: measure(EXPIRY_PLACES.hours),
    sources: list,
  },
  {
    answer: ExpiryAnswer,
    apart: ({ next }) => ({ next_date: next.date, next_type: next.type, next_hours: next.hours_away }),
    path: '/oracle/econ/expiry/{currency}',
    price: TARIFF.expiry,
    sellableSeconds: EXPIRY.sellableSeconds,
    preview: {
      staleMinutes: 60,
      main: mainNumber('next.open_interest_usd', 'USD'),
      fields: ['currency', 'next', 'within_24h', 'source', 'confidence', 'degraded'],
    },
    recompute: recountedExpiry,
  },
)
