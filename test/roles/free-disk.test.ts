import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, WorkerConfig } from '../../src/config.ts'
import { createTally } from '../../src/metrics/meter.ts'
import { startBookkeeper } from '../../src/roles/bookkeeper.ts'
import { names } from '../../src/store/redis/names.ts'
import { redisAddress } from '../../src/store/redis/redis.ts'
import { systemClock } from '../../src/system/clock.ts'
import { freeDiskBytes } from '../../src/system/free-disk.ts'
import { deafBeats } from '../support/heard-beats.ts'
import { freshRedis } from '../support/redis.ts'
import { keptLog } from '../support/still.ts'
import { until } from '../support/until.ts'

const stack = await freshRedis()
const root = mkdtempSync(join(tmpdir(), 'claros-disk-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Others write on the same disk meanwhile. */
const MEANWHILE = 2 ** 30

const freeBy = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

test('what may still be written where a folder is; nothing where there is none', async () => {
  expect(Math.abs((await freeDiskBytes(root))! - freeBy(root))).toBeLessThan(MEANWHILE)
  expect(await freeDiskBytes(join(root, 'nowhere'))).toBeNull()
})

test('the bookkeeper reports it of the ledger', async () => {
  const tally = createTally()
  const LEDGER_DIR = join(root, 'ledger')
  const place = {
    store: stack.store,
    queues: { connection: redisAddress(stack.url), prefix: names.queuePrefix },
    clock: systemClock,
    log: keptLog(),
    meter: tally,
    beats: deafBeats,
    onQueueError: () => {},
  }
  const role = startBookkeeper(readConfig(WorkerConfig, { LEDGER_DIR }), place)
  const told = () => tally.gauges().get('["claros_disk_free_bytes","value","ledger"]')
  await until('the free disk', async () => told() !== undefined)
  expect(Math.abs(told()! - freeBy(LEDGER_DIR))).toBeLessThan(MEANWHILE)
  await role.close(2_000)
})
