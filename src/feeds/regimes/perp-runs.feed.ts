import { type Static, Type } from '@sinclair/typebox'
import { DAY_SECONDS } from '../../time-units.ts'
import { publishedAnswer } from '../attested.ts'
import { word } from '../answer-fields.ts'
import { actorId, defineInternal, type TickContext } from '../feed.ts'
import type { Subject } from '../subject.ts'
import { CLOSED_RUNS, closedRuns, closedRunsId } from './closed-runs.ts'
import { PERP } from './perp-carry.ts'
import { PERP_RUNS, type PerpRunsCarry } from './perp-runs-carry.ts'
import { COIN_SUBJECTS, perpCoinOf } from './perp-subjects.ts'
import { PERP_REGIMES } from './perp-words.ts'
import { KEPT_RUNS, MOST_PAUSE, type Recorded, recordedAfter, withRun } from './recorded-runs.ts'

const RunsAnswer = Type.Object({
  regime: word(PERP_REGIMES, 'The regime that runs'),
  since: Type.Integer({ description: 'Unix seconds' }),
})
type RunsAnswer = Static<typeof RunsAnswer>

const EMPTY: PerpRunsCarry = { running: null, lastAt: null }

/** The record with the last regime that was published; `null` if there is none. */
const recorded = (subject: Subject, context: TickContext<PerpRunsCarry>): Recorded | null => {
  const found = publishedAnswer(context, PERP, subject.key)
  if (!found) return null
  return recordedAfter(context.previous?.carry ?? EMPTY, { regime: found.values.regime, at: found.timestamp })
}

export const perpRuns = defineInternal({
  ...PERP_RUNS,
  family: 'perp',
  layer: 'Oracle Information',
  summary: 'How long each perpetual regime lasted',
  noun: 'runs of regimes',
  subjects: COIN_SUBJECTS,
  answer: RunsAnswer,
  example: { regime: 'MILD_BULLISH', since: 1_794_990_002 },
  methodology: {
    kept: `${KEPT_RUNS.seconds / DAY_SECONDS} days, at most ${KEPT_RUNS.most} runs of a coin`,
    cut: `more than ${MOST_PAUSE} s without an evaluation end a run, which is no reference then`,
  },

  everySeconds: 30,
  records: CLOSED_RUNS,
  after: (subject) => [actorId(PERP, subject)],
  conclude: (subject, context) => {
    const found = recorded(subject, context)
    if (found?.carry.running == null) return { kind: 'input_missing', input: actorId(PERP, subject) }
    const { running } = found.carry
    return { kind: 'concluded', content: { regime: running.regime, since: running.start }, carry: found.carry }
  },
  sale: null,
  aside: (subject, context) => {
    const ended = recorded(subject, context)?.ended
    const coin = perpCoinOf(subject)
    const closed = ended ? withRun(closedRuns(context, coin), ended) : null
    return closed && { id: closedRunsId(coin), state: { closed: closed.map((run) => ({ ...run })) } }
  },
})
