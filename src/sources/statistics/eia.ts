import { type Query, type Source, UnreadableReply } from '../query.ts'
import { field, items, optional, type Piece, reply, text, unrefused } from '../shape.ts'
import { type Observation, observed, type SeriesReplies, seriesOf } from './observation.ts'
import { checkedPeriod } from './period.ts'

const ORIGIN = 'https://api.eia.gov'

/** The US Energy Information Administration, for those with a free key. https://www.eia.gov/opendata/documentation.php */
export const eia: Source = {
  name: 'eia',
  origin: ORIGIN,
  keyed: { origin: ORIGIN, parameter: 'api_key', needed: true },
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 15_000,
  maxBytes: 131_072,
  rights: 'open',
  terms: 'https://www.eia.gov/about/copyrights_reuse.php',
  termsNote: 'US government work. Name the EIA as source.',
}

/** One table of daily spot prices, and the unit of the series in it. */
export interface EiaTable {
  readonly path: string
  readonly unit: string
  readonly series: readonly string[]
}

/** Crude oil, dollars per barrel. */
export const PETROLEUM: EiaTable = { path: '/v2/petroleum/pri/spt/data/', unit: '$/BBL', series: ['RWTC', 'RBRTE'] }
/** Natural gas, dollars per million Btu. */
export const NATURAL_GAS: EiaTable = { path: '/v2/natural-gas/pri/fut/data/', unit: '$/MMBTU', series: ['RNGWHHD'] }

const DAYS_ASKED = 36

/** The last daily prices of the series of a table. Values are text in some tables, numbers in others, and may be null. */
export const eiaSpot = ({ path, unit, series }: EiaTable): Query<SeriesReplies> => ({
  provider: eia,
  path:
    `${path}?frequency=daily&data[0]=value${series.map((id) => `&facets[series][]=${id}`).join('')}` +
    `&sort[0][column]=period&sort[0][direction]=desc&length=${DAYS_ASKED * series.length}`,
  read: (body) => {
    const rows = items(field(field(unrefused(reply(body), 'error'), 'response'), 'data'))
    const found = series.map((id) => [id, rows.filter((row) => text(field(row, 'series')) === id)] as const)
    return Object.fromEntries(
      found.map(([id, own]) => [
        id,
        seriesOf(
          id,
          own.flatMap((row) => priced(row, unit)),
        ),
      ]),
    )
  },
})

const priced = (row: Piece, unit: string): readonly Observation[] => {
  const units = optional(row, 'units')
  if (units && text(units) !== unit) throw new UnreadableReply(`${units.path} is ${text(units)}, not ${unit}`)
  const value = field(row, 'value')
  return observed(checkedPeriod(text(field(row, 'period')), 'day'), value.value === null ? '' : text(value))
}
