import { beforeEach, describe, expect, test } from 'bun:test'
import type { RailKeys } from '../../../src/actors/publisher/keys.ts'
import { fixedKeys } from '../../../src/actors/publisher/keyring.ts'
import { createPublisher, type Publisher } from '../../../src/actors/publisher/publisher.ts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { ecdsaSigner, ed25519Signer } from '../../../src/canonical/signature.ts'
import { type Edition, type Rail, RAILS, type Snapshot } from '../../../src/canonical/snapshot.ts'
import { verifyAnswer } from '../../../src/canonical/verify.ts'
import { exampleOf } from '../../../src/feeds/feed.ts'
import { type Item, itemOf, registry } from '../../../src/feeds/registry.ts'
import { EXAMPLE_TICK } from '../../../src/feeds/venue-parts.ts'
import type { Random } from '../../../src/ports.ts'
import { names } from '../../../src/store/redis/names.ts'
import { seededRandom } from '../../support/still.ts'
import { freshRedis } from '../../support/redis.ts'

const SECONDLY = registry.item('price/spot/BTC-USD')!
/** The same at the pace of most feeds. */
const ITEM: Item = { ...SECONDLY, feed: { ...SECONDLY.feed, everySeconds: 5 } }
const { actor } = ITEM
const CONTENT = ITEM.feed.example as Readonly<Record<string, Json>>
const KEYS: RailKeys = {
  l402: ecdsaSigner(new Uint8Array(32).fill(11)),
  x402: ed25519Signer(new Uint8Array(32).fill(12)),
}
const AT = 1_795_000_000_000
const VERSION = AT / 1000
/** The tick of the examples, which some of them name in their ages. */
const SHOWN_AT = EXAMPLE_TICK * 1000

const redis = await freshRedis()
let publisher: Publisher
beforeEach(() => {
  publisher = createPublisher(redis.store.snapshots, fixedKeys(KEYS), seededRandom(1))
})

const publish = async (at: number, price = '97012.30', by = publisher): Promise<boolean> =>
  (await by.publish(ITEM, { ...CONTENT, price }, { value: Number(price) }, at)) !== null
const editions = (version: number, rail: Rail): Promise<readonly Edition[]> =>
  redis.store.snapshots.editions(actor, version, rail, 0)
const latest = async (): Promise<Snapshot> => (await redis.store.snapshots.latest(actor))!
/** Counts copies as taken, as servers do, though fewer may be printed. */
const sell = (version: number, rail: Rail, copies: number): Promise<unknown> =>
  redis.redis.incrby(names.sold(actor, version, rail), copies)
const nonceOf = ({ canonical }: Edition): string => canonical.split('|').at(-1)!
const nonces = async (version: number): Promise<readonly string[]> => {
  const printed = await Promise.all(RAILS.map((rail) => editions(version, rail)))
  return [...printed.flat(), (await redis.store.snapshots.at(actor, version))!.archive].map(nonceOf)
}
const bodyOf = (snapshot: Snapshot, rail: Rail, edition: Edition): Readonly<Record<string, Json>> => ({
  ...snapshot.content,
  ...edition,
  signingScheme: KEYS[rail].scheme,
  pubkey: snapshot.seals[rail].publicKey,
  contentHash: snapshot.contentHash,
  contentSignature: snapshot.seals[rail].contentSignature,
})

test.each(registry.feeds.map((feed) => [feed.id, feed] as const))(
  '%s is sold so that a buyer can verify it',
  async (_id, feed) => {
    const item = itemOf(feed, feed.subjects[0]!)
    const layouts = registry.feeds.map(({ sale }) => sale.canonical)
    const published = await publisher.publish(item, feed.example as Readonly<Record<string, Json>>, {}, SHOWN_AT)
    expect(published).toEqual(await redis.store.snapshots.latest(item.actor))
    const snapshot = (await redis.store.snapshots.latest(item.actor))!
    for (const rail of RAILS) {
      const [edition] = await redis.store.snapshots.editions(item.actor, EXAMPLE_TICK, rail, 0)
      const found = verifyAnswer(bodyOf(snapshot, rail, edition!), { publicKey: KEYS[rail].publicKey, layouts })
      expect(found.checks.filter(({ ok }) => !ok)).toEqual([])
      expect(found.checks.some(({ what }) => what.endsWith('agrees with the canonical string'))).toBe(true)
    }
  },
)

