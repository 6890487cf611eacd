import { AUTHORITIES, type CalendarState, listState } from '../../../src/feeds/calendar/calendar-boards.ts'
import { OFFICIAL, type OfficialFile } from '../../../src/feeds/calendar/official.ts'
import type { CalendarEntry } from '../../../src/sources/calendars/announced.ts'
import { addDays } from '../../../src/sources/zoned.ts'
import { VALUES_BOARD, type ToldValues } from '../../../src/feeds/calendar/values-board.ts'
import { weekOf } from '../../../src/feeds/calendar/release-weeks.ts'
import type { TickContext } from '../../../src/feeds/feed.ts'
import { lookAt, type States } from './market.ts'

/** Calendars in memory: what each authority last announced, as boards that a conclusion reads. */

/** A Wednesday, 12:00 UTC. */
export const NOON = Date.UTC(2026, 10, 18, 12)

const ahead = (title: string, days: readonly number[], hour: number, from = '2026-11-18'): readonly CalendarEntry[] =>
  days.map((day) => {
    const date = addDays(from, day)
    return { title, date, at: Date.parse(`${date}T00:00:00Z`) + hour * 3_600_000, period: null }
  })

const MONTHLY = [-20, 10, 40] as const
const JANUARY_29 = 72

/** What everybody announces: enough of it for every country that has a calendar for machines. */
export const USUAL: Readonly<Record<string, readonly CalendarEntry[]>> = {
  fedcalendar: [...ahead('FOMC Meeting', [-21, 21, 63], 19), ...ahead('FOMC Minutes', [7], 19)],
  beacalendar: [
    ...ahead('Gross Domestic Product', [-20, 9, JANUARY_29], 13.5),
    ...ahead('Personal Income and Outlays', MONTHLY, 13.5),
  ],
  blscalendar: [
    ...ahead('Consumer Price Index', [-8, 22, 55], 13.5),
    ...ahead('Employment Situation', [-12, 16, 51], 13.5),
    ...ahead('Producer Price Index', [-6, 23], 13.5),
  ],
  fredcalendar: [
    ...ahead('Consumer Price Index', [-8, 22, 55], 13.5),
    ...ahead('Employment Situation', [-12, 16, 51], 13.5),
    ...ahead('Gross Domestic Product', [-20, JANUARY_29], 13.5),
    ...ahead('Personal Income and Outlays', MONTHLY, 13.5),
  ],
  eurostatcalendar: [
    ...ahead('Flash estimate inflation euro area', [-15, 13, 50], 10),
    ...ahead('Inflation (HICP)', [0, 29, 62], 10),
    ...ahead('Unemployment', [15], 10),
    ...ahead('Production in construction', [5, 6], 10),
  ],
  ecbcalendar: ahead('Governing Council of the ECB: monetary policy meeting in Frankfurt (Day 2)', [29, 78], 13.25),
  ons: [...ahead('Consumer price inflation, UK', [0, 28], 7), ...ahead('UK trade', [-3, 24], 7)],
  statjapan: ahead('消費者物価指数', [2, 30], -0.5),
}

/** What a tick sees without an agreement with the vendor of estimates. */
export const unlicensed = (states: States, now: number): TickContext =>
  lookAt(states, now, { refused: [VALUES_BOARD.id] })

/** What the vendor tells, last read at `readAt`. */
export const vendorTold = (rows: readonly ToldValues[], readAt = NOON - 60_000): States => {
  const weeks = Map.groupBy(rows, ({ at }) => weekOf(at))
  return new Map([
    [VALUES_BOARD.id, { weeks: Object.fromEntries([...weeks].map(([week, rows]) => [week, { readAt, rows }])) }],
  ])
}

/** The states of boards that were read at `checkedAt`. */
export const announced = (
  lists: Readonly<Record<string, readonly CalendarEntry[]>>,
  checkedAt = NOON - 60_000,
  official: OfficialFile | null = null,
): States =>
  new Map<string, unknown>([
    ...AUTHORITIES.flatMap(({ board }): readonly (readonly [string, CalendarState])[] => {
      const list = lists[board.source.name]
      return list ? [[board.id, { lists: { all: listState(board.source.name, list, checkedAt) } }]] : []
    }),
    [OFFICIAL.id, { file: official }],
  ])

/** All of it some days later or earlier. */
export const moved = (
  lists: Readonly<Record<string, readonly CalendarEntry[]>>,
  days: number,
): Readonly<Record<string, readonly CalendarEntry[]>> =>
  Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [
      name,
      list.map((event) => ({
        ...event,
        date: addDays(event.date, days),
        at: event.at === null ? null : event.at + days * 86_400_000,
      })),
    ]),
  )

/** Everybody but these. */
export const without = (...names: readonly string[]): Readonly<Record<string, readonly CalendarEntry[]>> =>
  Object.fromEntries(Object.entries(USUAL).filter(([name]) => !names.includes(name)))
