import { type Answer, type Dialect, failed, limitOf, ok, spelled } from '../dialect.ts'
import { printedOf } from '../statistics/told.ts'
import type { View } from '../view.ts'

/** Eurostat's statistics as JSON-stat 2.0. https://ec.europa.eu/eurostat/web/user-guides/data-browser/api-data-access */
interface Dataset {
  readonly label: string
  /** Dimensions but time, in order, with the codes that are simulated. */
  readonly dimensions: Readonly<Record<string, readonly string[]>>
  /** The statistic behind a choice of codes. */
  statistic(codes: Readonly<Record<string, string>>): string
}

const PRICES: Readonly<Record<string, string>> = {
  TOTAL: 'eu.hicp',
  TOT_X_NRG_FOOD: 'eu.hicp_core',
  SERV: 'eu.hicp_services',
}

const DATASETS: Readonly<Record<string, Dataset>> = {
  prc_hicp_minr: {
    label: 'Harmonised index of consumer prices (HICP) - monthly data (index)',
    dimensions: { freq: ['M'], unit: ['I15'], coicop18: Object.keys(PRICES), geo: ['EA'] },
    statistic: ({ coicop18 = '' }) => PRICES[coicop18]!,
  },
  une_rt_m: {
    label: 'Unemployment by sex and age - monthly data',
    dimensions: { freq: ['M'], s_adj: ['SA'], age: ['TOTAL'], unit: ['PC_ACT'], sex: ['T'], geo: ['EA21'] },
    statistic: () => 'eu.unrate',
  },
  namq_10_gdp: {
    label: 'Gross domestic product (GDP) and main components - quarterly data',
    dimensions: { freq: ['Q'], unit: ['CLV_PCH_PRE'], s_adj: ['SCA'], na_item: ['B1GQ'], geo: ['EA21'] },
    statistic: () => 'eu.gdp',
  },
  namq_10_pe: {
    label: 'Population and employment - quarterly data',
    dimensions: { freq: ['Q'], unit: ['THS_PER'], s_adj: ['SCA'], na_item: ['EMP_DC'], geo: ['EA21'] },
    statistic: () => 'eu.employment',
  },
}

const PATH = '/eurostat/api/dissemination/statistics/1.0/data/'
const MOST_PERIODS = 60

export const eurostat: Dialect = {
  provider: 'eurostat',
  hosts: ['ec.europa.eu'],
  serves: 'one series of HICP, unemployment, GDP and employment of the euro area, as JSON-stat',
  answer({ path, query }, view) {
    const name = path.startsWith(PATH) ? path.slice(PATH.length) : ''
    const dataset = DATASETS[name]
    if (dataset === undefined) return bad(404, 'Resource not found')
    const codes: Record<string, string> = {}
    for (const [dimension, known] of Object.entries(dataset.dimensions)) {
      const code = query.get(dimension)
      if (code === null || !known.includes(code)) return bad(400, `Invalid value for dimension ${dimension}`)
      codes[dimension] = code
    }
    return cube(name, dataset, codes, limitOf(query.get('lastTimePeriod'), MOST_PERIODS, MOST_PERIODS), view)
  },
}

const bad = (status: number, label: string): Answer => failed(status, { error: [{ status, id: 100, label }] })

const cube = (
  name: string,
  { label, statistic }: Dataset,
  codes: Readonly<Record<string, string>>,
  count: number,
  view: View,
): Answer => {
  const rows = printedOf(view, statistic(codes), count)
  const category = (index: Readonly<Record<string, number>>) => ({
    label: '',
    category: { index, label: Object.fromEntries(Object.keys(index).map((code) => [code, code])) },
  })
  return ok({
    version: '2.0',
    class: 'dataset',
    label,
    source: 'ESTAT',
    updated: new Date(view.now).toISOString(),
    value: Object.fromEntries(rows.map(({ value }, at) => [at, spelled(shortest(value ?? '0'))])),
    // The newest value is provisional.
    status: { [rows.length - 1]: 'p' },
    id: [...Object.keys(codes), 'time'],
    size: [...Object.keys(codes).map(() => 1), rows.length],
    dimension: {
      ...Object.fromEntries(Object.entries(codes).map(([dimension, code]) => [dimension, category({ [code]: 0 })])),
      time: category(Object.fromEntries(rows.map(({ period }, at) => [period.name, at]))),
    },
    extension: { lang: 'EN', agencyId: 'ESTAT', id: name.toUpperCase(), version: '1.0' },
  })
}

/** A JSON number has no trailing zeros. */
const shortest = (value: string): string => String(Number(value))
