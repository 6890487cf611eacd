import { type CotReport, type CotSource } from '../../sources/positions/cot.ts'
import { COT_SOURCES } from '../../sources/positions/places.ts'
import { UnreadableReply } from '../../sources/query.ts'
import { DAY_MS, HOUR_MS, HOUR_SECONDS, MINUTE_MS } from '../../time-units.ts'
import { boardQuestion, type Board } from '../board.ts'

/** The newest report that one place has given, and when it last answered. */
export interface CotState {
  readonly report: CotReport | null
  /** Unix milliseconds of its last good answer. */
  readonly checkedAt: number
}

/** Reports come on Friday at 15:30 in New York. Around that hour the board asks hourly, else every six hours. */
const FRIDAY = 5
const PUBLISHED_FROM_HOUR = 19
const PUBLISHED_TO_HOUR = 23
/** A tick may be some minutes late or early. */
const USUAL_MS = 6 * HOUR_MS - 10 * MINUTE_MS

const isPublishing = (now: number): boolean => {
  const time = new Date(now)
  const hour = time.getUTCHours()
  return time.getUTCDay() === FRIDAY && hour >= PUBLISHED_FROM_HOUR && hour < PUBLISHED_TO_HOUR
}

/** Midnight UTC of the day that a report is about. */
export const startOf = ({ date }: Pick<CotReport, 'date'>): number => Date.parse(`${date}T00:00:00Z`)

const entered = ([newest]: readonly CotReport[], receivedAt: number, known: CotState): CotState => {
  if (newest === undefined || !(startOf(newest) < receivedAt + DAY_MS))
    throw new UnreadableReply(`a report about ${newest?.date}, which is not over`)
  // A place that goes back to an older report was restored from a copy. Its answer says nothing about the newest one.
  if (known.report && newest.date < known.report.date) return known
  return { report: newest, checkedAt: receivedAt }
}

const cotBoard = ({ source, newest }: CotSource): Board<CotState> => ({
  id: `cot/${source.name}`,
  source,
  everySeconds: HOUR_SECONDS,
  empty: { report: null, checkedAt: 0 },
  rests: true,
  asks: ({ now, state }) =>
    now - state.checkedAt >= USUAL_MS || isPublishing(now) ? [boardQuestion(newest, entered)] : [],
})

/** One board per place, the first to be believed first. */
export const COT_BOARDS: readonly Board<CotState>[] = COT_SOURCES.map(cotBoard)
