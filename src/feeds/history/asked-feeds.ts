import { registry } from '../registry.ts'
import type { AskedFeed } from './asked.ts'
import { fundingHistory } from './funding-history.ts'
import { indexHistory } from './index-history.ts'
import { spotHistory } from './spot-history.ts'

/** Of each feed whose signed answers are kept: what it sells of them. */
const indexHistories: readonly AskedFeed[] = registry.feeds.flatMap((feed) => {
  const keeping = feed.subjects[0] && feed.keeps?.(feed.subjects[0])
  return keeping?.kind === 'rows' ? [indexHistory(feed, keeping)] : []
})

/** Everything that is made for one question. */
export const ASKED_FEEDS: readonly AskedFeed[] = [spotHistory, fundingHistory, ...indexHistories]

export const askedFeed = (id: string): AskedFeed | undefined => ASKED_FEEDS.find((feed) => feed.id === id)
