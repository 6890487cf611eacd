import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { ServerResponse } from 'node:http'
import { type Courier, serveCourier } from '../../../src/actors/courier/serve.ts'
import { ASKS_AT_ONCE } from '../../../src/actors/courier/resolve.ts'
import { readMetricCell } from '../../../src/metrics/meter.ts'
import type { Clock } from '../../../src/ports.ts'
import type { OutboxStream } from '../../../src/store/events/event-streams.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { freshRedis } from '../../support/redis.ts'
import { heardBeats } from '../../support/heard-beats.ts'
import { until } from '../../support/until.ts'
import { openOracle, type TestOracle } from '../../support/actors/dlc/oracle-parts.ts'
import { testFolder } from '../../support/test-folder.ts'
import { attestThreshold } from '../../support/actors/courier/attested.ts'
import {
  openDated,
  openThreshold,
  says,
  silence,
  fileCustomerServer,
  testCourier,
} from '../../support/actors/courier/courier-desk.ts'

/** The loops themselves, on the system's clock. */

const stack = await freshRedis()
const { store } = stack
const customer = await fileCustomerServer()
let oracle: TestOracle
let remove: () => void
let couriers: Courier[]
let woken: string[]

beforeEach(() => {
  const made = testFolder()
  ;({ remove } = made)
  oracle = openOracle(made.folder)
  couriers = []
  woken = []
  customer.heard.length = 0
  customer.answer(says(200, 'yes'))
})
afterEach(async () => {
  await Promise.all(couriers.map((each) => each.close(1_000)))
  oracle.close()
  remove()
})

const serve = (limits?: Clock): Courier => {
  const { deps } = testCourier(store, 0, [customer.place], limits)
  const wake = async (id: string) => void woken.push(id)
  const courier = serveCourier({ ...deps, wake, clock: systemClock })
  couriers.push(courier)
  return courier
}
const pastTs = () => Math.floor(systemClock.now() / 1000) - 10
const asksCustomer = (id: string, resolver = true) =>
  openDated(
    store.events,
    {
      id,
      descriptor: { kind: 'enum', outcomes: ['yes', 'no'] },
      maturityTs: pastTs(),
      resolver: resolver ? { kind: 'webhook', url: `${customer.origin}/${id}` } : null,
    },
    0,
  )
const attested = (id: string) =>
  attestThreshold(store.events, oracle, id, `${customer.origin}/hook/${id}`, systemClock.now())
const stateOf = async (id: string) => (await store.events.read(id))?.state
const delivered = async (id: string) => (await store.deliveries.of(id))?.state === 'delivered'

/** As many events as may be asked at once and some more, each asked for; their addresses answer when told. */
const crowd = async (more: number) => {
  const held: (() => void)[] = []
  customer.answer((response) => void held.push(() => response.end('yes')))
  const ids = Array.from({ length: ASKS_AT_ONCE + more }, (_, n) => `E-${n}`)
  const courier = serve()
  for (const id of ids) await asksCustomer(id)
  const asked = ids.map((id) => courier.onMaturity(id))
  await until('all places to be taken', () => held.length === ASKS_AT_ONCE)
  return { courier, asked, held }
}

describe('a courier in whose line events wait', () => {
  test('begins none of them once it closes', async () => {
    const { courier, asked, held } = await crowd(5)
    const closed = courier.close(60_000)
    for (const release of held) release()
    await Promise.all([closed, ...asked])
    expect(customer.heard).toHaveLength(ASKS_AT_ONCE)
  })

  test('waits for those that it has begun when it closes', async () => {
    const { courier, asked, held } = await crowd(1)
    held[0]!()
    await until('the one that waited to be asked', () => held.length === ASKS_AT_ONCE + 1)
    let isClosed = false
    const closed = courier.close(60_000).then(() => (isClosed = true))
    for (const release of held.slice(1, ASKS_AT_ONCE)) release()
    await Promise.all(asked)
    for (let turn = 0; turn < 20; turn++) await stack.redis.ping()
    expect(isClosed).toBe(false)
    held[ASKS_AT_ONCE]!()
    await closed
  })
})

