import { afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDlcKeys, loadOracleKey } from '../../src/actors/dlc/dlc-keys.ts'
import { openJournal } from '../../src/actors/dlc/journal.ts'
import { dlcPaths } from '../../src/actors/dlc/paths.ts'
import type { WorkerConfig } from '../../src/config.ts'
import { deafMeter } from '../../src/metrics/meter.ts'
import type { Clock } from '../../src/ports.ts'
import type { Role } from '../../src/roles/role.ts'
import { startSigner } from '../../src/roles/signer.ts'
import { signingOf } from '../../src/http/endpoints/signing-state.ts'
import { names } from '../../src/store/redis/names.ts'
import { redisAddress } from '../../src/store/redis/redis.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { freshRedis } from '../support/redis.ts'
import { keptLog } from '../support/still.ts'
import { until } from '../support/until.ts'
import { deafBeats } from '../support/heard-beats.ts'

/** Two signers on two folders, with the same keys and one Redis: the second never becomes active. */

const stack = await freshRedis()
let home: string
let roles: Role[]
beforeAll(async () => {
  await stack.redis.config('SET', 'appendfsync', 'always')
})
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'claros-signers-'))
  roles = []
  createDlcKeys(dlcPaths(join(home, 'one')).keys, systemRandom)
})
afterEach(async () => {
  await Promise.all(roles.map((role) => role.close(2_000)))
  rmSync(home, { recursive: true, force: true })
})

const start = async (
  name: string,
  ORACLE_WITNESS: string | undefined,
  { safeAgainMs, clock = systemClock }: { readonly safeAgainMs?: number; readonly clock?: Clock } = {},
) => {
  const log = keptLog()
  const queues = { connection: redisAddress(stack.url), prefix: names.queuePrefix }
  const place = {
    store: stack.store,
    queues,
    clock,
    log,
    meter: deafMeter,
    beats: deafBeats,
    onQueueError: () => {},
  }
  const KEYS_DIR = dlcPaths(join(home, 'one')).keys
  const config = { KEYS_DIR, ORACLE_DIR: dlcPaths(join(home, name)).folder, ORACLE_WITNESS }
  const role = await startSigner(config as WorkerConfig, place, redisAddress(stack.url), safeAgainMs)
  roles.push(role)
  const said = (event: string) => log.lines.filter((line) => line.event === event).map(({ fields }) => fields)
  const until = async (event: string) => {
    while (said(event).length === 0) await Bun.sleep(20)
  }
  return { role, said, until, isActive: () => said('oracle.active').length > 0 }
}

const note = (folder: string): void => {
  const paths = dlcPaths(join(home, folder))
  const journal = openJournal(paths.journal, loadOracleKey(dlcPaths(join(home, 'one')).keys), keptLog())
  journal.append({ type: 'noted', id: 'A', at: 1, note: folder })
  journal.close()
}

/** Each of its own, and one for both. */
const WITNESSES = [
  ['a witness for both', 'witness'],
  ['a witness of its own each', undefined],
  ['no witness', 'none'],
] as const

test.each(WITNESSES)(
  'with %s: not while the first is there, and not when it is gone',
  async (_name, named) => {
    const witness = named === 'witness' ? home : named
    const first = await start('one', witness)
    await first.until('oracle.active')
    const publicKey = loadOracleKey(dlcPaths(join(home, 'one')).keys)
    expect(await stack.store.keyDocuments.all()).toMatchObject([{ purpose: 'dlc', publicKey }])
    await first.role.close(2_000)
    // It has written something that the other has not.
    note('one')
    const again = await start('one', witness)
    await again.until('oracle.active')
    while ((await stack.store.signers.readEnd())?.line !== 2) await Bun.sleep(20)

    const second = await start('two', witness)
    await Bun.sleep(1_500)
    expect(second.isActive()).toBe(false)
    await again.role.close(2_000)
    await second.until('oracle.beat_failed')
    expect(second.said('oracle.beat_failed')).toMatchObject([{ message: expect.stringContaining('is behind') }])
    expect(second.isActive()).toBe(false)

    // And the first one comes back into its own.
    const third = await start('one', witness)
    await third.until('oracle.active')
    expect(second.isActive()).toBe(false)
  },
  120_000,
)

test('a folder that was moved elsewhere goes on from there', async () => {
  const first = await start('one', undefined)
  await first.until('oracle.active')
  await first.role.close(2_000)
  cpSync(dlcPaths(join(home, 'one')).keys, dlcPaths(join(home, 'moved')).keys, { recursive: true })
  renameSync(dlcPaths(join(home, 'one')).folder, dlcPaths(join(home, 'moved')).folder)
  const moved = await start('moved', undefined)
  await moved.until('oracle.active')
})

test('over a Redis that may lose what is signed it says so, and works without a restart once that is mended', async () => {
  await stack.redis.config('SET', 'appendfsync', 'everysec')
  try {
    const signer = await start('one', undefined, { safeAgainMs: 200 })
    await signer.until('oracle.refused')
    expect(signer.said('oracle.refused')).toMatchObject([
      { message: expect.stringContaining('appendfsync is everysec') },
    ])
    const state = await until('its state', () => stack.store.signers.read())
    expect(state).toMatchObject({ cause: 'store', problem: expect.stringContaining('appendfsync is everysec') })
    // For everybody, without the words that are for the operator.
    expect(signingOf(state, state.at)).toMatchObject({ signs: false, reason: expect.stringContaining('its store') })
    expect(signer.isActive()).toBe(false)
    await stack.redis.config('SET', 'appendfsync', 'always')
    await signer.until('oracle.active')
    const well = await until('it is well', async () => {
      const said = await stack.store.signers.read()
      return said?.problem === null && said
    })
    expect(signingOf(well, well.at)).toMatchObject({ signs: true, reason: null })
  } finally {
    await stack.redis.config('SET', 'appendfsync', 'always')
  }
})

test('it asks a Redis that was refused again after a minute, not before', async () => {
  await stack.redis.config('SET', 'appendfsync', 'everysec')
  let now = systemClock.now()
  try {
    const signer = await start('one', undefined, { clock: { ...systemClock, now: () => now } })
    await signer.until('oracle.refused')
    await stack.redis.config('SET', 'appendfsync', 'always')
    now += 59_999
    const state = await until('the state of a later beat', async () => {
      const said = await stack.store.signers.read()
      return said?.at === now && said
    })
    expect(state).toMatchObject({ cause: 'store' })
    expect(signer.isActive()).toBe(false)
    now += 1
    await signer.until('oracle.active')
  } finally {
    await stack.redis.config('SET', 'appendfsync', 'always')
  }
})

test('that is closed while it waits for its Redis leaves nothing behind', async () => {
  await stack.redis.config('SET', 'appendfsync', 'everysec')
  try {
    const signer = await start('one', undefined)
    await signer.until('oracle.refused')
    await signer.role.close(2_000)
    expect(await stack.redis.get(names.lease('dlc/signer'))).toBeNull()
    await stack.redis.config('SET', 'appendfsync', 'always')
    const next = await start('one', undefined)
    await next.until('oracle.active')
    expect(signer.isActive()).toBe(false)
  } finally {
    await stack.redis.config('SET', 'appendfsync', 'always')
  }
})
