import { beforeEach, describe, expect, test } from 'bun:test'
import { receiptMark } from '../../../src/canonical/receipt-mark.ts'
import { createProofs, type ProofKeeper } from '../../../src/http/paywall/proofs.ts'
import { receiptIds } from '../../../src/http/paywall/receipt-id.ts'
import { createTally, readMetricCell, type CountingMeter } from '../../../src/metrics/meter.ts'
import type { ClaimedSettlement, Confirmed } from '../../../src/payments/claimed-settlement.ts'
import { type LiarStore, liarStore } from '../../../src/store/claims/liars.ts'
import { unprovenStore } from '../../../src/store/claims/unproven.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog, stillClock } from '../../support/still.ts'
import { until } from '../../support/until.ts'
import { names } from '../../../src/store/redis/names.ts'

/** A facilitator's word, a real Redis, and a chain that says what a test wants it to. */

const NOW = 1_795_000_000_000
const A = { id: 'aaaa', name: 'a.example' }
const B = { id: 'bbbb', name: 'b.example' }
const TX = `0x${'ab'.repeat(32)}`
const THEIRS = `0x${'cd'.repeat(32)}`

const redis = await freshRedis()
let clock: ReturnType<typeof stillClock>
let log: ReturnType<typeof keptLog>
let tally: CountingMeter
let isSeen: boolean
/** What the chain says, and how often it was asked how long. */
let chain: (claimed: ClaimedSettlement) => Confirmed
let asked: { nonces: string[]; waitMs: number }[]

beforeEach(() => {
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
    receipts,
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
const receipts = receiptIds([new Uint8Array(32).fill(7)])
const nameOfClaim = ({ token, from, nonce }: ClaimedSettlement) => `x402:8453:${token}:${from}:${nonce}`.toLowerCase()
const markOfClaim = (claimed: ClaimedSettlement) => receiptMark(receipts.seal(nameOfClaim(claimed)))
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
const pass = async (deps: ProofKeeper, seconds: number) => {
  for (let n = 0; n < seconds; n++) {
    clock.move(1_000)
    await deps.maintain()
  }
}

describe('above ten cents', () => {
  test('the chain is asked before, and its transaction is the one that counts', async () => {
    const deps = server()
    chain = () => ({ kind: 'paid', transaction: THEIRS })
    expect(await deps.prove(A, claim('100001'))).toBe(THEIRS)
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
    const deps = server()
    expect(await deps.prove(A, claim('7000000'))).toBeNull()
    expect(await waiting()).toBe(1)
    expect(await deps.hasLied(A.id)).toBe(false)
  })

  test('a claim that is repeated every second is judged by its first time', async () => {
    const deps = server()
    chain = onChain
    const claimed = claim('7000000')
    for (let n = 0; n < 65; n++) {
      expect(await deps.prove(A, { ...claimed, transaction: `0x${String(n).padStart(64, '0')}` })).toBeNull()
      await pass(deps, 1)
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
    const deps = server()
    chain = () => ({ kind: 'paid', transaction: TX })
    for (const value of ['10000', '100000']) expect(await deps.prove(A, claim(value))).toBe(TX)
    expect([asked, await waiting()]).toEqual([[], 2])
    await pass(deps, 4)
    expect(asked).toEqual([])
    await pass(deps, 1)
    expect(asked).toMatchObject([{ waitMs: 0 }])
    expect(asked[0]!.nonces).toHaveLength(2)
    expect(await waiting()).toBe(0)
    await pass(deps, 120)
    expect(asked).toHaveLength(1)
    expect([counted(), events()]).toEqual([{ 'claros_settlement_proofs_total a.example paid': 2 }, []])
  })

  test('a lie is found after a minute: an alarm with amount, payment and transaction, and closed for an hour', async () => {
    const deps = server()
    chain = onChain
    const claimed = claim('10000')
    await deps.prove(A, claimed)
    await pass(deps, 59)
    expect([await deps.hasLied(A.id), events()]).toEqual([false, []])
    await pass(deps, 6)
    expect([await deps.hasLied(A.id), await deps.hasLied(B.id)]).toEqual([true, false])
    expect(log.lines).toEqual([
      {
        level: 'error',
        event: 'facilitator.lied',
        fields: {
          facilitator: 'a.example',
          amount: '10000',
          payment: nameOfClaim(claimed),
          receipt: markOfClaim(claimed),
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
    const deps = server()
    chain = () => unused(NOW + 59_000)
    await deps.prove(A, claim('10000'))
    await pass(deps, 900)
    expect([await deps.hasLied(A.id), events(), await waiting()]).toEqual([false, [], 1])
    // It catches up: there it is.
    chain = () => ({ kind: 'paid', transaction: TX })
    await pass(deps, 30)
    expect([await deps.hasLied(A.id), await waiting()]).toEqual([false, 0])
  })

  test('a node that does not answer makes none, and is not asked about one payment for ever', async () => {
    const deps = server()
    await deps.prove(A, claim('10000'))
    await pass(deps, 3_600)
    expect([await deps.hasLied(A.id), await waiting(), events()]).toEqual([false, 1, []])
    await pass(deps, 60)
    expect([await deps.hasLied(A.id), await waiting(), events()]).toEqual([false, 0, ['warn settlement.unproven']])
  })

  test('a nonce that somebody used otherwise is a loss and no lie', async () => {
    const deps = server()
    chain = () => ({ kind: 'no_transfer', nonce: 'ended' })
    await deps.prove(A, claim('10000'))
    await pass(deps, 59)
    expect(events()).toEqual([])
    await pass(deps, 10)
    expect([await deps.hasLied(A.id), await waiting(), events()]).toEqual([false, 0, ['error settlement.not_paid']])
  })

  test('nobody is asked while no worker hears the chain, and nothing is forgotten', async () => {
    const deps = server()
    chain = onChain
    isSeen = false
    await deps.prove(A, claim('10000'))
    await pass(deps, 100)
    expect([asked, await waiting()]).toEqual([[], 1])
    isSeen = true
    await pass(deps, 1)
    expect(await deps.hasLied(A.id)).toBe(true)
  })

  test('of two servers one looks; what a server had in hand when it died, another looks for', async () => {
    const [one, other] = [server(), server()]
    chain = onChain
    for (let n = 0; n < 70; n++) await one.prove(A, claim('10000'))
    clock.move(5_000)
    await Promise.all([one.maintain(), other.maintain()])
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
    const deps = server(3)
    chain = onChain
    for (let n = 0; n < 5; n++) expect(await deps.prove(A, claim('10000'))).toBe(TX)
    expect(await waiting()).toBe(3)
    await counts({ 'claros_settlement_proofs_total a.example unlisted': 2 })
    await pass(deps, 66)
    expect(await deps.hasLied(A.id)).toBe(true)
  })

  test('a store that is away takes nothing back of what is sold', async () => {
    const deps = server()
    await redis.redis.set(names.unproven.due(), 'not a sorted set')
    expect(await deps.prove(A, claim('10000'))).toBe(TX)
    await counts({ 'claros_settlement_proofs_total a.example unlisted': 1 })
    await deps.maintain()
    expect(events()).toEqual(['warn settlement.not_looked_for'])
    await redis.flush()
    await deps.prove(A, claim('10000'))
    chain = () => ({ kind: 'paid', transaction: TX })
    await pass(deps, 5)
    expect(await waiting()).toBe(0)
  })
})
