import type { AskedFeed } from './asked.ts'
import { spotHistory } from './spot-history.ts'

/** Everything that is made for one question. */
export const ASKED_FEEDS: readonly AskedFeed[] = [spotHistory]

export const askedFeed = (id: string): AskedFeed | undefined => ASKED_FEEDS.find((feed) => feed.id === id)