describe('what is published', () => {
  test('carries the whole second of the tick as version, canonical time and content', async () => {
    expect(await publish(AT + 999)).toBe(true)
    const snapshot = await latest()
    expect(snapshot).toMatchObject({
      actor,
      timestamp: VERSION,
      content: { ...CONTENT, timestamp: VERSION },
      carry: { value: 97_012.3 },
    })
    expect(await redis.store.snapshots.version(actor)).toBe(VERSION)
    for (const rail of RAILS)
      for (const { canonical } of await editions(VERSION, rail)) expect(canonical).toStartWith(`${snapshot.stem}`)
    expect(snapshot.stem).toEndWith(`|${VERSION}|`)
  })

  test.each(RAILS.map((rail) => [rail] as const))('verifies offline, every edition of %s', async (rail) => {
    await publish(AT)
    const snapshot = await latest()
    const printed = await editions(VERSION, rail)
    expect(printed.length).toBe(2)
    for (const edition of printed) {
      const found = verifyAnswer(bodyOf(snapshot, rail, edition), {
        publicKey: KEYS[rail].publicKey,
        layouts: [ITEM.feed.sale.canonical],
      })
      expect(found.checks.filter((check) => !check.ok)).toEqual([])
    }
  })

  test('keeps an Ed25519 archive copy that is not for sale', async () => {
    await publish(AT)
    const snapshot = await latest()
    expect(verifyAnswer(bodyOf(snapshot, 'x402', snapshot.archive)).ok).toBe(true)
    const forSale = (await Promise.all(RAILS.map((rail) => editions(VERSION, rail)))).flat()
    expect(forSale.map(({ canonical }) => canonical)).not.toContain(snapshot.archive.canonical)
  })

  test('is refused whole when a signature does not verify', async () => {
    const broken: RailKeys = { ...KEYS, x402: { ...KEYS.x402, sign: () => KEYS.x402.sign(new Uint8Array(32)) } }
    const by = createPublisher(redis.store.snapshots, fixedKeys(broken), seededRandom(1))
    await expect(publish(AT, '1.00', by)).rejects.toThrow('does not verify')
    expect(await redis.store.snapshots.latest(actor)).toBeNull()
    expect(await redis.redis.keys('*')).toEqual([])
  })

  test.each(RAILS.flatMap((rail) => [ITEM, registry.item('gas/chain/base')!].map((item) => [rail, item] as const)))(
    'is refused whole when a signature of %s does not verify, with a nonce or without one',
    async (rail, item) => {
      const key = { ...KEYS[rail], sign: () => KEYS[rail].sign(new Uint8Array(32)) }
      const by = createPublisher(redis.store.snapshots, fixedKeys({ ...KEYS, [rail]: key }), seededRandom(1))
      const content = exampleOf(item.feed, item.subject)
      await expect(by.publish(item, content, {}, AT)).rejects.toThrow(
        `a ${key.scheme} signature made here does not verify`,
      )
      expect(await redis.redis.keys('*')).toEqual([])
    },
  )
})

describe('the fence', () => {
  test('refuses a tick that is older than, or as old as, what lies there', async () => {
    expect(await publish(AT, '100.00')).toBe(true)
    for (const at of [AT, AT + 999, AT - 1, AT - 60_000]) expect(await publish(at, '200.00')).toBe(false)
    expect((await latest()).content['price']).toBe('100.00')
    expect((await editions(VERSION, 'l402')).length).toBe(2)
    expect(await publish(AT + 1_000, '300.00')).toBe(true)
    expect((await latest()).content['price']).toBe('300.00')
  })

  test('lets one of two publishers through when both come at once, and mixes nothing', async () => {
    for (let round = 0; round < 20; round++) {
      const at = AT + round * 5_000
      const rivals = [1, 2, 3].map((seed) =>
        createPublisher(redis.store.snapshots, fixedKeys(KEYS), seededRandom(100 * round + seed)),
      )
      const won = await Promise.all(rivals.map((rival, place) => publish(at, `${place + 1}.00`, rival)))
      expect(won.filter(Boolean).length).toBe(1)
      const snapshot = await latest()
      expect(snapshot.content['price']).toBe(`${won.indexOf(true) + 1}.00`)
      for (const rail of RAILS) {
        const printed = await editions(at / 1000, rail)
        expect(printed.length).toBe(2)
        for (const edition of printed) expect(verifyAnswer(bodyOf(snapshot, rail, edition)).ok).toBe(true)
      }
    }
  })

  test('holds in the store itself: of a late and an early tick that race, the late one stays', async () => {
    const [early, late] = [1, 2].map((seed) =>
      createPublisher(redis.store.snapshots, fixedKeys(KEYS), seededRandom(seed)),
    )
    const won = await Promise.all([publish(AT + 5_000, '2.00', late!), publish(AT, '1.00', early!)])
    expect(won[0]).toBe(true)
    expect((await latest()).content['price']).toBe('2.00')
    expect(await redis.store.snapshots.version(actor)).toBe(VERSION + 5)
  })
})

