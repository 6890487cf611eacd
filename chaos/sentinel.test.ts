import { afterAll, beforeAll, expect, test } from 'bun:test'
import { REFUSAL_WORDS } from '../src/store/redis/refusal.ts'
import { type InsistentBuyers, startBuyers } from '../test/support/insistent-buyers.ts'
import { type SentinelGroup, startSentinelGroup } from '../test/support/sentinel-group.ts'
import { expectNoSales, expectServedOnce, sellsAgain } from '../test/support/outage.ts'
import { expectThreeEqual } from '../test/support/three-equal.ts'
import { startToldProduct, type ToldProduct } from '../test/support/told-product.ts'
import { until } from '../test/support/until.ts'

/**
 * Real processes behind three Sentinels, whose primary is killed while buyers on both rails buy. No payment is served
 * twice and nobody pays for nothing, even when the primary dies just as its replicas stand still.
 */

const PATH = '/oracle/price/btc/usd'
/** Buyers on each rail. */
const BUYERS = 4
/** A check is used for a second, and one that waits for replicas takes one more. */
const NOTICED_MS = 4_000
const STANDS_MS = 8_000

let group: SentinelGroup
let product: ToldProduct
let buyers: InsistentBuyers

beforeAll(async () => {
  group = await startSentinelGroup()
  product = await startToldProduct('127.0.0.1:9', { REDIS_URL: group.url, TRUST_PROXY: '1' })
  await product.ready(`${PATH}/preview`, '/oracle/price/usdc/usd/preview')
  buyers = startBuyers(product, PATH, BUYERS)
  await until('both rails sell', () => buyers.bought.l402.length > 3 && buyers.bought.x402.length > 3)
}, 240_000)

afterAll(async () => {
  await product.stop()
  await group.stop()
}, 120_000)

/** The one that was killed comes back as a replica. */
const mend = async (killed: Awaited<ReturnType<SentinelGroup['primary']>>): Promise<void> => {
  await killed.again((await group.primary()).port)
  await group.whole()
}

test('the primary is killed: a replica takes over, and sales go on', async () => {
  const killed = await group.primary()
  const at = Date.now()
  killed.signal('SIGKILL')
  const took = await sellsAgain(buyers, at, 4 * BUYERS)
  process.stdout.write(`    primary killed: sells again after ${took} ms\n`)
  expect(await group.primary()).not.toBe(killed)
  await mend(killed)
}, 240_000)

test('both replicas stand still, then the primary is killed: nothing is sold, and nothing is lost', async () => {
  const killed = await group.primary()
  const replicas = group.members.filter((member) => member !== killed)
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

test('in the end each payment was served once, and money and answers are equal', async () => {
  await buyers.stop()
  const all = await expectServedOnce(buyers)
  const money = await expectThreeEqual({ ...product, redisUrl: group.url })
  expect(money.l402.payments).toBe(buyers.invoicesPaid())
  expect(buyers.bought.l402).toHaveLength(money.l402.payments)
  expect(buyers.bought.x402).toHaveLength(money.x402.payments)
  process.stdout.write(
    `    ${all.length} answers for ${money.l402.payments} invoices and ${money.x402.payments} transfers\n`,
  )
}, 240_000)
