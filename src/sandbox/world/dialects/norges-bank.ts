import type { Schedule } from '../calendar.ts'
import { type Dialect, numberOf, textual } from '../dialect.ts'
import { dateOf, daysAsked, fixed, rounded } from '../fixings.ts'

/** Norges Bank: kroner per 10^UNIT_MULT units of a currency. https://app.norges-bank.no/query */
const SCHEDULE: Schedule = { zone: 'Europe/Oslo', set: '14:15', published: '16:00' }

/** Decimals and power of ten for each currency, as the bank defines them. */
const SERIES: Readonly<Record<string, readonly [decimals: number, power: number]>> = {
  JPY: [4, 2],
  CAD: [4, 0],
  USD: [4, 0],
  GBP: [4, 0],
  AUD: [4, 0],
  CNY: [2, 2],
  EUR: [4, 0],
  CHF: [2, 2],
  CZK: [3, 2],
  SEK: [2, 2],
}

const HEADER = 'FREQ,BASE_CUR,QUOTE_CUR,TENOR,DECIMALS,CALCULATED,UNIT_MULT,COLLECTION,TIME_PERIOD,OBS_VALUE'

export const norgesBank: Dialect = {
  provider: 'norgesbank',
  hosts: ['data.norges-bank.no'],
  serves: 'EXR as CSV, with `UNIT_MULT`',
  answer({ path, query }, view) {
    const [, , , flow, key = ''] = path.split('/')
    const [frequency, currencies = '', quote, tenor] = key.split('.')
    const wanted = Object.entries(SERIES).filter(([code]) => currencies === '' || currencies.split('+').includes(code))
    const isSpot = flow === 'EXR' && frequency === 'B' && quote === 'NOK' && tenor === 'SP'
    if (!path.startsWith('/api/data/') || !isSpot || wanted.length === 0)
      return textual('text/plain', 'No data for data query', 404)
    const days = daysAsked(view, SCHEDULE, {
      from: dateOf(query.get('startPeriod')),
      until: dateOf(query.get('endPeriod')),
      last: numberOf(query.get('lastNObservations')),
    })
    const rows = wanted.flatMap(([code, [decimals, power]]) =>
      days.map((day) => {
        const value = rounded(fixed(view, day, code, 'NOK') * 10 ** power, decimals)
        return `B,${code},NOK,SP,${decimals},false,${power},C,${day.date},${value}`
      }),
    )
    // The other CSV formats of this host use semicolons.
    const text = [HEADER, ...rows, ''].join('\n')
    return textual('text/csv', query.get('format') === 'csvdata' ? text : text.replaceAll(',', ';'))
  },
}
