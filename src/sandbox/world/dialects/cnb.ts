import { DAY_MS } from '../../../time-units.ts'
import { localDate, type Schedule } from '../calendar.ts'
import { type Dialect, failed, ok } from '../dialect.ts'
import { dateOf, fixed, publishedDays, workingDayUpTo } from '../fixings.ts'

/** Czech National Bank: koruny per `amount` units. https://api.cnb.cz/cnbapi/swagger-ui.html */
const SCHEDULE: Schedule = { zone: 'Europe/Prague', set: '14:15', published: '14:30' }

const ROWS: readonly (readonly [country: string, currency: string, amount: number, code: string])[] = [
  ['Australia', 'dollar', 1, 'AUD'],
  ['Canada', 'dollar', 1, 'CAD'],
  ['China', 'renminbi', 1, 'CNY'],
  ['EMU', 'euro', 1, 'EUR'],
  ['Japan', 'yen', 100, 'JPY'],
  ['Norway', 'krone', 1, 'NOK'],
  ['Sweden', 'krona', 1, 'SEK'],
  ['Switzerland', 'franc', 1, 'CHF'],
  ['United Kingdom', 'pound', 1, 'GBP'],
  ['USA', 'dollar', 1, 'USD'],
]

export const cnb: Dialect = {
  provider: 'cnb',
  hosts: ['api.cnb.cz'],
  serves: 'daily rates, with `amount`',
  answer({ path, query }, view) {
    if (path !== '/cnbapi/exrates/daily') return refuse(404, 'NOT_FOUND', path, view.now)
    const text = query.get('date')
    const date = text === null ? localDate(view.now, SCHEDULE.zone) : dateOf(text)
    if (date === null) return refuse(400, 'VALIDATION_ERROR', path, view.now)
    // On a day without a fixing, or before its time, the last valid table is returned.
    const day = publishedDays(view, SCHEDULE).find((one) => one.date <= workingDayUpTo(date))
    if (day === undefined) return ok({ rates: [] })
    return ok({
      rates: ROWS.map(([country, currency, amount, currencyCode]) => ({
        validFor: day.date,
        // The number of the table within its year.
        order: Math.ceil((dayOfYear(day.date) * 251) / 365),
        country,
        currency,
        amount,
        currencyCode,
        rate: Number((fixed(view, day, currencyCode, 'CZK') * amount).toFixed(3)),
      })),
    })
  },
}

const dayOfYear = (date: string): number =>
  (Date.parse(`${date}T00:00:00Z`) - Date.parse(`${date.slice(0, 4)}-01-01T00:00:00Z`)) / DAY_MS + 1

const refuse = (status: number, errorCode: string, endPoint: string, now: number) =>
  failed(status, {
    description: 'The request could not be processed',
    errorCode,
    happenedAt: new Date(now).toISOString(),
    endPoint,
    messageId: `world-${now}`,
  })
