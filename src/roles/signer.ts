import { createStanding } from '../actors/dlc/announce-standing.ts'
import { answerOracle } from '../actors/dlc/answer-oracle.ts'
import { loadDlcKeys } from '../actors/dlc/dlc-keys.ts'
import { writeHeartbeat } from '../actors/dlc/heartbeat.ts'
import { openOracleFiles } from '../actors/dlc/open-oracle.ts'
import { makeOracle } from '../actors/dlc/make-oracle.ts'
import type { Oracle } from '../actors/dlc/oracle.ts'
import { oracleFiles } from '../actors/dlc/paths.ts'
import { type Guarded, serveOracle, SIGNER_LOOPS } from '../actors/dlc/serve-oracle.ts'
import { createStoreCheck } from '../actors/dlc/store-check.ts'
import { signKeyDocument } from '../actors/dlc/sign-key-document.ts'
import { takeResume } from '../actors/dlc/take-resume.ts'
import { documentKey } from '../actors/key-document.ts'
import { BadKeys } from '../actors/secret-file.ts'
import { type WorkerConfig } from '../config.ts'
import { compressed, xOnly } from '../dlc/wire/schnorr.ts'
import { pickSchnorr } from '../native/schnorr.ts'
import { onceAtATime } from '../once-at-a-time.ts'
import { consume } from '../queues/consume.ts'
import { SIGNER_LANES } from '../queues/lanes.ts'
import { openScheduler } from '../queues/scheduler.ts'
import { signingProblem } from '../store/redis/redis-check.ts'
import type { RedisAddress } from '../store/redis/redis.ts'
import { systemRandom } from '../system/random.ts'
import { watchFreeDisk } from './free-disk-gauge.ts'
import { witnessOf } from './open-witness.ts'
import { standingOf } from './published-settings.ts'
import type { Role, Workplace } from './role.ts'

/** The signer: the only role with the DLC key. It announces events, writes the journal, and signs decided outcomes. */

/** From its maturity on, the job of an event runs this often until the event is resolved. */
const ASKS_EVERY_MS = 5_000

/** How often the signer checks which standing events to announce. */
const STANDING_EVERY_MS = 10_000
/** How often the schedule is checked for that job. */
const RECONCILE_MS = 120_000

/** A Redis that may lose signed records is asked this often whether its settings were mended. */
const SAFE_AGAIN_MS = 60_000

/**
 * While this Redis may lose signed records it signs nothing and says so: prices and payments run without the DLC oracle.
 *
 * @param safeAgainMs when a Redis that was refused is asked again
 */
export const startSigner = async (
  config: WorkerConfig,
  place: Workplace,
  address: RedisAddress,
  safeAgainMs = SAFE_AGAIN_MS,
): Promise<Role> => {
  const { store, queues, clock, log, meter, onQueueError } = place
  const beats = place.beats.plays('signer', SIGNER_LOOPS)
  const plans = standingOf(config)
  const keys = loadDlcKeys(config.KEYS_DIR)
  const publicKey = compressed(keys.key).toHex()
  const recorded = await store.keys.record({ dlc: publicKey })
  if (recorded.dlc !== publicKey)
    throw new BadKeys(
      `the DLC key does not match the one this Redis belongs to (${publicKey.slice(0, 16)}… against ` +
        `${String(recorded.dlc).slice(0, 16)}…). Point KEYS_DIR at the original keys, or REDIS_URL at their Redis.`,
    )
  const schnorr = pickSchnorr(log)
  const sign = signKeyDocument(keys.key, schnorr)
  await documentKey(store, { purpose: 'dlc', publicKey: xOnly(keys.key).toHex(), sign })
  const scheduler = openScheduler(queues, onQueueError)
  const listen = (oracle: Oracle, guarded: Guarded) => {
    const answer = (job: Parameters<typeof answerOracle>[1]) => guarded(() => answerOracle(oracle, job))
    const { announce } = createStanding(plans)
    const lanes = [
      ...SIGNER_LANES.map((lane) => consume(queues, lane, answer, onQueueError)),
      consume(queues, 'standing', () => guarded(async () => announce(oracle, await store.time())), onQueueError),
    ]
    return {
      close: async (deadlineMs: number) => void (await Promise.all(lanes.map((lane) => lane.close(deadlineMs)))),
    }
  }
  const wanted =
    plans.length === 0 ? [] : [{ actor: 'standing', lane: 'standing', everyMs: STANDING_EVERY_MS } as const]
  const reconcile = onceAtATime(() =>
    store
      .time()
      .then((now) => scheduler.reconcile(['standing'], wanted, now))
      .catch((problem: unknown) => log.error('standing.not_scheduled', { message: String(problem) })),
  )
  await reconcile()
  const reconciling = setInterval(() => void reconcile(), RECONCILE_MS)
  const holder = Buffer.from(systemRandom.bytes(12)).toString('hex')
  const paths = oracleFiles(config.ORACLE_DIR)
  const witness = witnessOf(config, { oracle: xOnly(keys.key).toHex(), nonceRoot: keys.nonceRoot, holder, clock })
  const assertSafe = createStoreCheck({
    problem: () => signingProblem(address, config.REDIS_DURABILITY === 'confirmed'),
    clock,
    againMs: safeAgainMs,
  })
  const serving = serveOracle({
    leases: store.leases,
    states: store.signers,
    clock,
    log,
    beats,
    holder,
    key: publicKey,
    listen,
    assertSafe,
    open: async () => {
      const { close, ...files } = await openOracleFiles(config.ORACLE_DIR, keys, {
        clock,
        log,
        schnorr,
        witness,
        states: store.signers,
        events: store.events,
      })
      const oracle = makeOracle({
        ...files,
        witness,
        events: store.events,
        claims: store.claims,
        clock,
        random: systemRandom,
        log,
        schedule: (id, maturityAt) => scheduler.from('maturities', id, ASKS_EVERY_MS, maturityAt),
        unschedule: async (id) => void (await scheduler.drop('maturities', id)),
      })
      return {
        oracle,
        maintain: () => {
          takeResume(paths, oracle)
          writeHeartbeat(paths, oracle.journal.end(), clock.now())
        },
        confirm: async () => {
          await witness?.advance(oracle.journal.end())
          await witness?.confirm()
        },
        close,
      }
    },
  })
  const endDisk = watchFreeDisk(meter, 'oracle', config.ORACLE_DIR)
  return {
    close: async () => {
      endDisk()
      clearInterval(reconciling)
      await serving.close()
      await scheduler.close()
    },
  }
}
