import { formsOf } from '../../canonical/either-layout.ts'
import { EVENT_CHANGE } from '../../canonical/event-change.ts'
import type { Layout } from '../../canonical/layout.ts'
import { METHODOLOGY_NOTICE } from '../../canonical/methodology-notice.ts'
import { COMPUTED_FEEDS } from '../../feeds/history/computed-feeds.ts'
import { QUOTE_LAYOUT } from '../../feeds/insurance/quote-answer.ts'
import { registry } from '../../feeds/registry.ts'

/** Every canonical layout that this release signs. Servers do not count insurance quotes again: that is workers' work. */
export const SIGNED_LAYOUTS: readonly Layout[] = [
  EVENT_CHANGE,
  METHODOLOGY_NOTICE,
  QUOTE_LAYOUT,
  ...COMPUTED_FEEDS.map((feed) => feed.canonical),
  ...new Set(registry.feeds.flatMap((feed) => formsOf(feed.sale.canonical))),
]
