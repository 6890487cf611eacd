import { type Static, Type } from '@sinclair/typebox'
import { orUnknown } from '../../canonical/measure.ts'
import { integer, text } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { TARIFF } from '../tariff.ts'
import { CalendarEvent, ORIGIN_FIELDS } from './calendar-fields.ts'
import { CALENDAR } from './calendar-carry.ts'
import { recountedCalendar } from './recount-calendar.ts'
import { mainNumber } from '../main-value.ts'

const nextTime = Type.Union([Type.String(), Type.Null()], {
  description: 'UTC time of the next event that has an hour; null where there is none',
})

/** The fields of a list of events besides the envelope. */
export const CalendarAnswer = Type.Object({
  scope: Type.String({ description: '30D, TODAY, or a country', examples: ['30D'] }),
  event_count: Type.Integer(),
  high_impact_count: Type.Integer({ description: 'Of the events listed' }),
  today_count: Type.Integer({ description: 'Events of this UTC day, those that have passed included' }),
  next_time: nextTime,
  events: Type.Array(CalendarEvent, { description: 'In order of time' }),
  ...ORIGIN_FIELDS,
})
export type CalendarAnswer = Static<typeof CalendarAnswer>

const Meeting = Type.Object({ bank: Type.String({ examples: ['Fed'] }), ...CalendarEvent.properties })

/** The fields of the next decisions on rates besides the envelope. */
export const RatesAnswer = Type.Object({
  scope: Type.Literal('RATES'),
  event_count: Type.Integer({ description: 'Meetings listed' }),
  high_impact_count: Type.Integer({ description: 'The same: every decision is of high impact' }),
  next_time: Type.Union([Type.String(), Type.Null()], { description: 'UTC time of the next decision of the Fed' }),
  next: Meeting,
  meetings: Type.Array(Meeting, {
    description: 'The next eight of the Fed and the next eight of the others, in order',
  }),
  ...ORIGIN_FIELDS,
})
export type RatesAnswer = Static<typeof RatesAnswer>

const TOKENS = {
  scope: text,
  event_count: integer,
  high_impact_count: integer,
  next_time: orUnknown(text),
}

const TERMS = { price: TARIFF.calendar, sellableSeconds: CALENDAR.sellableSeconds, recompute: recountedCalendar }

/** `v1|CALENDAR|<scope>|<events>|<high>|<next time or NA>|SHA256:<content>|<timestamp>|<nonce>` */
const calendarSale = (path: string, isPreviewed: boolean) =>
  boundSale('CALENDAR', TOKENS, {
    ...TERMS,
    answer: CalendarAnswer,
    path,
    preview: isPreviewed
      ? {
          staleMinutes: 60,
          main: mainNumber('event_count', 'events'),
          fields: ['scope', 'event_count', 'high_impact_count', 'today_count', 'next_time', 'confidence', 'degraded'],
        }
      : null,
  })

const PATH = '/oracle/econ/calendar'

export const AHEAD_SALE = calendarSale(PATH, true)
export const TODAY_SALE = calendarSale(`${PATH}/today`, false)
export const COUNTRY_SALE = calendarSale(`${PATH}/country/{country}`, false)
export const RATES_SALE = boundSale('CALENDAR', TOKENS, {
  ...TERMS,
  answer: RatesAnswer,
  path: `${PATH}/fomc`,
  preview: null,
})
