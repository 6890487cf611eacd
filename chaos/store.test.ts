import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Json } from '../src/canonical/jcs.ts'
import { sandboxWallet } from '../src/demo/buyers.ts'
import { registry } from '../src/feeds/registry.ts'
import { type KeptRedis, keepRedis } from '../src/launch/redis.ts'
import { names } from '../src/store/redis/names.ts'
import { REFUSAL_WORDS, refusalIn, type StoreRefusal } from '../src/store/redis/refusal.ts'
import { AILMENTS } from '../test/support/ailing-redis.ts'
import { payment } from '../test/support/payer.ts'
import { type RedisProxy, startRedisProxy } from '../test/support/redis-proxy.ts'
import { keptLog } from '../test/support/still.ts'
import { expectThreeEqual } from '../test/support/three-equal.ts'
import { startToldProduct, type ToldProduct } from '../test/support/told-product.ts'
import { orNothing, until } from '../test/support/until.ts'

/**
 * Real processes with a Redis that cannot write: out of memory, demoted to a replica, with a full disk, stopped,
 * killed, and behind a proxy that stalls. Buyers on both rails buy all the time. No answer is a 500, every buyer who
 * paid is served, and in the end money and answers are equal. Takes about three minutes.
 */

const PATH = '/oracle/price/btc/usd'
/** Buyers on each rail. */
const BUYERS = 3
/** Time until every server has noticed: a check is used for a second, and a silent Redis gets one more. */
const NOTICED_MS = 4_000
/** Twice the period of prices, and the time after which a lane runs a lost job again (queues/consume.ts). */
const FLOW_MS = 2 * 5_000 + 6_000 + 3_000 + 2_000
const SPOT = registry.items.filter((item) => item.feed.id === 'price/spot').map((item) => item.actor)

let folder: string
let kept: KeptRedis
/** A connection to Redis that avoids the proxy. */
let hand: Redis
let proxy: RedisProxy
let product: ToldProduct

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'claros-store-'))
  kept = await keepRedis({ folder }, keptLog())
  hand = new Redis(kept.address.path!, { maxRetriesPerRequest: null })
  hand.on('error', () => {})
  proxy = await startRedisProxy(kept.address)
  product = await startToldProduct('127.0.0.1:9', { REDIS_URL: proxy.url, TRUST_PROXY: '1' })
  await product.ready(`${PATH}/preview`, '/oracle/price/usdc/usd/preview')
}, 120_000)

afterAll(async () => {
  await product.stop()
  hand.disconnect()
  await proxy.stop()
  await kept.stop()
  rmSync(folder, { recursive: true, force: true })
}, 120_000)

type Headers = Readonly<Record<string, string>>

interface Seen {
  readonly at: number
  readonly status: number
  readonly text: string
  /** The request carried a payment. */
  readonly paying: boolean
  readonly challenge: boolean
}

/** All answers that all buyers got. */
const seen: Seen[] = []
const canonicals: Record<'l402' | 'x402', string[]> = { l402: [], x402: [] }
let invoicesPaid = 0
let networks = 0

const ask = async (headers: Headers, from: string): Promise<Response | null> => {
  const response = await fetch(product.baseUrl + PATH, {
    headers: { ...headers, 'x-forwarded-for': from },
    keepalive: false,
    signal: AbortSignal.timeout(40_000),
  }).catch(() => null)
  if (!response) return null
  const text = await response.clone().text()
  const challenge = ['www-authenticate', 'payment-required'].some((name) => response.headers.has(name))
  const paying = Object.keys(headers).length > 0
  seen.push({ at: Date.now(), status: response.status, text, paying, challenge })
  return response
}

/** Repeats a paid request with the same headers until it is answered. Throws after a long time. */
const insist = async (headers: Headers, from: string): Promise<string> => {
  for (const deadline = Date.now() + 90_000; ; await Bun.sleep(250)) {
    const response = await ask(headers, from)
    if (response?.status === 200) return String(((await response.json()) as Record<string, Json>)['canonical'])
    if (Date.now() > deadline) throw new Error(`paid and not served: ${await response?.text()}`)
  }
}

const network = (): string => `93.184.${++networks % 250}.7`

