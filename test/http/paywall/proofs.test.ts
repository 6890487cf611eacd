import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createProofs, type ProofKeeper } from '../../../src/http/paywall/proofs.ts'
import { createTally, readMetricCell, type CountingMeter } from '../../../src/metrics/meter.ts'
import type { ClaimedSettlement, Confirmed } from '../../../src/payments/claimed-settlement.ts'
import { type LiarStore, liarStore } from '../../../src/store/claims/liars.ts'
import { unprovenStore } from '../../../src/store/claims/unproven.ts'
import { startTestRedis, type TestRedis } from '../../support/redis.ts'
import { keptLog, stillClock } from '../../support/still.ts'
import { until } from '../../support/until.ts'

/** A facilitator's word, a real Redis, and a chain that says what a test wants it to. */

const NOW = 1_795_000_000_000
const A = { id: 'aaaa', name: 'a.example' }
const B = { id: 'bbbb', name: 'b.example' }
const TX = `0x${'ab'.repeat(32)}`
const THEIRS = `0x${'cd'.repeat(32)}`

let redis: TestRedis
let clock: ReturnType<typeof stillClock>
let log: ReturnType<typeof keptLog>
let tally: CountingMeter
let isSeen: boolean
/** What the chain says, and how often it was asked how long. */
let chain: (claimed: ClaimedSettlement) => Confirmed
let asked: { nonces: string[]; waitMs: number }[]

beforeAll(async () => {
  redis = await startTestRedis()
})
afterAll(() => redis.stop())
beforeEach(async () => {
  await redis.flush()
  clock = stillClock(NOW)
  log = keptLog()
  tally = createTally()
  isSeen = true
  asked = []
  chain = () => ({ kind: 'unknown' })
})

const server = (most?: number, liars: LiarStore = liarStore(redis.redis)): ProofKeeper =>
  createProofs({
    confirm: async (claims, waitMs) => {
      asked.push({ nonces: claims.map(({ nonce }) => nonce), waitMs })
      return claims.map(chain)
    },
    unproven: unprovenStore(redis.redis, most),
    liars,
    facilitators: [A, B],
    isChainSeen: async () => isSeen,
    clock,
    log,
    meter: tally,
  })

let nonces = 0
const claim = (value: string): ClaimedSettlement => ({
  chainId: 8453,
  token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  to: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  value,
  nonce: `0x${(++nonces).toString(16).padStart(64, '0')}`,
  transaction: TX,
})
const unused = (at: number): Confirmed => ({ kind: 'no_transfer', nonce: 'unused', at: at / 1_000 })
const onChain = () => unused(clock.now())
const waiting = () => unprovenStore(redis.redis).count()
const counted = () =>
  Object.fromEntries(
    [...tally.take()].map(([cell, value]) => [
      `${readMetricCell(cell).name} ${readMetricCell(cell).labels.join(' ')}`,
      value,
    ]),
  )
const events = () => log.lines.map(({ level, event }) => `${level} ${event}`)
/** A server's rounds, second by second. */
const pass = async (desk: ProofKeeper, seconds: number) => {
  for (let n = 0; n < seconds; n++) {
    clock.move(1_000)
    await desk.tend()
  }
}

describe('above ten cents', () => {
  test('the chain is asked before, and its transaction is the one that counts', async () => {
    const desk = server()
    chain = () => ({ kind: 'paid', transaction: THEIRS })
    expect(await desk.prove(A, claim('100001'))).toBe(THEIRS)
    expect(asked).toMatchObject([{ waitMs: 3_000 }])
    expect(await waiting()).toBe(0)
    expect(counted()).toEqual({ 'claros_settlement_proofs_total a.example paid': 1 })
  })

  test.each<[string, () => Confirmed]>([
    ['not there yet', onChain],
    ['used otherwise', () => ({ kind: 'no_transfer', nonce: 'ended' })],
    ['unknown', () => ({ kind: 'unknown' })],
  ])('%s: nothing leaves', async (_, says) => {
    chain = says
    const desk = server()
    expect(await desk.prove(A, claim('7000000'))).toBeNull()
    expect(await waiting()).toBe(1)
    expect(await desk.hasLied(A.id)).toBe(false)
  })

  test('a claim that is repeated every second is judged by its first time', async () => {
    const desk = server()
    chain = onChain
    const claimed = claim('7000000')
    for (let n = 0; n < 65; n++) {
      expect(await desk.prove(A, { ...claimed, transaction: `0x${String(n).padStart(64, '0')}` })).toBeNull()
      await pass(desk, 1)
    }
    expect(events()).toContain('error facilitator.lied')
    expect(log.lines.find(({ event }) => event === 'facilitator.lied')!.fields).toMatchObject({
      transaction: `0x${'0'.repeat(64)}`,
    })
  })
})

