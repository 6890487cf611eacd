import { type Printed, printedOf } from '../statistics/told.ts'
import type { View } from '../view.ts'

/** Statistics of the ECB's data portal beside its exchange rates, by flow and key. */

const MONTHS = 12
const QUARTERS = 4
const MORE = 12

type Rate = (rows: readonly Printed[], at: number) => number | null

const number = (row: Printed | undefined): number | null => (row?.value == null ? null : Number(row.value))

const overYear: Rate = (rows, at) => {
  const [now, before] = [number(rows[at]), number(rows[at - MONTHS])]
  return now === null || before === null ? null : (now / before - 1) * 100
}

const overQuarters: Rate = (rows, at) =>
  at < QUARTERS - 1
    ? null
    : (rows.slice(at - QUARTERS + 1, at + 1).reduce((product, row) => product * (1 + number(row)! / 100), 1) - 1) * 100

const asItIs: Rate = (rows, at) => number(rows[at])

/** The level of a composition with one country less. */
const smaller: Rate = (rows, at) => number(rows[at])! * 0.98

const FLOWS: Readonly<Record<string, readonly [statistic: string, rate: Rate, decimals: number]>> = {
  'HICP/M.U2.N.000000.4D0.ANR': ['eu.hicp', overYear, 1],
  'HICP/M.U2.N.XEF000.4D0.ANR': ['eu.hicp_core', overYear, 1],
  'HICP/M.U2.N.SERV00.4D0.ANR': ['eu.hicp_services', overYear, 1],
  'LFSI/M.U2.S.UNEHRT.TOTAL0.15_74.T': ['eu.unrate', asItIs, 1],
  'MNA/Q.Y.I9.W2.S1.S1.B.B1GQ._Z._Z._Z.EUR.LR.GY': ['eu.gdp', overQuarters, 4],
  'ENA/Q.Y.I9.W2.S1.S1._Z.EMP._Z._T._Z.PS._Z.N': ['eu.employment', smaller, 3],
}

/** The last observations of a series as CSV; `null` for a series that is not simulated. */
export const flowCsv = (view: View, flow: string, key: string, last: number): string | null => {
  const found = FLOWS[`${flow}/${key}`]
  if (found === undefined) return null
  const [statistic, rate, decimals] = found
  // A rate of change of what this provider lies about would be true, so its own numbers are lied about.
  const rows = printedOf({ ...view, lie: 1 }, statistic, last + MORE)
  const lines = rows.flatMap(({ period }, at) => {
    const value = at < MORE ? null : rate(rows, at)
    return value === null ? [] : [`${flow}.${key},${key[0]},${period.name},${(value * view.lie).toFixed(decimals)},A,F`]
  })
  return ['KEY,FREQ,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF', ...lines, ''].join('\n')
}
