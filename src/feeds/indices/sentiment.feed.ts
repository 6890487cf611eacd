import { previewOf } from '../bound-sale.ts'
import { NAMED_FORWARD_BOARDS } from '../boards/option-boards.ts'
import { FUNDING } from '../derivatives/funding-carry.ts'
import { actorId, defineFeed } from '../feed.ts'
import { SOLD_DAYS } from '../keeping.ts'
import { tickers } from '../prices/cross.ts'
import { pairOfSubject } from '../prices/pairs.ts'
import { spotReads } from '../prices/spot-legs.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import { readingsOf } from './component.ts'
import { INDEX_PAIRS } from './index-pairs.ts'
import { concludeSentiment, SentimentAnswer } from './sentiment-answer.ts'
import { sentimentExample } from './sentiment-example.ts'
import { SENTIMENT_LAYOUT } from './sentiment-layout.ts'
import { sentimentMethodology } from './sentiment-methodology.ts'
import { SENTIMENT } from './sentiment-published.ts'
import { sentimentReadings } from './sentiment-readings.ts'
import { mainNumber } from '../main-value.ts'

const pairOf = (subject: Subject) => pairOfSubject(INDEX_PAIRS, subject)

export const sentiment = defineFeed({
  id: SENTIMENT.id,
  published: SENTIMENT.published,
  family: 'indices',
  layer: 'Oracle Data',
  summary:
    'Sentiment index, -100 to +100 with a regime: funding, skew and slope of options, the balance of puts and calls, and how far venues drift apart',
  noun: 'sentiment index',
  subjects: INDEX_PAIRS,
  answer: SentimentAnswer,
  exampleOf: (subject) => sentimentExample(pairOf(subject)),
  methodology: sentimentMethodology(),
  methodologyOf: sentimentMethodology,

  everySeconds: 60,
  keeps: () => ({ kind: 'rows', days: SOLD_DAYS.sentiment, path: '/oracle/history/index/msxi/{base}{quote}' }),
  boards: (subject) => [...NAMED_FORWARD_BOARDS, ...tickers(spotReads(pairOf(subject).base))],
  after: (subject) => [actorId(FUNDING, subject)],
  conclude: (subject, context) => {
    const pair = pairOf(subject)
    return concludeSentiment(pair, sentimentReadings(pair, context), context)
  },

  sale: {
    path: '/oracle/sentiment/{base}/{quote}',
    price: TARIFF.index,
    catalogue: '/oracle/sentiment/catalogue',
    canonical: SENTIMENT_LAYOUT,
    tokens: ({ pair, value, unit, components, regime, confidence }) => ({
      pair,
      code: 'MSXI',
      value,
      unit,
      readings: readingsOf(components),
      regime,
      confidence,
      method: 'v1',
    }),
    sellableSeconds: SENTIMENT.sellableSeconds,
    preview: previewOf<SentimentAnswer>({
      staleMinutes: 60,
      main: mainNumber('value', { field: 'unit' }),
      fields: ['pair', 'value', 'unit', 'regime', 'confidence', 'degraded', 'methodVersion'],
    }),
  },
})
