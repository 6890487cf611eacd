import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createWebhookKey } from '../src/actors/courier/webhook-key.ts'
import { createDlcKeys } from '../src/actors/dlc/dlc-keys.ts'
import { createKeys } from '../src/actors/publisher/keys.ts'
import { SETTLING_KEY } from '../src/actors/settler/settling-key-file.ts'
import type { Json } from '../src/canonical/jcs.ts'
import { verifyAnswer } from '../src/canonical/verify.ts'
import { LAYOUTS } from '../src/cli/verify.ts'
import { settlingAccount } from '../src/chain/transfer.ts'
import type { Child } from '../src/launch/child.ts'
import { systemRandom } from '../src/system/random.ts'
import { type Anvil, startAnvil } from '../test/support/anvil.ts'
import { type Watched, watchedNode } from '../test/support/chain-shop.ts'
import { needs } from '../test/support/needs.ts'
import { payment, SELLER } from '../test/support/payer.ts'
import { buyWith, installOldClient } from '../test/support/old-client.ts'
import { startTestStack, type TestStack } from '../test/support/stack.ts'
import { expectThreeEqual } from '../test/support/three-equal.ts'
import { until } from '../test/support/until.ts'
import { names } from '../src/store/redis/names.ts'

/**
 * Our own settlement in real processes on a real chain. Workers and servers are killed during payments, sixty buyers
 * come at once, and the oldest official client buys.
 */

const CENT = 10_000
const SPOT = '/oracle/price/btc/usd'

type Headers = Readonly<Record<string, string>>

const oldClient = await installOldClient()
const canBuy = needs('folder' in oldClient, `x402-fetch 1.2.0${'why' in oldClient ? `: ${oldClient.why}` : ''}`)

let anvil: Anvil
let node: Watched
let keys: string
let settler: string
let stack: TestStack
let redis: Redis

beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.mine()
  node = watchedNode(anvil, new Set())
  keys = mkdtempSync(join(tmpdir(), 'claros-keys-'))
  for (const create of [createKeys, createDlcKeys, createWebhookKey]) create(keys, systemRandom)
  const secret = systemRandom.bytes(32)
  writeFileSync(join(keys, SETTLING_KEY), `${Buffer.from(secret).toString('hex')}\n`, { mode: 0o600 })
  settler = settlingAccount(secret).address
  await anvil.fundEth(settler, 10)
  stack = await startTestStack({
    workers: 2,
    servers: 2,
    logLevel: 'silent',
    env: {
      X402_SETTLEMENT: 'own',
      RPC_URL: node.url,
      PAY_TO: SELLER,
      KEYS_DIR: keys,
      SETTLE_BATCH_MS: '150',
      TRUST_PROXY: '1',
    },
  })
  redis = new Redis({ path: stack.redisUrl.slice('unix://'.length) })
  await open()
}, 120_000)

afterAll(async () => {
  redis.disconnect()
  await stack.stop()
  await node.stop()
  await anvil.stop()
  rmSync(keys, { recursive: true, force: true })
  if ('folder' in oldClient) rmSync(oldClient.folder, { recursive: true, force: true })
}, 120_000)

beforeEach(async () => {
  await anvil.setAutomine(true)
  await open()
}, 120_000)

const children = (kind: 'worker' | 'server'): readonly Child[] =>
  stack.children.filter(({ name }) => name.startsWith(kind))

/** Kills at once, as the kernel does. The supervisor starts the process again. */
const kill = (child: Child): void => void process.kill(child.pid, 'SIGKILL')

/** Uses a new connection each time, since a killed server closes the kept ones. */
const ask = (headers: Headers = {}, path = SPOT): Promise<Response> =>
  fetch(stack.baseUrl + path, { headers, keepalive: false, signal: AbortSignal.timeout(40_000) })

/** Waits until x402 can be paid: editions, the price of USDC, settler and gas are there. */
const open = () =>
  until(
    'the x402 rail is offered',
    async () => {
      const response = await ask().catch(() => null)
      await response?.body?.cancel()
      return response?.headers.has('payment-required') ?? false
    },
    120_000,
  )

interface Buyer {
  readonly key: `0x${string}`
  readonly address: `0x${string}`
  readonly v1: Headers
  readonly v2: Headers
}

