import { integer, list, oneOf, text } from '../../../canonical/token.ts'
import { boundSale } from '../../bound-sale.ts'
import { TARIFF } from '../../tariff.ts'
import { SviAnswer } from './svi-body.ts'
import { CALENDAR_WORDS, calendarWord, recountedSvi } from './svi-recount.ts'
import { mainNumber } from '../../main-value.ts'

/** `v1|SVI|<pair>|<slices>|<free of butterflies>|<calendar>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const SVI_SALE = boundSale(
  'SVI',
  {
    pair: text,
    slice_count: integer,
    butterfly_free_count: integer,
    calendar_word: oneOf(...CALENDAR_WORDS),
    sources: list,
  },
  {
    answer: SviAnswer,
    path: '/oracle/svi/{base}/{quote}',
    catalogue: '/oracle/svi/catalogue',
    price: TARIFF.svi,
    sellableSeconds: 300,
    preview: {
      staleMinutes: 60,
      main: mainNumber('atm_iv_30d', '%'),
      fields: ['pair', 'slice_count', 'butterfly_free_count', 'atm_iv_30d', 'exchange_count', 'confidence', 'degraded'],
    },
    apart: (content) => ({ calendar_word: calendarWord(content) }),
    recompute: ({ calendar_word: stated }, body) => recountedSvi(stated, body),
  },
)
