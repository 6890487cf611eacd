import { type Dialect, failed, limitOf, ok } from '../dialect.ts'
import { fredValues } from '../statistics/fred-series.ts'

/** FRED for those with a key. https://fred.stlouisfed.org/docs/api/fred/series_observations.html */
export const fred: Dialect = {
  provider: 'fred',
  hosts: ['api.stlouisfed.org'],
  serves: 'observations of one series, with any key',
  answer({ path, query }, view) {
    if (path !== '/fred/series/observations') return failed(404, { error_code: 404, error_message: 'Not Found' })
    if ((query.get('api_key') ?? '') === '') return bad('Variable api_key is not set.')
    if (query.get('file_type') !== 'json') return bad('Only json is simulated.')
    const values = fredValues(view, query.get('series_id') ?? '')
    if (values === null) return bad('The series does not exist.')
    const today = new Date(view.now).toISOString().slice(0, 10)
    const isNewestFirst = query.get('sort_order') === 'desc'
    const ordered = (isNewestFirst ? values.toReversed() : values).slice(
      0,
      limitOf(query.get('limit'), 100_000, 100_000),
    )
    return ok({
      realtime_start: today,
      realtime_end: today,
      observation_start: '1600-01-01',
      observation_end: '9999-12-31',
      units: 'lin',
      output_type: 1,
      file_type: 'json',
      order_by: 'observation_date',
      sort_order: isNewestFirst ? 'desc' : 'asc',
      count: values.length,
      offset: 0,
      limit: ordered.length,
      observations: ordered.map(({ period, value }) => ({
        realtime_start: today,
        realtime_end: today,
        date: period.first,
        value: value ?? '.',
      })),
    })
  },
}

const bad = (why: string) => failed(400, { error_code: 400, error_message: `Bad Request.  ${why}` })
