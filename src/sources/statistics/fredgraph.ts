import { csvRecords, csvRows } from '../csv.ts'
import { type Query, type Source, UnreadableReply } from '../query.ts'
import { addDays, zonedDate } from '../zoned.ts'
import { type Frequency, observed, type SeriesReply, seriesOf } from './observation.ts'
import { periodFrom } from './period.ts'

export const FRED_NOTE =
  'Series of US government agencies, with their source named. This product uses FRED data and is not endorsed or certified by the Federal Reserve Bank of St. Louis; not reviewed by counsel.'

/** The tables behind the charts of FRED, without a key. https://fred.stlouisfed.org */
export const fredGraph: Source = {
  name: 'fredgraph',
  origin: 'https://fred.stlouisfed.org',
  // No limit is published. The page is meant for people and stalls at times.
  rate: { requests: 20, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 131_072,
  rights: 'attribution',
  terms: 'https://fred.stlouisfed.org/legal/',
  termsNote: FRED_NOTE,
}

/** Days back in which there are more values than are kept. */
const DAYS_BACK: Readonly<Record<Frequency, number>> = { day: 80, month: 1_200, quarter: 3_500 }

/** One series of FRED. Before 2025 the column of dates was called `DATE`. An empty cell means that there is no value. */
export const fredGraphSeries = (id: string, frequency: Frequency, now: number): Query<SeriesReply> => ({
  provider: fredGraph,
  path: `/graph/fredgraph.csv?id=${id}&cosd=${addDays(zonedDate(now, 'America/Chicago'), -DAYS_BACK[frequency])}`,
  read: (body) => {
    const records = csvRecords(csvRows(body), [id])
    const rows = records.flatMap((record) => {
      const day = record['observation_date'] ?? record['DATE']
      if (day === undefined) throw new UnreadableReply(`no column observation_date beside ${id}`)
      return observed(periodFrom(day, frequency), record[id] ?? '')
    })
    return seriesOf(id, rows)
  },
})