describe('batches of editions', () => {
  const lengths = async (version: number) =>
    Promise.all(RAILS.map(async (rail) => (await editions(version, rail)).length))

  test('follow what the version before sold on each rail, from 2 to 32', async () => {
    await publish(AT)
    expect(await lengths(VERSION)).toEqual([2, 2])
    await sell(VERSION, 'l402', 7)
    await publish(AT + 5_000)
    expect(await lengths(VERSION + 5)).toEqual([14, 2])
    await sell(VERSION + 5, 'x402', 40)
    await publish(AT + 10_000)
    expect(await lengths(VERSION + 10)).toEqual([2, 32])
    await publish(AT + 15_000)
    expect(await lengths(VERSION + 15)).toEqual([2, 2])
  })

  test('are one edition a rail where the next comes within a second, until somebody buys', async () => {
    const publishOne = (at: number) => publisher.publish(SECONDLY, CONTENT, { value: 1 }, at)
    await publishOne(AT)
    expect(await lengths(VERSION)).toEqual([1, 1])
    await sell(VERSION, 'l402', 1)
    await publishOne(AT + 1_000)
    expect(await lengths(VERSION + 1)).toEqual([2, 1])
  })

  test('are counted: signed, signed again and sold, over all versions', async () => {
    await publish(AT)
    await sell(VERSION, 'l402', 3)
    expect(await publisher.reprint(ITEM, VERSION, 'l402', 4)).toBe(4)
    await publish(AT + 5_000)
    await sell(VERSION + 5, 'l402', 1)
    await sell(VERSION + 5, 'x402', 2)
    expect(await redis.store.snapshots.printing(actor)).toEqual({
      printed: { l402: 8, x402: 4 },
      reprinted: { l402: 4, x402: 0 },
      sold: { l402: 4, x402: 2 },
    })
  })
})

describe('nonces', () => {
  /** So few nonces that every reprint meets used ones. */
  const scarce = (): Random => {
    const random = seededRandom(7)
    return { bytes: random.bytes, integer: (min) => min + random.integer(0, 39) }
  }

  test('are unique over both rails, the archive copy and all reprints, also when chance repeats itself', async () => {
    const by = createPublisher(redis.store.snapshots, fixedKeys(KEYS), scarce())
    await publish(AT, '1.00', by)
    expect(new Set(await nonces(VERSION)).size).toBe(5)
    let added = 0
    let skipped = 0
    for (let round = 0; round < 12; round++)
      for (const rail of RAILS) {
        const more = await by.reprint(ITEM, VERSION, rail, 5)
        added += more
        skipped += 5 - more
      }
    const used = await nonces(VERSION)
    expect(skipped).toBeGreaterThan(0)
    expect(used.length).toBe(5 + added)
    expect(new Set(used).size).toBe(used.length)
  })

  test('are unique when several workers reprint at once', async () => {
    const workers = [1, 2, 3, 4].map((seed) => {
      const random = seededRandom(seed)
      const few: Random = { bytes: random.bytes, integer: (min) => min + random.integer(0, 99) }
      return createPublisher(redis.store.snapshots, fixedKeys(KEYS), few)
    })
    await publish(AT, '1.00', workers[0]!)
    const added = await Promise.all(
      workers.flatMap((worker) => RAILS.map((rail) => worker.reprint(ITEM, VERSION, rail, 15))),
    )
    const used = await nonces(VERSION)
    expect(used.length).toBe(5 + added.reduce((sum, each) => sum + each, 0))
    expect(new Set(used).size).toBe(used.length)
  })
})

