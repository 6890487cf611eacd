import { expect, test } from 'bun:test'
import type { ActorContext } from '../../../src/actors/publisher/context.ts'
import { runTick } from '../../../src/actors/publisher/dispatch.ts'
import { fixedKeys } from '../../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../../src/actors/publisher/publisher.ts'
import { ecdsaSigner, ed25519Signer } from '../../../src/canonical/signature.ts'
import type { InternalFeed } from '../../../src/feeds/feed.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { names } from '../../../src/store/redis/names.ts'
import { partOf } from '../../support/part-of.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog, seededRandom, stillClock } from '../../support/still.ts'

/** The tick of an item that is not sold: concluded, kept and told of like others, with nothing signed. */

const redis = await freshRedis()
const NOW = 1_795_000_000_000
const POL = registry.internalItem('native/POL-USD')!

const tick = (conclude: InternalFeed['conclude'], clock = stillClock(NOW)) => {
  const keys = { l402: ecdsaSigner(new Uint8Array(32).fill(1)), x402: ed25519Signer(new Uint8Array(32).fill(2)) }
  const internalItem = (actor: string) =>
    actor === POL.actor ? { ...POL, feed: { ...POL.feed, conclude } } : undefined
  const context = partOf<ActorContext>({
    registry: { ...registry, internalItem },
    store: redis.store,
    publisher: createPublisher(redis.store.snapshots, fixedKeys(keys), seededRandom(1)),
    clock,
    log: keptLog(),
    quorum: null,
    mayAsk: () => true,
  })
  return runTick(POL.actor, context)
}
const concluding: InternalFeed['conclude'] = (_subject, { previous }) => ({
  kind: 'concluded',
  content: { price: '0.2300', sources: ['kraken'] },
  carry: { value: 0.23, observedAt: NOW, sources: ['kraken'], confidence: previous === null ? 0.5 : 1 },
})
const health = async () => (await redis.store.health.all())[POL.actor]
const kept = async () => (await redis.store.snapshots.latestOf([POL.actor]))[0]

test('is kept under its own name, reads its own last one, and is overtaken like others', async () => {
  expect(await tick(concluding)).toEqual({ kind: 'published' })
  expect(await kept()).toMatchObject({ actor: POL.actor, timestamp: NOW / 1000, carry: { confidence: 0.5 } })
  expect(await tick(concluding)).toEqual({ kind: 'superseded' })
  expect(await tick(concluding, stillClock(NOW + 15_000))).toEqual({ kind: 'published' })
  expect(await kept()).toMatchObject({ timestamp: NOW / 1000 + 15, carry: { confidence: 1 } })
  expect((await health())?.succeededAt).toBe(NOW + 15_000)
  expect((await redis.redis.keys('*')).filter((key) => /edition|nonce|preview|printing/.test(key))).toEqual([])
})

test('reads one that no release of ours can read as absent, and replaces it', async () => {
  await tick(concluding)
  await redis.redis.set(names.snapshot(POL.actor), '{"actor":7}')
  expect(await tick(concluding, stillClock(NOW + 15_000))).toEqual({ kind: 'published' })
  expect(await kept()).toMatchObject({ timestamp: NOW / 1000 + 15, carry: { confidence: 0.5 } })
})

test('that concludes nothing keeps the last one, and its health says why', async () => {
  await tick(concluding)
  const none = await tick(() => ({ kind: 'quorum_missed', have: 1, need: 2 }), stillClock(NOW + 15_000))
  expect(none).toMatchObject({ kind: 'declined', cause: 'quorum_missed', reason: 'quorum missed: 1 of 2' })
  expect(await kept()).toMatchObject({ timestamp: NOW / 1000 })
  expect(await health()).toMatchObject({ failedAt: NOW + 15_000, reason: 'quorum missed: 1 of 2' })
})