describe('a server that dies while it closes a liar', () => {
  test('leaves the claim where it was, and the next one closes him', async () => {
    const dying: LiarStore = { ...liarStore(redis.redis), close: async () => Promise.reject(new Error('cut off')) }
    const first = server(undefined, dying)
    chain = onChain
    await first.prove(A, claim('10000'))
    await pass(first, 70)
    expect([await waiting(), events().includes('warn settlement.not_looked_for')]).toEqual([1, true])
    const next = server()
    expect(await next.hasLied(A.id)).toBe(false)
    await pass(next, 35)
    expect([await waiting(), await next.hasLied(A.id)]).toEqual([0, true])
  })
})

describe('up to ten cents', () => {
  test('is believed, looked for within a minute, and done with when it is found', async () => {
    const desk = server()
    chain = () => ({ kind: 'paid', transaction: TX })
    for (const value of ['10000', '100000']) expect(await desk.prove(A, claim(value))).toBe(TX)
    expect([asked, await waiting()]).toEqual([[], 2])
    await pass(desk, 4)
    expect(asked).toEqual([])
    await pass(desk, 1)
    expect(asked).toMatchObject([{ waitMs: 0 }])
    expect(asked[0]!.nonces).toHaveLength(2)
    expect(await waiting()).toBe(0)
    await pass(desk, 120)
    expect(asked).toHaveLength(1)
    expect([counted(), events()]).toEqual([{ 'claros_settlement_proofs_total a.example paid': 2 }, []])
  })

  test('a lie is found after a minute: an alarm with amount, payment and transaction, and closed for an hour', async () => {
    const desk = server()
    chain = onChain
    const claimed = claim('10000')
    await desk.prove(A, claimed)
    await pass(desk, 59)
    expect([await desk.hasLied(A.id), events()]).toEqual([false, []])
    await pass(desk, 6)
    expect([await desk.hasLied(A.id), await desk.hasLied(B.id)]).toEqual([true, false])
    expect(log.lines).toEqual([
      {
        level: 'error',
        event: 'facilitator.lied',
        fields: {
          facilitator: 'a.example',
          amount: '10000',
          payment: `x402:8453:${claimed.token}:${claimed.from}:${claimed.nonce}`.toLowerCase(),
          transaction: TX,
        },
      },
    ])
    expect(counted()).toEqual({
      'claros_facilitator_closed_total a.example lied': 1,
      'claros_settlement_proofs_total a.example lied': 1,
    })
    // Another process, or this one after a restart; and not for ever.
    expect(await server().hasLied(A.id)).toBe(true)
    const [key] = await redis.redis.keys('*liar*')
    const left = await redis.redis.pttl(key!)
    expect(left).toBeGreaterThan(3_590_000)
    expect(left).toBeLessThanOrEqual(3_600_000)
  })

  test('other servers hear of it within a second', async () => {
    const [one, other] = [server(), server()]
    expect(await other.hasLied(A.id)).toBe(false)
    chain = onChain
    await one.prove(A, claim('10000'))
    await pass(one, 64)
    clock.move(1_000)
    expect(await other.hasLied(A.id)).toBe(true)
  })

  test('a node that lags makes no liar, however late it is by our clock', async () => {
    const desk = server()
    chain = () => unused(NOW + 59_000)
    await desk.prove(A, claim('10000'))
    await pass(desk, 900)
    expect([await desk.hasLied(A.id), events(), await waiting()]).toEqual([false, [], 1])
    // It catches up: there it is.
    chain = () => ({ kind: 'paid', transaction: TX })
    await pass(desk, 30)
    expect([await desk.hasLied(A.id), await waiting()]).toEqual([false, 0])
  })

  test('a node that does not answer makes none, and is not asked about one payment for ever', async () => {
    const desk = server()
    await desk.prove(A, claim('10000'))
    await pass(desk, 3_600)
    expect([await desk.hasLied(A.id), await waiting(), events()]).toEqual([false, 1, []])
    await pass(desk, 60)
    expect([await desk.hasLied(A.id), await waiting(), events()]).toEqual([false, 0, ['warn settlement.unproven']])
  })

  test('a nonce that somebody used otherwise is a loss and no lie', async () => {
    const desk = server()
    chain = () => ({ kind: 'no_transfer', nonce: 'ended' })
    await desk.prove(A, claim('10000'))
    await pass(desk, 59)
    expect(events()).toEqual([])
    await pass(desk, 10)
    expect([await desk.hasLied(A.id), await waiting(), events()]).toEqual([false, 0, ['error settlement.not_paid']])
  })

  test('nobody is asked while no worker hears the chain, and nothing is forgotten', async () => {
    const desk = server()
    chain = onChain
    isSeen = false
    await desk.prove(A, claim('10000'))
    await pass(desk, 100)
    expect([asked, await waiting()]).toEqual([[], 1])
    isSeen = true
    await pass(desk, 1)
    expect(await desk.hasLied(A.id)).toBe(true)
  })

  test('of two servers one looks; what a server had in hand when it died, another looks for', async () => {
    const [one, other] = [server(), server()]
    chain = onChain
    for (let n = 0; n < 70; n++) await one.prove(A, claim('10000'))
    clock.move(5_000)
    await Promise.all([one.tend(), other.tend()])
    expect(asked.flatMap(({ nonces }) => nonces).toSorted()).toEqual(
      [...new Set(asked.flatMap(({ nonces }) => nonces))].toSorted(),
    )
    expect(asked.flatMap(({ nonces }) => nonces)).toHaveLength(70)
    // Taken by one that dies.
    clock.move(5_000)
    expect(await unprovenStore(redis.redis).take(clock.now(), 100, 30_000)).toHaveLength(70)
    asked = []
    await pass(other, 29)
    expect(asked).toEqual([])
    await pass(other, 1)
    expect(asked.flatMap(({ nonces }) => nonces)).toHaveLength(70)
    chain = () => ({ kind: 'paid', transaction: TX })
    await pass(one, 10)
    expect(await waiting()).toBe(0)
  })

  /** Nobody waits for the list, so what came of it may be counted a moment later. */
  const counts = (wanted: ReturnType<typeof counted>) => until('the count', () => Bun.deepEquals(counted(), wanted))

  test('a full list keeps selling, says so, and still holds what finds a liar out', async () => {
    const desk = server(3)
    chain = onChain
    for (let n = 0; n < 5; n++) expect(await desk.prove(A, claim('10000'))).toBe(TX)
    expect(await waiting()).toBe(3)
    await counts({ 'claros_settlement_proofs_total a.example unlisted': 2 })
    await pass(desk, 66)
    expect(await desk.hasLied(A.id)).toBe(true)
  })

  test('a store that is away takes nothing back of what is sold', async () => {
    const desk = server()
    await redis.redis.set('claros:unproven:due', 'not a sorted set')
    expect(await desk.prove(A, claim('10000'))).toBe(TX)
    await counts({ 'claros_settlement_proofs_total a.example unlisted': 1 })
    await desk.tend()
    expect(events()).toEqual(['warn settlement.not_looked_for'])
    await redis.flush()
    await desk.prove(A, claim('10000'))
    chain = () => ({ kind: 'paid', transaction: TX })
    await pass(desk, 5)
    expect(await waiting()).toBe(0)
  })
})
