import type { Query, Source } from '../query.ts'
import { field, items, reply, same, text } from '../shape.ts'
import { observed, type SeriesReply, seriesOf } from './observation.ts'
import { checkedPeriod } from './period.ts'

/** The Federal Reserve Bank of New York. https://markets.newyorkfed.org/static/docs/markets-api.html */
export const nyFed: Source = {
  name: 'nyfed',
  origin: 'https://markets.newyorkfed.org',
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 10_000,
  maxBytes: 65_536,
  rights: 'attribution',
  terms: 'https://www.newyorkfed.org/privacy/termsofuse',
  termsNote: 'Reuse with the New York Fed named as source; not reviewed by counsel.',
}

/** The effective federal funds rate of the last business days, per cent a year. */
export const effectiveFundsRate: Query<SeriesReply> = {
  provider: nyFed,
  path: '/api/rates/unsecured/effr/last/5.json',
  read: (body) => {
    const rows = items(field(reply(body), 'refRates')).flatMap((row) => {
      same(field(row, 'type'), 'EFFR')
      const rate = field(row, 'percentRate')
      // On odd days the interface writes `NA`.
      return observed(checkedPeriod(text(field(row, 'effectiveDate')), 'day'), rate.value === null ? '' : text(rate))
    })
    return seriesOf('EFFR', rows)
  },
}
