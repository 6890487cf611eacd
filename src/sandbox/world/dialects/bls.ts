import { type Answer, type Asked, type Dialect, failed, ok } from '../dialect.ts'
import { type Printed, printedOf } from '../statistics/told.ts'
import type { View } from '../view.ts'

/** Bureau of Labor Statistics, public data, version 1. https://www.bls.gov/developers/api_signature.htm */
const SERIES: Readonly<Record<string, { readonly statistic: string; readonly hasMean?: true }>> = {
  CUUR0000SA0: { statistic: 'us.cpi', hasMean: true },
  CUUR0000SA0L1E: { statistic: 'us.cpi_core', hasMean: true },
  LNS14000000: { statistic: 'us.unrate' },
  CES0000000001: { statistic: 'us.nfp' },
}

const PATH = '/publicAPI/v1/timeseries/data/'
const NAMES = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October']
const MONTHS = [...NAMES, 'November', 'December']
const MONTHS_TOLD = 60
const MOST_SERIES = 25

export const bls: Dialect = {
  provider: 'bls',
  hosts: ['api.bls.gov'],
  serves: 'public data v1: CPI, core CPI, unemployment, payrolls; the 26th call of a day is refused',
  quota: {
    perDay: 25,
    refusal: () =>
      ok({
        status: 'REQUEST_NOT_PROCESSED',
        responseTime: 0,
        message: [
          'Request could not be serviced, as the daily threshold for total number of requests allocated to the user has been reached.',
        ],
        Results: {},
      }),
  },
  answer(asked, view) {
    if (!asked.path.startsWith(PATH)) return failed(404, { status: 'REQUEST_FAILED', message: ['No such path'] })
    const wanted =
      asked.method === 'POST' ? posted(asked) : { ids: [asked.path.slice(PATH.length)], from: '', to: '9999' }
    if (wanted === null) return ok({ status: 'REQUEST_FAILED', responseTime: 1, message: ['Bad request'], Results: {} })
    return table(wanted, view)
  },
}

interface Wanted {
  readonly ids: readonly string[]
  readonly from: string
  readonly to: string
}

const posted = ({ body }: Asked): Wanted | null => {
  try {
    const { seriesid, startyear = '', endyear = '9999' } = JSON.parse(body) as Readonly<Record<string, unknown>>
    if (!Array.isArray(seriesid) || seriesid.length === 0 || seriesid.length > MOST_SERIES) return null
    return { ids: seriesid.map(String), from: String(startyear), to: String(endyear) }
  } catch {
    return null
  }
}

const table = ({ ids, from, to }: Wanted, view: View): Answer => {
  const known = ids.filter((id) => SERIES[id] !== undefined)
  const results = {
    series: ids.map((id) => ({ seriesID: id, data: SERIES[id] ? data(id, from, to, view) : [] })),
  }
  return ok({
    status: 'REQUEST_SUCCEEDED',
    responseTime: 112,
    message: ids.filter((id) => SERIES[id] === undefined).map((id) => `Series does not exist for Series ${id}`),
    Results: known.length === ids.length ? results : [results],
  })
}

/** Newest first, and before the months of a whole year its mean. */
const data = (id: string, from: string, to: string, view: View) => {
  const { statistic, hasMean } = SERIES[id]!
  const rows = printedOf(view, statistic, MONTHS_TOLD).filter(
    ({ period }) => period.name.slice(0, 4) >= from && period.name.slice(0, 4) <= to,
  )
  return rows.toReversed().flatMap((row, at) => {
    const own = monthOf(row, at === 0)
    return hasMean && row.period.name.endsWith('-12') ? [meanOf(row, rows), own] : [own]
  })
}

const monthOf = ({ period, value }: Printed, isLatest: boolean) => {
  const [year = '', month = ''] = period.name.split('-')
  return {
    year,
    period: `M${month}`,
    periodName: MONTHS[Number(month) - 1],
    ...(isLatest && { latest: 'true' }),
    value: value ?? '-',
    footnotes: [value === null ? { code: 'X', text: 'Data unavailable due to the lapse in appropriations.' } : {}],
  }
}

const meanOf = ({ period }: Printed, rows: readonly Printed[]) => {
  const year = period.name.slice(0, 4)
  const values = rows.flatMap((row) =>
    row.period.name.startsWith(year) && row.value !== null ? [Number(row.value)] : [],
  )
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { year, period: 'M13', periodName: 'Annual', value: mean.toFixed(3), footnotes: [{}] }
}
