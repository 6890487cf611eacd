import { type Dialect, failed, limitOf, ok, spelled } from '../dialect.ts'
import { printedOf } from '../statistics/told.ts'

/** New York Fed: the effective federal funds rate. https://markets.newyorkfed.org/static/docs/markets-api.html */
const TARGET_WIDTH = 0.25
const MOST_DAYS = 25

export const nyFed: Dialect = {
  provider: 'nyfed',
  hosts: ['markets.newyorkfed.org'],
  serves: 'the last days of EFFR',
  answer({ path }, view) {
    const [, count] = /^\/api\/rates\/unsecured\/effr\/last\/(\d+)\.json$/.exec(path) ?? []
    if (count === undefined) return failed(404, { error: 'Not Found' })
    const days = printedOf(view, 'us.effr', limitOf(count, 1, MOST_DAYS)).toReversed()
    return ok({
      refRates: days.map(({ period, value }) => {
        const rate = Number(value)
        const from = Math.floor(rate / TARGET_WIDTH) * TARGET_WIDTH
        return {
          effectiveDate: period.name,
          type: 'EFFR',
          percentRate: spelled(value ?? '0'),
          percentPercentile1: Number((rate - 0.03).toFixed(2)),
          percentPercentile25: Number((rate - 0.01).toFixed(2)),
          percentPercentile75: rate,
          percentPercentile99: Number((rate + 0.02).toFixed(2)),
          targetRateFrom: from,
          targetRateTo: from + TARGET_WIDTH,
          volumeInBillions: 114,
          revisionIndicator: '',
        }
      }),
    })
  },
}
