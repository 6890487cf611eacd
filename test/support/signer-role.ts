import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDlcKeys, loadOracleKey } from '../../src/actors/dlc/dlc-keys.ts'
import { oracleFiles, witnessBeside } from '../../src/actors/dlc/paths.ts'
import { viewJournal } from '../../src/actors/dlc/journal-view.ts'
import type { JournalEntry } from '../../src/actors/dlc/journal-lines.ts'
import { readConfig, WorkerConfig } from '../../src/config.ts'
import { deafMeter } from '../../src/metrics/meter.ts'
import type { Clock } from '../../src/ports.ts'
import type { Role } from '../../src/roles/role.ts'
import { startSigner } from '../../src/roles/signer.ts'
import { names } from '../../src/store/redis/names.ts'
import { redisAddress } from '../../src/store/redis/redis.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import type { TestRedis } from './redis.ts'
import { keptLog } from './still.ts'
import { deafBeats } from './heard-beats.ts'

/** The signer as a worker plays it, in this process: its lease, its lanes, its sweep, and files of its own. */
export interface SignerRole {
  /** Resolves when it is active. With other settings than before, if there are any. */
  start(other?: Partial<WorkerConfig>): Promise<void>
  /** Takes no more questions and gives its lease back. */
  stop(): Promise<void>
  /** The journal as it lies on the disk. */
  lines(id: string): readonly JournalEntry[]
  ids(): readonly string[]
  remove(): void
}

/**
 * @param settings beside its folders
 * @param clock of its machine
 */
export const signerRole = (
  redis: TestRedis,
  settings: Partial<WorkerConfig> = {},
  clock: Clock = systemClock,
): SignerRole => {
  const folder = mkdtempSync(join(tmpdir(), 'claros-signer-'))
  const [KEYS_DIR, ORACLE_DIR] = [join(folder, 'keys'), join(folder, 'dlc')]
  createDlcKeys(KEYS_DIR, systemRandom)
  const config = { ...readConfig(WorkerConfig, { KEYS_DIR, ORACLE_DIR }), ...settings }
  const address = redisAddress(redis.url)
  const queues = { connection: address, prefix: names.queuePrefix }
  let role: Role | null = null
  const looking = <T>(look: (journal: NonNullable<ReturnType<typeof viewJournal>>) => T): T => {
    const journal = viewJournal(oracleFiles(ORACLE_DIR).journal, loadOracleKey(KEYS_DIR))
    if (!journal) throw new Error('there is no journal')
    try {
      return look(journal)
    } finally {
      journal.close()
    }
  }
  return {
    start: async (other) => {
      // It works with no other; shops of tests are quicker without.
      await redis.redis.config('SET', 'appendfsync', 'always')
      const log = keptLog()
      const place = {
        store: redis.store,
        queues,
        clock,
        log,
        meter: deafMeter,
        beats: deafBeats,
        onQueueError: () => {},
      }
      role = await startSigner({ ...config, ...other }, place, address)
      while (!log.lines.some(({ event }) => event === 'oracle.active')) await Bun.sleep(10)
      while (!(await redis.store.signers.read())) await Bun.sleep(10)
    },
    stop: async () => {
      await role?.close(5_000)
      role = null
    },
    lines: (id) => looking((journal) => journal.find(id)),
    ids: () => looking((journal) => [...journal.ids()]),
    remove: () => {
      for (const each of [folder, witnessBeside(ORACLE_DIR)]) rmSync(each, { recursive: true, force: true })
    },
  }
}
