import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deriveItem } from '../../src/actors/publisher/derived.ts'
import type { RailKeys } from '../../src/actors/publisher/keys.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { ecdsaSigner, ed25519Signer } from '../../src/canonical/signature.ts'
import { registry } from '../../src/feeds/registry.ts'
import { startRedis } from '../../src/store/redis/embedded-redis.ts'
import { openStore } from '../../src/store/store.ts'
import { keptLog, seededRandom, stillClock } from '../support/still.ts'

/** The regime of the stress index outlives workers and Redis: what lies on disk is where it goes on from. */

const KEYS: RailKeys = {
  l402: ecdsaSigner(new Uint8Array(32).fill(11)),
  x402: ed25519Signer(new Uint8Array(32).fill(12)),
}
const START = 1_795_000_000_000
const STRESS = registry.item('index/stress/MARKET')!

const folder = mkdtempSync(join(tmpdir(), 'claros-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What one process, with its own Redis on the same files, makes of a volatility: value and regime. */
const life = async (at: number, volatility: number): Promise<{ readonly value: number; readonly regime: string }> => {
  const server = await startRedis({ folder })
  const store = await openStore(server.address, 'waits', stillClock(at))
  const publisher = createPublisher(store.snapshots, fixedKeys(KEYS), seededRandom(1))
  const publish = async (actor: string, carry: Record<string, Json>): Promise<void> => {
    const item = registry.item(actor)!
    const content = item.feed.exampleOf?.(item.subject) ?? item.feed.example
    await publisher.publish(item, content as Readonly<Record<string, Json>>, { confidence: 1, ...carry }, at - 5_000)
  }
  try {
    for (const coin of ['BTC', 'ETH']) {
      await publish(`index/volatility/${coin}-USD`, { value: volatility, unit: 'index', observedAt: at })
      await publish(`funding/${coin}-USD`, {
        composite: 0.0001,
        predicted: null,
        zscore: 1,
        divergenceBps: 1,
        sources: ['okx'],
      })
    }
    for (const coin of ['USDT', 'USDC'])
      await publish(`price/pegs/${coin}-USD`, {
        value: 1,
        coverage: 1,
        observedAt: at - 5_000,
        sources: ['kraken'],
      })
    const world = {
      store,
      publisher,
      clock: stillClock(at),
      log: keptLog(),
      quorum: null,
      wake: () => {},
      mayAsk: () => true,
    }
    expect(await deriveItem(STRESS, world, at)).toEqual({ kind: 'published' })
    const { value, regime } = (await store.snapshots.latest(STRESS.actor))!.content
    return { value: Number(value), regime: String(regime) }
  } finally {
    await store.close()
    await server.stop()
  }
}

test('between the boundaries the regime is the one before, through any number of restarts', async () => {
  let now = START
  const high = await life(now, 100)
  /** The volatility that brings the index to a value: it weighs three tenths. */
  const at = async (value: number) => {
    now += 60_000
    const found = await life(now, 100 - (high.value - value) / 0.3)
    expect(found.value).toBeCloseTo(value, 1)
    return found.regime
  }
  expect(high.regime).toBe('ELEVATED')
  // A cold start would call 24 CALM and 26 ELEVATED.
  expect([await at(24), await at(23.2), await at(22.9), await at(26), await at(26.9), await at(27.1)]).toEqual([
    'ELEVATED',
    'ELEVATED',
    'CALM',
    'CALM',
    'CALM',
    'ELEVATED',
  ])
}, 120_000)
