import { measure } from '../../canonical/measure.ts'
import { list, oneOf, text } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { TARIFF } from '../tariff.ts'
import { PerpAnswer } from './perp-answer.ts'
import { PERP } from './perp-carry.ts'
import { PERP_PLACES } from './perp-evaluated.ts'
import { BIASES, PERP_REGIMES, RISKS } from './perp-words.ts'
import { recountPerp } from './recount-perp.ts'
import { mainWord } from '../main-value.ts'

/** `v1|PERP|<pair>|<regime>|<bias>|<confidence>|<risk>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const PERP_SALE = boundSale(
  'PERP',
  {
    pair: text,
    regime: oneOf(...PERP_REGIMES),
    bias: oneOf(...BIASES),
    confidence: measure(PERP_PLACES.confidence),
    risk: oneOf(...RISKS),
    sources: list,
  },
  {
    answer: PerpAnswer,
    path: '/oracle/perp/{currency}',
    catalogue: '/oracle/perp/catalogue',
    price: TARIFF.perp,
    sellableSeconds: PERP.sellableSeconds,
    preview: {
      staleMinutes: 1_440,
      main: mainWord('regime'),
      fields: ['currency', 'pair', 'regime', 'bias'],
    },
    recompute: recountPerp,
  },
)