describe('a reprint', () => {
  test('adds editions behind those that are there, and they verify', async () => {
    await publish(AT)
    const before = await editions(VERSION, 'x402')
    expect(await publisher.reprint(ITEM, VERSION, 'x402', 8)).toBe(8)
    const after = await editions(VERSION, 'x402')
    expect(after.slice(0, 2)).toEqual([...before])
    expect(after.length).toBe(10)
    const snapshot = await latest()
    for (const edition of after) expect(verifyAnswer(bodyOf(snapshot, 'x402', edition)).ok).toBe(true)
  })

  test('of a version that is no longer the newest adds nothing', async () => {
    expect(await publisher.reprint(ITEM, VERSION, 'l402', 4)).toBe(0)
    await publish(AT)
    await publish(AT + 5_000)
    expect(await publisher.reprint(ITEM, VERSION, 'l402', 4)).toBe(0)
    expect((await editions(VERSION, 'l402')).length).toBe(2)
  })
})

describe('a preview', () => {
  const preview = async () => (await redis.store.snapshots.preview(actor))?.['timestamp']

  test('is renewed at most once per stated staleness', async () => {
    await publish(AT)
    expect(await preview()).toBe(String(VERSION))
    const stale = ITEM.feed.sale.preview!.staleMinutes * 60
    const lifetime = await redis.redis.ttl(names.preview(actor))
    // A day longer than that, so that a feed that has gone silent can say for how long.
    const day = 86_400
    expect(lifetime).toBeLessThanOrEqual(stale + day)
    expect(lifetime).toBeGreaterThan(stale + day - 10)
    // Nearly an hour later it is still the old one, and its time has not been prolonged.
    await redis.redis.expire(names.preview(actor), day + 30)
    await publish(AT + 3_570_000)
    expect(await preview()).toBe(String(VERSION))
    expect(await redis.redis.ttl(names.preview(actor))).toBeLessThanOrEqual(day + 30)
    // What the passing of that time does:
    await redis.redis.expire(names.preview(actor), day - 1)
    await publish(AT + 3_605_000)
    expect(await preview()).toBe(String(VERSION + 3_605))
  })

  test('holds nothing signed', async () => {
    await publish(AT)
    const shown = (await redis.store.snapshots.preview(actor))!
    expect(shown).toMatchObject({ pair: 'BTC/USD', price: '97012.30' })
    for (const name of ['canonical', 'signature', 'pubkey', 'contentHash', 'contentSignature', 'nonce'])
      expect(shown).not.toHaveProperty(name)
  })
})

describe('an older version', () => {
  test('stays fetchable for redelivery beyond the age at which it may be sold, and then goes', async () => {
    await publish(AT, '1.00')
    await publish(AT + 5_000, '2.00')
    const old = (await redis.store.snapshots.at(actor, VERSION))!
    expect(old.content['price']).toBe('1.00')
    for (const rail of RAILS) expect((await editions(VERSION, rail)).length).toBe(2)
    const keep = ITEM.feed.sale.sellableSeconds + 240
    const kept = [
      names.snapshotAt(actor, VERSION),
      names.nonces(actor, VERSION),
      ...RAILS.map((rail) => names.editions(actor, VERSION, rail)),
    ]
    for (const key of kept) {
      const lifetime = await redis.redis.ttl(key)
      expect(lifetime).toBeGreaterThan(keep - 10)
      expect(lifetime).toBeLessThanOrEqual(keep)
      expect(lifetime).toBeGreaterThan(ITEM.feed.sale.sellableSeconds + 120)
    }
    expect(await redis.redis.ttl(names.snapshot(actor))).toBe(-1)
  })

  test('goes with everything else where subjects start on demand and nobody asks any more', async () => {
    const [feed] = registry.onDemand as [(typeof registry.onDemand)[number]]
    const item = itemOf(feed, feed.subjects[0]!)
    await publisher.publish(item, exampleOf(feed, item.subject), {}, AT)
    const forgotten = feed.onDemand!.idleSeconds + feed.sale.sellableSeconds + 240
    for (const key of [names.snapshot(item.actor), names.version(item.actor), names.printing(item.actor)]) {
      const lifetime = await redis.redis.ttl(key)
      expect([key, lifetime > forgotten - 10, lifetime <= forgotten]).toEqual([key, true, true])
    }
  })

  test('is prolonged by no reprint', async () => {
    await publish(AT)
    await redis.redis.expire(names.nonces(actor, VERSION), 50)
    await publisher.reprint(ITEM, VERSION, 'l402', 4)
    expect(await redis.redis.ttl(names.editions(actor, VERSION, 'l402'))).toBeLessThanOrEqual(50)
  })
})

