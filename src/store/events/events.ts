import type { RedisClient } from '../redis/client.ts'
import type { Json } from '../../canonical/jcs.ts'
import type { EvidenceDocument } from '../../dlc/documents/evidence.ts'
import type { DlcPair } from '../../dlc/terms/pairs.ts'
import { applyTicks } from './breaches.ts'
import type { ClaimSpend } from '../claims/claim-for-event.ts'
import { type BreachedMeanwhile, isPending, takeQueued } from './cancellation-breach.ts'
import type { TickConclusion } from './conclusions.ts'
import {
  type Cancelled,
  type HeldCancellation,
  type ReleasedCancellation,
  cancel,
  holdCancellation,
  releaseCancellation,
} from './event-cancellation.ts'
import { type Activated, type Offered, type Withdrawn, activator, askAgain, offer, withdraw } from './event-creation.ts'
import { type Candidate, type Decided, type Published, decider, publish } from './event-decision.ts'
import {
  type EventCounts,
  type LapsedCancellation,
  type ListPage,
  type ListQuery,
  activatedIds,
  countEvents,
  dueEvents,
  lapsedCancellations,
  lapsedOffers,
  listEvents,
  readableEvents,
  readEvents,
  readOne,
  unsignedEvents,
} from './event-lists.ts'
import {
  type AttestationBytes,
  type EventFacts,
  FACTS,
  type NewEvent,
  type StoredEvent,
  readFacts,
} from './event-record.ts'
import { type Restored, restoreEvent } from './event-restore.ts'
import { recordEvidence, readEvidence } from './event-evidence.ts'
import { type OutboxStream, outboxStream } from './event-streams.ts'
import { names } from '../redis/names.ts'
import { type OpenOffers, openOffers } from './open-offers.ts'
import { REDIS_TIME, type StoreClock } from '../redis/store-clock.ts'
import { ofKind, untold } from '../redis/stored.ts'
import {
  type Appended,
  type NewTick,
  type Tick,
  type TickProgress,
  firstTickFrom,
  lastTickBefore,
  tickAppender,
  tickProgress,
  unapplied,
} from './ticks.ts'

/**
 * Events of the DLC oracle in Redis. Every change is one script that checks the state before it writes. So any change
 * may be repeated after a crash, and of two that exclude each other one is refused. The states are those of
 * `dlc/terms/lifecycle.ts`:
 *
 *     offered -> announced -> decided -> attested
 *        |           ^  v        ^
 *        |        cancelling ----+
 *        +-> withdrawn
 */
export interface EventStore {
  offer(event: NewEvent, until: number): Promise<Offered>
  /** A payment asks again for the event that was offered to it. False when that was withdrawn. */
  askAgain(id: string): Promise<boolean>
  /** Spends the payment and makes the event public; `null` when there is no payment to spend. */
  activate(id: string, now: number, spend: ClaimSpend | null): Promise<Activated>
  /**
   * @param holder who holds the claim, which is released too; `null` for claims that are gone or have
   *   expired.
   */
  withdraw(id: string, now: number, holder: string | null): Promise<Withdrawn>
  decide(id: string, candidate: Candidate): Promise<Decided>
  /** @param request of its claim, in the short form */
  holdCancellation(id: string, payment: string, until: number, request: string): Promise<HeldCancellation>
  /** @param whose who holds the claim; `elsewhere`: it was spent for something else; `null`: nobody holds it any more */
  releaseCancellation(
    id: string,
    payment: string,
    now: number,
    whose: { readonly holder: string } | 'elsewhere' | null,
  ): Promise<ReleasedCancellation>
  /** Decides a contract by the tick that waits while its cancellation is held. */
  takeQueued(id: string, payment: string, now: number, turn: number | null): Promise<BreachedMeanwhile>
  /** Whether a first price is pending against a contract: the next price may confirm it. */
  isPending(id: string): Promise<boolean>
  cancel(id: string, payment: string, now: number, evidence: Json, spend: ClaimSpend | null): Promise<Cancelled>
  publish(id: string, outcome: readonly string[], bytes: AttestationBytes, now: number): Promise<Published>
  restore(event: StoredEvent): Promise<Restored>
  /** Its activation is written in the journal file. */
  journaled(id: string): Promise<void>

  /**
   * `null` for events that never existed or are withdrawn. It returns offered events too: no document may show them.
   * Rejects with `UnreadableRecord`.
   */
  read(id: string): Promise<StoredEvent | null>
  readMany(ids: readonly string[]): Promise<readonly (StoredEvent | null)[]>
  /** The same for callers that only show events: one that cannot be read is `null` and does not hide the others. */
  readable(ids: readonly string[]): Promise<readonly (StoredEvent | null)[]>
  /** The event that a payment bought. */
  idOf(payment: string): Promise<string | null>
  /**
   * The same as `readMany`, but the evidence of each decision is recorded before it returns. No decision may be signed
   * that was read in another way.
   */
  sealed(ids: readonly string[]): Promise<readonly (StoredEvent | null)[]>
  /** The evidence of its outcome, exactly as it was recorded; `null` where none was, or where it is gone. */
  evidence(event: StoredEvent): Promise<EvidenceDocument | null>
  list(query: ListQuery): Promise<ListPage>
  /** Ids of all events that were ever public, oldest first. */
  activated(offset: number, count: number): Promise<readonly string[]>
  due(untilTs: number, offset: number, count: number): Promise<readonly string[]>
  unsigned(count: number): Promise<readonly string[]>
  lapsedOffers(now: number, count: number): Promise<readonly string[]>
  lapsedCancellations(now: number, count: number): Promise<readonly LapsedCancellation[]>
  count(nowTs: number): Promise<EventCounts>

