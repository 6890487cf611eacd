import { measure } from '../../canonical/measure.ts'
import { integer, oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { TARIFF } from '../tariff.ts'
import { recountSynopsis } from './recount-synopsis.ts'
import { SynopsisAnswer } from './synopsis-answer.ts'
import { SYNOPSIS_PLACES } from './synopsis-evaluated.ts'
import { mainWord } from '../main-value.ts'

/** `v1|SYNOPSIS|MARKET|<present>|<confidence>|SHA256:<content>|<timestamp>|<nonce>` */
export const SYNOPSIS_SALE = boundSale(
  'SYNOPSIS',
  { scope: oneOf('MARKET'), present: integer, confidence: measure(SYNOPSIS_PLACES) },
  {
    answer: SynopsisAnswer,
    path: '/oracle/synopsis/market',
    catalogue: '/oracle/synopsis/market/catalogue',
    price: TARIFF.synopsis,
    sellableSeconds: 180,
    preview: {
      staleMinutes: 1_440,
      main: mainWord('regimes.mssi'),
      fields: ['regimes', 'spot_btc'],
    },
    recompute: recountSynopsis,
  },
)
