import { Type } from '@sinclair/typebox'
import { word } from '../answer-fields.ts'
import { SENTIMENT_BANDS } from './sentiment.ts'

/** The sentiment index, for those that repeat it. The keys of its subjects are those of pairs. */
export const SENTIMENT = {
  id: 'index/sentiment',
  published: Type.Object({
    value: Type.Number(),
    regime: word(SENTIMENT_BANDS.names, 'Regime'),
    confidence: Type.Number(),
  }),
  sellableSeconds: 300,
} as const
