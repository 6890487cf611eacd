import { expect, test } from 'bun:test'
import type { ActorContext } from '../../../src/actors/publisher/context.ts'
import { runTick } from '../../../src/actors/publisher/dispatch.ts'
import type { ReadingThread } from '../../../src/actors/publisher/reading-thread.ts'
import type { Snapshot } from '../../../src/canonical/snapshot.ts'
import { STRESS } from '../../../src/feeds/indices/stress-carry.ts'
import { registry } from '../../../src/feeds/registry.ts'
import type { Store } from '../../../src/store/store.ts'
import { evenAsks, evenBids } from '../../support/feeds/depth.ts'
import { partOf } from '../../support/part-of.ts'
import { keptLog, stillClock } from '../../support/still.ts'

const NOW = 1_795_000_000_000

const rows = (levels: readonly (readonly number[])[]) => levels.map((level) => level.map(String))

/** The last stress index, as it is stored. */
const stressOf = (value: number): Snapshot =>
  partOf<Snapshot>({
    contentHash: 'ab',
    actor: `${STRESS.id}/MARKET`,
    timestamp: NOW / 1000,
    content: {},
    carry: { value, unit: 'index', regime: 'HIGH', confidence: 1, observedAt: NOW },
  })

test('a board of books is asked at once when the market comes under stress, and rests before that', async () => {
  const clock = stillClock(NOW)
  const kept = new Map<string, { at: number; state: unknown }>()
  const health: string[] = []
  const asked: string[] = []
  let stress = 10
  const context = partOf<ActorContext>({
    registry,
    clock,
    log: keptLog(),
    thread: partOf<ReadingThread>({}),
    mayAsk: () => true,
    net: {
      ask: async ({ path }) => {
        asked.push(path)
        const body = JSON.stringify({ lastUpdateId: asked.length, bids: rows(evenBids()), asks: rows(evenAsks()) })
        return { ok: true, body, receivedAt: clock.now(), tookMs: 1 }
      },
    },
    store: partOf<Store>({
      boards: partOf({
        read: async (ids: readonly string[]) => ids.map((id) => kept.get(id) ?? null),
        write: async (id: string, at: number, state: unknown) => (kept.set(id, { at, state }), true),
      }),
      snapshots: partOf({ latestOf: async () => [stressOf(stress)] }),
      health: partOf({
        succeeded: async (actor: string) => void health.push(`${actor} good`),
        failed: async (actor: string) => void health.push(`${actor} bad`),
      }),
    }),
  })
  const tick = async () => (await runTick('depth/binance', context)).kind

  expect(await tick()).toBe('published')
  clock.move(5_000)
  expect(await tick()).toBe('rested')
  stress = 46
  clock.move(5_000)
  expect(await tick()).toBe('published')
  expect(asked.map((path) => path.split('=').at(-1))).toEqual(['5000', '5000', '1000', '1000'])
  expect(health).toEqual(['depth/binance good', 'depth/binance good', 'depth/binance good'])
})
