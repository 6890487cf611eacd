import { beforeEach, describe, expect, test } from 'bun:test'
import { contentHash } from '../../../src/canonical/content.ts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { RECENT, MOST_PINNED } from '../../../src/store/events/conclusions.ts'
import type { StoredEvent } from '../../../src/store/events/event-record.ts'
import { eventStore } from '../../../src/store/events/events.ts'
import { names } from '../../../src/store/redis/names.ts'
import { KEEP_TICKS_MS } from '../../../src/store/events/ticks.ts'
import { ANY_TIME } from '../../support/store-clocks.ts'
import { freshRedis } from '../../support/redis.ts'
import { dated, NOW, NOW_TS, open, threshold } from '../../support/store/dlc-events.ts'

/** What an outcome rests on: kept where it may be needed, written down once, and then as it is for ever. */

type Content = Readonly<Record<string, Json>>

const stack = await freshRedis()
const events = eventStore(stack.redis, ANY_TIME)

/** What a price at this time was concluded from. */
const contentAt = (at: number, price: string): Content => ({
  domain: 'BTCUSD',
  price,
  quotes: [
    { source: 'kraken', price, currency: 'USD', age_seconds: 0.4, used: true },
    { source: 'okx', price: '1', currency: 'USDT', age_seconds: 0.5, used: false, reason: 'outside_agreement' },
  ],
  timestamp: Math.floor(at / 1000),
})

const append = async (at: number, price = '100', pair: 'BTCUSD' | 'XAUUSD' = 'BTCUSD') => {
  const told = await events.ticks.append(pair, { at, price, sources: ['kraken'] }, contentAt(at, price))
  if (told.kind !== 'appended') throw new Error(told.kind)
  return told.sequence
}
const appendMany = async (from: number, count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await append(from + i * 5_000)
}

const decide = async (id: string, evidence: Json): Promise<void> => {
  const decided = await events.decide(id, { trigger: 'resolve', outcome: ['safe'], evidence, now: NOW, graceMs: 0 })
  if (decided.kind !== 'decided') throw new Error(decided.kind)
}
const sealed = async (id: string): Promise<StoredEvent> => (await events.sealed([id]))[0]!
const shown = async (id: string) => (await events.evidence(await sealed(id)))!
const contents = async (id: string) => (await shown(id)).conclusions.map(({ content }) => content)

const tickOf = (at: number, sequence: number, price = '100'): Json => ({
  kind: 'tick',
  pair: 'BTCUSD',
  sequence,
  at,
  price,
  sources: ['kraken'],
})

