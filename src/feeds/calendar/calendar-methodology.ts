import { HOUR_MS } from '../../time-units.ts'
import { AUTHORITIES } from './calendar-boards.ts'
import { COUNTRIES, IMPACTS, KIND_NAMES, KINDS, NEEDED, OF_COUNTRY } from './kinds.ts'
import { AHEAD_DAYS, LIST_LIFE_MS } from './reach.ts'
import { VALUES_BOARD } from './values-board.ts'

const kindsOf = (impact: string): string => KIND_NAMES.filter((kind) => KINDS[kind].impact === impact).join(', ')

/** What is published of the calendar's method; all of its answers share it. */
export const CALENDAR_METHODOLOGY = {
  authorities: AUTHORITIES.map(({ calendar }) => `${calendar.country}: ${calendar.source.name}`).join(', '),
  official:
    'dates that authorities publish for people alone lie in a file whose rows name where and when they were read; a country is covered up to its covers_until and no further; days by a rule are marked as estimated',
  kinds: Object.fromEntries(IMPACTS.map((impact) => [impact, kindsOf(impact)])),
  merge:
    'by country, kind and day; of two authorities the first is believed up to the last day that it lists, then the next one, then the file',
  gdp: 'of the United States the release in the month after a quarter; later estimates are left out',
  needed: Object.fromEntries(COUNTRIES.map((country) => [country, Object.keys(NEEDED[country]).join(', ')])),
  until:
    'the last listed day of a kind and the days that its next event is away at least; of a country the earliest of its needed kinds',
  covered: `known ${AHEAD_DAYS} days ahead; nothing is sold where the United States are not, and of a country alone where nothing of it is known`,
  values: `forecast, prior and actual of one number of each release, its headline, as ${VALUES_BOARD.source.name} tells them now, where this oracle has an agreement with it; null otherwise, and values says why`,
  vendor: `of the same source, events of medium impact that no authority here announces; events and hours of authorities come first`,
  silence: `a list that was not read for ${LIST_LIFE_MS / HOUR_MS} hours counts no more`,
  confidence: `sum of the weights of covered countries: ${COUNTRIES.map((country) => `${country} ${OF_COUNTRY[country].weight}`).join(', ')}; of a country alone the known share of ${AHEAD_DAYS} days`,
} as const
