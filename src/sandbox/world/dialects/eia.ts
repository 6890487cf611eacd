import { type Answer, type Dialect, failed, limitOf, ok } from '../dialect.ts'
import { type Printed, printedDays } from '../statistics/told.ts'
import type { View } from '../view.ts'

/** Energy Information Administration, version 2, for those with a key. https://www.eia.gov/opendata/documentation.php */
interface Spot {
  readonly route: string
  readonly level: string
  readonly units: string
  readonly says: string
}

const PETROLEUM = '/v2/petroleum/pri/spt/data/'
const GAS = '/v2/natural-gas/pri/fut/data/'

const SPOTS: Readonly<Record<string, Spot>> = {
  RWTC: { route: PETROLEUM, level: 'oil.WTI', units: '$/BBL', says: 'Cushing, OK WTI Spot Price FOB' },
  RBRTE: { route: PETROLEUM, level: 'oil.BRENT', units: '$/BBL', says: 'Europe Brent Spot Price FOB' },
  RNGWHHD: { route: GAS, level: 'gas.HH', units: '$/MMBTU', says: 'Henry Hub Natural Gas Spot Price' },
}

const DAYS = { decimals: 2, lagDays: 1, count: 60 }
const MOST_ROWS = 5_000

export const eia: Dialect = {
  provider: 'eia',
  hosts: ['api.eia.gov'],
  serves: 'daily spot prices of oil and gas, with any key',
  answer({ path, query }, view) {
    if (path !== PETROLEUM && path !== GAS) return failed(404, { error: 'Not found.', code: 404 })
    if ((query.get('api_key') ?? '') === '')
      return failed(403, { error: { code: 'API_KEY_MISSING', message: 'No api_key was supplied.' } })
    const ids = query.getAll('facets[series][]').filter((id) => SPOTS[id]?.route === path)
    return table(ids, limitOf(query.get('length'), MOST_ROWS, MOST_ROWS), view)
  },
}

const table = (ids: readonly string[], length: number, view: View): Answer => {
  const rows = ids
    .flatMap((id) => printedDays(view, SPOTS[id]!.level, DAYS).map((day) => row(id, day)))
    .toSorted((a, b) => (a.period > b.period ? -1 : 1))
    .slice(0, length)
  return ok({
    response: { total: String(rows.length), dateFormat: 'YYYY-MM-DD', frequency: 'daily', data: rows },
    request: {},
    apiVersion: '2.1.8',
  })
}

const row = (id: string, { period, value }: Printed) => ({
  period: period.name,
  duoarea: 'NUS',
  'area-name': 'NA',
  product: id,
  'product-name': id,
  process: 'PS0',
  'process-name': 'Spot Price',
  series: id,
  'series-description': SPOTS[id]!.says,
  // Text in the table of gas, a number in that of oil.
  value: SPOTS[id]!.route === GAS ? value : Number(value),
  units: SPOTS[id]!.units,
})