describe('a courier', () => {
  test('settles what is mature without anybody asking, and wakes the signer', async () => {
    await asksCustomer('E-1')
    serve()
    await until('decided', async () => (await stateOf('E-1')) === 'decided')
    await until('woken', () => woken.length > 0)
    expect(woken).toEqual(['E-1'])
  })

  test('beside two others asks each address once and delivers each webhook once', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `E-${n}`)
    for (const id of ids) await asksCustomer(id)
    for (const id of ids) await attested(`T-${id}`)
    customer.answer((response) => void setTimeout(() => response.end('yes'), 30))
    for (let n = 0; n < 3; n++) serve()
    await until('all decided', async () => (await Promise.all(ids.map(stateOf))).every((state) => state === 'decided'))
    await until('all told', async () => (await Promise.all(ids.map((id) => delivered(`T-${id}`)))).every(Boolean))
    const paths = customer.heard.map(({ url }) => url)
    expect(paths.toSorted()).toEqual(ids.flatMap((id) => [`/${id}`, `/hook/T-${id}`]).toSorted())
    expect(woken.toSorted()).toEqual(ids.toSorted())
  })

  test('delivers to all others while some receivers never answer', async () => {
    customer.answer((response, { url }) => (url?.startsWith('/hook/SLOW') ? silence() : void response.end()))
    for (let n = 0; n < 10; n++) await attested(`SLOW-${n}`)
    const ids = Array.from({ length: 40 }, (_, n) => `T-${n}`)
    for (const id of ids) await attested(id)
    serve(systemClock)
    await until('all delivered', async () => (await Promise.all(ids.map(delivered))).every(Boolean))
    expect((await store.deliveries.of('SLOW-0'))?.made).toBe(0)
  })

  test('has sixteen webhooks on their way and no more', async () => {
    customer.answer(silence)
    for (let n = 0; n < 20; n++) await attested(`SLOW-${n}`)
    serve(systemClock)
    await until('the stranger is asked', () => customer.heard.length >= 16)
    // Two more rounds of the loop.
    await Bun.sleep(2_200)
    expect(customer.heard).toHaveLength(16)
  })

  test('goes on after Redis has failed it', async () => {
    await attested('T-1')
    const { deps, log } = testCourier(store, 0, [customer.place])
    let fails = true
    const outbox: OutboxStream = {
      ...store.events.outbox,
      unread: async (count) => {
        if (!fails) return store.events.outbox.unread(count)
        fails = false
        throw new Error('connection is closed')
      },
    }
    const failing = { ...store, events: { ...store.events, outbox } }
    couriers.push(serveCourier({ ...deps, store: failing, clock: systemClock }))
    await until('delivered', () => delivered('T-1'))
    expect(log.lines).toContainEqual(expect.objectContaining({ level: 'error', event: 'courier.news_failed' }))
  })

  test('tells after each pass that it worked, and nothing of a loop that fails or hangs', async () => {
    const { deps } = testCourier(store, 0, [customer.place])
    const { beats, worked, count } = heardBeats()
    const outbox: OutboxStream = { ...store.events.outbox, unread: () => Promise.reject(new Error('it always fails')) }
    const deliveries = { ...store.deliveries, claim: () => new Promise<never>(() => {}) }
    const ailing = { ...store, events: { ...store.events, outbox }, deliveries }
    couriers.push(serveCourier({ ...deps, store: ailing, clock: systemClock, beats }))
    await until('two sweeps', () => count('sweep') >= 2)
    expect(new Set(worked)).toEqual(new Set(['sweep']))
    const well = heardBeats()
    couriers.push(serveCourier({ ...deps, clock: systemClock, beats: well.beats }))
    await until('all loops', () => ['news', 'deliveries', 'sweep'].every((loop) => well.count(loop) >= 2))
  })

  test('tells during a sweep that is long, with each event that it settles', async () => {
    const held: ServerResponse[] = []
    customer.answer((response, { url }) => (url === '/E-2' ? void held.push(response) : void response.end('yes')))
    for (const id of ['E-1', 'E-2']) await asksCustomer(id)
    const { deps } = testCourier(store, 0, [customer.place], systemClock)
    const { beats, count } = heardBeats()
    couriers.push(serveCourier({ ...deps, clock: systemClock, beats }))
    await until('one is held', () => held.length === 1)
    await until('the other is settled', async () => (await stateOf('E-1')) === 'decided')
    await until('its word', () => count('sweep') === 1)
    // The sweep is not over.
    expect([held.length, count('sweep')]).toEqual([1, 1])
    held[0]?.end('yes')
    await until('both, and the end of the sweep', () => count('sweep') >= 3)
  })

  test('counts its attempts by what they came to', async () => {
    const { deps, meter } = testCourier(store, 0, [customer.place])
    const outcomes = () =>
      Object.fromEntries([...meter.take()].map(([cell, value]) => [readMetricCell(cell).labels[0]!, value]))
    customer.answer((response, { url }) =>
      says(url?.endsWith('T-1') ? 200 : url?.endsWith('T-2') ? 410 : 503)(response),
    )
    couriers.push(serveCourier({ ...deps, clock: systemClock }))
    for (const id of ['T-1', 'T-2', 'T-3']) await attested(id)
    const counted: Record<string, number> = {}
    await until('one attempt at each', () => {
      for (const [outcome, number] of Object.entries(outcomes())) counted[outcome] = (counted[outcome] ?? 0) + number
      return Object.keys(counted).length === 3
    })
    expect(counted).toEqual(Object.fromEntries(['delivered', 'gone', 'retry'].map((outcome) => [outcome, 1])))
  })

  test('that is closed waits for what it has begun, and begins nothing more', async () => {
    const held: ServerResponse[] = []
    customer.answer((response) => void held.push(response))
    await attested('T-1')
    const courier = serve()
    await until('one is held', () => held.length === 1)
    let isClosed = false
    const closing = courier.close(10_000).then(() => (isClosed = true))
    await Bun.sleep(50)
    expect(isClosed).toBe(false)
    held[0]?.end()
    await closing
    expect(await store.deliveries.of('T-1')).toMatchObject({ state: 'delivered', made: 1 })
    await asksCustomer('E-1')
    expect(await courier.onMaturity('E-1')).toBe('waiting')
    expect(held).toHaveLength(1)
  })

  test('that is closed gives up waiting at its deadline', async () => {
    customer.answer(silence)
    await attested('T-1')
    const courier = serve()
    await until('the stranger is asked', () => customer.heard.length === 1)
    await courier.close(20)
    expect((await store.deliveries.of('T-1'))?.made).toBe(0)
  })
})

describe('the job of an event', () => {
  test('is done when the event is settled, and when there is nothing to settle', async () => {
    const courier = serve()
    await asksCustomer('E-1')
    expect(await courier.onMaturity('E-1')).toBe('done')
    expect(await stateOf('E-1')).toBe('decided')
    expect(await courier.onMaturity('E-1')).toBe('done')
    expect(await courier.onMaturity('NEVER-1')).toBe('done')
    await asksCustomer('E-2', false)
    expect(await courier.onMaturity('E-2')).toBe('done')
    expect(await stateOf('E-2')).toBe('announced')
  })

  test('comes again while the event waits', async () => {
    const courier = serve()
    customer.answer(says(500))
    await asksCustomer('E-1')
    expect(await courier.onMaturity('E-1')).toBe('waiting')
    await openThreshold(store.events, 'T-1', Math.floor(systemClock.now() / 1000), 0)
    expect(await courier.onMaturity('T-1')).toBe('waiting')
  })
})
