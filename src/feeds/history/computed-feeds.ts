import { registry } from '../registry.ts'
import type { ComputedFeed } from './computed.ts'
import { fundingHistory } from './funding-history.ts'
import { indexHistory } from './index-history.ts'
import { spotHistory } from './spot-history.ts'

/** One computed feed for each feed whose signed answers are kept. */
const indexHistories: readonly ComputedFeed[] = registry.feeds.flatMap((feed) => {
  const keeping = feed.subjects[0] && feed.keeps?.(feed.subjects[0])
  return keeping?.kind === 'rows' ? [indexHistory(feed, keeping)] : []
})

/** All feeds whose answers are computed for one request. */
export const COMPUTED_FEEDS: readonly ComputedFeed[] = [spotHistory, fundingHistory, ...indexHistories]

export const computedFeed = (id: string): ComputedFeed | undefined => COMPUTED_FEEDS.find((feed) => feed.id === id)
