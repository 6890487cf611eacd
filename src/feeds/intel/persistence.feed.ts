import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { measure, orUnknown, rounded } from '../../canonical/measure.ts'
import { oneOf } from '../../canonical/token.ts'
import { HOUR_SECONDS, inSeconds } from '../../time-units.ts'
import { boundSale } from '../bound-sale.ts'
import { actorId, type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { CLOSED_RUNS, closedRuns } from '../regimes/closed-runs.ts'
import { PERP_RUNS } from '../regimes/perp-runs-carry.ts'
import { COIN_SUBJECTS, perpCoinOf } from '../regimes/perp-subjects.ts'
import { PERP_COINS, PERP_REGIMES, type PerpCoin } from '../regimes/perp-words.ts'
import { KEPT_RUNS, MOST_PAUSE } from '../regimes/recorded-runs.ts'
import { inputsCheck } from '../recount-inputs.ts'
import { repeats } from '../regimes/recount-regime.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import { EXAMPLE_TICK } from '../venue-parts.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { INTEL_CATALOGUE, INTEL_FEED, INTEL_PLACES, INTEL_SALE, INTEL_STALE_MINUTES } from './intel-fields.ts'
import { PersistenceAnswer, type PersistenceInputs, persistenceOf } from './persistence-answer.ts'
import { ENOUGH_RUNS, HOURS_PLACES } from './residual-life.ts'
import { mainWord } from '../main-value.ts'

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

const recount = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(PersistenceAnswer, body)) return [{ what: 'the inputs are readable', ok: false }]
  const { inputs, currency } = body
  const record = { value: null, timestamp: null, actor: actorId(PERP_RUNS, { key: currency }), contentHash: null }
  const hours = inputs.run_hours.value
  return [
    inputsCheck(inputs, { regime_start: record, run_hours: record }, at),
    {
      what: 'the runs are lengths, in order',
      ok: hours.every((length, place) => length >= (hours[place - 1] ?? 0)),
    },
    {
      what: 'duration, percentile and medians follow from the inputs',
      ok: repeats(body, persistenceOf(body.inputs, body.censored, at)),
    },
  ]
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

const hours = orUnknown(measure(HOURS_PLACES))

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

  files: CLOSED_RUNS,
  after: (subject) => [actorId(PERP_RUNS, { key: perpCoinOf(subject) })],
  conclude: (subject, context) => conclude(perpCoinOf(subject), context),

  // `v1|INTEL|PERSISTENCE|<coin>|<regime>|<hours>|<percentile or NA>|<confidence>|SHA256:<content>|<timestamp>|<nonce>`
  sale: boundSale(
    'INTEL',
    {
      kind: oneOf('PERSISTENCE'),
      currency: oneOf(...PERP_COINS),
      current_regime: oneOf(...PERP_REGIMES),
      duration_hours: measure(HOURS_PLACES),
      historical_percentile: hours,
      confidence: measure(INTEL_PLACES),
    },
    {
      ...INTEL_SALE,
      answer: PersistenceAnswer,
      path: '/oracle/intel/regime/persistence',
      catalogue: '/oracle/intel/regime/persistence/catalogue',
      alsoListedAt: [INTEL_CATALOGUE],
      price: TARIFF.persistence,
      apart: () => ({ kind: 'PERSISTENCE' as const }),
      preview: {
        staleMinutes: INTEL_STALE_MINUTES,
        main: mainWord('current_regime'),
        fields: ['service', 'currency', 'current_regime'],
      },
      recompute: recount,
    },
  ),
})
