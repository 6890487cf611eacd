import { rounded } from '../../canonical/measure.ts'
import { COT_CODE, type CotReport, type Positions, TRADERS } from '../../sources/positions/cot.ts'
import { DAY_SECONDS, inSeconds } from '../../time-units.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import { FALLBACK } from '../reading.ts'
import { freshness, type Lifetime } from '../math/freshness.ts'
import type { CotAnswer } from './cot-answer.ts'
import { COT_BOARDS, startOf } from './cot-board.ts'
import { pctOf } from './recount-cot.ts'
import { CONFIDENCE_PLACES } from '../answer-fields.ts'

/** A report is ten days old before the next one comes. After ninety days it is not sold. */
export const COT_LIFETIME: Lifetime = { freshSeconds: 11 * DAY_SECONDS, expireSeconds: 90 * DAY_SECONDS }

/** Two reports that did not come: the authority has paused. */
export const STALE_DAYS = 21

/** What does not change from report to report. */
export const COT_WORDS = {
  source: 'CFTC',
  report_type: 'TFF futures only',
  cftc_code: COT_CODE,
  lag_note: 'Positions as of Tuesday, published Friday.',
} as const

interface Told {
  readonly place: string
  readonly report: CotReport
  readonly checkedAt: number
}

const heldOf = ({ long, short, changeLong, changeShort }: Positions, openInterest: number) => ({
  long,
  short,
  net: long - short,
  change_long: changeLong,
  change_short: changeShort,
  pct_long: pctOf(long, openInterest),
  pct_short: pctOf(short, openInterest),
})

/** Whether the report prints the percentages that follow from its positions. */
const isConsistent = ({ openInterest, traders }: CotReport): boolean =>
  TRADERS.every((group) => {
    const { long, short, pctLong, pctShort } = traders[group]
    return (
      pctLong !== null &&
      pctShort !== null &&
      Number(pctLong) === pctOf(long, openInterest) &&
      Number(pctShort) === pctOf(short, openInterest)
    )
  })

/** Whether two places print the same positions. */
const isSame = (a: CotReport, b: CotReport): boolean =>
  a.openInterest === b.openInterest &&
  TRADERS.every(
    (group) => a.traders[group].long === b.traders[group].long && a.traders[group].short === b.traders[group].short,
  )

const answerOf = (pair: string, own: Told, second: Told | null, now: number): CotAnswer => {
  const { report, checkedAt } = own
  const ageSeconds = (now - startOf(report)) / 1_000
  const stale = ageSeconds > STALE_DAYS * DAY_SECONDS
  const agrees = second !== null && isSame(report, second.report)
  const sources = [own.place, ...(agrees ? [second.place] : [])].toSorted()
  return {
    pair,
    report_date: report.date,
    open_interest: report.openInterest,
    leveraged_funds: heldOf(report.traders.leveraged_funds, report.openInterest),
    asset_managers: heldOf(report.traders.asset_managers, report.openInterest),
    dealers: heldOf(report.traders.dealers, report.openInterest),
    ...COT_WORDS,
    stale,
    sources,
    missing: COT_BOARDS.map(({ source }) => source.name)
      .filter((name) => name !== own.place && name !== second?.place)
      .toSorted(),
    compared: second && { source: second.place, agrees },
    confidence: rounded(freshness(ageSeconds, COT_LIFETIME) * (agrees ? 1 : FALLBACK), CONFIDENCE_PLACES),
    degraded: stale || !agrees || !isConsistent(report),
    observed_at: inSeconds(startOf(report)),
    checked_at: inSeconds(checkedAt),
    fetched_at: inSeconds(now),
  }
}

/** The newest report that any place has, and whether the other place prints the same. */
export const concludeCot = (pair: string, { boards, now }: TickContext): Conclusion<CotAnswer> | Declined => {
  const told = COT_BOARDS.flatMap((board): readonly Told[] => {
    const { report = null, checkedAt = 0 } = boards.read(board) ?? {}
    return report && startOf(report) <= now ? [{ place: board.source.name, report, checkedAt }] : []
  })
  const [own, ...others] = told.toSorted((a, b) => startOf(b.report) - startOf(a.report))
  if (own === undefined) return { kind: 'input_missing', input: 'a report of the CFTC' }
  if (now - startOf(own.report) > COT_LIFETIME.expireSeconds * 1_000)
    return { kind: 'input_missing', input: 'a report of the last 90 days' }
  const second = others.find(({ report }) => report.date === own.report.date) ?? null
  const content = answerOf(pair, own, second, now)
  // Both are places of one authority, and nothing tells which of them is wrong: the first one is sold, and says so.
  return {
    kind: 'concluded',
    content,
    carry: {},
    disputedBy: content.compared?.agrees === false ? [second!.place] : [],
  }
}
