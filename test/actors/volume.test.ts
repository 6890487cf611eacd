import { expect, test } from 'bun:test'
import { deriveItem } from '../../src/actors/publisher/derived.ts'
import type { RailKeys } from '../../src/actors/publisher/keys.ts'
import { pollBoard } from '../../src/actors/publisher/polled.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import { ecdsaSigner, ed25519Signer } from '../../src/canonical/signature.ts'
import { spotHistory } from '../../src/feeds/history/spot-history.ts'
import { registry } from '../../src/feeds/registry.ts'
import type { Net } from '../../src/ports.ts'
import { VENUES } from '../../src/sources/exchanges/venues.ts'
import { NOON, stage } from '../support/sandbox/world/still-world.ts'
import { put } from '../support/sandbox/world/put.ts'
import { fileRedis } from '../support/redis.ts'
import { keptLog, seededRandom } from '../support/still.ts'

/** What simulated exchanges traded in a minute, on its way into the candles that are sold. */

const KEYS: RailKeys = {
  l402: ecdsaSigner(new Uint8Array(32).fill(11)),
  x402: ed25519Signer(new Uint8Array(32).fill(12)),
}
const SPOT = registry.item('price/spot/BTC-USD')!
const VWAP = registry.item('price/vwap/BTC-USD')!
const HOUR = Math.floor(NOON / 3_600_000) * 3_600
const POLL_MS = 15_000

const redis = await fileRedis()

test('every minute has the sum of what its venues traded, and the hour that of its minutes', async () => {
  const { store } = redis
  const on = stage({ start: HOUR * 1000 - 360_000 })
  const net: Net = {
    ask: async ({ provider, path }) => {
      const response = await on.ask(new URL(provider.origin).host + path)
      return { ok: true, body: await response.text(), receivedAt: on.clock.now(), tookMs: 1 }
    },
  }
  const publisher = createPublisher(store.snapshots, fixedKeys(KEYS), seededRandom(1))
  const world = { store, publisher, clock: on.clock, log: keptLog(), quorum: null, wake: () => {}, mayAsk: () => true }
  const boards = new Map(
    [SPOT, VWAP].flatMap(({ feed, subject }) => feed.boards(subject)).map((each) => [each.id, each]),
  )
  for (let poll = 0; poll < 46; poll++) {
    const now = on.clock.now()
    await Promise.all([...boards.values()].map((board) => pollBoard(board, net, store.boards, now)))
    for (const item of [SPOT, VWAP]) expect(await deriveItem(item, world, now)).toEqual({ kind: 'published' })
    on.clock.move(POLL_MS)
  }

  const nowTs = Math.floor(on.clock.now() / 1000)
  const minute = Math.floor(nowTs / 60) * 60 - 240
  const traded = await Promise.all(
    VENUES.filter(({ trades }) => trades).map(async ({ symbols, trades }) => {
      const symbol = symbols['BTC/USD'] ?? symbols['BTC/USDT']!
      const page = await put(on, trades!(symbol, { id: null, at: minute * 1000 }))
      return page
        .filter(({ at }) => at >= minute * 1000 && at < (minute + 60) * 1000)
        .reduce((sum, { size }) => sum + Number(size), 0)
    }),
  )
  expect(traded.length).toBe(7)
  const [candle] = await store.candles.range(SPOT.actor, 60, minute, minute)
  expect(Number(candle!.v)).toBeCloseTo(
    traded.reduce((sum, each) => sum + each, 0),
    8,
  )

  const rowsOf = async (interval: string, from: number, to: number) => {
    const found = await spotHistory.conclude(SPOT.subject, { kind: 'wish', from, to, interval }, store.archive)
    return found!['rows'] as readonly { t: number; v: string | null; origin: string }[]
  }
  const minutes = await rowsOf('1m', HOUR - 360, HOUR - 1)
  expect(minutes.map(({ v, origin }) => [v === null, origin])).toEqual(
    Array.from({ length: 6 }, () => [false, 'published']),
  )
  const sum = (rows: readonly { v: string | null }[]) => rows.reduce((total, { v }) => total + Number(v), 0)
  const [five] = await rowsOf('5m', HOUR - 300, HOUR - 1)
  expect(Number(five!.v)).toBeCloseTo(sum(minutes.slice(-5)), 8)
  const [hour] = await rowsOf('1h', HOUR - 3_600, HOUR - 1)
  expect(Number(hour!.v)).toBeCloseTo(sum(minutes), 8)
}, 120_000)
