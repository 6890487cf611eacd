import { DAY_MS } from '../../../time-units.ts'
import { plusDays } from '../calendar.ts'
import { type Answer, type Asked, type Dialect, failed, numberOf, textual } from '../dialect.ts'
import { type Day, dayAt, elevationM } from '../earth/climate.ts'
import { dateOf } from '../fixings.ts'
import type { View } from '../view.ts'

/** NASA POWER, daily point service, as CSV. https://power.larc.nasa.gov/docs/services/api/temporal/daily/ */
const PARAMETERS: Readonly<Record<string, { readonly of: keyof Day; readonly says: string; readonly ag?: string }>> = {
  PRECTOTCORR: { of: 'rainMm', says: 'MERRA-2 Precipitation Corrected (mm/day)' },
  T2M: { of: 'meanC', says: 'MERRA-2 Temperature at 2 Meters (C)' },
  T2M_MAX: { of: 'maxC', says: 'MERRA-2 Temperature at 2 Meters Maximum (C)' },
  T2M_MIN: { of: 'minC', says: 'MERRA-2 Temperature at 2 Meters Minimum (C)' },
  WS10M: { of: 'windMeanMs', says: 'MERRA-2 Wind Speed at 10 Meters (m/s)' },
  WS10M_MAX: { of: 'windMaxMs', says: 'MERRA-2 Wind Speed at 10 Meters Maximum (m/s)' },
  ALLSKY_SFC_SW_DWN: {
    of: 'solarMj',
    says: 'CERES SYN1deg All Sky Surface Shortwave Downward Irradiance (kW-hr/m^2/day)',
    ag: 'CERES SYN1deg All Sky Surface Shortwave Downward Irradiance (MJ/m^2/day)',
  },
  RH2M: { of: 'humidityPct', says: 'MERRA-2 Relative Humidity at 2 Meters (%)' },
  PS: { of: 'pressureKpa', says: 'MERRA-2 Surface Pressure (kPa)' },
}

const FILL = '-999'
const MOST_PARAMETERS = 20
const MJ_PER_KWH = 3.6

/** How many days late a day is known; radiation comes from satellites and takes longer. */
const DAYS_LATE = { others: 2, solarMj: 5 } as const

export const nasaPower: Dialect = {
  provider: 'nasapower',
  hosts: ['power.larc.nasa.gov'],
  serves: 'daily point as CSV, communities AG, RE and SB; -999 for the last two days, radiation five',
  answer(asked, view) {
    if (asked.path !== '/api/temporal/daily/point') return failed(404, { detail: 'Not Found' })
    const question = read(asked)
    return typeof question === 'string' ? unprocessable(question) : table(question, view)
  },
}

const unprocessable = (message: string): Answer =>
  failed(422, { header: 'The POWER Daily API could not complete your request.', messages: [message] })

interface Question {
  readonly lat: number
  readonly lon: number
  readonly from: string
  readonly to: string
  readonly names: readonly string[]
  readonly isAg: boolean
  readonly isUtc: boolean
}

const compactDate = (text: string | null): string | null =>
  dateOf((text ?? '').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))

/** The parameters of the request, or what is wrong with them. */
const read = ({ query }: Asked): Question | string => {
  const [lat, lon] = [numberOf(query.get('latitude')), numberOf(query.get('longitude'))]
  const [from, to] = [compactDate(query.get('start')), compactDate(query.get('end'))]
  const names = (query.get('parameters') ?? '').split(',')
  if (lat === null || Math.abs(lat) > 90) return 'latitude: must be between -90 and 90'
  if (lon === null || Math.abs(lon) > 180) return 'longitude: must be between -180 and 180'
  if (from === null || to === null || from > to) return 'start, end: must be dates YYYYMMDD in order'
  if (names.length > MOST_PARAMETERS) return `parameters: at most ${MOST_PARAMETERS}`
  const unknown = names.find((name) => PARAMETERS[name] === undefined)
  if (unknown !== undefined) return `parameters: ${unknown} is none`
  const community = (query.get('community') ?? '').toUpperCase()
  if (!['AG', 'RE', 'SB'].includes(community)) return 'community: must be AG, RE or SB'
  if ((query.get('format') ?? '').toUpperCase() !== 'CSV') return 'format: only CSV is simulated'
  // Local solar time is the default, as in the real service.
  return { lat, lon, from, to, names, isAg: community === 'AG', isUtc: query.get('time-standard') === 'UTC' }
}

const american = (date: string): string => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`

const table = ({ lat, lon, from, to, names, isAg, isUtc }: Question, view: View): Answer => {
  const days: string[] = []
  for (let date = from; date <= to && days.length < 400; date = plusDays(date, 1)) days.push(date)
  const year = (date: string): string => date.slice(0, 4)
  const ordinal = (date: string): number =>
    Math.round((Date.parse(date) - Date.parse(`${year(date)}-01-01`)) / DAY_MS) + 1
  const rows = days.map((date) => {
    const day = dayAt(view.seed, lat, lon, date)
    const stamp = isAg ? [year(date), ordinal(date)] : [year(date), Number(date.slice(5, 7)), Number(date.slice(8))]
    return [...stamp, ...names.map((name) => value(name, day, date, isAg, view))].join(',')
  })
  const lines = [
    '-BEGIN HEADER-',
    'NASA/POWER Source Native Resolution Daily Data ',
    `Dates (month/day/year): ${american(from)} through ${american(to)} in ${isUtc ? 'UTC' : 'LST'}`,
    `Location: latitude  ${lat}   longitude ${lon} `,
    `elevation from MERRA-2: Average for 0.5 x 0.625 degree lat/lon region = ${elevationM(view.seed, lat, lon).toFixed(2)} meters`,
    `The value for missing source data that cannot be computed or is outside of the sources availability range: ${FILL} `,
    'parameter(s): ',
    ...names.map((name) => {
      const { says, ag } = PARAMETERS[name] as (typeof PARAMETERS)[string]
      return `${name.padEnd(21)} ${isAg ? (ag ?? says) : says} `
    }),
    '-END HEADER-',
    [...(isAg ? ['YEAR', 'DOY'] : ['YEAR', 'MO', 'DY']), ...names].join(','),
    ...rows,
    '',
  ]
  return textual('text/csv', lines.join('\r\n'))
}

const value = (name: string, day: Day, date: string, isAg: boolean, view: View): string => {
  const { of } = PARAMETERS[name] as (typeof PARAMETERS)[string]
  const late = of === 'solarMj' ? DAYS_LATE.solarMj : DAYS_LATE.others
  if (view.now < Date.parse(plusDays(date, 1 + late))) return FILL
  const scale = of === 'rainMm' ? view.lie : of === 'solarMj' && !isAg ? 1 / MJ_PER_KWH : 1
  return String(Number((day[of] * scale).toFixed(2)))
}
