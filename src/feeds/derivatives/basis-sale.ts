import { measure } from '../../canonical/measure.ts'
import { list, oneOf, text } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { BASIS_REGIMES } from '../math/basis.ts'
import { TARIFF } from '../tariff.ts'
import { BasisAnswer, BASIS_PLACES } from './basis-answer.ts'
import { recomputedBasis } from './recompute-basis.ts'
import { BASIS } from './basis-carry.ts'
import { mainNumber } from '../main-value.ts'

/** `v1|BASIS|<pair>|<median>|<spread>|<regime>|<sources>|SHA256:<content>|<timestamp>|<nonce>`; basis points. */
export const BASIS_SALE = boundSale(
  'BASIS',
  {
    pair: text,
    median_bps: measure(BASIS_PLACES.bps),
    spread_bps: measure(BASIS_PLACES.bps),
    regime: oneOf(...BASIS_REGIMES),
    sources: list,
  },
  {
    answer: BasisAnswer,
    path: '/oracle/basis/{base}/{quote}',
    catalogue: '/oracle/basis/catalogue',
    price: TARIFF.basis,
    sellableSeconds: BASIS.sellableSeconds,
    preview: {
      staleMinutes: 120,
      main: mainNumber('median_bps', 'bps'),
      note: 'Unsigned, delayed copy for integration testing. The paid path gives the signed answer with every exchange.',
      fields: ['pair', 'median_bps', 'spread_bps', 'regime', 'exchange_count', 'confidence', 'degraded'],
    },
    recompute: recomputedBasis,
  },
)
