import { localDate, plusDays } from '../../calendar.ts'
import { type Dialect, failed, ok } from '../../dialect.ts'
import type { Announcement } from '../../announced.ts'
import { aboutMonth, monthName, releasesOf } from '../../releases.ts'

/**
 * The calendar of euro indicators, behind the official page. Every start reads eleven o'clock with the letter of UTC.
 * https://ec.europa.eu/eurostat/news/euro-indicators/release-calendar
 */
const TITLES: Readonly<Record<string, string>> = {
  cpi_flash: 'Flash estimate inflation euro area',
  cpi: 'Inflation (HICP)',
  unemployment: 'Unemployment',
  retail_sales: 'Retail trade',
  trade: 'International trade in goods',
  gdp: 'Preliminary flash estimate GDP - EU and euro area',
}

const row = ({ kind, at }: Announcement) => {
  const date = localDate(at, 'Europe/Brussels')
  const { year, month } = aboutMonth(date)
  return {
    id: `${kind}-${date}`,
    title: TITLES[kind],
    period: kind === 'gdp' ? `Q${Math.ceil(month / 3)}/${year}` : `${monthName(month)} ${year}`,
    start: `${date}T11:00Z`,
    datasetCodes: ['ei_bsin_m'],
    isEuroindicator: true,
  }
}

/** One that no newspaper prints. */
const other = (date: string) => ({
  id: `production-${date}`,
  title: 'Production in construction',
  period: 'latest',
  start: `${date}T11:00Z`,
  datasetCodes: ['sts_copr_m'],
  isEuroindicator: true,
})

export const eurostatCalendar: Dialect = {
  provider: 'eurostatcalendar',
  hosts: ['ec.europa.eu'],
  below: '/eurostat/o/calendars/eventsJson',
  serves: 'euro indicators within a range of days as JSON',
  answer({ query }, view) {
    const [from, to] = [query.get('start')?.slice(0, 10), query.get('end')?.slice(0, 10)]
    if (from === undefined || to === undefined) return failed(400, { error: 'start and end are needed' })
    const rows = releasesOf(view, 'EU')
      .filter(({ kind }) => kind in TITLES)
      .map(row)
      .filter(({ start }) => start.slice(0, 10) >= from && start.slice(0, 10) < to)
    return ok([...rows, other(plusDays(from, 20))])
  },
}