const buyOverLightning = async (): Promise<void> => {
  const from = network()
  const asked = await ask({}, from)
  const said = asked?.headers.get('www-authenticate') ?? ''
  const part = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(said)?.[1] ?? ''
  if (asked?.status !== 402 || part('invoice') === '') return void (await Bun.sleep(200))
  const preimage = await sandboxWallet(product.sandboxUrl)(part('invoice'))
  invoicesPaid++
  // A payment takes a while, during which Redis may fail.
  await Bun.sleep(100)
  canonicals.l402.push(await insist({ authorization: `L402 ${part('macaroon')}:${preimage}` }, from))
}

const buyOverX402 = async (): Promise<void> => {
  const from = network()
  const account = privateKeyToAccount(generatePrivateKey())
  const order = { method: 'POST', body: JSON.stringify({ address: account.address, amount: '10000' }) }
  await fetch(`${product.sandboxUrl}/chain/fund`, order)
  const validBefore = String(Math.floor(Date.now() / 1_000) + 300)
  const to = product.payTo as `0x${string}`
  const { v1 } = await payment(Date.now(), { from: account.address, to, validBefore }, account)
  canonicals.x402.push(await insist(v1, from))
}

let shopping = true
const keepBuying = async (buy: () => Promise<void>): Promise<void> => {
  while (shopping) {
    await buy()
    await Bun.sleep(150)
  }
}

const served = () => canonicals.l402.length + canonicals.x402.length

const health = async (): Promise<{ status: number; message: string }> => {
  const response = await fetch(`${product.baseUrl}/health`, { keepalive: false, signal: AbortSignal.timeout(10_000) })
  const { message = '' } = (await response.json()) as { message?: string }
  seen.push({ at: Date.now(), status: response.status, text: message, paying: false, challenge: false })
  return { status: response.status, message }
}

interface Line {
  readonly at: string
  readonly event: string
  readonly pid: number
  readonly roles?: string
  readonly cause?: string
  readonly message?: string
}

const lines = (): readonly Line[] =>
  product
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)

/** An outage that lasts this long after every server must have noticed it. */
const outage = async (refusal: StoreRefusal, lastsMs: number, begin: () => unknown, end: () => unknown) => {
  const before = served()
  const from = Date.now()
  await begin()
  await Bun.sleep(NOTICED_MS)
  const noticed = Date.now()
  const [first, later] = [await health(), Bun.sleep(lastsMs)]
  await later
  const over = Date.now()
  await end()
  expect(first.status).toBe(503)
  expect(first.message).toContain(REFUSAL_WORDS[refusal])
  const meanwhile = seen.filter(({ at }) => at > noticed && at < over)
  expect(meanwhile.filter(({ challenge }) => challenge)).toEqual([])
  // Some had paid, some asked for the first time, and all got the same answer.
  expect(meanwhile.filter(({ status }) => status !== 503)).toEqual([])
  expect(meanwhile.length).toBeGreaterThan(5)
  await until(`sales go on after ${refusal}`, async () => served() >= before + 4 * BUYERS, 40_000)
  // Versions are whole seconds, so the second in which it ended proves nothing.
  const second = Math.floor(over / 1_000)
  await until(
    `prices flow after ${refusal}`,
    orNothing(async () =>
      (await hand.mget(SPOT.map((actor) => names.version(actor)))).every((version) => Number(version) > second),
    ),
    FLOW_MS,
  )
  const told = lines().filter(({ event, at }) => event === 'store.refuses' && Date.parse(at) >= from)
  process.stdout.write(
    `    ${refusal}: ${meanwhile.length} answers of 503, ${told.length} lines in ${over - from} ms, all well after ${Date.now() - over} ms\n`,
  )
  return told
}

const pidOfRedis = async (): Promise<number> => Number(/process_id:(\d+)/.exec(await hand.info('server'))![1])

