import type { FixingSource } from '../market.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { field, items, type Piece, reply, text, whole } from '../shape.ts'
import { zonedDate, zonedTime } from '../zoned.ts'
import { type Bank, type FixingCell, newestFixing } from './fixing.ts'

const source: Source = {
  name: 'cnb',
  origin: 'https://api.cnb.cz',
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 10_000,
  maxBytes: 262_144,
  rights: 'attribution',
  terms: 'https://www.cnb.cz/en/privacy-statement-and-disclaimer/disclaimer-copyright/',
  termsNote: 'Distribution allowed with the CNB named as source; asks not to be polled hard; not reviewed by counsel.',
}

const TIME_ZONE = 'Europe/Prague'

const bank: Bank = {
  base: 'CZK',
  quotedPerBase: false,
  // Set at the ECB concertation and published after 14:30.
  setAt: (date) => zonedTime(date, 14, 15, TIME_ZONE),
}

/**
 * Koruny per `amount` of a currency. On a day without a fixing the reply is the last valid one, with its own
 * `validFor`. https://api.cnb.cz/cnbapi/swagger-ui.html
 */
export const cnb: FixingSource = {
  source,
  latest: (now) => ({
    provider: source,
    path: `/cnbapi/exrates/daily?date=${zonedDate(now, TIME_ZONE)}&lang=EN`,
    read: (body) => newestFixing(bank, items(field(reply(body), 'rates')).map(cell)),
  }),
}

const cell = (row: Piece): FixingCell => {
  const amount = field(row, 'amount')
  const unit = whole(amount)
  if (unit < 1) throw new UnreadableReply(`${amount.path} is not a count of units: ${unit}`)
  return {
    date: text(field(row, 'validFor')),
    currency: text(field(row, 'currencyCode')),
    value: text(field(row, 'rate')),
    unit,
  }
}
