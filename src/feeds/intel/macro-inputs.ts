import type { Static } from '@sinclair/typebox'
import { inSeconds, utcDay } from '../../time-units.ts'
import { type PublishedAnswer, publishedAnswer, inputFrom } from '../attested.ts'
import { CALENDAR, CALENDAR_TODAY } from '../calendar/calendar-carry.ts'
import { actorId, type TickContext } from '../feed.ts'
import { CONTAGION } from '../indices/contagion-carry.ts'
import { STRESS } from '../indices/stress-carry.ts'
import { MARKET } from './intel-fields.ts'
import type { MacroInputs } from './macro-risk-answer.ts'

/** The inputs of macro risk, from what is published. */

const ACTORS = {
  stress: actorId(STRESS, MARKET),
  contagion: actorId(CONTAGION, MARKET),
  today: actorId(CALENDAR_TODAY, { key: 'TODAY' }),
  ahead: actorId(CALENDAR, { key: '30D' }),
} as const

/** The actors that macro risk reads. */
export const MACRO_ACTORS: readonly string[] = [ACTORS.stress, ACTORS.contagion, ACTORS.today, ACTORS.ahead]

type Calendar = Static<typeof CALENDAR.published>
type Listed = Calendar['events'][number]

/** Rules of thumb about dates are no announcement. */
const isHigh = ({ impact, estimated }: Listed): boolean => impact === 'high' && !estimated

/** One event that two calendars carry is one. */
const once = (events: readonly Listed[]): readonly Listed[] => [
  ...new Map(events.map((event) => [`${event.event} ${event.time ?? event.date}`, event])).values(),
]

/** A calendar that knows this day of the United States and the euro area; `null` otherwise. */
const knowing = (found: PublishedAnswer<Calendar> | null, today: string): PublishedAnswer<Calendar> | null => {
  const until = found && [found.values.coverage.US.until, found.values.coverage.EU.until]
  return until?.every((day) => day !== null && day >= today) ? found : null
}

export const macroInputs = (context: TickContext): MacroInputs => {
  const { now } = context
  const today = utcDay(now)
  const stress = publishedAnswer(context, STRESS, MARKET.key)
  const contagion = publishedAnswer(context, CONTAGION, MARKET.key)
  const listed = knowing(publishedAnswer(context, CALENDAR_TODAY, 'TODAY'), today)
  // A list of yesterday says nothing of this day.
  const ofToday = listed && utcDay(listed.timestamp * 1_000) === today ? listed : null
  const ahead = knowing(publishedAnswer(context, CALENDAR, '30D'), today)
  return {
    stress: inputFrom(stress, ACTORS.stress, ({ regime }) => regime),
    stress_value: inputFrom(stress, ACTORS.stress, ({ value }) => value),
    stress_confidence: inputFrom(stress, ACTORS.stress, ({ confidence }) => confidence),
    contagion: inputFrom(contagion, ACTORS.contagion, ({ regime }) => regime),
    contagion_value: inputFrom(contagion, ACTORS.contagion, ({ value }) => value),
    contagion_confidence: inputFrom(contagion, ACTORS.contagion, ({ confidence }) => confidence),
    high_impact_today: inputFrom(ofToday, ACTORS.today, ({ events }) => once(events.filter(isHigh)).length),
    next_high_impact_at: inputFrom(ahead, ACTORS.ahead, ({ events }) => {
      const times = events.filter(isHigh).flatMap(({ time }) => (time === null ? [] : inSeconds(Date.parse(time))))
      return times.find((at) => at > now / 1_000) ?? 0
    }),
    calendar_confidence: inputFrom(ofToday, ACTORS.today, ({ confidence }) => confidence),
  }
}
