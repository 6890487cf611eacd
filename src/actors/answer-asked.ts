import type { Rail } from '../canonical/snapshot.ts'
import type { Archive } from '../feeds/history/archive.ts'
import type { Wish } from '../feeds/history/asked.ts'
import { askedFeed } from '../feeds/history/asked-feeds.ts'
import { sealAnswer, type Sealer } from './seal-answer.ts'

/** What a server asks for: the feed and subject stand in the actor's id. */
export interface AskedWish {
  readonly rail: Rail
  readonly wish: Wish
}

/** Makes and signs one answer out of kept rows; `null` when there are none. */
export const answerAsked = async (
  archive: Archive,
  sealer: Sealer,
  actor: string,
  { rail, wish }: AskedWish,
): Promise<string | null> => {
  const cut = actor.lastIndexOf('/')
  const feed = askedFeed(actor.slice(0, cut))
  const subject = feed?.subjects.find(({ key }) => key === actor.slice(cut + 1))
  if (!feed || !subject) throw new Error(`${actor} answers no questions`)
  const content = await feed.conclude(subject, wish, archive)
  if (content === null) return null
  return sealAnswer(sealer, rail, content, (hash, envelope) =>
    feed.canonical.write(feed.tokens(content, hash), envelope),
  )
}
