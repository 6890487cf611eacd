import { formsOf } from '../canonical/either-layout.ts'
import { EVENT_CHANGE } from '../canonical/event-change.ts'
import type { Layout } from '../canonical/layout.ts'
import { METHODOLOGY_NOTICE } from '../canonical/methodology-notice.ts'
import { COMPUTED_FEEDS } from './history/computed-feeds.ts'
import { registry } from './registry.ts'

/**
 * Every canonical layout that this release signs, each once, without that of insurance quotes: it has two forms, and the
 * one that counts again is for verifiers alone.
 */
export const FEED_LAYOUTS: readonly Layout[] = [
  EVENT_CHANGE,
  METHODOLOGY_NOTICE,
  ...COMPUTED_FEEDS.map((feed) => feed.canonical),
  ...new Set(registry.feeds.flatMap((feed) => formsOf(feed.sale.canonical))),
]
