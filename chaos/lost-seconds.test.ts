import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Json } from '../src/canonical/jcs.ts'
import { RAILS } from '../src/canonical/snapshot.ts'
import { sandboxWallet } from '../src/demo/buyers.ts'
import { TARIFF } from '../src/feeds/tariff.ts'
import { USDC } from '../src/payments/usdc.ts'
import { type EmbeddedRedis, startRedis } from '../src/store/redis/embedded-redis.ts'
import { connectRedis } from '../src/store/redis/redis.ts'
import { storeOn } from '../src/store/store.ts'
import { systemClock } from '../src/system/clock.ts'
import { payment } from '../test/support/payer.ts'
import { type RedisProxy, startRedisProxy } from '../test/support/redis-proxy.ts'
import { reconciled } from '../test/support/reconciled.ts'
import { expectThreeEqual } from '../test/support/three-equal.ts'
import { type Books, type Rails, threeTotals } from '../test/support/three-totals.ts'
import { startToldProduct, type ToldProduct } from '../test/support/told-product.ts'
import { until } from '../test/support/until.ts'

/**
 * A machine loses power under `appendfsync everysec`: Redis comes back without its last seconds. To be sure of that
 * loss, the append-only file is cut off at an earlier place. The money of sales that no book knows is listed, one by
 * one, and nothing else is.
 */

const PATH = '/oracle/price/btc/usd'
const ACTOR = 'price/spot/BTC-USD'
const PRICE = TARIFF.spot
/** Buyers on each rail, in each of the three parts. */
const BUYERS = 4

let folder: string
let redis: EmbeddedRedis
/** The way to Redis for servers: they run as `nobody`, who may not enter the folder. */
let proxy: RedisProxy
let product: ToldProduct
let books: Books

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'claros-lost-'))
  redis = await startRedis({ folder, fsync: 'everysec' })
  proxy = await startRedisProxy(redis.address)
  product = await startToldProduct('127.0.0.1:9', { REDIS_URL: proxy.url, TRUST_PROXY: '1' })
  books = { ...product, redisUrl: proxy.url }
  await product.ready(`${PATH}/preview`, '/oracle/price/usdc/usd/preview')
}, 120_000)

afterAll(async () => {
  // A stopped process would not get the signal to end.
  process.kill(product.pids['worker-1']!, 'SIGCONT')
  await product.stop()
  await proxy.stop()
  await redis.stop()
  rmSync(folder, { recursive: true, force: true })
}, 120_000)

/** One payment and the headers that carry it. */
interface Paid {
  /** The id of the payment, in the form that claims use. */
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly from: string
}

let networks = 0
const network = (): string => `93.184.${++networks}.7`

const ask = ({ headers, from }: Pick<Paid, 'headers' | 'from'>): Promise<Response> =>
  fetch(product.baseUrl + PATH, {
    headers: { ...headers, 'x-forwarded-for': from },
    keepalive: false,
    signal: AbortSignal.timeout(40_000),
  })

/** Repeats the request with the same headers until it is answered. */
const served = (paid: Paid): Promise<Readonly<Record<string, Json>>> => {
  let last = 'nothing'
  return until(
    `an answer for ${paid.name}`,
    async () => {
      const response = await ask(paid).catch(() => null)
      if (response && ![200, 503].includes(response.status))
        throw new Error(`${response.status}: ${await response.text()}`)
      if (response?.status === 200) return (await response.json()) as Readonly<Record<string, Json>>
      last = (await response?.text()) ?? 'no answer'
      return null
    },
    60_000,
  ).catch((problem: Error) => {
    throw new Error(`${problem.message}; the last answer was ${last}\n${product.log().slice(-8_000)}`)
  })
}

const overLightning = async (): Promise<Paid> => {
  const from = network()
  const said = await until(
    'an invoice',
    async () => {
      const asked = await ask({ headers: {}, from }).catch(() => null)
      await asked?.body?.cancel()
      return asked?.headers.get('www-authenticate') ?? null
    },
    120_000,
  )
  const part = (name: string): string => new RegExp(`${name}="([^"]+)"`).exec(said)![1]!
  const preimage = await sandboxWallet(product.sandboxUrl)(part('invoice'))
  const hash = new Bun.CryptoHasher('sha256').update(Uint8Array.fromHex(preimage)).digest('hex')
  return { name: `l402:${hash}`, headers: { authorization: `L402 ${part('macaroon')}:${preimage}` }, from }
}

const overX402 = async (): Promise<Paid> => {
  const account = privateKeyToAccount(generatePrivateKey())
  const { address } = account
  const order = { method: 'POST', body: JSON.stringify({ address, amount: String(PRICE.microUsd) }) }
  await fetch(`${product.sandboxUrl}/chain/fund`, order)
  const validBefore = String(Math.floor(Date.now() / 1_000) + 300)
  const to = product.payTo as `0x${string}`
  const nonce = `0x${generatePrivateKey().slice(2)}` as const
  const { v1 } = await payment(Date.now(), { from: address, to, validBefore, nonce }, account)
  const name = `x402:${USDC.base.chainId}:${USDC.base.asset}:${address}:${nonce}`.toLowerCase()
  return { name, headers: v1, from: network() }
}

