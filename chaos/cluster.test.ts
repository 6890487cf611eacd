import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Buyers, openBuyers } from '../soak/load/buyer.ts'
import { startPromises } from '../soak/load/promises.ts'
import { createTally } from '../soak/load/tally.ts'
import { names } from '../src/store/redis/names.ts'
import { REFUSAL_WORDS } from '../src/store/redis/refusal.ts'
import { slotOfKey } from '../src/store/redis/slots.ts'
import { systemRandom } from '../src/system/random.ts'
import { type Customer, startCustomer } from '../test/support/customer.ts'
import { type InsistentBuyers, startBuyers } from '../test/support/insistent-buyers.ts'
import { type ClusterNode, type RedisCluster, startRedisCluster } from '../test/support/redis-cluster.ts'
import { expectNoSales, expectServedOnce, GENEROUS_MS, sellsAgain } from '../test/support/outage.ts'
import { expectThreeEqual } from '../test/support/three-equal.ts'
import { startToldProduct, type ToldProduct } from '../test/support/told-product.ts'
import { until } from '../test/support/until.ts'

/**
 * Real processes on a cluster of three primaries and six replicas, whose primaries are killed while buyers on both rails
 * buy, and events are made, watched and attested. No payment is served twice and nobody pays for nothing, even when a primary dies just as its replicas stand still.
 */

const PATH = '/oracle/price/btc/usd'
const ACTOR = 'price/spot/BTC-USD'
/** Buyers on each rail. */
const BUYERS = 4
/** A check is used for a second, and one that waits for replicas takes one more. */
const NOTICED_MS = 4_000
const STANDS_MS = 8_000
/** Events are bought for two minutes, while primaries are killed one after the other, and after that. */
const EVENTS = { every: 2, runSeconds: 210 } as const

let cluster: RedisCluster
let product: ToldProduct
let buyers: InsistentBuyers
let customer: Customer
let eventBuyers: Buyers
let events: ReturnType<typeof startPromises>

const begunAt = Date.now()
const seconds = (): number => (Date.now() - begunAt) / 1_000
const tally = createTally(seconds)

beforeAll(async () => {
  cluster = await startRedisCluster({ primaries: 3, replicas: 2 })
  customer = startCustomer()
  product = await startToldProduct(customer.place, { REDIS_URL: cluster.url, TRUST_PROXY: '1' })
  await product.ready(`${PATH}/preview`, '/oracle/price/usdc/usd/preview')
  buyers = startBuyers(product, PATH, BUYERS)
  eventBuyers = await openBuyers({ ...product, tally, random: systemRandom, seconds })
  events = startPromises({ ...product, ...EVENTS, buyers: eventBuyers, tally, customer })
  await until('both rails sell', () => buyers.bought.l402.length > 3 && buyers.bought.x402.length > 3)
}, 240_000)

afterAll(async () => {
  await product.stop()
  await customer.stop()
  await cluster.stop()
}, 120_000)

const eventsOn = (rail: string): number => tally.sold.get(`${rail} event`) ?? 0

/** The one that was killed comes back as a replica. */
const mend = async (killed: ClusterNode): Promise<void> => {
  await killed.again()
  await cluster.whole()
}

test.each([
  ['of what is sold', names.version(ACTOR)],
  ['of the oracle', names.dlc.journal()],
])(
  'the primary %s is killed: a replica takes over, and sales go on',
  async (what, key) => {
    const killed = await cluster.primaryOf(slotOfKey(key))
    const at = Date.now()
    killed.signal('SIGKILL')
    const took = await sellsAgain(buyers, at, 4 * BUYERS)
    process.stdout.write(`    primary ${what} killed: sells again after ${took} ms\n`)
    expect(await cluster.primaryOf(slotOfKey(key))).not.toBe(killed)
    await mend(killed)
  },
  240_000,
)

test('both replicas of a primary stand still, then it is killed: nothing is sold, and nothing is lost', async () => {
  const killed = await cluster.primaryOf(slotOfKey(names.version(ACTOR)))
  const replicas = await cluster.replicasOf(killed)
  expect(replicas).toHaveLength(2)
  // Otherwise a replica of another primary moves here.
  for (const { hand } of cluster.nodes) await hand.config('SET', 'cluster-allow-replica-migration', 'no')
  for (const replica of replicas) replica.signal('SIGSTOP')
  await Bun.sleep(NOTICED_MS)
  const from = Date.now()
  await Bun.sleep(STANDS_MS)
  const meanwhile = buyers.seen.filter(({ asked }) => asked > from)
  const at = Date.now()
  killed.signal('SIGKILL')
  for (const replica of replicas) replica.signal('SIGCONT')
  expectNoSales(meanwhile, REFUSAL_WORDS.too_few_replicas)
  const took = await sellsAgain(buyers, at, 4 * BUYERS)
  process.stdout.write(`    ${meanwhile.length} answers of 503 before; primary killed: sells again after ${took} ms\n`)
  await mend(killed)
}, 240_000)

test('every event that was bought is attested, as it was announced', async () => {
  await until('some are bought', () => eventsOn('l402') + eventsOn('x402') > 3, GENEROUS_MS)
  await buyers.stop()
  const { bought, attested, told } = await events.stop()
  const refused = JSON.stringify(Object.fromEntries(tally.refused))
  process.stdout.write(`    ${attested} of ${bought} events attested, ${told} webhooks; refused ${refused}\n`)
  // What was paid for while a primary died is handed out by now.
  expect(await eventBuyers.resume()).toEqual([])
  expect(tally.faults).toEqual([])
  expect(attested).toBe(bought)
  expect(bought).toBeGreaterThan(3)
}, 480_000)

test('in the end each payment was served once, and money and answers are equal', async () => {
  const all = await expectServedOnce(buyers)
  const money = await expectThreeEqual({ ...product, redisUrl: cluster.url })
  expect(buyers.bought.l402).toHaveLength(buyers.invoicesPaid())
  expect(money.l402.payments).toBe(buyers.invoicesPaid() + eventsOn('l402'))
  expect(money.x402.payments).toBe(buyers.bought.x402.length + eventsOn('x402'))
  process.stdout.write(
    `    ${all.length} answers for ${money.l402.payments} invoices and ${money.x402.payments} transfers\n`,
  )
}, 240_000)
