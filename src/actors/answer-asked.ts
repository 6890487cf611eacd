import type { Rail } from '../canonical/snapshot.ts'
import type { Wish } from '../feeds/history/asked.ts'
import { askedFeed } from '../feeds/history/asked-feeds.ts'
import type { CandleStore } from '../store/candles.ts'
import { sealAnswer, type Sealer } from './seal-answer.ts'

/** What a server asks for: the feed and subject stand in the actor's id. */
export interface AskedWish {
  readonly rail: Rail
  readonly wish: Wish
}

/** Makes and signs one answer out of kept rows; `null` when there are none. */
export const answerAsked = async (
  candles: CandleStore,
  sealer: Sealer,
  actor: string,
  { rail, wish }: AskedWish,
): Promise<string | null> => {
  const cut = actor.lastIndexOf('/')
  const feed = askedFeed(actor.slice(0, cut))
  const subject = feed?.subjects.find(({ key }) => key === actor.slice(cut + 1))
  if (!feed || !subject) throw new Error(`${actor} answers no questions`)
  const { series, step, from, to } = feed.rows(subject, wish)
  const concluded = feed.conclude(subject, wish, await candles.range(series, step, from, to))
  if (concluded.kind === 'no_rows') return null
  const { content } = concluded
  return sealAnswer(sealer, rail, content, (hash, envelope) =>
    feed.canonical.write(feed.tokens(content, hash), envelope),
  )
}
