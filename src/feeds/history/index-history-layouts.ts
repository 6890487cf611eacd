import type { Layout } from '../../canonical/layout.ts'
import { CONTAGION_LAYOUT } from '../equity/contagion-layout.ts'
import { SENTIMENT_LAYOUT } from '../indices/sentiment-layout.ts'
import { STRESS_LAYOUT } from '../indices/stress-layout.ts'
import { VOLATILITY_LAYOUT } from '../indices/volatility-layout.ts'
import { indexHistoryLayout } from './index-history-layout.ts'

/** Of every index whose signed answers are kept. */
export const INDEX_HISTORY_LAYOUTS: readonly Layout[] = [
  indexHistoryLayout(CONTAGION_LAYOUT, 'MSTI'),
  indexHistoryLayout(SENTIMENT_LAYOUT, 'MSXI'),
  indexHistoryLayout(STRESS_LAYOUT, 'MSSI'),
  indexHistoryLayout(VOLATILITY_LAYOUT, 'MSVI'),
]
