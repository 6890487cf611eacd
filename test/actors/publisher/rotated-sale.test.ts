import { expect, test } from 'bun:test'
import { cpSync, rmSync } from 'node:fs'
import type { ActorContext } from '../../../src/actors/publisher/context.ts'
import { runAsk } from '../../../src/actors/publisher/dispatch.ts'
import type { Keyring } from '../../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../../src/actors/publisher/publisher.ts'
import { renewRevoked } from '../../../src/actors/publisher/renew-revoked.ts'
import { prepareKey, revokeKey, rotateKey } from '../../../src/actors/publisher/rotate-keys.ts'
import { exampleOf } from '../../../src/feeds/feed.ts'
import { type Item, itemOf, registry } from '../../../src/feeds/registry.ts'
import { KEPT_CHAIN_FILE } from '../../../src/actors/kept-chain.ts'
import { partOf } from '../../support/part-of.ts'
import { ROTATION_START, ROTATION_TIMES, rotationPlace } from '../../support/rotation.ts'
import { keptLog, seededRandom } from '../../support/still.ts'

/** What is for sale while its key is replaced. */

const place = await rotationPlace()
const { stack, clock, parts } = place
const SLOW = registry.item('index/volatility/BTC-USD')!
const OTHER = registry.item('index/stress/MARKET')!
const ON_DEMAND = itemOf(registry.onDemand[0]!, registry.onDemand[0]!.subjects[0]!)
const SECONDLY = registry.item('price/spot/BTC-USD')!

const publish = (keys: Keyring, item: Item, atSeconds: number) =>
  createPublisher(stack.store.snapshots, keys, seededRandom(1)).publish(
    item,
    exampleOf(item.feed, item.subject),
    {},
    atSeconds * 1000,
  )

test('every version that bears a revoked key is concluded anew, also on demand, and no other', async () => {
  const { watch } = await place.opened()
  await publish(watch.keys, SLOW, ROTATION_START + 500)
  await publish(watch.keys, ON_DEMAND, ROTATION_START + 500)
  await publish(watch.keys, OTHER, ROTATION_START + 100)
  await stack.store.population.want(ON_DEMAND.feed.id, ON_DEMAND.actor, ROTATION_START * 1000, 10)
  const asked: string[] = []
  const scheduler = {
    once: async (lane: string, actor: string, afterMs: number) => void asked.push(`${lane} ${actor} ${afterMs}`),
  }
  const context = partOf<ActorContext>({ registry, store: stack.store })
  expect(await renewRevoked(scheduler, context, watch.counts)).toEqual([])
  clock.set((ROTATION_START + 1_000) * 1000)
  await prepareKey(parts())
  await revokeKey(parts(), { since: ROTATION_START + 400 })
  await watch.keys.refresh()
  expect((await renewRevoked(scheduler, context, watch.counts)).toSorted()).toEqual(
    [SLOW.actor, ON_DEMAND.actor].toSorted(),
  )
  expect(asked.toSorted()).toEqual([SLOW, ON_DEMAND].map(({ actor }) => `ticks ${actor} 0`).toSorted())
})

const reprintBy = async (keys: Keyring, version: number) => {
  const publisher = createPublisher(stack.store.snapshots, keys, seededRandom(2))
  const context = partOf<ActorContext>({
    publisher,
    clock,
    log: keptLog(),
    registry,
    store: stack.store,
    quorum: null,
    mayAsk: () => true,
  })
  const wish = { what: 'reprint', version, rail: 'x402', copies: 2 } as const
  const added = await runAsk({ actor: SECONDLY.actor, wish }, context)
  const { failedAt } = (await stack.store.health.all())[SECONDLY.actor] ?? {}
  return { added, isConcluded: failedAt !== undefined }
}

test('a version that another worker began with the new key is signed on: documents and files are looked for first', async () => {
  const { watch } = await place.opened()
  await prepareKey(parts())
  await rotateKey(parts(), ROTATION_TIMES)
  const other = await place.opened()
  await publish(other.watch.keys, SECONDLY, ROTATION_START + 100)
  const fresh = other.watch.keys.at(ROTATION_START + 100).x402.publicKey
  expect(watch.keys.find('x402', fresh, ROTATION_START + 100)).toBeNull()
  expect(await reprintBy(watch.keys, ROTATION_START + 100)).toEqual({ added: 2, isConcluded: false })
})

test('a version whose key is not here is concluded anew, and no more of it is signed', async () => {
  const without = `${place.folder()}-without`
  cpSync(place.folder(), without, { recursive: true })
  await place.opened()
  await prepareKey(parts())
  await rotateKey(parts(), ROTATION_TIMES)
  rmSync(`${without}/${KEPT_CHAIN_FILE}`, { force: true })
  const other = await place.opened()
  await publish(other.watch.keys, SECONDLY, ROTATION_START + 100)
  const { watch } = await place.opened(without)
  expect(await reprintBy(watch.keys, ROTATION_START + 100)).toEqual({ added: 0, isConcluded: true })
})
