import { afterAll, beforeAll, expect, test } from 'bun:test'
import { watchStrikes } from '../../src/actors/publisher/watch-strikes.ts'
import { actorOf } from '../../src/dlc/terms/pairs.ts'
import { TICK_SECONDS } from '../../src/dlc/terms/threshold.ts'
import { names } from '../../src/store/redis/names.ts'
import { systemClock } from '../../src/system/clock.ts'
import { dice } from '../support/dlc/random.ts'
import { type Customer, startCustomer } from '../support/customer.ts'
import { LEVELS, makePromises, PAIRS } from '../support/many-promises.ts'
import { type OracleProcesses, startOracleProcesses } from '../support/oracle-processes.ts'
import { lookAtPromises } from '../support/promises-kept.ts'
import { keptLog } from '../support/still.ts'
import { webhookFaults } from '../support/webhooks-arrived.ts'

/**
 * Promises that fall due while courier, signer and Redis are killed, each once. The thousand of `chaos/dlc-maturity` in
 * small, with prices of the test's own.
 */

const EVENTS = 60
const WITHIN_SECONDS = 3
/** A contract whose strike every price from then on lies past: it waits for its breach, however long that takes here. */
const BREACHED = 1

let oracle: OracleProcesses
let customer: Customer
let prices: { stop(): Promise<void> }

beforeAll(async () => {
  customer = startCustomer()
  oracle = await startOracleProcesses({ signers: 1, couriers: 1, publishers: 0, allow: [customer.place] })
  prices = recordPrices()
}, 120_000)

afterAll(async () => {
  await prices.stop()
  await oracle.stop()
  await customer.stop()
}, 120_000)

let swing = 0

/** What the publisher does with every price, twice a second. */
const recordPrices = () => {
  const random = dice(11)
  const log = keptLog()
  let running = true
  const record = async (): Promise<void> => {
    while (running) {
      for (const pair of PAIRS) {
        // Above some strikes for good: a price that comes back at each turn breaches nothing.
        const price = (LEVELS[pair] * (1 + random.integer(swing / 4, swing) / 10_000)).toFixed(2)
        const item = { actor: actorOf(pair), feed: { everySeconds: TICK_SECONDS } }
        const desk = { store: oracle.store, clock: systemClock, log, wake: () => {} }
        const at = Date.now()
        const observed = { majorityAt: at, newestAt: at }
        await watchStrikes(desk, item, { content: { price, sources: ['test'] }, observed }, at)
      }
      await Bun.sleep(500)
    }
  }
  const recording = record()
  return {
    stop: () => {
      running = false
      return recording
    },
  }
}

const empty = async (set: string): Promise<void> => {
  while ((await oracle.redis.zcard(set)) > 0) await Bun.sleep(50)
}

test(`${EVENTS} events, and nobody who keeps them lives through it: each is attested once`, async () => {
  // Time enough to make them all, also on a busy machine.
  const fromTs = Math.ceil(Date.now() / 1000) + 8
  const ids = await makePromises({ queues: oracle.queues, events: oracle.store.events }, customer, EVENTS, (n) =>
    n === BREACHED ? fromTs + 3_600 : fromTs + Math.floor((n * WITHIN_SECONDS) / EVENTS),
  )

  swing = 200
  const courierDiedAt = Date.now()
  oracle.kill('courier-1')
  await Bun.sleep(fromTs * 1000 + 500 - Date.now())
  oracle.kill('signer-1')
  // The lease of the dead runs out after twelve seconds. Now is soon enough: the guard's file is what keeps two apart.
  await oracle.redis.del(names.lease('dlc/signer'))
  await Bun.sleep(500)
  await oracle.killRedis()

  await empty(names.dlc.due())
  // An outcome is told a moment after it stands: the list of deliveries may be empty until then.
  while (customer.calls.size < EVENTS / 10) await Bun.sleep(50)
  await empty(names.dlc.deliveries())
  await oracle.stopWorkers()
  const { faults, kept } = await lookAtPromises(oracle, oracle.oracleFolder, ids)
  expect(faults).toEqual([])
  expect(kept).toHaveLength(EVENTS)
  const events = kept.map(({ event }) => event)
  expect(events[BREACHED]).toMatchObject({ decision: { reason: 'breach', outcome: ['breached'] } })
  expect(events.some(({ decision }) => decision?.outcome[0] === 'safe')).toBe(true)
  expect(await webhookFaults(oracle.store, customer, events, [courierDiedAt])).toEqual([])
  expect(customer.calls.size).toBe(EVENTS / 10)
}, 120_000)
