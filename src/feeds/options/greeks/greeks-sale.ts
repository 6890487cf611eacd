import { Type } from '@sinclair/typebox'
import { measure } from '../../../canonical/measure.ts'
import { integer, list, text } from '../../../canonical/token.ts'
import { boundSale } from '../../bound-sale.ts'
import { UNSIGNED_COPY } from '../../feed.ts'
import { TARIFF } from '../../tariff.ts'
import { GREEK_PLACES } from './greek-places.ts'
import { GreeksAnswer } from './greeks-answer.ts'
import { recountGreeks } from './recount-greeks.ts'
import { mainNumber } from '../../main-value.ts'

const TOKENS = {
  pair: text,
  option_count: integer,
  atm_iv: measure(GREEK_PLACES.iv),
  straddle_vega: measure(GREEK_PLACES.rest),
  sources: list,
}

const headline = ({ summary }: GreeksAnswer) => ({ atm_iv: summary.atm_iv, straddle_vega: summary.straddle.vega })

const { atm_iv, straddle } = GreeksAnswer.properties.summary.properties
const GreeksPreview = Type.Object({
  ...Type.Pick(GreeksAnswer, ['pair', 'option_count', 'exchange_count', 'confidence', 'degraded']).properties,
  atm_iv,
  straddle_vega: straddle.properties.vega,
})

const bound = boundSale('GREEKS', TOKENS, {
  answer: GreeksAnswer,
  path: '/oracle/greeks/{base}/{quote}',
  catalogue: '/oracle/greeks/catalogue',
  price: TARIFF.greeks,
  sellableSeconds: 150,
  preview: { staleMinutes: 60, main: null, fields: [] },
  apart: headline,
  recompute: recountGreeks,
})

/** `v1|GREEKS|<pair>|<option_count>|<atm_iv>|<straddle_vega>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const GREEKS_SALE: typeof bound = {
  ...bound,
  // The headline is in no field of its own.
  preview: {
    staleMinutes: 60,
    main: mainNumber('atm_iv', '%'),
    note: UNSIGNED_COPY,
    fields: (content) => ({
      pair: content.pair,
      option_count: content.option_count,
      ...headline(content),
      exchange_count: content.exchange_count,
      confidence: content.confidence,
      degraded: content.degraded,
    }),
    shape: () => GreeksPreview,
  },
}
