import type { FixingSource } from '../market.ts'
import type { Source } from '../query.ts'
import { field, items, optional, type Piece, reply, text } from '../shape.ts'
import { addDays, zonedDate, zonedTime } from '../zoned.ts'
import { type Bank, type FixingCell, CURRENCIES, newestFixing } from './fixing.ts'

const source: Source = {
  name: 'bankofcanada',
  origin: 'https://www.bankofcanada.ca',
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 10_000,
  maxBytes: 262_144,
  rights: 'attribution',
  terms: 'https://www.bankofcanada.ca/terms/',
  termsNote: 'Reuse with the Bank of Canada named as source. Indicative rates only; not reviewed by counsel.',
}

const TIME_ZONE = 'America/New_York'

const bank: Bank = {
  base: 'CAD',
  quotedPerBase: false,
  // An average over the day. It is complete and published by this time.
  setAt: (date) => zonedTime(date, 16, 30, TIME_ZONE),
}

/** Longer than any run of closed days, so that a reply always has a business day. */
const DAYS_BACK = 10

/**
 * Canadian dollars per one unit of a currency. A currency without a value on a day is missing in its row.
 * https://www.bankofcanada.ca/valet/docs
 */
export const bankOfCanada: FixingSource = {
  source,
  latest: (now) => ({
    provider: source,
    path: `/valet/observations/group/FX_RATES_DAILY/json?start_date=${addDays(zonedDate(now, TIME_ZONE), -DAYS_BACK)}`,
    read: (body) => newestFixing(bank, items(field(reply(body), 'observations')).flatMap(cells)),
  }),
}

const cells = (row: Piece): readonly FixingCell[] => {
  const date = text(field(row, 'd'))
  return CURRENCIES.flatMap((currency) => {
    const series = optional(row, `FX${currency}CAD`)
    const value = series && optional(series, 'v')
    return value && value.value !== null ? [{ date, currency, value: text(value) }] : []
  })
}
