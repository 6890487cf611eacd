import { beforeEach, expect, test } from 'bun:test'
import { watchStrikes, type Watched } from '../../../src/actors/publisher/watch-strikes.ts'
import { actorOf, type DlcPair } from '../../../src/dlc/terms/pairs.ts'
import { eventStore } from '../../../src/store/events/events.ts'
import type { Store } from '../../../src/store/store.ts'
import { NOW, open, threshold } from '../../support/store/dlc-events.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog, stillClock } from '../../support/still.ts'
import { ANY_TIME } from '../../support/store-clocks.ts'

/** Which conclusions are kept for contracts, and what they do to them. */

const stack = await freshRedis()
const events = eventStore(stack.redis, ANY_TIME)
let woken: string[]
beforeEach(() => {
  woken = []
})

const itemOf = (pair: DlcPair, everySeconds: number): Watched => ({ actor: actorOf(pair), feed: { everySeconds } })

const watch = (item: Watched, at: number, content: object = {}) =>
  watchStrikes(
    { store: { events } as Store, clock: stillClock(at), log: keptLog(), wake: (id) => void woken.push(id) },
    item,
    { content: { price: '100', sources: ['a'], ...content }, observed: { majorityAt: at, newestAt: at } },
    at,
  )

const keptAt = async (pair: DlcPair): Promise<readonly number[]> =>
  (await events.ticks.unapplied(pair)).map(({ at }) => at - NOW)

test('of prices that are computed each second those at whole multiples of five are kept, and breach', async () => {
  await open(events, threshold({ id: 'T-1' }, { direction: 'above', strike: '100' }), 'T-1')
  const kept: number[] = []
  for (let second = 0; second < 10; second++) {
    const told = await watch(itemOf('BTCUSD', 1), NOW + second * 1000)
    if (told?.kind === 'appended') kept.push(second)
    expect(woken).toEqual(second < 5 ? [] : ['T-1'])
  }
  expect(kept).toEqual([0, 5])
  expect(await events.ticks.firstFrom('BTCUSD', NOW + 1)).toMatchObject({ at: NOW + 5_000 })
})

test('one price at a strike leaves it open, and one on the other side breaks it', async () => {
  await open(events, threshold({ id: 'T-1' }, { direction: 'above', strike: '100' }), 'T-1')
  for (const [turn, price] of ['5000', '99', '100', '99.99'].entries())
    await watch(itemOf('BTCUSD', 5), NOW + turn * 5_000, { price })
  expect(woken).toEqual([])
  expect(await events.read('T-1')).toMatchObject({ state: 'announced', decision: null })
})

test('of what is computed less often every price is kept, whenever it was', async () => {
  for (const at of [1_234, 61_300]) await watch(itemOf('XAUUSD', 60), NOW + at)
  expect(await events.ticks.firstFrom('XAUUSD', NOW)).toMatchObject({ at: NOW + 1_234 })
  expect(await events.ticks.lastBefore('XAUUSD', NOW + 100_000)).toMatchObject({ at: NOW + 61_300 })
})

test('while foreign exchange rests a coin in euros has prices, and gold has none', async () => {
  const closed = { marketStatus: 'closed' }
  expect(await watch(itemOf('BTCEUR', 5), NOW, closed)).toMatchObject({ kind: 'appended' })
  expect(await watch(itemOf('BTCEURVWAP', 15), NOW, closed)).toMatchObject({ kind: 'appended' })
  expect(await watch(itemOf('XAUUSD', 60), NOW, closed)).toBeNull()
  expect(await watch(itemOf('XAUUSD', 60), NOW, { marketStatus: 'open' })).toMatchObject({ kind: 'appended' })
})

test('a price that nobody may settle by is not kept', async () => {
  expect(await watch({ actor: 'price/fx/EUR-USD', feed: { everySeconds: 60 } }, NOW)).toBeNull()
  expect(await watch(itemOf('BTCUSD', 5), NOW, { price: 100 })).toBeNull()
  expect(await keptAt('BTCUSD')).toEqual([])
})

test('what cannot breach is kept, settles, and confirms nothing', async () => {
  await open(events, threshold({ id: 'T-1' }, { direction: 'above', strike: '100' }), 'T-1')
  const deps = {
    store: { events } as Store,
    clock: stillClock(NOW),
    log: keptLog(),
    wake: (id: string) => void woken.push(id),
  }
  for (const turn of [0, 1, 2]) {
    const concluded = { content: { price: '100', sources: [] }, observed: null }
    await watchStrikes(deps, itemOf('BTCUSD', 5), concluded, NOW + turn * 5_000)
  }
  expect(woken).toEqual([])
  expect(await events.ticks.firstFrom('BTCUSD', NOW)).toMatchObject({ sequence: 1, observed: null })
})
