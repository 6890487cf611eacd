import { type EventKind, publicStatus } from '../../dlc/terms/lifecycle.ts'
import { readEventId } from '../../dlc/terms/event-id.ts'
import type { Clock } from '../../ports.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import type { EventStore } from '../../store/events/events.ts'
import type { RelayState } from '../../store/events/posts.ts'
import type { SignerState } from '../../store/events/signer-state.ts'
import type { Store } from '../../store/store.ts'
import { type Endpoint, FREE } from '../wire/endpoint.ts'
import { problem } from '../wire/problem.ts'
import { problemResponse } from '../wire/respond.ts'

/** What the free reads of the DLC oracle are made from: the store, to look at and nothing else. */
export interface EventReadDeps {
  readonly events: Pick<EventStore, 'read' | 'readable' | 'evidence' | 'list' | 'due' | 'unsigned' | 'count' | 'outbox'>
  readonly clock: Clock
  readonly docs: string
  /** The key of the DLC oracle, compressed, hex; `null` while no signer has recorded one. */
  publicKey(): Promise<string | null>
  /** What signs its events on Nostr, x-only, hex; `null` while none were ever published. */
  nostrKey(): Promise<string | null>
  /** The relays they go to, and how many have not arrived. */
  relays(): Promise<readonly RelayState[]>
  /** What the signer last said of itself; `null` when there was none. */
  signer(): Promise<SignerState | null>
}

/** What free reads need, over a store: what the signer recorded of itself is all that is known of it here. */
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
  contentType: 'application/json',
  ...draft,
})

/** States and lists change with every tick. A copy that is two seconds old protects the store from many readers. */
export const CHANGING = { 'cache-control': 'public, max-age=2' } as const

/** Signed bytes stay as they are for ever; a day, so that a field added to a document arrives. */
export const FINAL = { 'cache-control': 'public, max-age=86400, immutable' } as const

/**
 * The event that a path names, in whatever case, or `null`: none of that name, not public, or of another kind than is
 * served there.
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

/** Says the same about an event that is decided and about one that is not. */
export const notYetAttested = (deps: EventReadDeps, { id, maturityTs }: StoredEvent): Response => {
  const matures = new Date(maturityTs * 1000).toISOString()
  return problemResponse(
    problem('not_yet_attested', `${id} is announced and not attested yet. Maturity: ${matures}.`),
    deps.docs,
  )
}
