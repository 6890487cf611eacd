import { registry } from '../registry.ts'
import type { ComputedFeed } from './computed.ts'
import { fundingHistory } from './funding-history.ts'
import { indexHistory } from './index-history.ts'
import { spotHistory } from './spot-history.ts'

/** Of each feed whose signed answers are kept: what it sells of them. */
const indexHistories: readonly ComputedFeed[] = registry.feeds.flatMap((feed) => {
  const keeping = feed.subjects[0] && feed.keeps?.(feed.subjects[0])
  return keeping?.kind === 'rows' ? [indexHistory(feed, keeping)] : []
})

/** Everything that is made for one question. */
export const COMPUTED_FEEDS: readonly ComputedFeed[] = [spotHistory, fundingHistory, ...indexHistories]

export const computedFeed = (id: string): ComputedFeed | undefined => COMPUTED_FEEDS.find((feed) => feed.id === id)
