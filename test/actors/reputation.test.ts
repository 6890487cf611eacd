import { expect, test } from 'bun:test'
import { deriveItem, type Deriving } from '../../src/actors/publisher/derived.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import { ecdsaSigner, ed25519Signer } from '../../src/canonical/signature.ts'
import { spotTethers, spotVenues } from '../../src/feeds/prices/spot-legs.ts'
import { registry } from '../../src/feeds/registry.ts'
import { type Store, storeOn } from '../../src/store/store.ts'
import { tickers } from '../support/feeds/market.ts'
import { freshRedis } from '../support/redis.ts'
import { keptLog, seededRandom, stillClock } from '../support/still.ts'
import { ANY_TIME } from '../support/store-clocks.ts'

/** Reputation is of all workers together, and of the time that has passed and not of how often it was looked at. */

const START = 1_795_000_000_000
const KEYS = { l402: ecdsaSigner(new Uint8Array(32).fill(11)), x402: ed25519Signer(new Uint8Array(32).fill(12)) }
const ETH = registry.item('price/spot/ETH-USD')!
const XRP = registry.item('price/spot/XRP-USD')!
const VENUES = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex']

const stack = await freshRedis()

const worker = (random: number): Deriving & { readonly store: Store } => {
  const store = storeOn(stack.redis, stillClock(START), ANY_TIME)
  const publisher = createPublisher(store.snapshots, fixedKeys(KEYS), seededRandom(random))
  return {
    store,
    publisher,
    clock: stillClock(START),
    log: keptLog(),
    quorum: null,
    wake: () => {},
    mayAsk: () => true,
  }
}

/** What everybody says, and what Bitfinex adds to its price of ether. */
const show = async ({ store }: { readonly store: Store }, at: number, lie: number): Promise<void> => {
  const dollars = (venue: string) => ({
    'ETH/USD': venue === 'bitfinex' ? 3_450 * (1 + lie) : 3_450,
    'XRP/USD': 2,
    'USDT/USD': 1,
  })
  const tethers = Object.fromEntries(spotTethers('XRP').map((venue) => [venue, { 'XRP/USDT': 2 }]))
  const boards = tickers({ ...Object.fromEntries(VENUES.map((venue) => [venue, dollars(venue)])), ...tethers }, at)
  for (const [id, state] of boards) await store.boards.write(id, at, state)
}

test('two workers that conclude every second make no three conclusions out of one, and silence everywhere', async () => {
  const workers = [worker(1), worker(2)]
  const silencedAt: number[] = []
  for (let second = 0; second <= 20; second++) {
    const at = START + second * 1000
    await show(workers[0]!, at, 0.02)
    // Both come to it, at the same time and a third of a second later.
    await Promise.all(workers.map((world, index) => deriveItem(ETH, world, at + index * 333)))
    if ((await workers[1]!.store.reputation.silenced(at)).has('bitfinex')) silencedAt.push(second)
  }
  expect(silencedAt[0]).toBeGreaterThanOrEqual(15)
  expect(silencedAt[0]).toBeLessThanOrEqual(16)
  // It told the truth about another coin, and has no vote there either: a majority and one more are left without it.
  expect(await deriveItem(XRP, workers[0]!, START + 21_000)).toEqual({ kind: 'published' })
  const { content } = (await workers[0]!.store.snapshots.latest(XRP.actor))!
  expect(content['sources']).toEqual(
    spotVenues('XRP')
      .filter((venue) => venue !== 'bitfinex')
      .toSorted(),
  )
})

test('a worker that starts anew goes on where the one before it ended, and forgives after five minutes', async () => {
  for (const second of [0, 5, 10, 15]) {
    const world = worker(second)
    await show(world, START + second * 1000, 0.02)
    await deriveItem(ETH, world, START + second * 1000)
  }
  const { store } = worker(99)
  const until = START + 15_000 + 300_000
  expect([...(await store.reputation.silenced(START + 16_000))]).toEqual([['bitfinex', until]])
  expect((await store.reputation.silenced(until)).size).toBe(0)
})
