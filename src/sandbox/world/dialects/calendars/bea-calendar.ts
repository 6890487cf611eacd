import { type Dialect, ok } from '../../dialect.ts'
import type { Announcement } from '../../announced.ts'
import { releasesOf } from '../../releases.ts'

/** Announcement dates of the Bureau of Economic Analysis, in UTC. https://www.bea.gov/news/schedule/icalendar */
const TITLES: Readonly<Record<string, string>> = {
  gdp: 'Gross Domestic Product',
  pce: 'Personal Income and Outlays',
  trade: 'U.S. International Trade in Goods and Services',
}

const written = ({ at }: Announcement): string => `${new Date(at).toISOString().slice(0, 19)}+00:00`

/** The file has some times twice. */
const withOneTwice = (times: readonly string[]): readonly string[] => [...times.slice(0, 1), ...times]

export const beaCalendar: Dialect = {
  provider: 'beacalendar',
  hosts: ['apps.bea.gov'],
  below: '/API/signup/release_dates.json',
  serves: 'release dates of the Bureau of Economic Analysis as JSON',
  answer(_asked, view) {
    const all = releasesOf(view, 'US')
    const lists = Object.entries(TITLES).map(([kind, title]) => [
      title,
      { release_dates: withOneTwice(all.filter((each) => each.kind === kind).map(written)) },
    ])
    return ok({
      ...(Object.fromEntries(lists) as object),
      'Gross Domestic Product by State': { release_dates: withOneTwice(all.slice(0, 2).map(written)) },
      file_last_updated: new Date(view.now).toISOString(),
    })
  },
}
