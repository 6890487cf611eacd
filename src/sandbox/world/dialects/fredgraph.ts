import { type Dialect, textual } from '../dialect.ts'
import { dateOf } from '../fixings.ts'
import { fredValues } from '../statistics/fred-series.ts'

/** The tables behind the charts of FRED. https://fred.stlouisfed.org */
export const fredGraph: Dialect = {
  provider: 'fredgraph',
  hosts: ['fred.stlouisfed.org'],
  serves: 'fredgraph.csv of one series',
  answer({ path, query }, view) {
    const id = query.get('id') ?? ''
    const values = path === '/graph/fredgraph.csv' ? fredValues(view, id) : null
    if (values === null) return textual('text/html', '<!DOCTYPE html>\n<html><body>Not found</body></html>', 404)
    const [from, to] = [dateOf(query.get('cosd')) ?? '', dateOf(query.get('coed')) ?? '9999']
    const rows = values
      .filter(({ period }) => period.first >= from && period.first <= to)
      .map(({ period, value }) => `${period.first},${value ?? ''}`)
    return textual('application/csv', [`observation_date,${id}`, ...rows, ''].join('\n'))
  },
}
