import { Malformed } from '../../dlc/wire/tlv.ts'
import type { NostrKey } from '../../nostr/event.ts'
import { announcementDraft, attestationDraft, type Kinds } from '../../nostr/posts.ts'
import { readable } from './readable.ts'
import type { Clock, Log } from '../../ports.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import type { EventStore } from '../../store/events/events.ts'
import type { PostStore, SignedPost } from '../../store/events/posts.ts'

/** Makes the posts of events. Each is signed once and stored, so a second call changes nothing. */
export interface Poster {
  announce(event: StoredEvent): Promise<void>
  /**
   * Posts the attestation, and before it the announcement if that was never posted. Does nothing before it is attested.
   */
  attest(event: StoredEvent): Promise<void>
}

export interface PosterParts {
  readonly posts: Pick<PostStore, 'read' | 'enter'>
  readonly key: NostrKey
  readonly kinds: Kinds
  readonly relays: readonly string[]
  readonly clock: Clock
  readonly log: Log
}

export const createPoster = ({ posts, key, kinds, relays, clock, log }: PosterParts): Poster => {
  const signed = (draft: Parameters<NostrKey['sign']>[0]): SignedPost => {
    const event = key.sign(draft)
    return { id: event.id, text: JSON.stringify(event) }
  }
  const announce = async (event: StoredEvent): Promise<SignedPost> => {
    const post = { what: 'announcement', eventId: event.id } as const
    const known = await posts.read(post)
    return posts.enter(post, known ?? signed(announcementDraft(event, kinds, relays)), relays, clock.now())
  }
  const attest = async (event: StoredEvent): Promise<void> => {
    if (event.attestation === null) return
    const post = { what: 'attestation', eventId: event.id } as const
    const known = await posts.read(post)
    const announced = await announce(event)
    const draft = attestationDraft(event, kinds, announced.id)
    if (draft) await posts.enter(post, known ?? signed(draft), relays, clock.now())
  }
  /** Logs an event that cannot be read, so that it does not block all later ones. */
  const orSaid = async (event: StoredEvent, work: (event: StoredEvent) => Promise<unknown>): Promise<void> => {
    try {
      await work(event)
    } catch (problem) {
      if (!(problem instanceof Malformed || problem instanceof SyntaxError)) throw problem
      log.error('nostr.no_post', { eventid: event.id, message: String(problem) })
    }
  }
  return { announce: (event) => orSaid(event, announce), attest: (event) => orSaid(event, attest) }
}

/** What is needed to find announcements. */
export interface News {
  readonly events: Pick<EventStore, 'read' | 'readMany' | 'due' | 'news'>
  readonly poster: Poster
  readonly log: Log
}

/** Events read at once. */
const PAGE = 100

const FOR_EVER = Number.MAX_SAFE_INTEGER

const announceAll = async ({ events, poster, log }: News, ids: readonly string[]): Promise<void> => {
  const found = await events.readMany(ids).catch(() => Promise.all(ids.map((id) => readable({ events, log }, id))))
  for (const event of found) if (event && event.activatedAt > 0) await poster.announce(event)
}

/**
 * Enters the announcements of all open events, for a relay that is new in the settings, or after Redis was restored.
 * Announcements that were entered before stay as they are.
 */
export const announceOpen = async (news: News): Promise<void> => {
  for (let from = 0; ; from += PAGE) {
    const ids = await news.events.due(FOR_EVER, from, PAGE)
    await announceAll(news, ids)
    if (ids.length < PAGE) return
  }
}

/** Starts reading at the newest entry. Of the past only events that are still open are published. */
export const beginNews = async (news: News): Promise<void> => {
  const stream = news.events.news
  if ((await stream.marked()) === null) await stream.mark((await stream.last()) ?? '0-0')
  await announceOpen(news)
}

/** Enters the announcements of events that became public since the mark, and moves the mark behind them. */
export const announceNews = async (news: News): Promise<void> => {
  for (;;) {
    const notices = await news.events.news.unread(PAGE)
    await announceAll(
      news,
      notices.flatMap(({ what, id }) => (what === 'created' ? [id] : [])),
    )
    const last = notices.at(-1)
    if (!last) return
    await news.events.news.mark(last.position)
  }
}
