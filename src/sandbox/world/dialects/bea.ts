import { type Dialect, ok, textual } from '../dialect.ts'
import { printedOf } from '../statistics/told.ts'

/** Bureau of Economic Analysis, for those with a key. https://apps.bea.gov/API/docs */
interface Table {
  readonly statistic: string
  readonly code: string
  readonly says: string
  readonly frequency: string
  readonly power: number
}

const TABLES: Readonly<Record<string, Table>> = {
  T10106: { statistic: 'us.gdp', code: 'A191RX', says: 'Gross domestic product', frequency: 'Q', power: 6 },
  T20804: { statistic: 'us.pce', code: 'DPCERG', says: 'Personal consumption expenditures', frequency: 'M', power: 0 },
}

const PERIODS_TOLD = 60

export const bea: Dialect = {
  provider: 'bea',
  hosts: ['apps.bea.gov'],
  serves: 'the first lines of two tables of the national accounts, with any key',
  answer({ path, query }, view) {
    if (path !== '/api/data') return textual('text/html', '<!DOCTYPE html>\n<html><body>404</body></html>', 404)
    // Errors have status 200.
    if ((query.get('UserID') ?? '') === '') return error('1', 'Invalid Request - Missing or invalid API UserId.')
    const name = query.get('TableName') ?? ''
    const table = TABLES[name]
    if (table === undefined || query.get('Frequency') !== table.frequency)
      return error('101', 'Error retrieving NIPA data. Table or frequency not found.')
    const years = (query.get('Year') ?? '').split(',')
    const rows = printedOf(view, table.statistic, PERIODS_TOLD).filter(({ period }) =>
      years.includes(period.name.slice(0, 4)),
    )
    const line = (number: number, factor: number) =>
      rows.map(({ period, value }) => ({
        TableName: name,
        SeriesCode: number === 1 ? table.code : `${table.code}${number}`,
        LineNumber: String(number),
        LineDescription: table.says,
        TimePeriod: period.name.replace('-Q', 'Q').replace('-', 'M'),
        METRIC_NAME: 'Chained Dollars',
        CL_UNIT: 'Level',
        UNIT_MULT: String(table.power),
        DataValue: withCommas(value ?? '0', factor, table.power),
        NoteRef: name,
      }))
    return ok({
      BEAAPI: {
        Request: { RequestParam: [] },
        Results: { Statistic: 'NIPA Table', Data: [...line(1, 1), ...line(2, 0.68)] },
      },
    })
  },
}

const error = (code: string, words: string) =>
  ok({
    BEAAPI: {
      Request: { RequestParam: [] },
      Results: { Error: { APIErrorCode: code, APIErrorDescription: words } },
    },
  })

/** Billions as millions, with commas between thousands; an index as it is. */
const withCommas = (value: string, factor: number, power: number): string => {
  const scaled = Number(value) * factor * (power === 6 ? 1_000 : 1)
  const [whole = '', fraction] = scaled.toFixed(power === 6 ? 0 : 3).split('.')
  return whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`)
}
