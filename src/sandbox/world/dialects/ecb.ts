import type { Schedule } from '../calendar.ts'
import { type Asked, type Dialect, limitOf, numberOf, textual } from '../dialect.ts'
import { dateOf, daysAsked, fixed } from '../fixings.ts'
import type { View } from '../view.ts'
import { flowCsv } from './ecb-flows.ts'

/** ECB reference rates: units of a currency per euro, five significant digits. https://data.ecb.europa.eu/help/api */
const SCHEDULE: Schedule = { zone: 'Europe/Brussels', set: '14:15', published: '16:00' }

const NAMES: Readonly<Record<string, string>> = {
  USD: 'US dollar',
  GBP: 'UK pound sterling',
  JPY: 'Japanese yen',
  CHF: 'Swiss franc',
  CAD: 'Canadian dollar',
  CNY: 'Chinese yuan renminbi',
  AUD: 'Australian dollar',
  NOK: 'Norwegian krone',
  CZK: 'Czech koruna',
  SEK: 'Swedish krona',
}

export const ecb: Dialect = {
  provider: 'ecb',
  hosts: ['data-api.ecb.europa.eu', 'www.ecb.europa.eu'],
  serves: 'EXR as CSV (32 columns), six series of HICP, LFSI, MNA and ENA; eurofxref-daily.xml',
  answer(asked, view) {
    if (asked.path === '/stats/eurofxref/eurofxref-daily.xml') return textual('text/xml', dailyXml(view))
    const [, , , flow, key = ''] = asked.path.split('/')
    if (!asked.path.startsWith('/service/data/')) return nothing()
    if (flow !== 'EXR') {
      const table = flowCsv(view, flow ?? '', key, limitOf(asked.query.get('lastNObservations'), 36, 36))
      return table === null ? nothing() : textual('text/csv', table)
    }
    const [frequency, currencies = '', denominator, type, suffix] = key.split('.')
    const wanted = currencies === '' ? Object.keys(NAMES) : currencies.split('+').filter((code) => NAMES[code])
    const isDaily = frequency === 'D' && denominator === 'EUR' && type === 'SP00' && suffix === 'A'
    if (!isDaily || wanted.length === 0) return nothing()
    if (asked.query.get('format') !== 'csvdata') return textual('text/plain', 'Not Acceptable', 406)
    return textual('text/csv', csv(wanted, currencies === '', asked, view))
  },
}

const nothing = () => textual('text/plain', 'No results found.', 404)

const rate = (value: number): string => String(Number(value.toPrecision(5)))

const COLUMNS =
  'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK,' +
  'OBS_COM,TIME_FORMAT,BREAKS,COLLECTION,COMPILING_ORG,DISS_ORG,DOM_SER_IDS,PUBL_ECB,PUBL_MU,PUBL_PUBLIC,' +
  'UNIT_INDEX_BASE,COMPILATION,COVERAGE,DECIMALS,NAT_TITLE,SOURCE_AGENCY,SOURCE_PUB,TITLE,TITLE_COMPL,UNIT,UNIT_MULT'

/** The title contains commas, so it is quoted: a reader that splits at every comma fails here. */
const row = (currency: string, name: string, date: string, value: string): string =>
  `EXR.D.${currency}.EUR.SP00.A,D,${currency},EUR,SP00,A,${date},${value},A,F,,,P1D,,A,,,,,,,99Q1=100,,,4,,4F0,,` +
  `${name}/Euro ECB reference exchange rate,"ECB reference exchange rate, ${name}/Euro, 2.15 pm (C.E.T.)",` +
  `${currency},0`

const csv = (currencies: readonly string[], isWildcard: boolean, { query }: Asked, view: View): string => {
  const days = daysAsked(view, SCHEDULE, {
    from: dateOf(query.get('startPeriod')),
    until: dateOf(query.get('endPeriod')),
    last: numberOf(query.get('lastNObservations')),
  })
  const rows = currencies.flatMap((currency) =>
    days.map((day) => row(currency, NAMES[currency] ?? '', day.date, rate(fixed(view, day, 'EUR', currency)))),
  )
  // A wildcard also finds series that have ended; each has its own last observation.
  const ended = isWildcard && !query.has('startPeriod') ? [row('BGN', 'Bulgarian lev', '2025-12-31', '1.9558')] : []
  return [COLUMNS, ...ended, ...rows, ''].join('\n')
}

const dailyXml = (view: View): string => {
  const [day] = daysAsked(view, SCHEDULE, { from: null, until: null, last: 1 })
  const rates = day === undefined ? [] : Object.keys(NAMES).map((code) => [code, rate(fixed(view, day, 'EUR', code))])
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">',
    '\t<gesmes:subject>Reference rates</gesmes:subject>',
    '\t<gesmes:Sender>\n\t\t<gesmes:name>European Central Bank</gesmes:name>\n\t</gesmes:Sender>',
    `\t<Cube>\n\t\t<Cube time='${day?.date ?? ''}'>`,
    ...rates.map(([code, value]) => `\t\t\t<Cube currency='${code}' rate='${value}'/>`),
    '\t\t</Cube>\n\t</Cube>',
    '</gesmes:Envelope>',
  ].join('\n')
}