let networks = 0

/** A buyer in its own IP network, by which it is recognized, with two cents and an authorization for one of them. */
const buyerWithPayment = async (seconds = 60): Promise<Buyer> => {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  await anvil.fundUsdc(account.address, 2 * CENT)
  const validBefore = String(Math.floor(Date.now() / 1_000) + seconds)
  const { v1, v2 } = await payment(Date.now(), { from: account.address, validBefore }, account)
  const from = { 'x-forwarded-for': `93.184.${++networks}.7` }
  return { key, address: account.address, v1: { ...v1, ...from }, v2: { ...v2, ...from } }
}

const isAnswer = async (response: Response): Promise<Record<string, Json>> => {
  expect(response.status).toBe(200)
  const body = (await response.json()) as Record<string, Json>
  expect(verifyAnswer(body, { layouts: LAYOUTS }).ok).toBe(true)
  return body
}

/**
 * Repeats the request with the same header until it is answered. Any other status than 503 before that is a failure.
 */
const insist = async (headers: Headers, limitMs: number): Promise<Response> => {
  const deadline = Date.now() + limitMs
  for (;;) {
    const response = await ask(headers).catch(() => null)
    if (response?.status === 200 || Date.now() > deadline) {
      if (!response) throw new Error('nobody answered')
      return response
    }
    if (response && response.status !== 503) throw new Error(`${response.status}: ${await response.text()}`)
    await response?.body?.cancel()
    await Bun.sleep(200)
  }
}

const receiptOf = async (id: string): Promise<Record<string, unknown>> =>
  (await (await ask({}, `/receipts/${id}`)).json()) as Record<string, unknown>

const holder = () => redis.get(names.lease('settler'))
/**
 * Number of workers that take jobs of settlements. BullMQ names connections after the queue, in base64; those with `:qe`
 * only listen for events.
 */
const takers = async (): Promise<number> => {
  const queue = Buffer.from('settlements').toString('base64')
  const clients = String(await redis.client('LIST')).split('\n')
  return clients.filter((each) => each.includes(queue) && !each.includes(`${queue}:qe`)).length
}

describe('processes that die during a payment', () => {
  test('both workers, between broadcast and receipt: the sweeper spends the claim, the same header brings the answer', async () => {
    const buyer = await buyerWithPayment(300)
    await anvil.setAutomine(false)
    const earned = await anvil.balanceOf(SELLER)
    const before = node.calledOf('eth_sendRawTransaction')
    const first = ask(buyer.v2)
    await until('a broadcast', () => node.calledOf('eth_sendRawTransaction') > before, 10_000)
    for (const worker of children('worker')) kill(worker)
    // Otherwise the queue would give the job to the next worker. Now only the sweeper is left.
    expect(await redis.del('{claros:settlements}:settlements:active')).toBe(1)
    const pending = await first
    expect(pending.status).toBe(503)
    expect(pending.headers.get('payment-required')).toBeNull()
    const id = pending.headers.get('payment-receipt')!
    expect(await receiptOf(id)).toMatchObject({ state: 'sent', charged: null })

    await anvil.setAutomine(true)
    await anvil.mine()
    // No request asks for it.
    await until('the claim is spent', async () => (await receiptOf(id)).state === 'spent', 60_000)
    const body = await isAnswer(await ask(buyer.v2))
    expect(await receiptOf(id)).toMatchObject({ state: 'spent', charged: true, answer: body })
    expect(await (await ask(buyer.v1)).json()).toEqual(body)
    expect(await anvil.balanceOf(buyer.address)).toBe(CENT)
    expect((await anvil.balanceOf(SELLER)) - earned).toBe(CENT)
  }, 120_000)

  test('a server in the middle of a payment: the worker finishes it, another server returns the answer', async () => {
    const buyer = await buyerWithPayment(300)
    await anvil.setAutomine(false)
    const before = node.calledOf('eth_sendRawTransaction')
    const first = ask(buyer.v1).then(
      ({ status }) => status,
      () => 'cut off',
    )
    await until('a broadcast', () => node.calledOf('eth_sendRawTransaction') > before, 10_000)
    for (const server of children('server')) kill(server)
    expect(await first).toBe('cut off')
    await anvil.setAutomine(true)
    await anvil.mine()
    await isAnswer(await insist(buyer.v1, 40_000))
    await isAnswer(await ask(buyer.v2))
    expect(await anvil.balanceOf(buyer.address)).toBe(CENT)
  }, 120_000)

  test('of two workers one settles; when it dies the other one does', async () => {
    expect(await takers()).toBe(1)
    const first = (await holder())!
    const moved = async () => ![null, first].includes(await holder())
    for (const worker of children('worker')) {
      kill(worker)
      // The death of a worker without the lease changes nothing.
      await until('the lease moves', moved, 17_000).catch(() => {})
      expect(await takers()).toBeLessThanOrEqual(1)
      if (await moved()) break
    }
    expect(await moved()).toBe(true)
    await until('somebody takes questions', async () => (await takers()) === 1, 10_000)
    const buyer = await buyerWithPayment()
    await isAnswer(await insist(buyer.v2, 20_000))
    expect(await anvil.balanceOf(buyer.address)).toBe(CENT)
  }, 120_000)
})