describe('a string without a nonce', () => {
  const GAS = registry.item('gas/chain/base')!
  const content = exampleOf(GAS.feed, GAS.subject)

  test('is signed once for each rail, and more is never signed', async () => {
    const snapshot = (await publisher.publish(GAS, content, {}, AT))!
    expect(snapshot.stem).toEndWith(`|median|${VERSION}`)
    for (const rail of RAILS) {
      const [only, ...more] = await redis.store.snapshots.editions(GAS.actor, VERSION, rail, 0)
      expect([only!.canonical, more]).toEqual([snapshot.stem, []])
      const known = { publicKey: KEYS[rail].publicKey, layouts: registry.feeds.map(({ sale }) => sale.canonical) }
      expect(verifyAnswer(bodyOf(snapshot, rail, only!), known).checks.filter(({ ok }) => !ok)).toEqual([])
    }
    let signed = 0
    const sign = (digest: Uint8Array) => (signed++, KEYS.l402.sign(digest))
    const counting = createPublisher(
      redis.store.snapshots,
      fixedKeys({ ...KEYS, l402: { ...KEYS.l402, sign } }),
      seededRandom(1),
    )
    expect([await counting.reprint(GAS, VERSION, 'l402', 8), signed]).toEqual([0, 0])
    expect(await redis.store.snapshots.editions(GAS.actor, VERSION, 'l402', 0)).toHaveLength(1)
  })

  test('is signed once for a second, also when its version was lost meanwhile', async () => {
    await publisher.publish(GAS, content, {}, AT)
    await redis.redis.del(names.version(GAS.actor))
    expect(await publisher.publish(GAS, { ...content, txCostUsd: 0 }, {}, AT)).toBeNull()
    for (const rail of RAILS) expect(await redis.store.snapshots.editions(GAS.actor, VERSION, rail, 0)).toHaveLength(1)
    expect((await redis.store.snapshots.latest(GAS.actor))?.content['txCostUsd']).toBe(content['txCostUsd']!)
  })

  test('is signed once however many were sold before', async () => {
    await publisher.publish(GAS, content, {}, AT)
    // Releases of before counted copies.
    await redis.redis.set(names.sold(GAS.actor, VERSION, 'l402'), 40)
    await publisher.publish(GAS, content, {}, AT + 30_000)
    expect(await redis.store.snapshots.editions(GAS.actor, VERSION + 30, 'l402', 0)).toHaveLength(1)
    expect((await redis.store.snapshots.printing(GAS.actor)).sold).toEqual({ l402: 40, x402: 0 })
  })

  test('binds its body: another cost, another operator, another time are found', async () => {
    const snapshot = (await publisher.publish(GAS, content, {}, AT))!
    const [only] = await redis.store.snapshots.editions(GAS.actor, VERSION, 'x402', 0)
    const body = bodyOf(snapshot, 'x402', only!)
    const known = { layouts: [GAS.feed.sale.canonical] }
    for (const changed of [{ txCostUsd: 0 }, { sources: ['drpc'] }, { timestamp: VERSION + 1 }, { missing: ['x'] }])
      expect(verifyAnswer({ ...body, ...changed }, known).ok).toBe(false)
  })
})

