import { afterAll, beforeAll, expect, test } from 'bun:test'
import { names } from '../src/store/redis/names.ts'
import { LEVELS, makePromises, PAIRS } from '../test/support/many-promises.ts'
import { type Customer, startCustomer } from '../test/support/customer.ts'
import { type OracleProcesses, startOracleProcesses } from '../test/support/oracle-processes.ts'
import { lookAtPromises, type KeptPromise } from '../test/support/promises-kept.ts'
import { until } from '../test/support/until.ts'
import { webhookFaults } from '../test/support/webhooks-arrived.ts'
import { dice } from '../test/support/dlc/random.ts'

/**
 * A thousand events that mature within one minute, while the processes that must attest them are killed again and
 * again. Every event is attested once and soon, with the outcome that follows from the recorded prices.
 */

const EVENTS = 1_000
const WITHIN_SECONDS = 60
/** All events must be created before the first matures, on a machine that runs another of these files too. */
const MADE_WITHIN_SECONDS = 150

/** After this time an unresolved event is checked again, by its own job and by the sweep. */
const REPEAT_MS = 5_000
/** The period of spot prices: a price of the right time must be computed first. */
const CADENCE_MS = 5_000
/** A first price at the strike waits this long for the price that confirms it. */
const CONFIRMED_MS = CADENCE_MS
/** The job of a publisher that died is run again after lockDuration + stalledInterval (queues/consume.ts). */
const CRASHED_TICK_MS = 6_000 + 3_000
/** The lease of a dead signer expires (actors/dlc/serve-oracle.ts); one beat later another signer takes over. */
const SIGNER_AGAIN_MS = 12_000 + 1_000
/** The longest pause before a process is started for the third time, and the start itself on a busy machine. */
const START_MS = 1_000 + 4_000
/** The signer signs the events that have waited for it, sixteen a second. */
const CATCH_UP_MS = 15_000
const LATE_MS = REPEAT_MS + CADENCE_MS + CONFIRMED_MS + CRASHED_TICK_MS + SIGNER_AGAIN_MS + START_MS + CATCH_UP_MS
/** A customer's address is asked again after five seconds; if its courier died, thirty seconds later. */
const ASKED_AGAIN_MS = 5_000 + 30_000

/** The processes that are killed, in this order. */
const DEATHS = [
  ['signer-1'],
  ['courier-1'],
  ['redis'],
  ['publisher-1'],
  ['courier-2'],
  ['redis'],
  ['signer-2'],
  ['publisher-1', 'courier-1'],
  ['redis'],
] as const

let oracle: OracleProcesses
let customer: Customer

beforeAll(async () => {
  customer = startCustomer()
  oracle = await startOracleProcesses({ signers: 2, couriers: 2, publishers: 1, allow: [customer.place] })
  await order({ volatility: 0, set: levels(1) })
  const prices = () => Promise.all(PAIRS.map((pair) => oracle.store.events.ticks.progress(pair)))
  await until('every price is recorded', async () => (await prices()).every(({ appended }) => appended > 1), 60_000)
}, 120_000)

afterAll(async () => {
  await oracle.stop()
  await customer.stop()
}, 120_000)

/** The levels of `spot.BTC` and the others, multiplied by this factor. */
const levels = (share: number) =>
  Object.fromEntries(PAIRS.map((pair) => [`spot.${pair.slice(0, 3)}`, LEVELS[pair] * share]))