test('sixty buyers at once, in few transactions: each is served once and charged once', async () => {
  const buyers = await Promise.all(Array.from({ length: 60 }, () => buyerWithPayment()))
  const earned = await anvil.balanceOf(SELLER)
  const before = node.calledOf('eth_sendRawTransaction')
  const startedAt = performance.now()
  const bodies = await Promise.all(
    buyers.map(async ({ v1, v2 }, at) => isAnswer(await insist(at % 2 === 0 ? v2 : v1, 40_000))),
  )
  const took = performance.now() - startedAt
  const transactions = node.calledOf('eth_sendRawTransaction') - before
  process.stdout.write(`    60 buyers in ${took.toFixed(0)} ms, ${transactions} transactions\n`)
  expect(new Set(bodies.map((body) => body['canonical'])).size).toBe(60)
  expect(new Set(bodies.map((body) => body['signature'])).size).toBe(60)
  for (const { address } of buyers) expect(await anvil.balanceOf(address)).toBe(CENT)
  expect((await anvil.balanceOf(SELLER)) - earned).toBe(60 * CENT)
  expect(transactions).toBeLessThan(30)
  // The same headers again: the same answers, and no charge.
  const again = await Promise.all(buyers.map(async ({ v2 }) => isAnswer(await ask(v2))))
  expect(again).toEqual(bodies)
  expect((await anvil.balanceOf(SELLER)) - earned).toBe(60 * CENT)
}, 120_000)

test('the settling account runs out of gas: only Lightning is taken; with ether again, USDC too', async () => {
  const buyer = await buyerWithPayment()
  await anvil.fundEth(settler, 0)
  await until(
    'x402 is not offered',
    async () => {
      const response = await ask()
      await response.body?.cancel()
      return response.status === 402 && !response.headers.has('payment-required')
    },
    120_000,
  )
  expect((await ask()).headers.get('www-authenticate')).toStartWith('L402 macaroon="')
  const refused = await ask(buyer.v2)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ error: 'no_payment_rail' })
  await anvil.fundEth(settler, 10)
  await isAnswer(await insist(buyer.v2, 20_000))
  expect(await anvil.balanceOf(buyer.address)).toBe(CENT)
}, 120_000)

test.skipIf(!canBuy)(
  'x402-fetch 1.2.0, unmodified, buys',
  async () => {
    if (!('folder' in oldClient)) return
    const key = generatePrivateKey()
    const { address } = privateKeyToAccount(key)
    await anvil.fundUsdc(address, 2 * CENT)
    const { status, settled, body } = await buyWith(oldClient.folder, stack.baseUrl + SPOT, key)
    expect(status).toBe(200)
    expect(settled).toMatchObject({ success: true, network: 'base', payer: address })
    expect(verifyAnswer(body, { layouts: LAYOUTS }).ok).toBe(true)
    expect(await anvil.balanceOf(address)).toBe(CENT)
  },
  120_000,
)

test('in the end chain, ledger and metric are equal, to the unit', async () => {
  const money = await expectThreeEqual({ ...stack, payTo: SELLER, rpcUrl: anvil.url })
  expect(money.x402.payments).toBeGreaterThan(60)
}, 120_000)
