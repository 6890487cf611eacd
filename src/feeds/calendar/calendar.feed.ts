import { defineFeed } from '../feed.ts'
import type { Subject } from '../subject.ts'
import { AHEAD_SALE, CalendarAnswer, COUNTRY_SALE, RATES_SALE, RatesAnswer, TODAY_SALE } from './calendar-answer.ts'
import { CALENDAR_BOARDS } from './calendar-boards.ts'
import { CALENDAR, CALENDAR_TODAY } from './calendar-carry.ts'
import { calendarExample, ratesExample } from './calendar-example.ts'
import { CALENDAR_METHODOLOGY } from './calendar-methodology.ts'
import { concludeAhead, concludeCalendar, concludeRates, MEETINGS } from './conclude-calendar.ts'
import { COUNTRIES, type Country } from './kinds.ts'
import { OFFICIAL } from './official.ts'
import { VALUES_BOARD } from './values-board.ts'

/** What all calendars share. */
const SHARED = {
  family: 'calendar',
  layer: 'Oracle Data',
  everySeconds: 300,
  boards: () => [...CALENDAR_BOARDS, VALUES_BOARD],
  // Numbers of a vendor without a date of an authority are no calendar.
  needs: () => [CALENDAR_BOARDS],
  files: [OFFICIAL],
} as const

const world = (key: string, name: string): readonly Subject[] => [{ key, domain: key, name, path: {} }]

/** The events of thirty days. */
export const calendar = defineFeed({
  ...SHARED,
  id: CALENDAR.id,
  summary:
    'Economic events of the next thirty days: rate decisions, prices, employment, product, as authorities announce them',
  noun: 'calendar',
  subjects: world('30D', 'Economic'),
  answer: CalendarAnswer,
  published: CALENDAR.published,
  example: calendarExample('30D'),
  methodology: { ...CALENDAR_METHODOLOGY, window: 'from now to thirty days ahead' },
  conclude: (_subject, context) => concludeAhead(context),
  sale: AHEAD_SALE,
})

/** The events of this day in UTC, those that have passed included. */
export const calendarToday = defineFeed({
  ...SHARED,
  id: CALENDAR_TODAY.id,
  published: CALENDAR_TODAY.published,
  summary: 'Economic events of this UTC day, those that have passed included',
  noun: 'calendar of today',
  subjects: world('TODAY', 'Economic'),
  answer: CalendarAnswer,
  example: calendarExample('TODAY'),
  methodology: { ...CALENDAR_METHODOLOGY, window: 'this UTC day' },
  conclude: (_subject, context) => concludeCalendar('TODAY', context),
  sale: TODAY_SALE,
})

/** The next decisions of central banks. */
export const calendarRates = defineFeed({
  ...SHARED,
  id: 'econ/calendar-fomc',
  summary: 'The next rate decisions of the Fed, and those of the ECB and the banks of England, Japan and China',
  noun: 'rate decisions',
  subjects: world('RATES', 'Central banks'),
  answer: RatesAnswer,
  example: ratesExample(),
  methodology: {
    ...CALENDAR_METHODOLOGY,
    window: `the next ${MEETINGS} decisions of the Fed and the next ${MEETINGS} of the other banks together; next is that of the Fed`,
  },
  conclude: (_subject, context) => concludeRates(context),
  sale: RATES_SALE,
})

const countryOf = ({ key }: Subject): Country => COUNTRIES.find((each) => each === key) ?? 'US'

/** The events of one country. */
export const calendarCountry = defineFeed({
  ...SHARED,
  id: 'econ/calendar-country',
  summary: 'Economic events of one country in the next thirty days',
  noun: 'economic calendar',
  subjects: COUNTRIES.map((country) => ({
    key: country,
    domain: country,
    name: country,
    path: { country: country.toLowerCase() },
  })),
  answer: CalendarAnswer,
  exampleOf: (subject) => calendarExample(countryOf(subject)),
  methodology: { ...CALENDAR_METHODOLOGY, window: 'from now to thirty days ahead' },
  conclude: (subject, context) => concludeCalendar(countryOf(subject), context),
  sale: COUNTRY_SALE,
})