describe('the store', () => {
  let buyers: Promise<unknown>

  beforeAll(async () => {
    buyers = Promise.all(
      Array.from({ length: BUYERS }, () => [keepBuying(buyOverLightning), keepBuying(buyOverX402)]).flat(),
    )
    buyers.catch(() => {})
    await until('both rails sell', async () => canonicals.l402.length > 3 && canonicals.x402.length > 3, 40_000)
  }, 120_000)

  test.each(AILMENTS.map(({ name }) => name))(
    '%s: nothing is sold, every answer says why, and so do the logs of the workers',
    async (name) => {
      const ailment = AILMENTS.find((each) => each.name === name)!
      const told = await outage(
        name,
        name === 'out_of_memory' ? 25_000 - NOTICED_MS : 8_000,
        () => ailment.begin(hand, folder),
        () => ailment.end(hand, folder),
      )
      const causes = (roles: string) => told.filter((line) => line.roles?.includes(roles)).map(({ cause }) => cause)
      expect(causes('publisher')).toContain(name)
      expect(causes('signer')).toContain(name)
    },
    120_000,
  )

  test('stopped for twenty seconds', async () => {
    const pid = await pidOfRedis()
    const told = await outage(
      'silent',
      20_000 - NOTICED_MS,
      () => process.kill(pid, 'SIGSTOP'),
      () => process.kill(pid, 'SIGCONT'),
    )
    for (const roles of ['publisher', 'signer', 'courier'])
      expect(told.filter((line) => line.roles?.includes(roles)).map(({ cause }) => cause)).toContain('silent')
  }, 120_000)

  test('behind a proxy that stalls', async () => {
    await outage(
      'silent',
      10_000,
      () => proxy.stall(true),
      () => proxy.stall(false),
    )
  }, 120_000)

  test('behind a proxy that has lost every connection and closes none', async () => {
    const before = served()
    proxy.stallOpen()
    await until('sales go on', async () => served() >= before + 4 * BUYERS, 60_000)
  }, 120_000)

  test('killed', async () => {
    const before = served()
    process.kill(await pidOfRedis(), 'SIGKILL')
    await until('sales go on', async () => served() >= before + 4 * BUYERS, 60_000)
  }, 120_000)

  test('in the end money and answers are equal, no answer is an internal error, and no log was flooded', async () => {
    shopping = false
    await buyers
    expect(seen.filter(({ status }) => ![200, 402, 503].includes(status))).toEqual([])
    // A request that carries a payment never gets a second challenge.
    expect(seen.filter(({ paying, challenge }) => paying && challenge)).toEqual([])

    expect(canonicals.l402).toHaveLength(invoicesPaid)
    // The Redis in use is the one behind the proxy, not the one that the product started.
    const money = await expectThreeEqual({ ...product, redisUrl: `unix://${kept.address.path}` })
    expect(money.l402.payments).toBe(invoicesPaid)
    expect(canonicals.x402).toHaveLength(money.x402.payments)
    const all = [...canonicals.l402, ...canonicals.x402]
    expect(all.length - new Set(all).size).toBe(0)

    const said = lines()
    expect(said.filter(({ event }) => event === 'child.died')).toEqual([])
    expect(said.filter(({ event }) => event === 'request.crashed')).toEqual([])
    const about = said.filter(({ message }) => message !== undefined && refusalIn(message) !== null)
    expect(about).toEqual([])
    // A job whose lock expired while Redis was silent is run a second time. The first run ends without its lock, or
    // after the second one has ended and removed the job.
    const twice = /\block\b|^Missing key for job \S+ moveToFinished$/i
    const queues = said.filter(({ event, message }) => event === 'queue.error' && !twice.test(message ?? ''))
    expect(queues).toEqual([])
    const last = new Map<string, number>()
    const closing = new Set<number | undefined>()
    for (const { at, event, pid, cause } of said) {
      // A process that ends says at once what it left out.
      if (event === 'process.closing') closing.add(pid)
      if (event !== 'store.refuses' || closing.has(pid)) continue
      const key = `${pid} ${cause}`
      expect(Date.parse(at) - (last.get(key) ?? 0)).toBeGreaterThanOrEqual(9_990)
      last.set(key, Date.parse(at))
    }
    process.stdout.write(
      `    ${invoicesPaid} invoices and ${money.x402.payments} transfers, ${all.length} answers, ${said.length} lines of log\n`,
    )
    const counts = Object.entries(Object.groupBy(said, ({ event }) => event)).map(([event, all]) => [
      all!.length,
      event,
    ])
    process.stdout.write(`    ${JSON.stringify(counts.sort((a, b) => Number(b[0]) - Number(a[0])).slice(0, 14))}\n`)
  }, 120_000)
})
