import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { names } from '../../src/store/redis/names.ts'
import { makeFolder } from '../support/data-folder/make.ts'
import { startRedisInSlots } from '../support/redis-in-slots.ts'
import { startedBy, startTestRedis } from '../support/redis.ts'

/**
 * A story with one of everything that is kept, on a Redis that refuses what spans two slots: sales on both rails, events from
 * their offer to their attestation, history, boards, books. What moves together lies together.
 */

const folder = mkdtempSync(join(tmpdir(), 'claros-slots-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('everything that is kept is written where keys of two slots are refused', async () => {
  const files = await startedBy(startRedisInSlots, () => makeFolder(folder))
  const kept = files['redis.jsonl']!
  expect(kept).toContain(names.dlc.journal())
  expect(kept).toContain(names.claim('p0', ''))
}, 120_000)

test('keys of two slots are refused there', async () => {
  const { redis, stop } = await startedBy(startRedisInSlots, () => startTestRedis())
  await expect(redis.mget(names.dlc.journal(), names.ledger('p0'))).rejects.toThrow('CROSSSLOT')
  await stop()
})
