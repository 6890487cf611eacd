import { boundSale } from '../bound-sale.ts'
import { TARIFF } from '../tariff.ts'
import { recountedTermStructure } from './recount-term-structure.ts'
import { TERM_TOKENS, TermStructureAnswer } from './term-structure-answer.ts'
import { mainNumber } from '../main-value.ts'

/** `v1|TERMSTRUCTURE|<pair>|<regime or NA>|<slope or NA>|<nearest>|<maturities>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const TERM_STRUCTURE_SALE = boundSale('TERMSTRUCTURE', TERM_TOKENS, {
  answer: TermStructureAnswer,
  path: '/oracle/term-structure/{base}/{quote}',
  catalogue: '/oracle/term-structure/catalogue',
  price: TARIFF.termStructure,
  sellableSeconds: 300,
  preview: {
    staleMinutes: 60,
    main: mainNumber('nearest_annualized_pct', '% a year'),
    fields: [
      'pair',
      'regime',
      'slope_per_sqrt_day',
      'nearest_annualized_pct',
      'maturity_count',
      'exchange_count',
      'confidence',
      'degraded',
    ],
  },
  recompute: recountedTermStructure,
})
