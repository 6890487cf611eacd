import type { AnyFeed } from '../../../src/feeds/feed.ts'
import { lookAt, OPEN, type States } from './market.ts'

/** The key of a subject, what lies in the boards, the time, and what else a tick sees. */
export type Market = readonly [key: string, states: States, now?: number, more?: Parameters<typeof lookAt>[2]]

/** What a feed makes of a market. */
export const concludeOn = (feed: AnyFeed, ...[key, states, now = OPEN, more = {}]: Market) => {
  const subject = feed.subjects.find((each) => each.key === key)
  if (!subject) throw new Error(`${feed.id} has no ${key}`)
  return feed.conclude(subject, lookAt(states, now, more))
}

/** The same; throws where it concludes nothing. */
export const concludedOn = (feed: AnyFeed, ...market: Market) => {
  const found = concludeOn(feed, ...market)
  if (found.kind !== 'concluded') throw new Error(`${market[0]}: ${JSON.stringify(found)}`)
  return found
}
