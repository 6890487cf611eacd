import { measure } from '../../canonical/measure.ts'
import { oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { TARIFF } from '../tariff.ts'
import { recountTradfi } from './recount-tradfi.ts'
import { TradfiAnswer } from './tradfi-answer.ts'
import { TRADFI, TRADFI_REGIMES } from './tradfi-carry.ts'
import { TRADFI_PLACES } from './tradfi-evaluated.ts'
import { TRADFI_DOMINANTS } from './tradfi-weights.ts'

/** `v1|REGIME|TRADFI|<regime>|<composite>|<confidence>|<dominant>|SHA256:<content>|<timestamp>|<nonce>` */
export const TRADFI_SALE = boundSale(
  'REGIME',
  {
    scope: oneOf('TRADFI'),
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
    preview: { staleMinutes: 1_440, fields: ['regime', 'confidence', 'dominant_signal'] },
    recompute: recountTradfi,
  },
)