/** Every buyer pays and gets an answer. */
const sell = async (): Promise<readonly Paid[]> => {
  const sold: Paid[] = []
  for (let n = 0; n < BUYERS; n++)
    for (const pay of [overLightning, overX402]) {
      const paid = await pay()
      await served(paid)
      sold.push(paid)
    }
  return sold
}

/** The part of the append-only file that grows. */
const growing = (): string => {
  const files = join(folder, 'appendonlydir')
  const found = readdirSync(files).filter((name) => name.endsWith('.incr.aof'))
  if (found.length !== 1) throw new Error(`more than one file, or none, grows: ${found.join(', ')}`)
  return join(files, found[0]!)
}

const killRedis = async (): Promise<void> => {
  const hand = await connectRedis(redis.address, 'fails_fast')
  const pid = Number(/process_id:(\d+)/.exec(await hand.info('server'))![1])
  hand.disconnect()
  process.kill(pid, 'SIGKILL')
  await redis.exited
}

/** Number of unsold editions of the newest price, on the rail that has fewer. */
const unsold = async (): Promise<number> => {
  const hand = await connectRedis(redis.address, 'fails_fast')
  try {
    const { snapshots } = storeOn(hand, systemClock)
    const version = (await snapshots.version(ACTOR)) ?? 0
    const sold = await snapshots.sold(ACTOR, version)
    const signed = await Promise.all(RAILS.map((rail) => snapshots.editions(ACTOR, version, rail, 0)))
    return Math.min(...RAILS.map((rail, at) => signed[at]!.length - sold[rail]))
  } finally {
    hand.disconnect()
  }
}

/**
 * Sells until all sales are in the books and enough editions are left for later buyers. Then it stops the worker. Each
 * second's price gets twice as many editions as were sold of the one before.
 *
 * @returns the payments made meanwhile
 */
const stopWorker = async (): Promise<readonly Paid[]> => {
  const sold: Paid[] = []
  const worker = product.pids['worker-1']!
  await until(
    'a worker that stops with enough editions behind it',
    async () => {
      sold.push(...(await sell()))
      expect(await expectThreeEqual(books)).toEqual(railsOf([...known, ...sold]))
      process.kill(worker, 'SIGSTOP')
      if ((await unsold()) >= BUYERS) return true
      process.kill(worker, 'SIGCONT')
      return false
    },
    150_000,
  )
  return sold
}

const amountOf = (payments: readonly Paid[], rail: keyof Rails, price: number) => {
  const count = payments.filter(({ name }) => name.startsWith(rail)).length
  return { payments: count, amount: BigInt(count * price) }
}

const railsOf = (payments: readonly Paid[]): Rails => ({
  l402: amountOf(payments, 'l402', PRICE.sats),
  x402: amountOf(payments, 'x402', PRICE.microUsd),
})

const names = (payments: readonly { readonly name: string }[]) => payments.map(({ name }) => name).toSorted()

let known: readonly Paid[]
let lost: readonly Paid[]

test('reconcile lists exactly the payments whose sale was lost; the totals differ by exactly their sum', async () => {
  const before = await sell()
  const place = statSync(growing()).size
  // Redis loses these sales too, but they are in the books.
  known = before
  known = [...before, ...(await stopWorker())]
  lost = await sell()
  await killRedis()
  expect(statSync(growing()).size).toBeGreaterThan(place)
  truncateSync(growing(), place)
  redis = await startRedis({ folder, fsync: 'everysec' })
  process.kill(product.pids['worker-1']!, 'SIGCONT')

  // The position in Redis went back. The sums are right again once the files were read.
  const back = await until(
    'the sums are made again',
    async () => {
      const seen = await threeTotals(books).catch(() => null)
      return seen && seen.metric.x402.payments >= known.length / 2 ? seen : null
    },
    120_000,
  )
  const [all, remembered] = [railsOf([...known, ...lost]), railsOf(known)]
  expect(back).toEqual({ money: all, ledger: remembered, metric: remembered })

  const found = await reconciled(books)
  expect(found).toMatchObject({ status: 1, equal: false, salesWithoutMoney: [], otherAmount: [], unread: [] })
  expect(found.moneyWithoutSale.map(({ payment: name }) => name).toSorted()).toEqual(names(lost))
  expect(found.totals.map(({ network: where, money, sales }) => [where, BigInt(money) - BigInt(sales)])).toEqual([
    [USDC.base.caip2, railsOf(lost).x402.amount],
    ['lightning', railsOf(lost).l402.amount],
  ])
}, 480_000)

test('buyers of lost sales who come again are answered and not charged; then nothing is listed', async () => {
  const again = lost.filter(({ name }) => name.startsWith('l402'))
  for (const paid of again) await served(paid)
  const { money, ledger, metric } = await threeTotals(books)
  const rest = lost.filter((paid) => !again.includes(paid))
  expect(money).toEqual(railsOf([...known, ...lost]))
  expect({ ledger, metric }).toEqual({ ledger: railsOf([...known, ...again]), metric: railsOf([...known, ...again]) })
  const found = await reconciled(books)
  expect(found.moneyWithoutSale.map(({ payment: name }) => name).toSorted()).toEqual(names(rest))
  expect(found.salesWithoutMoney).toEqual([])

  // The chain shows that their authorizations paid us.
  for (const paid of rest) await served(paid)
  expect(await expectThreeEqual(books)).toEqual(railsOf([...known, ...lost]))
}, 120_000)