describe('what another release or an accident left under the keys of an item', () => {
  const ofAnotherType = async (key: string): Promise<void> => {
    await redis.redis.del(key)
    await redis.redis.lpush(key, 'x')
  }
  const LEFT: readonly (readonly [string, (name: string) => Promise<unknown>])[] = [
    ['a snapshot that is no JSON', (name) => redis.redis.set(names.snapshot(name), '{')],
    ['a snapshot of another form', (name) => redis.redis.set(names.snapshot(name), '{"actor":7}')],
    ['a snapshot of a later release', (name) => redis.redis.set(names.snapshot(name), '{"$v":99,"actor":"a"}')],
    ['a snapshot of another type', (name) => ofAnotherType(names.snapshot(name))],
    ['a version that is no number', (name) => redis.redis.set(names.version(name), 'soon')],
    ['a version that is empty', (name) => redis.redis.set(names.version(name), '')],
    ['a version of another type', (name) => ofAnotherType(names.version(name))],
    ['totals of another type', (name) => ofAnotherType(names.printing(name))],
    [
      'totals that are no numbers',
      (name) => redis.redis.hset(names.printing(name), 'printed:l402', 'x', 'sold:l402', 'x'),
    ],
    ['a number of sold copies that is none', (name) => redis.redis.set(names.sold(name, VERSION, 'l402'), 'many')],
  ]
  const GAS = registry.item('gas/chain/base')!
  const POL = registry.internalItem('native/POL-USD')!

  test.each(LEFT)('%s keeps no publication out', async (_what, leave) => {
    const gas = exampleOf(GAS.feed, GAS.subject)
    const offer = {
      [actor]: () => publish(AT + 5_000),
      [GAS.actor]: async () => (await publisher.publish(GAS, gas, {}, AT + 5_000)) !== null,
      [POL.actor]: () => publisher.keep(POL, {}, { value: 1 }, AT + 5_000),
    }
    await publish(AT)
    await publisher.publish(GAS, gas, {}, AT)
    await publisher.keep(POL, {}, {}, AT)
    for (const [name, offered] of Object.entries(offer)) {
      await leave(name)
      expect([name, await offered()]).toEqual([name, true])
      const [after] = await redis.store.snapshots.latestOf([name])
      expect([name, after?.timestamp, await redis.store.snapshots.version(name)]).toEqual([
        name,
        VERSION + 5,
        VERSION + 5,
      ])
      expect([name, await offered()]).toEqual([name, false])
      if (name === POL.actor) continue
      for (const rail of RAILS)
        expect((await redis.store.snapshots.editions(name, VERSION + 5, rail, 0)).length).toBeGreaterThan(0)
    }
  })

  test('a snapshot that cannot be read is not signed again', async () => {
    await publish(AT)
    await redis.redis.set(names.snapshot(actor), '{')
    await expect(publisher.reprint(ITEM, VERSION, 'l402', 4)).rejects.toThrow('a stored snapshot cannot be read')
    expect(await publish(AT + 5_000)).toBe(true)
    expect(await publisher.reprint(ITEM, VERSION + 5, 'l402', 4)).toBe(4)
  })
})

describe('an item that is not sold', () => {
  const POL = registry.internalItem('native/POL-USD')!
  const carry = { value: 0.23, observedAt: AT, sources: ['kraken'], confidence: 1 }

  test('is kept for those who read it, with nothing signed and nothing to buy', async () => {
    expect(await publisher.keep(POL, { price: '0.2300', sources: ['kraken'] }, carry, AT)).toBe(true)
    const [kept] = await redis.store.snapshots.latestOf([POL.actor])
    expect(kept).toEqual({
      actor: POL.actor,
      timestamp: VERSION,
      content: { price: '0.2300', sources: ['kraken'], timestamp: VERSION },
      carry,
    })
    for (const rail of RAILS) expect(await redis.store.snapshots.editions(POL.actor, VERSION, rail, 0)).toEqual([])
    expect(await redis.store.snapshots.preview(POL.actor)).toBeNull()
  })

  test('stays as the newest one until the next, while its version goes after a minute', async () => {
    await publisher.keep(POL, {}, carry, AT)
    for (const key of [names.snapshot(POL.actor), names.version(POL.actor)]) expect(await redis.redis.ttl(key)).toBe(-1)
    const lifetime = await redis.redis.ttl(names.snapshotAt(POL.actor, VERSION))
    expect([lifetime > 50, lifetime <= 60]).toEqual([true, true])
  })

  test('is fenced like every other', async () => {
    expect(await publisher.keep(POL, {}, carry, AT)).toBe(true)
    expect(await publisher.keep(POL, {}, carry, AT + 500)).toBe(false)
    expect(await publisher.keep(POL, {}, carry, AT - 5_000)).toBe(false)
  })
})
