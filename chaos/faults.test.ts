import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Redis } from 'ioredis'
import type { Json } from '../src/canonical/jcs.ts'
import { isSoldOnce, RAILS, type Snapshot } from '../src/canonical/snapshot.ts'
import { verifyAnswer } from '../src/canonical/verify.ts'
import { LAYOUTS } from '../src/cli/verify.ts'
import { buyerV2, sandboxWallet } from '../src/demo/buyers.ts'
import { registry } from '../src/feeds/registry.ts'
import { names } from '../src/store/redis/names.ts'
import { connectRedis, redisAddress } from '../src/store/redis/redis.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { startTestStack, type TestStack } from '../test/support/stack.ts'
import { expectThreeEqual } from '../test/support/three-equal.ts'
import { orNothing, until } from '../test/support/until.ts'
import { lanePrefix } from '../src/queues/connection.ts'

/**
 * Real processes are killed with SIGKILL, as a power cut, an out-of-memory killer or a bad deployment does. Takes about
 * seventy seconds: recovery takes as long as the deadlines of the lanes, and counting polls needs whole periods.
 */

/** A spot price takes at most one poll if nothing is pushed; with sockets it comes each second. */
const CADENCE_MS = 5_000
/** The job of a worker that died is run again after at most lockDuration + stalledInterval (queues/consume.ts). */
const CRASH_RECOVERY_MS = 6_000 + 3_000
/** A client waits up to one second before it reconnects, and a worker one more after a failed fetch (runRetryDelay). */
const RECONNECT_MS = 1_000 + 1_000

const PATH = '/oracle/price/btc/usd'
const SPOT = registry.items.filter((item) => item.feed.id === 'price/spot').map((item) => item.actor)

let stack: TestStack
let redis: Redis

const workers = () => stack.children.filter((child) => child.name.startsWith('worker-'))

const order = async (change: object): Promise<void> => {
  const response = await fetch(`${stack.sandboxUrl}/world`, { method: 'POST', body: JSON.stringify(change) })
  expect(response.status).toBe(200)
}

const versions = async (): Promise<readonly number[]> =>
  (await redis.mget(SPOT.map((actor) => names.version(actor)))).map(Number)

/** Waits until every spot price was computed after this time; returns how long that took. */
const flowAgain = async (since: number, limitMs: number): Promise<number> => {
  // Versions are whole seconds, so the second in which it happened proves nothing.
  const second = Math.floor(since / 1000)
  await until(
    'prices flow again',
    orNothing(async () => (await versions()).every((version) => version > second)),
    limitMs,
  )
  return Date.now() - since
}

beforeAll(async () => {
  stack = await startTestStack({ workers: 3 })
  redis = await connectRedis(redisAddress(stack.redisUrl), 'waits')
  await until(
    'every spot price is there',
    orNothing(async () => (await versions()).every(Boolean)),
    120_000,
  )
}, 120_000)

afterAll(async () => {
  redis.disconnect()
  await stack.stop()
}, 120_000)

/** Records that are half written: version, snapshot, its copy, editions and nonces of every actor must agree. */
const halves = async (): Promise<readonly string[]> => {
  const found: string[] = []
  for (const { actor } of registry.items) {
    const version = Number(await redis.get(names.version(actor)))
    if (version === 0) continue
    const replies = (await redis
      .multi()
      .get(names.version(actor))
      .get(names.snapshot(actor))
      .get(names.snapshotAt(actor, version))
      .smembers(names.nonces(actor, version))
      .lrange(names.editions(actor, version, 'l402'), 0, -1)
      .lrange(names.editions(actor, version, 'x402'), 0, -1)
      .exec())!.map(([problem, reply]) => {
      if (problem) throw problem
      return reply
    }) as [string, string, string | null, string[], string[], string[]]
    const [now, text, copy, nonces, ...editions] = replies
    // A newer snapshot was published meanwhile: the next round checks that one.
    if (Number(now) !== version) continue
    const complain = (what: string) => found.push(`${actor} ${version}: ${what}`)
    const snapshot = JSON.parse(text) as Snapshot
    if (snapshot.timestamp !== version) complain(`the snapshot is of ${snapshot.timestamp}`)
    if (copy !== text) complain('the copy by version is another one, or none')
    const used = new Set(nonces)
    const canonicals = editions.flat().map((line) => line.slice(line.indexOf(' ') + 1))
    RAILS.forEach((rail, at) => editions[at]!.length > 0 || complain(`no editions for ${rail}`))
    if (!isSoldOnce(snapshot)) {
      const isOne = canonicals.length === RAILS.length && canonicals.every((each) => each === snapshot.stem)
      if (!isOne || used.size > 0) complain(`${canonicals.length} editions of a string without a nonce`)
      continue
    }
    for (const canonical of [...canonicals, snapshot.archive.canonical]) {
      const parts = canonical.split('|')
      if (!canonical.startsWith(`${snapshot.stem}`)) complain(`an edition of something else: ${canonical}`)
      if (!used.has(parts.at(-1)!)) complain(`an edition whose nonce is not taken: ${canonical}`)
    }
    if (used.size !== canonicals.length + 1) complain(`${used.size} nonces for ${canonicals.length} editions`)
  }
  return found
}