  readonly openOffers: OpenOffers
  readonly ticks: TickStore
  readonly journal: OutboxStream
  readonly outbox: OutboxStream
  /** The journal as the publishers of announcements read it. */
  readonly news: OutboxStream
}

export interface TickStore {
  /** @param conclusion what it was concluded from, as it is sold; `null` where that is not known */
  append(pair: DlcPair, tick: NewTick, conclusion?: TickConclusion | null): Promise<Appended>
  /** All appended ticks, in sequence. */
  applyAll(
    pair: DlcPair,
    now: () => number,
  ): AsyncGenerator<{ readonly tick: Tick; readonly breached: readonly string[] }>
  progress(pair: DlcPair): Promise<TickProgress>
  unapplied(pair: DlcPair, count?: number): Promise<readonly Tick[]>
  firstFrom(pair: DlcPair, at: number): Promise<Tick | null>
  lastBefore(pair: DlcPair, at: number): Promise<Tick | null>
}

const tickStore = (redis: RedisClient, clock: StoreClock): TickStore => ({
  append: tickAppender(redis, clock),
  applyAll: (pair, now) => applyTicks(redis, pair, now),
  progress: (pair) => tickProgress(redis, pair),
  unapplied: async (pair, count) => unapplied(redis, pair, await tickProgress(redis, pair), count),
  firstFrom: (pair, at) => firstTickFrom(redis, pair, at),
  lastBefore: (pair, at) => lastTickBefore(redis, pair, at),
})

/**
 * @param clock judges the time of prices and of decisions
 * @param told is called with records that cannot be read
 */
export const eventStore = (redis: RedisClient, clock = REDIS_TIME, told = untold): EventStore => {
  const decide = decider(redis, clock)
  const activate = activator(redis, clock)
  /** Changes an existing event; `kind: missing` when there is none. */
  const move = async <Result>(id: string, make: (facts: EventFacts) => Promise<Result>) => {
    const facts = readFacts(id, await ofKind('event', redis.hmget(names.dlc.event(id), ...FACTS)))
    return facts ? make(facts) : ({ kind: 'missing' } as const)
  }
  return {
    offer: (event, until) => offer(redis, event, until),
    askAgain: (id) => askAgain(redis, id),
    activate: (id, now, spend) => move(id, (facts) => activate(facts, now, spend)),
    withdraw: (id, now, holder) => move(id, (facts) => withdraw(redis, facts, now, holder)),
    decide: (id, candidate) => move(id, (facts) => decide(facts, candidate)),
    holdCancellation: (id, payment, until, request) =>
      move(id, (facts) => holdCancellation(redis, facts, payment, until, request)),
    releaseCancellation: (id, payment, now, whose) =>
      move(id, (facts) => releaseCancellation(redis, facts, payment, now, whose)),
    takeQueued: (id, payment, now, turn) => move(id, (facts) => takeQueued(redis, facts, payment, now, turn)),
    isPending: async (id) => isPending(redis, await readOne(redis, id)),
    cancel: (id, payment, now, evidence, spend) =>
      move(id, (facts) => cancel(redis, facts, payment, now, evidence, spend)),
    publish: (id, outcome, bytes, now) => move(id, (facts) => publish(redis, facts, outcome, bytes, now)),
    restore: (event) => restoreEvent(redis, event),
    journaled: async (id) => {
      await redis.hset(names.dlc.event(id), 'journaled', '1')
    },
    read: (id) => readOne(redis, id),
    readMany: (ids) => readEvents(redis, ids),
    readable: (ids) => readableEvents(redis, ids, told),
    idOf: (payment) => redis.get(names.dlc.paid(payment)),
    sealed: (ids) => recordEvidence(redis, ids, told),
    evidence: (event) => readEvidence(redis, event, told),
    list: (query) => listEvents(redis, query, told),
    activated: (offset, count) => activatedIds(redis, offset, count),
    due: (untilTs, offset, count) => dueEvents(redis, untilTs, offset, count),
    unsigned: (count) => unsignedEvents(redis, count),
    lapsedOffers: (now, count) => lapsedOffers(redis, now, count),
    lapsedCancellations: (now, count) => lapsedCancellations(redis, now, count, told),
    count: (nowTs) => countEvents(redis, nowTs),
    openOffers: openOffers(redis),
    ticks: tickStore(redis, clock),
    journal: outboxStream(redis, 'journal', 'journal', told),
    outbox: outboxStream(redis, 'outbox', 'outbox', told),
    news: outboxStream(redis, 'journal', 'nostr', told),
  }
}
