import { EventIdWord } from '../../dlc/documents/document-schemas.ts'
import { type EventKind, publicStatus } from '../../dlc/terms/lifecycle.ts'
import { readEventId } from '../../dlc/terms/event-id.ts'
import { holesOf } from '../../feeds/subject.ts'
import type { Clock } from '../../ports.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import type { EventStore } from '../../store/events/events.ts'
import type { RelayState } from '../../store/events/posts.ts'
import type { SignerState } from '../../store/events/signer-state.ts'
import type { Store } from '../../store/store.ts'
import { type Endpoint, FREE } from '../wire/endpoint.ts'
import { problem } from '../wire/problem.ts'
import { problemResponse } from '../wire/respond.ts'

/** The dependencies of the free reads of the DLC oracle: the store, read-only. */
export interface EventReadDeps {
  readonly events: Pick<EventStore, 'read' | 'readable' | 'evidence' | 'list' | 'due' | 'unsigned' | 'count' | 'outbox'>
  readonly clock: Clock
  readonly docs: string
  /** The key of the DLC oracle, compressed, hex; `null` while no signer has recorded one. */
  publicKey(): Promise<string | null>
  /** The key that signs its events on Nostr, x-only, hex; `null` if none was ever published. */
  nostrKey(): Promise<string | null>
  /** The relays to which they are published, and how many posts each has not accepted yet. */
  relays(): Promise<readonly RelayState[]>
  /** The last state that the signer reported; `null` if there was none. */
  signer(): Promise<SignerState | null>
}

/** Opens the reads over a store. They know the signer only by what it has recorded there. */
export const openEventReads = (
  store: Pick<Store, 'events' | 'keys' | 'posts' | 'signers'>,
  clock: Clock,
  docs: string,
): EventReadDeps => ({
  events: store.events,
  clock,
  docs,
  publicKey: async () => (await store.keys.read()).dlc ?? null,
  nostrKey: async () => (await store.keys.read()).nostr ?? null,
  relays: store.posts.relays,
  signer: () => store.signers.read(),
})

type Draft = Pick<Endpoint, 'path' | 'summary' | 'answer' | 'example' | 'handle'> & Partial<Endpoint>

export const dlcRead = (draft: Draft): Endpoint => ({
  method: 'GET',
  family: 'dlc',
  layer: 'Oracle Data',
  access: FREE,
  query: null,
  isTagged: true,
  contentType: 'application/json',
  ...draft,
})

/** A read of one event. The parameter of its path is called by several names. */
export const eventRead = (draft: Draft): Endpoint =>
  dlcRead({
    words: Object.fromEntries(holesOf(draft.path).map((hole) => [hole, EventIdWord])),
    problems: ['not_found'],
    ...draft,
  })

/** States and lists change with every tick. Caching for two seconds protects the store from many readers. */
export const CHANGING = { 'cache-control': 'public, max-age=2' } as const

/** Signed bytes never change. They are cached for a day only, so that a field added by a release arrives. */
export const FINAL = { 'cache-control': 'public, max-age=86400, immutable' } as const

/**
 * The event that a path names, in upper or lower case. `null` if there is none, it is not public, or it is of another
 * kind than this path serves.
 */
export const findEvent = async (
  { events }: EventReadDeps,
  segment: string | undefined,
  kind: EventKind | null,
): Promise<StoredEvent | null> => {
  const id = readEventId(segment ?? '')
  const event = id === null ? null : await events.read(id)
  if (!event || publicStatus(event.kind, event.state) === null) return null
  return kind === null || event.kind === kind ? event : null
}

export const noSuchEvent = (deps: EventReadDeps): Response =>
  problemResponse(
    problem('not_found', 'There is no such event here. Lists: /dlc/oracle/announcements, /threshold, /enum, /numeric.'),
    deps.docs,
  )

/** The same answer for a decided event and for an undecided one, so that it reveals nothing. */
export const notYetAttested = (deps: EventReadDeps, { id, maturityTs }: StoredEvent): Response => {
  const matures = new Date(maturityTs * 1000).toISOString()
  return problemResponse(
    problem('not_yet_attested', `${id} is announced and not attested yet. Maturity: ${matures}.`),
    deps.docs,
  )
}
