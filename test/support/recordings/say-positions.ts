import type { CotReport } from '../../../src/sources/positions/cot.ts'
import { count } from './words.ts'

/** How many weeks a reply tells of, and the newest of them. */
export const positions = (reports: readonly CotReport[]): string => {
  const [newest] = reports
  if (!newest) return 'no report'
  const { long, short } = newest.traders.leveraged_funds
  return `${count(reports.length, 'report')}; ${newest.date}: ${count(newest.openInterest, 'contract')} open, leveraged funds ${long.toLocaleString('en-US')} long, ${short.toLocaleString('en-US')} short`
}
