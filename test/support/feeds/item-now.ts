import type { AnyFeed } from '../../../src/feeds/feed.ts'
import { type Item, itemOf } from '../../../src/feeds/registry.ts'

/**
 * The item that the words of a feed's example name now: some subjects begin at the time of the request.
 *
 * @param more words that the example leaves out
 */
export const itemNow = (feed: AnyFeed, now: number, more: Readonly<Record<string, string>> = {}): Item => {
  const [example] = feed.subjects
  const asked = feed.onDemand!.ask({ ...example!.path, ...example!.query, ...more }, now)
  if (asked.kind === 'invalid') throw new Error(JSON.stringify(asked.details))
  return itemOf(feed, asked.subject)
}

/** Where it is bought. */
export const addressOf = ({ path, query }: Pick<Item, 'path' | 'query'>): string => (query ? `${path}?${query}` : path)
