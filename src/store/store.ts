import type { RedisClient } from './redis/client.ts'
import type { Clock, RateWindows } from '../ports.ts'
import { type AnswerStore, answerStore } from './claims/answers.ts'
import { type Archive, archiveOf } from './published/archive.ts'
import { type AttemptStore, attemptStore } from './events/attempts.ts'
import { boardStore, type HeldBoardStore } from './published/boards.ts'
import { type CandleStore, candleStore } from './published/candles.ts'
import { type ClaimStore, claimStore } from './claims/claims.ts'
import { type StoreFormat, storeFormat } from './format/store-format.ts'
import { type ClosedFeedStore, closedFeedStore } from './published/closed-feeds.ts'
import { type DeliveryStore, deliveryStore } from './events/deliveries.ts'
import { type EventStore, eventStore } from './events/events.ts'
import { type HealthStore, healthStore } from './published/health.ts'
import { rateWindows } from './redis/rate-windows.ts'
import { type LeaseStore, leaseStore } from './redis/leases.ts'
import { type LedgerStore, ledgerStore } from './claims/ledger.ts'
import { type LiarStore, liarStore } from './claims/liars.ts'
import { type SignedDocumentStore, signedDocumentStore } from './published/signed-documents.ts'
import { type KeyDocumentStore, keyDocumentStore } from './published/key-documents.ts'
import { type PostStore, postStore } from './events/posts.ts'
import { type KeyStore, keyStore } from './published/public-keys.ts'
import { type PopulationStore, populationStore } from './published/population.ts'
import { type SignedRowStore, signedRowStore } from './published/signed-rows.ts'
import { connectStore } from './redis/connect-store.ts'
import type { Patience } from './redis/patience.ts'
import type { RedisAddress } from './redis/redis.ts'
import { type ReputationStore, reputationStore } from './published/reputation.ts'
import { type RevenueStore, revenueStore } from './claims/revenue.ts'
import { type RunningTickStore, runningTickStore } from './redis/running-ticks.ts'
import { type SettlementStore, settlementStore } from './claims/settlements.ts'
import { type SettlerStates, settlerStates } from './claims/settler-state.ts'
import { type SignerStates, signerStates } from './events/signer-state.ts'
import { type ShortfallStore, shortfallStore } from './published/shortfalls.ts'
import { readServerInfo, type ServerInfo } from './redis/server-info.ts'
import { readStoreTime, REDIS_TIME } from './redis/store-clock.ts'
import { untold } from './redis/stored.ts'
import { type SnapshotStore, snapshotStore } from './published/snapshots.ts'
import { type TotalStore, totalStore } from './published/totals.ts'
import { type UnprovenStore, unprovenStore } from './claims/unproven.ts'
import { createSettingsProbe } from './redis/needed-settings.ts'
import { createWriteProbe, type WriteProbe } from './redis/write-probe.ts'

/** Everything that `http` and `actors` share. */
export interface Store {
  readonly format: StoreFormat
  readonly boards: HeldBoardStore
  readonly snapshots: SnapshotStore
  readonly shortfalls: ShortfallStore
  readonly closedFeeds: ClosedFeedStore
  readonly claims: ClaimStore
  readonly keys: KeyStore
  readonly keyDocuments: KeyDocumentStore
  readonly notices: SignedDocumentStore
  readonly health: HealthStore
  readonly leases: LeaseStore
  readonly running: RunningTickStore
  readonly rateWindows: RateWindows
  readonly candles: CandleStore
  readonly rows: SignedRowStore
  readonly archive: Archive
  /** Answers that were made for one request. */
  readonly made: AnswerStore
  readonly population: PopulationStore
  readonly settlements: SettlementStore
  readonly settlers: SettlerStates
  /** Settlements that facilitators have claimed and that are not proved yet. */
  readonly unproven: UnprovenStore
  readonly liars: LiarStore
  readonly reputation: ReputationStore
  readonly events: EventStore
  readonly signers: SignerStates
  readonly attempts: AttemptStore
  readonly deliveries: DeliveryStore
  readonly posts: PostStore
  readonly totals: TotalStore
  /** Why the store takes no writes now; `null` when it does. */
  readonly refusal: WriteProbe
  /** Unix milliseconds by the store's own clock. */
  time(): Promise<number>
  /** The state of the store's own process. */
  serverInfo(): Promise<ServerInfo>
  /** Postings on their way to the ledger files, and the sums over those that are there. */
  readonly ledger: LedgerStore
  readonly revenue: RevenueStore
  close(): Promise<void>
}

/**
 * The parts of the store over one connection.
 *
 * @param own the clock of the store itself, which judges what others say the time is
 * @param told is called with records that cannot be read and were left out
 */
export const storeOn = (redis: RedisClient, clock: Clock, own = REDIS_TIME, told = untold): Store => {
  const boards = boardStore(redis, own, told)
  const candles = candleStore(redis, own, told)
  const rows = signedRowStore(redis, told)
  const format = storeFormat(redis, clock)
  const settings = createSettingsProbe(redis, clock)
  return {
    format,
    boards,
    snapshots: snapshotStore(redis, own, told),
    shortfalls: shortfallStore(redis, told),
    closedFeeds: closedFeedStore(redis, told),
    claims: claimStore(redis),
    keys: keyStore(redis),
    keyDocuments: keyDocumentStore(redis, told),
    notices: signedDocumentStore(redis),
    health: healthStore(redis),
    leases: leaseStore(redis),
    running: runningTickStore(redis),
    rateWindows: rateWindows(redis),
    candles,
    rows,
    archive: archiveOf({ boards, candles, rows }),
    made: answerStore(redis),
    population: populationStore(redis),
    settlements: settlementStore(redis, clock, told),
    settlers: settlerStates(redis),
    unproven: unprovenStore(redis, undefined, told),
    liars: liarStore(redis),
    reputation: reputationStore(redis),
    events: eventStore(redis, own, told),
    signers: signerStates(redis),
    attempts: attemptStore(redis),
    deliveries: deliveryStore(redis, told),
    posts: postStore(redis, told),
    totals: totalStore(redis, own, told),
    refusal: createWriteProbe(redis, clock, async () => {
      const found = await Promise.all([format.refusal(), settings()])
      return found.find((refusal) => refusal !== null) ?? null
    }),
    time: () => readStoreTime(redis),
    serverInfo: () => readServerInfo(redis),
    ledger: ledgerStore(redis),
    revenue: revenueStore(redis, told),
    close: async () => {
      await Promise.race([redis.quit(), Bun.sleep(1_000)]).catch(() => {})
      redis.disconnect()
    },
  }
}

/** @param told is called with records that cannot be read and were left out */
export const openStore = async (
  address: RedisAddress,
  patience: Patience,
  clock: Clock,
  told = untold,
): Promise<Store> => storeOn(await connectStore(address, patience), clock, REDIS_TIME, told)
