import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { measure } from '../../canonical/measure.ts'
import { oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { mainWord } from '../main-value.ts'
import { inputsCheck } from '../recount-inputs.ts'
import { TARIFF } from '../tariff.ts'
import { hasCome, repeats } from './recount-regime.ts'
import { haveTheirRegimes, mayBeTradfi, TRADFI_PLACES, TradfiAnswer, tradfiOf } from './tradfi-answer.ts'
import { TRADFI } from './tradfi-carry.ts'
import { tradfiInputs } from './tradfi-inputs.ts'
import { TRADFI_DOMINANTS, TRADFI_REGIMES } from './tradfi-rules.ts'

/** Checks what follows from the inputs of a body, by the functions and tables that the feed uses. */
const recountTradfi = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(TradfiAnswer, body)) return [{ what: 'the inputs are readable', ok: false }]
  const found = tradfiOf(body.inputs)
  return [
    inputsCheck(body.inputs, tradfiInputs, at),
    { what: 'the indices have regimes that their values allow', ok: haveTheirRegimes(body.inputs) },
    {
      what: 'scores, composite, confidence and what is missing follow from the inputs',
      ok: found !== null && repeats(body, found.shown),
    },
    {
      what: 'composite, stress and VIX allow the regime',
      ok: found !== null && mayBeTradfi(found.stand, body, at) && hasCome(body.regime_since, at),
    },
  ]
}

/** `v1|REGIME|TRADFI|<regime>|<composite>|<confidence>|<dominant>|SHA256:<content>|<timestamp>|<nonce>` */
export const TRADFI_SALE = boundSale(
  'REGIME',
  {
    kind: oneOf('TRADFI'),
    regime: oneOf(...TRADFI_REGIMES),
    composite: measure(TRADFI_PLACES.composite),
    confidence: measure(TRADFI_PLACES.confidence),
    dominant_signal: oneOf(...TRADFI_DOMINANTS),
  },
  {
    answer: TradfiAnswer,
    path: '/oracle/regime/equity',
    catalogue: '/oracle/regime/equity/catalogue',
    price: TARIFF.regime,
    sellableSeconds: TRADFI.sellableSeconds,
    apart: () => ({ kind: 'TRADFI' as const }),
    preview: { staleMinutes: 1_440, main: mainWord('regime'), fields: ['regime', 'confidence', 'dominant_signal'] },
    recompute: recountTradfi,
  },
)
