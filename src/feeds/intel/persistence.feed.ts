import { rounded } from '../../canonical/measure.ts'
import { HOUR_SECONDS, inSeconds } from '../../time-units.ts'
import { actorId, type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { CLOSED_RUNS, closedRuns } from '../regimes/closed-runs.ts'
import { PERP_RUNS } from '../regimes/perp-runs-carry.ts'
import { COIN_SUBJECTS, perpCoinOf } from '../regimes/perp-subjects.ts'
import type { PerpCoin } from '../regimes/perp-words.ts'
import { KEPT_RUNS, MOST_PAUSE } from '../regimes/recorded-runs.ts'
import type { Subject } from '../subject.ts'
import { EXAMPLE_TICK } from '../venue-parts.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { INTEL_FEED } from './intel-fields.ts'
import { PersistenceAnswer, type PersistenceInputs, persistenceOf } from './persistence-answer.ts'
import { ENOUGH_RUNS, HOURS_PLACES } from './residual-life.ts'
import { PERSISTENCE_SALE } from './persistence-sale.ts'

/** One path, whose query names the coin. */
const SUBJECTS: readonly Subject[] = COIN_SUBJECTS.map(({ key, domain, name }) => ({
  key,
  domain,
  name,
  path: {},
  query: { currency: key },
}))

const conclude = (coin: PerpCoin, context: TickContext): Conclusion<PersistenceAnswer> | Declined => {
  const record = context.earlier(PERP_RUNS, coin)
  const actor = actorId(PERP_RUNS, { key: coin })
  const running = record?.carry.running
  const at = inSeconds(context.now)
  const lastAt = record?.carry.lastAt ?? null
  if (!running || lastAt === null || at - lastAt > MOST_PAUSE) return { kind: 'input_missing', input: actor }
  const lengths = closedRuns(context, coin)
    .filter(({ regime, cut }) => regime === running.regime && !cut)
    .map(({ start, end }) => rounded((end - start) / HOUR_SECONDS, HOURS_PLACES))
    .toSorted((a, b) => a - b)
  const known = { timestamp: lastAt, actor, contentHash: null }
  const inputs: PersistenceInputs = {
    regime_start: { value: running.start, ...known },
    run_hours: { value: lengths, ...known },
  }
  return {
    kind: 'concluded',
    content: {
      service: 'regime_persistence',
      layer: 'Oracle Intelligence',
      currency: coin,
      current_regime: running.regime,
      censored: running.censored,
      ...persistenceOf(inputs, running.censored, at),
      inputs,
      disclaimer: DISCLAIMER,
    },
    carry: {},
  }
}

const example = (coin: PerpCoin): PersistenceAnswer => {
  const known = { timestamp: EXAMPLE_TICK, actor: actorId(PERP_RUNS, { key: coin }), contentHash: null }
  const inputs: PersistenceInputs = {
    regime_start: { value: EXAMPLE_TICK - 11_700, ...known },
    run_hours: { value: [0.46, 0.6, 2.06, 2.43, 2.45, 4.63, 5.28, 6.49, 8.55, 11.63, 12.86], ...known },
  }
  return {
    service: 'regime_persistence',
    layer: 'Oracle Intelligence',
    currency: coin,
    current_regime: 'MILD_BULLISH',
    censored: false,
    ...persistenceOf(inputs, false, EXAMPLE_TICK),
    inputs,
    disclaimer: DISCLAIMER,
  }
}

export const regimePersistence = defineFeed({
  ...INTEL_FEED,
  id: 'intel/persistence',
  summary: 'How long the perpetual regime of a coin has lasted, among its own runs of the last 90 days',
  noun: 'regime persistence',
  subjects: SUBJECTS,
  answer: PersistenceAnswer,
  exampleOf: (subject) => example(perpCoinOf(subject)),
  methodology: {
    record: `runs of ${KEPT_RUNS.seconds / HOUR_SECONDS} h, at most ${KEPT_RUNS.most} of a coin; more than ${MOST_PAUSE} s without an evaluation cut a run, which is no reference then, nor is what was there when the record began`,
    percentile: '100 * (shorter + equal / 2) / runs',
    typicalRemaining: 'median of (length - duration) over the longer runs',
    confidence: `runs over ${ENOUGH_RUNS}, at most 1`,
  },

  records: CLOSED_RUNS,
  after: (subject) => [actorId(PERP_RUNS, { key: perpCoinOf(subject) })],
  conclude: (subject, context) => conclude(perpCoinOf(subject), context),

  sale: PERSISTENCE_SALE,
})