const order = async (change: object): Promise<void> => {
  const ask = () =>
    fetch(`${oracle.sandboxUrl}/world`, { method: 'POST', body: JSON.stringify(change) }).catch(() => null)
  await until('the sandbox answers', async () => (await ask())?.status === 200, 30_000)
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

const report = (what: string, kept: readonly KeptPromise[]): number => {
  const late = kept.map(({ lateMs }) => lateMs).toSorted((a, b) => a - b)
  const [p50, p99, max] = [quantile(late, 0.5), quantile(late, 0.99), late.at(-1) ?? 0]
  console.log(`${what}: ${late.length} events, late by p50 ${p50} ms, p99 ${p99} ms, at most ${max} ms`)
  return max
}

const asksCustomers = ({ event }: KeptPromise): boolean => event.hidden.resolver?.kind === 'webhook'

/** Every attestation that could be read meanwhile, by event. */
const attestationsSeen = new Map<string, Set<string>>()
const lookAround = async (ids: readonly string[]): Promise<void> => {
  for (const event of await oracle.store.events.readMany(ids)) {
    if (!event?.attestation) continue
    const seen = attestationsSeen.get(event.id) ?? new Set()
    attestationsSeen.set(event.id, seen.add(event.attestation.serialized))
  }
}

test(`${EVENTS} events of one minute, processes and Redis killed: each is attested once and soon`, async () => {
  const seed = Date.now() % 1e6
  const random = dice(seed)
  console.log(`seed ${seed}`)
  const startTs = Math.ceil(Date.now() / 1000) + MADE_WITHIN_SECONDS
  const ids = await makePromises(
    { queues: oracle.queues, events: oracle.store.events },
    customer,
    EVENTS,
    (n) => startTs + Math.floor((n * WITHIN_SECONDS) / EVENTS),
  )
  expect(new Set(ids).size).toBe(EVENTS)
  expect(Date.now() / 1000).toBeLessThan(startTs)
  await Bun.sleep(startTs * 1000 - Date.now())

  const courierDeaths: number[] = []
  const kill = async (names: readonly string[]): Promise<void> => {
    for (const name of names) {
      if (name.startsWith('courier')) courierDeaths.push(Date.now())
      if (name === 'redis') await oracle.killRedis()
      else oracle.kill(name)
    }
  }
  let storming = true
  const prices = (async () => {
    // The price moves by a tenth of a per cent in a second, so venues asked some seconds apart still agree.
    for (let second = 0; storming; second++) {
      await order({ set: levels(1 + Math.sin((second / 60) * 2 * Math.PI) / 50) })
      await Bun.sleep(1_000)
    }
  })()
  const slot = (WITHIN_SECONDS * 1000) / DEATHS.length
  for (const [i, victims] of DEATHS.entries()) {
    const at = startTs * 1000 + i * slot + random.integer(0, slot - 1_000)
    await Bun.sleep(Math.max(0, at - Date.now()))
    await kill(victims)
  }

  await until(
    'every event is attested',
    async () => {
      await lookAround(ids)
      return (await oracle.redis.zcard(names.dlc.due())) === 0
    },
    180_000,
  )
  storming = false
  await prices
  await until(
    'every webhook is delivered',
    async () => (await oracle.redis.zcard(names.dlc.deliveries())) === 0,
    120_000,
  )
  await lookAround(ids)
  await oracle.stopWorkers()

  const { faults, kept } = await lookAtPromises(oracle, oracle.oracleFolder, ids)
  expect(faults).toEqual([])
  expect([...attestationsSeen.values()].filter(({ size }) => size !== 1)).toEqual([])
  const own = report(
    'by prices and expiry',
    kept.filter((each) => !asksCustomers(each)),
  )
  const others = report("by customers' addresses", kept.filter(asksCustomers))
  expect(own).toBeLessThan(LATE_MS)
  expect(others).toBeLessThan(LATE_MS + ASKED_AGAIN_MS)
  const outcomes = new Map<string, number>()
  for (const { event } of kept) {
    const what = event.kind === 'threshold' ? (event.decision?.outcome[0] ?? '') : event.kind
    outcomes.set(what, (outcomes.get(what) ?? 0) + 1)
  }
  console.log(Object.fromEntries(outcomes))
  // A run in which no contract was breached would prove little.
  expect(outcomes.get('breached')).toBeGreaterThan(EVENTS / 20)
  expect(outcomes.get('safe')).toBeGreaterThan(EVENTS / 20)

  const events = kept.map(({ event }) => event)
  expect(events.filter(({ hidden }) => hidden.webhookUrl !== null)).toHaveLength(EVENTS / 10)
  expect(await webhookFaults(oracle.store, customer, events, courierDeaths)).toEqual([])
  expect([...customer.asked.values()].filter((statuses) => statuses.includes(500)).length).toBeGreaterThan(0)
}, 600_000)
