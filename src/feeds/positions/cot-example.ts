import { COT_WORDS } from './conclude-cot.ts'
import type { CotAnswer } from './cot-answer.ts'
import { pctOf } from './recount-cot.ts'

/** Invented positions of a usual week, in contracts. */
const OPEN = 21_400

const held = (long: number, short: number, change_long: number, change_short: number) => ({
  long,
  short,
  net: long - short,
  change_long,
  change_short,
  pct_long: pctOf(long, OPEN),
  pct_short: pctOf(short, OPEN),
})

/** 2026-11-17, a Tuesday. */
const REPORT_AT = 1_794_873_600

/** An example answer. */
export const cotExample = (pair: string): CotAnswer => ({
  pair,
  report_date: '2026-11-17',
  open_interest: OPEN,
  leveraged_funds: held(6_300, 13_100, 240, -310),
  asset_managers: held(5_900, 2_500, -120, 60),
  dealers: held(5_200, 2_050, 90, -25),
  ...COT_WORDS,
  stale: false,
  sources: ['cftc', 'cftctext'],
  missing: [],
  compared: { source: 'cftctext', agrees: true },
  confidence: 1,
  degraded: false,
  observed_at: REPORT_AT,
  checked_at: 1_794_999_600,
  fetched_at: 1_795_000_000,
})
