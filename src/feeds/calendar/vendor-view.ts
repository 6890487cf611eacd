import { zonedDate } from '../../sources/zoned.ts'
import { utcDay } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { SAME_WITHIN_MS } from '../surprises/release.ts'
import type { DatedEvent } from './dated-event.ts'
import { type Country, type Kind, KINDS } from './kinds.ts'
import { LIST_LIFE_MS } from './reach.ts'
import { type ToldValues, VALUES_BOARD } from './values-board.ts'

/** Numbers and further events of a vendor that this oracle has an agreement with. */
export interface VendorView {
  /** Unix milliseconds of the oldest week that counts. */
  readonly checkedAt: number
  /** Events of medium impact that no authority of ours announces, in order. */
  eventsOf(country: Country, kind: Kind): readonly DatedEvent[]
  /** What is expected of this event, or came; `null` where that is not told. */
  valuesOf(event: Pick<DatedEvent, 'country' | 'kind' | 'at' | 'date'>): ToldValues | null
}

const ZONES: Readonly<Record<Country, string>> = {
  US: 'America/New_York',
  EU: 'Europe/Luxembourg',
  GB: 'Europe/London',
  JP: 'Asia/Tokyo',
  CN: 'Asia/Shanghai',
}

const PAGE = 'https://www.tradingview.com/economic-calendar/'

/** Unemployment of the United States comes with payrolls, and is no event of its own. */
const isOwnEvent = ({ country, kind }: ToldValues): boolean =>
  KINDS[kind].impact === 'medium' && !(country === 'US' && kind === 'unemployment')

/** The hour is told a little differently by two who speak of the same release; without one the day must be the same. */
const isAbout = (row: ToldValues, { country, kind, at, date }: Pick<DatedEvent, 'country' | 'kind' | 'at' | 'date'>) =>
  row.country === country &&
  row.kind === kind &&
  (at === null ? utcDay(row.at) === date : Math.abs(row.at - at) <= SAME_WITHIN_MS)

/** `null` while the vendor may not be asked, or has not answered for three days. */
export const vendorView = (boards: Boards, now: number): VendorView | null => {
  const weeks = Object.values(boards.read(VALUES_BOARD)?.weeks ?? {}).filter(
    ({ readAt }) => now - readAt <= LIST_LIFE_MS,
  )
  if (weeks.length === 0) return null
  const rows = weeks.flatMap((week) => week.rows).toSorted((a, b) => a.rank - b.rank || a.at - b.at)
  return {
    checkedAt: Math.min(...weeks.map(({ readAt }) => readAt)),
    eventsOf: (country, kind) =>
      rows
        .filter((row) => row.country === country && row.kind === kind && isOwnEvent(row))
        .map(({ at, period }) => ({
          country,
          kind,
          date: zonedDate(at, ZONES[country]),
          at,
          period,
          estimated: false,
          source: VALUES_BOARD.source.name,
          sourceUrl: PAGE,
          told: null,
        })),
    valuesOf: (event) => rows.find((row) => isAbout(row, event)) ?? null,
  }
}
