import { DAY_MS } from '../../../../time-units.ts'
import { localDate } from '../../calendar.ts'
import { type Dialect, failed, limitOf, ok } from '../../dialect.ts'
import type { Announcement } from '../../announced.ts'
import { aboutMonth, monthName, releasesOf } from '../../releases.ts'

/** Search for releases of the Office for National Statistics. https://developer.ons.gov.uk/search/ */
const TITLES: Readonly<Record<string, string>> = {
  cpi: 'Consumer price inflation, UK',
  gdp: 'GDP monthly estimate, UK',
  unemployment: 'Labour market overview, UK',
  retail_sales: 'Retail sales, Great Britain',
}

const ZONE = 'Europe/London'
const USUAL_ROWS = 10
const MOST_ROWS = 1_000

const row = (title: string, at: number, more: Readonly<Record<string, boolean>> = {}) => ({
  uri: `/releases/${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')}`,
  description: {
    title,
    release_date: new Date(at).toISOString(),
    published: false,
    cancelled: false,
    finalised: true,
    ...more,
  },
})

/** The release itself, its tables under a name that goes on, one whose day may move, and one that was called off. */
const rowsOf = ({ kind, at }: Announcement) => {
  const { year, month } = aboutMonth(localDate(at, ZONE))
  const title = `${TITLES[kind]}: ${monthName(month)} ${year}`
  return [
    row(title, at),
    row(`${title} time series`, at),
    row(title, at + DAY_MS, { finalised: false }),
    row(title, at - DAY_MS, { cancelled: true }),
  ]
}

export const onsCalendar: Dialect = {
  provider: 'ons',
  hosts: ['api.beta.ons.gov.uk'],
  serves:
    'releases to come, with those that were called off or may still move; pages of ten rows unless asked otherwise',
  answer({ path, query }, view) {
    if (path !== '/v1/search/releases') return failed(404, { message: 'not found' })
    const [from = '', to = ''] = [query.get('fromDate') ?? '', query.get('toDate') ?? '9999']
    const found = releasesOf(view, 'GB')
      .filter(
        ({ kind, at }) => kind in TITLES && at > view.now && localDate(at, ZONE) >= from && localDate(at, ZONE) <= to,
      )
      .flatMap(rowsOf)
    const shown = found.slice(0, limitOf(query.get('limit'), USUAL_ROWS, MOST_ROWS))
    return ok({ took: 3, breakdown: { total: found.length, provisional: 1, postponed: 0 }, releases: shown })
  },
}
