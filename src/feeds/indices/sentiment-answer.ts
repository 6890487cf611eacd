import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { word } from '../answer-fields.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import type { Pair } from '../prices/pairs.ts'
import { indexStanding } from './assembly.ts'
import {
  component,
  componentsOf,
  componentWith,
  CONFIDENCE_PLACES,
  oldestReading,
  partOf,
  rawOf,
  VALUE_PLACES,
} from './component.ts'
import { indexShortfall } from './index-shortfall.ts'
import { regimeSince } from './regime-since.ts'
import {
  SENTIMENT_BANDS,
  SENTIMENT_KEYS,
  SENTIMENT_PLACES,
  SENTIMENT_RANGE,
  SENTIMENT_WEIGHTS,
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
  unit: Type.Literal('index', { description: 'Canonical position 5, in capitals there' }),
  regime: word(
    SENTIMENT_BANDS.names,
    `Boundaries ${SENTIMENT_BANDS.boundaries.join(', ')}, each with a dead band of ${SENTIMENT_BANDS.deadBand} points; canonical position 7`,
  ),
  regime_since: Type.Integer({ description: 'Unix seconds of the tick that entered the regime' }),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Canonical position 8' }),
  degraded: Type.Boolean({ description: 'A component is missing, a fallback stands in, or confidence is below 0.75' }),
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
  methodVersion: Type.Integer(),
  computedAt: Type.Integer({ description: 'Unix seconds' }),
})

export type SentimentAnswer = Static<typeof SentimentAnswer>

/** Rounds the inputs, computes the value, checks the floors and names the regime. */
export const concludeSentiment = (
  { domain }: Pick<Pair, 'domain'>,
  readings: SentimentReadings,
  context: Pick<TickContext, 'previous' | 'now'>,
): Conclusion<SentimentAnswer> | Declined => {
  const raw = rawOf(SENTIMENT_PLACES, readings)
  const found = sentimentOf(raw)
  if (!found) return indexShortfall(SENTIMENT_KEYS, readings, null)
  const standing = indexStanding(SENTIMENT_KEYS.map((key) => partOf(SENTIMENT_WEIGHTS, readings, key)))
  if (!standing.published) return indexShortfall(SENTIMENT_KEYS, readings, standing)
  const value = rounded(found.value, VALUE_PLACES)
  const { regime, regime_since } = regimeSince(SENTIMENT_BANDS, value, context)
  const components = componentsOf(raw, found.weights, readings)
  return {
    kind: 'concluded',
    content: {
      pair: domain,
      value,
      unit: found.unit,
      regime,
      regime_since,
      confidence: rounded(standing.confidence, CONFIDENCE_PLACES),
      degraded: standing.degraded,
      components: { ...components, skew: { ...components.skew, tenor_days: readings.skew?.tenorDays ?? null } },
      methodVersion: 1,
      computedAt: Math.floor(context.now / 1_000),
    },
    carry: {
      value: found.value,
      unit: found.unit,
      regime,
      confidence: standing.confidence,
      observedAt: oldestReading(readings),
    },
  }
}