describe('what a decision rests on', () => {
  test('is all votes of each tick that it names, under the hash that the sold answer has', async () => {
    await open(events, dated({ id: 'E-1' }), 'E-1')
    const first = { sequence: await append(NOW + 5_000, '99'), at: NOW + 5_000, price: '99' }
    await append(NOW + 10_000)
    const second = await append(NOW + 15_000, '101')
    const evidence = { ...(tickOf(NOW + 15_000, second, '101') as object), first }
    await decide('E-1', evidence)
    const document = await shown('E-1')
    expect(document.evidence).toEqual(evidence)
    expect(document.conclusions).toEqual(
      [[1, NOW + 5_000, '99'] as const, [3, NOW + 15_000, '101'] as const].map(([sequence, at, price]) => {
        const content = contentAt(at, price)
        return { sequence, at, contentHash: contentHash(content), content }
      }),
    )
    const { seal } = (await events.read('E-1'))!.decision!
    expect(seal?.hash).toBe(contentHash(document))
  })

  test('is written down once: it stays when nothing of it is kept otherwise, and nothing can change it', async () => {
    await open(events, dated({ id: 'E-1' }), 'E-1')
    await decide('E-1', tickOf(NOW + 5_000, await append(NOW + 5_000)))
    const before = await shown('E-1')
    await appendMany(NOW + 10_000, RECENT)
    expect(await stack.redis.xlen(names.dlc.conclusions('BTCUSD'))).toBe(RECENT)
    expect(await shown('E-1')).toEqual(before)
    expect(contentHash(before)).toBe((await sealed('E-1')).decision!.seal!.hash)

    const key = names.dlc.conclusion(before.conclusions[0]!.contentHash!)
    const text = (await stack.redis.get(key))!
    await stack.redis.set(key, text.replace('outside_agreement', 'no_usdt_rate'))
    expect(await events.evidence(await sealed('E-1'))).toBeNull()
    await stack.redis.del(key)
    expect(await events.evidence(await sealed('E-1'))).toBeNull()
  })

  test('is pushed out by no prices out of turn that decide nothing, however many are asked for', async () => {
    await append(NOW + 5_000, '99')
    const only = { id: 'E-9', direction: 'above', strike: '200' } as const
    for (const at of [NOW + 6_000, NOW + 6_001])
      await events.ticks.append('BTCUSD', { at, price: '100', sources: [], only }, contentAt(at, '100'))
    expect(await stack.redis.xlen(names.dlc.conclusions('BTCUSD'))).toBe(1)
  })

  test('says so where nothing was kept, and holds up no signature', async () => {
    await open(events, dated({ id: 'E-1' }), 'E-1')
    await open(events, dated({ id: 'E-2' }), 'E-2')
    await events.ticks.append('BTCUSD', { at: NOW + 5_000, price: '100', sources: [] })
    await decide('E-1', tickOf(NOW + 5_000, 1))
    await decide('E-2', { kind: 'webhook', answer: 'safe' })
    expect((await shown('E-1')).conclusions).toEqual([
      { sequence: 1, at: NOW + 5_000, contentHash: null, content: null },
    ])
    expect((await shown('E-2')).conclusions).toEqual([])
  })

  test('of one event that cannot be written down holds up neither its signature nor that of others', async () => {
    for (const id of ['E-1', 'E-2']) await open(events, dated({ id }), id)
    await decide('E-1', { kind: 'webhook', answer: '\ud800' })
    await decide('E-2', { kind: 'webhook', answer: 'safe' })
    const found = await events.sealed(['E-1', 'E-2'])
    expect(found.map((event) => typeof event?.decision?.seal?.hash)).toEqual(['undefined', 'string'])
    expect(await events.evidence(found[0]!)).toBeNull()
  })

  test('is not what an earlier Redis had under the same sequence', async () => {
    await open(events, dated({ id: 'E-1' }), 'E-1')
    const sequence = await append(NOW + 5_000)
    await decide('E-1', tickOf(NOW - 86_400_000, sequence))
    await open(events, dated({ id: 'E-2' }), 'E-2')
    await decide('E-2', tickOf(NOW + 5_000, sequence))
    await events.sealed(['E-2', 'E-1'])
    expect(await contents('E-1')).toEqual([null])
    expect(await contents('E-2')).toEqual([contentAt(NOW + 5_000, '100')])
  })

  test('of an outcome that was signed without is not written down afterwards', async () => {
    await open(events, dated({ id: 'E-1' }), 'E-1')
    await decide('E-1', tickOf(NOW + 5_000, await append(NOW + 5_000)))
    await events.publish('E-1', ['safe'], { serialized: 'aa', counted: 'bb' }, NOW)
    expect((await sealed('E-1')).decision).not.toHaveProperty('seal')
    expect(await events.evidence(await sealed('E-1'))).toBeNull()
  })

  test('of an event that nobody has decided is nothing', async () => {
    await open(events, dated({ id: 'E-1' }), 'E-1')
    const [event, none] = await events.sealed(['E-1', 'E-2'])
    expect([event?.decision, none]).toEqual([null, null])
    expect(await events.evidence(event!)).toBeNull()
    expect(await stack.redis.hexists(names.dlc.event('E-1'), 'evidenceHash')).toBe(0)
  })

  describe('is sealed by one who was slow, after another', () => {
    /** Has read the event; finds out what its ticks were concluded from when the gate opens. */
    const slowly = () => {
      const gate = Promise.withResolvers<void>()
      const late = new Proxy(stack.redis, {
        get: (redis, name) => {
          if (name === 'xrange')
            return (...given: [string, string, string]) => gate.promise.then(() => redis.xrange(...given))
          const found: unknown = Reflect.get(redis, name)
          return typeof found === 'function' ? found.bind(redis) : found
        },
      })
      return { sealing: eventStore(late, ANY_TIME).sealed(['E-1']), go: gate.resolve }
    }
    beforeEach(async () => {
      await open(events, dated({ id: 'E-1' }), 'E-1')
      await decide('E-1', tickOf(NOW + 5_000, await append(NOW + 5_000)))
    })

    test('and goes on with what the first has sealed', async () => {
      const { sealing, go } = slowly()
      await Bun.sleep(20)
      const first = await sealed('E-1')
      await stack.redis.del(names.dlc.conclusions('BTCUSD'))
      go()
      expect((await sealing)[0]?.decision).toEqual(first.decision!)
      expect((await events.read('E-1'))?.decision).toEqual(first.decision!)
    })

    test('or after everything is gone, and leaves nothing', async () => {
      const { sealing, go } = slowly()
      await Bun.sleep(20)
      await stack.flush()
      go()
      expect((await sealing)[0]?.decision?.seal).toBeUndefined()
      expect(await stack.redis.exists(names.dlc.event('E-1'))).toBe(0)
    })
  })

  test('is kept once for all events that one tick decides', async () => {
    const ids = Array.from({ length: 30 }, (_, i) => `E-${i}`)
    for (const id of ids) await open(events, dated({ id }), id)
    const sequence = await append(NOW + 5_000)
    for (const id of ids) await decide(id, tickOf(NOW + 5_000, sequence))
    const hashes = (await events.sealed(ids)).map((event) => event!.decision!.seal!)
    expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(30)
    expect(await stack.redis.keys(names.dlc.conclusion('*'))).toHaveLength(1)
  })
})

