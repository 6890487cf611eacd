import type { TickContext } from '../../../src/feeds/feed.ts'
import type { AnyOpenFeed } from '../../../src/feeds/open-feed.ts'
import type { Subject } from '../../../src/feeds/subject.ts'
import { lookAt } from './market.ts'

/** The sea that feeds of ways look at: one state for each board, by the model whose board it is. */

/** @param said the state of a board by its provider and its place in the provider's list; `null`: not polled */
export const seaOf = (
  feed: AnyOpenFeed,
  subject: Subject,
  now: number,
  said: (provider: string, at: number) => unknown,
): TickContext => {
  const groups = Map.groupBy(feed.boards(subject), ({ source }) => source.name)
  const states = [...groups].flatMap(([provider, boards]) =>
    boards.flatMap(({ id }, at) => {
      const state = said(provider, at)
      return state === null ? [] : [[id, state] as const]
    }),
  )
  return lookAt(new Map(states), now)
}

/** The subject that a request names; fails where it is refused. */
export const askedOf = (feed: AnyOpenFeed, words: Readonly<Record<string, string>>, now: number): Subject => {
  const asked = feed.ask(words, now)
  if (asked.kind === 'invalid') throw new Error(JSON.stringify(asked.details))
  return asked.subject
}

/** The rules that a request breaks, each with its word. */
export const brokenBy = (
  feed: AnyOpenFeed,
  words: Readonly<Record<string, string>>,
  now: number,
): readonly string[] => {
  const asked = feed.ask(words, now)
  return asked.kind === 'invalid' ? asked.details.map(({ path, rule }) => `${path} ${rule}`) : []
}
