import type { Schedule } from '../calendar.ts'
import { type Dialect, failed, limitOf, ok } from '../dialect.ts'
import { dateOf, daysAsked, fixed } from '../fixings.ts'
import type { View } from '../view.ts'

/** Bank of Canada Valet: Canadian dollars per unit, daily averages. https://www.bankofcanada.ca/valet/docs */
const SCHEDULE: Schedule = { zone: 'America/New_York', set: '16:00', published: '16:30' }

const CURRENCIES: Readonly<Record<string, string>> = {
  AUD: 'Australian dollar',
  CHF: 'Swiss franc',
  CNY: 'Chinese renminbi',
  EUR: 'European euro',
  GBP: 'UK pound sterling',
  JPY: 'Japanese yen',
  NOK: 'Norwegian krone',
  SEK: 'Swedish krona',
  USD: 'US dollar',
}

const GROUP = 'FX_RATES_DAILY'

export const bankOfCanada: Dialect = {
  provider: 'bankofcanada',
  hosts: ['www.bankofcanada.ca'],
  serves: 'Valet observations, by group or series',
  answer({ path, query }, view) {
    const [, root, what, ...rest] = path.split('/')
    const isGroup = rest[0] === 'group'
    const name = (isGroup ? rest[1] : rest[0]) ?? ''
    if (root !== 'valet' || what !== 'observations' || rest.at(-1) !== 'json') return missing('The page')
    if (isGroup && name !== GROUP) return missing(`Group ${name}`)
    const series = isGroup ? Object.keys(CURRENCIES).map((code) => `FX${code}CAD`) : name.split(',')
    const unknown = series.find((one) => CURRENCIES[currencyOf(one)] === undefined)
    if (unknown !== undefined) return missing(`Series ${unknown}`)
    const days = daysAsked(view, SCHEDULE, {
      from: dateOf(query.get('start_date')),
      until: dateOf(query.get('end_date')),
      last: query.has('recent') ? limitOf(query.get('recent'), 1, 100) : null,
    })
    return ok({
      terms: { url: 'https://www.bankofcanada.ca/terms/' },
      ...(isGroup ? { groupDetail: GROUP_DETAIL } : {}),
      seriesDetail: Object.fromEntries(series.map((one) => [one, detail(currencyOf(one))])),
      observations: days.map((day) => ({
        d: day.date,
        ...Object.fromEntries(series.map((one) => [one, { v: value(view, day, currencyOf(one)) }])),
      })),
    })
  },
}

const missing = (what: string) =>
  failed(404, { message: `${what} not found.`, docs: 'https://www.bankofcanada.ca/valet/docs' })

const GROUP_DETAIL = {
  label: 'Daily exchange rates',
  description:
    'Daily average exchange rates - published once each business day by 16:30 ET. All Bank of Canada exchange rates are indicative rates only.',
  link: null,
}

const currencyOf = (series: string): string => /^FX([A-Z]{3})CAD$/.exec(series)?.[1] ?? ''

const detail = (code: string) => ({
  label: `${code}/CAD`,
  description: `${CURRENCIES[code]} to Canadian dollar daily exchange rate`,
  dimension: { key: 'd', name: 'Date' },
})

const value = (view: View, day: Parameters<typeof fixed>[1], code: string): string =>
  fixed(view, day, code, 'CAD').toFixed(code === 'JPY' ? 6 : 4)
