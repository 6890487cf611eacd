import { type Static, Type } from '@sinclair/typebox'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import type { Pair } from '../prices/pairs.ts'
import type { IndexFormula } from './assembled-index.ts'
import { component, componentWith } from './component.ts'
import { INDEX_UNIT, METHOD_FIELDS, regimeFields, STANDING_FIELDS } from './index-fields.ts'
import { concludeWithRegime } from './regime-index.ts'
import {
  SENTIMENT_BANDS,
  SENTIMENT_KEYS,
  SENTIMENT_PLACES,
  SENTIMENT_RANGE,
  SENTIMENT_WEIGHTS,
  type SentimentKey,
  sentimentOf,
} from './sentiment.ts'
import type { SentimentReadings } from './sentiment-readings.ts'

export const SentimentAnswer = Type.Object({
  pair: Type.String({ description: 'Upper case, concatenated; canonical position 2' }),
  value: Type.Number({
    minimum: SENTIMENT_RANGE.lowest,
    maximum: SENTIMENT_RANGE.highest,
    description: 'Above zero bullish, below zero bearish; canonical position 4',
  }),
  unit: INDEX_UNIT,
  ...regimeFields(
    SENTIMENT_BANDS.names,
    `Boundaries ${SENTIMENT_BANDS.boundaries.join(', ')}, each with a dead band of ${SENTIMENT_BANDS.deadBand} points`,
  ),
  ...STANDING_FIELDS,
  components: Type.Object({
    fr: component('Capped weighted median of perpetual funding, a fraction per 8 hours'),
    skew: componentWith('Volatility of the 25-delta call less that of the put, points of volatility', {
      tenor_days: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Whole days to the expiry that was read; null when missing',
      }),
    }),
    pcr: component('Put over call open interest of all expiries, in dollars'),
    ts: component('Implied volatility at 7 days over 77 days'),
    basis: component('Highest less lowest venue price of the agreed spot price, per cent of their median'),
  }),
  ...METHOD_FIELDS,
})

export type SentimentAnswer = Static<typeof SentimentAnswer>

const FORMULA: IndexFormula<SentimentKey> = {
  keys: SENTIMENT_KEYS,
  places: SENTIMENT_PLACES,
  weights: SENTIMENT_WEIGHTS,
  assemble: sentimentOf,
}

/** The index of a pair, with the tenor of the skew that was read. */
export const concludeSentiment = (
  { domain }: Pick<Pair, 'domain'>,
  readings: SentimentReadings,
  context: Pick<TickContext, 'previous' | 'now'>,
): Conclusion<SentimentAnswer> | Declined => {
  const found = concludeWithRegime(FORMULA, SENTIMENT_BANDS, readings, context)
  if (found.kind !== 'concluded') return found
  const { components } = found.content
  const skew = { ...components.skew, tenor_days: readings.skew?.tenorDays ?? null }
  return {
    kind: 'concluded',
    content: { pair: domain, ...found.content, components: { ...components, skew } },
    carry: { ...found.carry },
  }
}
