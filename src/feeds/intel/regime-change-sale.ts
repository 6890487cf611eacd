import { Value } from '@sinclair/typebox/value'
import type { Json } from '../../canonical/jcs.ts'
import { measure } from '../../canonical/measure.ts'
import { integer, oneOf, text } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { mainNumber } from '../main-value.ts'
import type { PerpCoin } from '../regimes/perp-words.ts'
import { TARIFF } from '../tariff.ts'
import { changeInputs } from './change-inputs.ts'
import { INTEL_CATALOGUE, INTEL_PLACES, INTEL_SALE, INTEL_STALE_MINUTES } from './intel-fields.ts'
import { isLookedBackTo } from './past-regime.ts'
import { serviceRecount } from './recount-service.ts'
import { RegimeChangeAnswer, regimeChanges } from './regime-change-answer.ts'

/** `BTC,SOL`, or `NONE`. */
const namesOf = (currencies: readonly PerpCoin[]): string => currencies.join(',') || 'NONE'

const recount = serviceRecount({
  answer: RegimeChangeAnswer,
  read: changeInputs,
  follows: ({ inputs }) => regimeChanges(inputs),
  what: 'transitions, their number and confidence follow from the inputs',
})

/** Whether the regimes before are of the time with which those of now are compared. */
const looksBackRightly = (body: Readonly<Record<string, Json>>): boolean => {
  const at = Number(body['timestamp'])
  if (!Value.Check(RegimeChangeAnswer, body)) return false
  const { btc_before: btc, eth_before: eth, sol_before: sol } = body.inputs
  return [btc, eth, sol].every(({ timestamp }) => timestamp === null || isLookedBackTo(timestamp, at))
}

/** `v1|INTEL|REGIME_CHANGE|<coins that changed>|<their names or NONE>|<confidence>|SHA256:<content>|<timestamp>|<nonce>` */
export const REGIME_CHANGE_SALE = boundSale(
  'INTEL',
  {
    kind: oneOf('REGIME_CHANGE'),
    transitions_found: integer,
    changed: text,
    confidence: measure(INTEL_PLACES),
  },
  {
    ...INTEL_SALE,
    answer: RegimeChangeAnswer,
    path: '/oracle/intel/regime/change',
    catalogue: INTEL_CATALOGUE,
    price: TARIFF.regimeChange,
    apart: ({ currencies }) => ({ kind: 'REGIME_CHANGE' as const, changed: namesOf(currencies) }),
    preview: {
      staleMinutes: INTEL_STALE_MINUTES,
      main: mainNumber('transitions_found', 'changes'),
      fields: ['service', 'regime_changed', 'transitions_found'],
    },
    recompute: (stated, body) => [
      ...recount(stated, body),
      {
        what: 'regimes are compared with those of two hours before',
        ok: looksBackRightly(body),
      },
      {
        what: 'the string names the coins',
        ok: Value.Check(RegimeChangeAnswer, body) && stated.changed === namesOf(body.currencies),
      },
    ],
  },
)
