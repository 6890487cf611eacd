import { measure, orUnknown } from '../../canonical/measure.ts'
import { integer, list, text } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { TARIFF } from '../tariff.ts'
import { InterestAnswer, INTEREST_PLACES } from './interest-answer.ts'
import { recomputedInterest } from './recompute-interest.ts'
import { INTEREST } from './interest-carry.ts'
import { mainNumber } from '../main-value.ts'

const change = orUnknown(measure(INTEREST_PLACES.pct))

/** `v1|OI|<pair>|<dollars>|<1 h>|<4 h>|<24 h>|<sources>|SHA256:<content>|<timestamp>|<nonce>`; a change may be `NA`. */
export const INTEREST_SALE = boundSale(
  'OI',
  {
    pair: text,
    total_oi_usd: integer,
    delta_1h_pct: change,
    delta_4h_pct: change,
    delta_24h_pct: change,
    sources: list,
  },
  {
    answer: InterestAnswer,
    path: '/oracle/oi/{base}/{quote}',
    catalogue: '/oracle/oi/catalogue',
    price: TARIFF.openInterest,
    sellableSeconds: INTEREST.sellableSeconds,
    preview: {
      staleMinutes: 120,
      main: mainNumber('total_oi_usd', 'USD'),
      note: 'Unsigned, delayed copy for integration testing. The paid path gives the signed answer with every exchange.',
      fields: [
        'pair',
        'total_oi_usd',
        'delta_1h_pct',
        'delta_4h_pct',
        'delta_24h_pct',
        'exchange_count',
        'confidence',
        'degraded',
      ],
    },
    recompute: recomputedInterest,
  },
)
