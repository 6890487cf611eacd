import type { Query, Source } from '../query.ts'
import { field, items, reply, text, unrefused } from '../shape.ts'
import { FRED_NOTE } from './fredgraph.ts'
import { type Frequency, observed, type SeriesReply, seriesOf } from './observation.ts'
import { periodFrom } from './period.ts'

const ORIGIN = 'https://api.stlouisfed.org'

/** FRED for those with a free key. https://fred.stlouisfed.org/docs/api/fred/series_observations.html */
export const fred: Source = {
  name: 'fred',
  origin: ORIGIN,
  keyed: { origin: ORIGIN, parameter: 'api_key', needed: true },
  rate: { requests: 60, perSeconds: 60 },
  timeoutMs: 10_000,
  maxBytes: 131_072,
  rights: 'attribution',
  terms: 'https://fred.stlouisfed.org/docs/api/terms_of_use.html',
  termsNote: FRED_NOTE,
}

const VALUES_ASKED = 40

/** One series, newest values first. A value that is missing is a point. */
export const fredSeries = (id: string, frequency: Frequency): Query<SeriesReply> => ({
  provider: fred,
  path: `/fred/series/observations?series_id=${id}&file_type=json&sort_order=desc&limit=${VALUES_ASKED}`,
  read: (body) => {
    const observations = items(field(unrefused(reply(body), 'error_message'), 'observations'))
    const rows = observations.flatMap((row) =>
      observed(periodFrom(text(field(row, 'date')), frequency), text(field(row, 'value'))),
    )
    return seriesOf(id, rows)
  },
})
