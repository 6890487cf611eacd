import { expect, test } from 'bun:test'
import type { Snapshot } from '../../../src/canonical/snapshot.ts'
import { createEditionCache } from '../../../src/http/paywall/edition-cache.ts'
import type { SnapshotStore } from '../../../src/store/published/snapshots.ts'
import { partOf } from '../../support/part-of.ts'

const ACTOR = 'price/spot/BTC-USD'
const OPEN = 1_795_000_000_000

/** A store whose newest snapshot is that of the running second. */
const cacheAt = () => {
  let now = OPEN
  const second = () => Math.floor(now / 1000)
  const snapshots = partOf<SnapshotStore>({
    version: async () => second(),
    latest: async () => ({ actor: ACTOR, timestamp: second() }) as Snapshot,
  })
  const cache = createEditionCache(snapshots)
  return { current: async (at: number) => ((now = at), (await cache.current(ACTOR, at))?.snapshot.timestamp) }
}

test('what is concluded each second is handed over a quarter of a second after the last look, and no later', async () => {
  const { current } = cacheAt()
  const first = OPEN / 1000
  expect(await current(OPEN + 900)).toBe(first)
  expect(await current(OPEN + 1_149)).toBe(first)
  await Bun.sleep(0)
  expect(await current(OPEN + 1_150)).toBe(first + 1)
  expect(await current(OPEN + 1_900)).toBe(first + 1)
  expect(await current(OPEN + 2_150)).toBe(first + 2)
})