describe('what the journal gives back', () => {
  const lost = async (): Promise<StoredEvent> => {
    await open(events, dated({ id: 'E-1' }), 'E-1')
    await decide('E-1', tickOf(NOW + 5_000, await append(NOW + 5_000)))
    return sealed('E-1')
  }

  test('to an empty Redis is the hash; what it is of is lost', async () => {
    const event = await lost()
    await stack.flush()
    expect(await events.restore(event)).toEqual({ kind: 'restored' })
    expect((await sealed('E-1')).decision).toEqual(event.decision!)
    expect(await events.evidence(await sealed('E-1'))).toBeNull()
  })

  test('to a Redis that knows the decision alone is its hash, and no other is made', async () => {
    const event = await lost()
    await stack.redis.hdel(names.dlc.event('E-1'), 'evidenceHash', 'conclusions')
    await stack.redis.del(names.dlc.conclusions('BTCUSD'))
    expect(await events.restore(event)).toEqual({ kind: 'kept' })
    expect((await sealed('E-1')).decision).toEqual(event.decision!)
    // What Redis holds stands.
    const seal = { hash: '00'.repeat(32), conclusions: [] }
    expect(await events.restore({ ...event, decision: { ...event.decision!, seal } })).toEqual({ kind: 'kept' })
    expect((await sealed('E-1')).decision).toEqual(event.decision!)
  })
})

describe('a conclusion', () => {
  const pinned = async (pair: 'BTCUSD' | 'XAUUSD' = 'BTCUSD') =>
    (await stack.redis.xrange(names.dlc.pinned(pair), '-', '+')).map(([id]) => Number(id.split('-')[0]))

  test('of a price that touches a strike outlives the others', async () => {
    await open(events, threshold({ id: 'T-1' }, { direction: 'above', strike: '120' }), 'T-1')
    await open(events, threshold({ id: 'T-2' }, { direction: 'below', strike: '80' }), 'T-2')
    for (const [i, price] of ['119.99', '120', '121', '80.01', '80', '100'].entries()) await append(NOW + i, price)
    expect(await pinned()).toEqual([2, 3, 5])
  })

  test('with which an event of its time settles is found days later, and the one before it', async () => {
    for (const [id, seconds] of [
      ['E-1', 12],
      ['E-2', 20],
    ] as const)
      await open(events, dated({ id, pair: 'BTCUSD', maturityTs: NOW_TS + seconds }), id)
    await open(events, dated({ id: 'G-1', pair: 'XAUUSD', maturityTs: NOW_TS + 32 }), 'G-1')
    await open(events, dated({ id: 'W-1', maturityTs: NOW_TS + 37 }), 'W-1')
    await appendMany(NOW, 9)
    // At 15 s the first one's, with that of 10 s; at 20 s the other's. Those of gold and of a foreign address pin nothing.
    expect(await pinned()).toEqual([3, 4, 5])
    await appendMany(NOW + 60_000, RECENT)
    await decide('E-1', tickOf(NOW + 15_000, 4))
    expect(await contents('E-1')).toEqual([contentAt(NOW + 15_000, '100')])
    expect(await stack.redis.xlen(names.dlc.conclusions('BTCUSD'))).toBe(RECENT)
  })

  test('from before a close settles what matured while the market rested', async () => {
    const friday = await append(NOW, '4100', 'XAUUSD')
    await open(events, dated({ id: 'G-1', pair: 'XAUUSD', maturityTs: NOW_TS + 86_400 }), 'G-1')
    for (let i = 0; i <= RECENT; i++) await append(NOW + 2 * 86_400_000 + i * 5_000, '4200', 'XAUUSD')
    expect(await pinned('XAUUSD')).toEqual([friday, friday + 1])
  })

  test('is pinned no longer than its tick is kept', async () => {
    const maturityTs = NOW_TS + 10 ** 7
    await open(
      events,
      threshold({ id: 'T-1', maturityTs }, { direction: 'above', strike: '120' }),
      'T-1',
      NOW + 10 ** 9,
    )
    const applied = async (at: number, price: string) => {
      await append(at, price)
      for await (const _ of events.ticks.applyAll('BTCUSD', () => at));
    }
    // Ticks go in bundles of a hundred.
    for (let i = 0; i < 250; i++) await applied(NOW + i * 5_000, i < 20 || i > 240 ? '120' : '100')
    expect(await pinned()).toHaveLength(29)
    for (let i = 0; i < 2; i++) await applied(NOW + KEEP_TICKS_MS + 1_100_000 + i, '100')
    expect(await stack.redis.xlen(names.dlc.ticks('BTCUSD'))).toBeLessThan(250)
    expect(await pinned()).toHaveLength(9)
  })

  test('that touches a strike without end does not fill the store; an event that matures is served all the same', async () => {
    await open(events, threshold({ id: 'T-1' }, { direction: 'above', strike: '100' }), 'T-1', NOW + 10 ** 9)
    const maturityTs = NOW_TS + (MOST_PINNED + 20) * 5
    await open(events, dated({ id: 'E-1', pair: 'BTCUSD', maturityTs }), 'E-1')
    await appendMany(NOW, MOST_PINNED + 30)
    expect((await pinned()).length).toBe(MOST_PINNED + 2)
    expect((await pinned()).slice(-2)).toEqual([MOST_PINNED + 20, MOST_PINNED + 21])
  })
})
