import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { measure, orUnknown } from '../../canonical/measure.ts'
import { oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { actorId } from '../feed.ts'
import { mainWord } from '../main-value.ts'
import { PERP_RUNS } from '../regimes/perp-runs-carry.ts'
import { PERP_COINS, PERP_REGIMES } from '../regimes/perp-words.ts'
import { inputsCheck } from '../recount-inputs.ts'
import { repeats } from '../regimes/recount-regime.ts'
import { TARIFF } from '../tariff.ts'
import { INTEL_CATALOGUE, INTEL_PLACES, INTEL_SALE, INTEL_STALE_MINUTES } from './intel-fields.ts'
import { PersistenceAnswer, persistenceOf } from './persistence-answer.ts'
import { HOURS_PLACES } from './residual-life.ts'

const recount = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(PersistenceAnswer, body)) return [{ what: 'the inputs are readable', ok: false }]
  const { inputs, currency } = body
  const record = { value: null, timestamp: null, actor: actorId(PERP_RUNS, { key: currency }), contentHash: null }
  const lengths = inputs.run_hours.value
  return [
    inputsCheck(inputs, () => ({ regime_start: record, run_hours: record }), at),
    {
      what: 'the runs are lengths, in order',
      ok: lengths.every((length, place) => length >= (lengths[place - 1] ?? 0)),
    },
    {
      what: 'duration, percentile and medians follow from the inputs',
      ok: repeats(body, persistenceOf(body.inputs, body.censored, at)),
    },
  ]
}

const hours = orUnknown(measure(HOURS_PLACES))

/** `v1|INTEL|PERSISTENCE|<coin>|<regime>|<hours>|<percentile or NA>|<confidence>|SHA256:<content>|<timestamp>|<nonce>` */
export const PERSISTENCE_SALE = boundSale(
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
)
