import { type Dialect, failed, limitOf, ok } from '../dialect.ts'
import { type Group, GROUPS, publishedWeeks, type Week } from '../positions.ts'

/**
 * Public reporting of the CFTC: the Socrata table of Traders in Financial Futures, futures only. Every number is a text,
 * codes are padded with blanks, and what has no value is left out. https://publicreporting.cftc.gov, https://dev.socrata.com/docs/queries/
 */
const CONTRACTS: Readonly<Record<string, { readonly name: string; readonly size: number; readonly units: string }>> = {
  '133741': { name: 'BITCOIN', size: 20_500, units: '(5 Bitcoins)' },
  '133742': { name: 'MICRO BITCOIN', size: 31_000, units: '(Bitcoin X $0.10)' },
  '146021': { name: 'ETHER CASH SETTLED', size: 17_000, units: '(50 Index Points)' },
}

const MOST_ROWS = 1_000

/** Dealers and totals carry `_all` in their names, other groups do not. */
const suffix = (group: Group): string => (group === 'dealer' ? '_all' : '')

const positions = (week: Week, before: Week): Readonly<Record<string, string>> =>
  Object.fromEntries(
    GROUPS.flatMap((group) =>
      (['long', 'short', 'spread'] as const).flatMap((side) => {
        const count = week.held[group][side]
        const isLeftOut = side === 'spread' && count === 0
        return isLeftOut
          ? []
          : [
              [`${group}_positions_${side}${suffix(group)}`, String(count)],
              [`change_in_${group}_${side}${suffix(group)}`, String(count - before.held[group][side])],
              [`pct_of_oi_${group}_${side}${suffix(group)}`, ((100 * count) / week.open).toFixed(1)],
            ]
      }),
    ),
  )

const row = (code: string, week: Week, before: Week) => ({
  id: `${week.date.slice(2).replaceAll('-', '')}${code}F`,
  market_and_exchange_names: `${CONTRACTS[code]?.name} - CHICAGO MERCANTILE EXCHANGE`,
  report_date_as_yyyy_mm_dd: `${week.date}T00:00:00.000`,
  contract_market_name: CONTRACTS[code]?.name,
  cftc_contract_market_code: code,
  cftc_market_code: 'CME ',
  cftc_region_code: 'CHI',
  cftc_commodity_code: '133 ',
  open_interest_all: String(week.open),
  ...positions(week, before),
  change_in_open_interest_all: String(week.open - before.open),
  pct_of_open_interest_all: '100.0',
  traders_tot_all: String(week.people),
  contract_units: CONTRACTS[code]?.units,
  cftc_subgroup_code: 'F85',
  futonly_or_combined: 'FutOnly',
})

export const cftc: Dialect = {
  provider: 'cftc',
  hosts: ['publicreporting.cftc.gov'],
  serves:
    'Traders in Financial Futures, futures only, by the code of a contract: a new week each Friday at 15:30 in New York',
  answer({ path, query }, view) {
    if (path !== '/resource/gpe5-46if.json') return failed(404, { code: 'dataset.missing', error: true })
    const code = /^cftc_contract_market_code='([^']*)'$/.exec(query.get('$where') ?? '')?.[1]
    if (code === undefined) return failed(400, { code: 'query.compiler.malformed', error: true })
    const contract = CONTRACTS[code]
    if (!contract) return ok([])
    const count = limitOf(query.get('$limit'), MOST_ROWS, 50)
    const weeks = publishedWeeks(view, contract.name, contract.size, count + 1)
    const rows = weeks.slice(0, -1).map((week, at) => row(code, week, weeks[at + 1] ?? week))
    return ok(query.get('$order')?.endsWith(' DESC') ? rows : rows.toReversed())
  },
}