/** A buyer who pays first and repeats the request until there is an answer. */
const createBuyer = () => {
  const pay = sandboxWallet(stack.sandboxUrl)
  const bodies: Readonly<Record<string, Json>>[] = []
  const wrong: string[] = []
  let waited = 0
  const ask = async (headers: Record<string, string>, wanted: number): Promise<Response> =>
    until(
      `status ${wanted}`,
      orNothing(async () => {
        const response = await fetch(stack.baseUrl + PATH, { headers, signal: AbortSignal.timeout(5_000) })
        if (response.status === wanted) return response
        const text = await response.text()
        if (response.status === 503) waited++
        else wrong.push(`wanted ${wanted}, got ${response.status}: ${text.slice(0, 200)}`)
        return null
      }),
      120_000,
    )
  const buy = async (): Promise<void> => {
    const challenge = await ask({}, 402)
    await challenge.body?.cancel()
    const header = challenge.headers.get('www-authenticate') ?? ''
    const [macaroon, invoice] = ['macaroon', 'invoice'].map((name) => new RegExp(`${name}="([^"]+)"`).exec(header)?.[1])
    // The invoice may be missing for a moment when the server could not reach its node.
    if (!macaroon || !invoice) return void waited++
    const authorization = `L402 ${macaroon}:${await pay(invoice)}`
    const answer = await ask({ authorization }, 200)
    bodies.push((await answer.json()) as Readonly<Record<string, Json>>)
  }
  return { bodies, wrong, buy, waited: () => waited }
}

const BUYER = `0x${'6c'.repeat(32)}` as const

const expectDistinct = (bodies: readonly Readonly<Record<string, Json>>[]): void => {
  const canonicals = bodies.map((body) => String(body.canonical))
  expect(canonicals.length - new Set(canonicals).size).toBe(0)
  for (const body of bodies)
    expect(verifyAnswer(body, { layouts: LAYOUTS }).checks.filter((check) => !check.ok)).toEqual([])
}

