import { endOfPeriod } from '../../sources/statistics/period.ts'
import { inSeconds, utcDay } from '../../time-units.ts'
import { EXAMPLE_AT } from '../venue-parts.ts'
import type { Named } from './conclude-indicator.ts'
import { DOLLAR_LEGS, dollarIndex, type DollarParts } from './dollar-index.ts'
import type { EconAnswer } from './econ-answer.ts'
import type { Indicator } from './indicator.ts'

const TODAY = utcDay(EXAMPLE_AT * 1000)

const PLAIN = {
  vintage_date: TODAY,
  vintage_basis: 'observed',
  revised: false,
  provisional: false,
  previous: null,
  parts: null,
  stale: false,
  checked_at: EXAMPLE_AT,
  checked_by: [],
  disputed_by: [],
  missing: [],
  confidence: 1,
  degraded: false,
  fetched_at: EXAMPLE_AT,
} as const

/** An example about an indicator, by its first publisher that needs no key. */
export const indicatorExample = (indicator: Indicator, named: Named): EconAnswer => {
  const { agency, seriesId, model, board } = indicator.ways.find((way) => way.board.source.keyed?.needed !== true)!
  const { value, period } = indicator.example
  const isCurve = model === 'computed'
  return {
    ...PLAIN,
    ...named,
    value,
    unit: indicator.unit,
    period,
    source_agency: agency,
    series_id: seriesId,
    source_model: model,
    parts: isCurve ? [CURVE_LONG, { name: '2 Yr', value: '4.18' }] : null,
    checked_by: [],
    disputed_by: [],
    missing: [],
    sources: [board.source.name],
    observed_at: inSeconds(endOfPeriod(period)),
  }
}

const CURVE_LONG = { name: '10 Yr', value: '4.63' }

const LEGS = ['1.151200', '154.830000', '1.312400', '1.401100', '9.456000', '0.806200']

export const dollarIndexExample = (named: Named): EconAnswer => {
  const parts = DOLLAR_LEGS.map(({ pair }, at) => ({ name: pair, value: LEGS[at]! }))
  return {
    ...PLAIN,
    ...named,
    value: dollarIndex(Object.fromEntries(parts.map((part) => [part.name, part.value])) as DollarParts),
    unit: 'index1973100',
    period: TODAY,
    vintage_basis: 'computed',
    source_agency: 'CLAROS',
    series_id: 'DXY6FX',
    source_model: 'computed',
    parts,
    checked_by: ['ecb'],
    disputed_by: [],
    missing: [],
    sources: ['bitstamp', 'cnb', 'ecb', 'kraken', 'norgesbank'],
    observed_at: EXAMPLE_AT,
  }
}