describe('SIGKILL', () => {
  test('of every worker in the middle of ticks: prices flow again, nothing is half written', async () => {
    const before = workers().map((worker) => worker.pid)
    // Polls that take this long are certainly under way when the process dies.
    await order({ delay: Object.fromEntries(['kraken', 'coinbase', 'bitstamp', 'okx'].map((name) => [name, 1_500])) })
    const active = () => redis.llen(`${lanePrefix(names.queuePrefix, 'ticks')}:ticks:active`)
    // Several at once: some of them wait for an exchange and are not about to end.
    await until(
      'ticks are under way',
      orNothing(async () => (await active()) >= 4),
      120_000,
    )
    for (const pid of before) process.kill(pid, 'SIGKILL')
    const killedAt = Date.now()
    expect(await active()).toBeGreaterThan(0)
    await order({ clear: true })
    expect(await halves()).toEqual([])

    const took = await flowAgain(killedAt, 2 * CADENCE_MS + CRASH_RECOVERY_MS)
    expect(took).toBeLessThan(2 * CADENCE_MS + CRASH_RECOVERY_MS)
    expect(await halves()).toEqual([])
    for (const worker of workers()) expect(before).not.toContain(worker.pid)
    await until(
      'no job of the dead is left',
      orNothing(async () => {
        const [active, delayed] = await Promise.all([
          redis.llen(`${lanePrefix(names.queuePrefix, 'ticks')}:ticks:active`),
          redis.zcard(`${lanePrefix(names.queuePrefix, 'ticks')}:ticks:delayed`),
        ])
        return active < 10 && delayed > 0
      }),
      2 * CRASH_RECOVERY_MS,
    )
  }, 120_000)

  test('of Redis between sales: prices flow again, nothing is half written, no edition sold twice, no payment lost', async () => {
    const buyer = createBuyer()
    const address = privateKeyToAccount(BUYER).address
    await fetch(`${stack.sandboxUrl}/chain/fund`, {
      method: 'POST',
      body: JSON.stringify({ address, amount: '1000000' }),
    })
    const overX402 = async () => {
      const response = await buyerV2(BUYER)(stack.baseUrl + PATH)
      expect(response.status).toBe(200)
      buyer.bodies.push((await response.json()) as Readonly<Record<string, Json>>)
    }
    for (let n = 0; n < 3; n++) await buyer.buy()
    await overX402()
    let running = true
    const shopping = Promise.all(
      Array.from({ length: 3 }, async () => {
        while (running) {
          await buyer.buy()
          await Bun.sleep(20)
        }
      }),
    )
    await until('sales are going on', async () => buyer.bodies.length > 10, 10_000)

    const pid = Number(/process_id:(\d+)/.exec(await redis.info('server'))![1])
    process.kill(pid, 'SIGKILL')
    const soldBefore = buyer.bodies.length
    await until('buyers noticed', async () => buyer.waited() > 0, 5_000)
    // Its launcher starts it again, with the same files and the same socket.
    await until(
      'Redis came back',
      orNothing(() => redis.ping()),
      120_000,
    )
    const backAt = Date.now()
    expect(Number(/process_id:(\d+)/.exec(await redis.info('server'))![1])).not.toBe(pid)
    expect(await halves()).toEqual([])

    const took = await flowAgain(backAt, 2 * CADENCE_MS + RECONNECT_MS)
    expect(took).toBeLessThan(2 * CADENCE_MS + RECONNECT_MS)
    await until('sales go on', async () => buyer.bodies.length > soldBefore + 10, 10_000)
    running = false
    await shopping
    await overX402()
    expect(await halves()).toEqual([])
    expect(buyer.wrong).toEqual([])
    expectDistinct(buyer.bodies)
  }, 120_000)
})

describe('three workers', () => {
  /**
   * Trades and perpetuals are asked for every 15 s, option chains every minute: a window holds whole periods of all.
   */
  const WINDOW_MS = 60_000
  /** Time until another worker has taken over the sockets of a dead one. Meanwhile tickers are polled instead. */
  const HANDED_OVER_MS = 30_000

  const counted = async (): Promise<Record<string, number>> => {
    const response = await fetch(`${stack.sandboxUrl}/world/requests`)
    const { byProvider } = (await response.json()) as { byProvider: Record<string, { count: number }> }
    return Object.fromEntries(Object.entries(byProvider).map(([name, { count }]) => [name, count]))
  }

  const window = async () => {
    const before = await counted()
    await Bun.sleep(WINDOW_MS)
    const after = await counted()
    const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { total: total(after) - total(before), kraken: (after.kraken ?? 0) - (before.kraken ?? 0) }
  }

  test('ask providers as often as one does', async () => {
    await Bun.sleep(HANDED_OVER_MS)
    const three = await window()
    const [, ...others] = workers()
    await Promise.all(others.map((worker) => worker.stop(12_000)))
    await Bun.sleep(HANDED_OVER_MS)
    const one = await window()
    expect(one.total).toBeGreaterThan(160)
    expect(three.total / one.total).toBeGreaterThan(0.8)
    expect(three.total / one.total).toBeLessThan(1.2)
    // A page of trades for each of three pairs every fifteen seconds, which began or ended in the window. Best prices
    // come over the socket.
    for (const { kraken } of [three, one]) expect(kraken).toBeLessThanOrEqual(3 * 5 + 2)
  }, 260_000)
})

test('in the end chain, node, ledger and metric are equal, to the unit', async () => {
  const money = await expectThreeEqual(stack)
  expect(money.l402.payments).toBeGreaterThan(20)
  expect(money.x402.payments).toBe(2)
}, 120_000)
