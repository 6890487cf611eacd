import { describe, expect, test } from 'bun:test'
import { answerJob } from '../../../src/actors/settler/serve.ts'
import { storeBook } from '../../../src/actors/settler/store-book.ts'
import { MARGIN_MS } from '../../../src/actors/settler/sweep.ts'
import { watcher } from '../../../src/actors/settler/watch.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import type { Transfer } from '../../../src/payments/transfer.ts'
import { USDC } from '../../../src/payments/usdc.ts'
import { paymentKeys } from '../../support/payment-keys.ts'
import { settlementStore } from '../../../src/store/claims/settlements.ts'
import { payer } from '../../support/chain/chain-payer.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog, stillClock } from '../../support/still.ts'
import { TRANSFER } from '../../support/questions.ts'
import type { ClaimSettler } from '../../../src/actors/settler/settle.ts'
import { partOf } from '../../support/part-of.ts'

/** Every claim has its turn, over a real Redis; and nobody works for an asker who has gone. */

const SWEEP_MS = 3_000
const STUCK = 500
const NOW = 1_795_000_000_000

const redis = await freshRedis()
const stuck = await payer(1).sign({ validBefore: 4e9 })

/** A payment's name, with a word for its nonce. */
const named = (word: string): string => `x402:${USDC.base.chainId}:${USDC.base.asset}:0x:${word}`.toLowerCase()

const place = async (word: string, transfer: Transfer, sentAt: number): Promise<void> => {
  const fields = { state: 'sent', request: 'r', transfer: JSON.stringify(transfer), sentAt, keep: 86_400 }
  const payment = named(word)
  const { claim, sent } = paymentKeys(payment)
  await redis.redis.hset(claim, fields)
  await redis.redis.zadd(sent, sentAt, payment)
}

/** A watcher over a chain on which only the victim's money has moved. */
const world = (victim: Transfer) => {
  const clock = stillClock(NOW)
  const looked: string[] = []
  const chain: Pick<Chain, 'lookUp' | 'token'> = {
    token: USDC.base,
    lookUp: async ({ authorization: { nonce } }) => {
      looked.push(nonce)
      return nonce === victim.authorization.nonce
        ? { kind: 'paid', transaction: `0x${'aa'.repeat(32)}` }
        : { kind: 'unused', block: 1n, at: clock.now() / 1_000 }
    },
  }
  const sweep = watcher(chain, storeBook(settlementStore(redis.redis, clock)), keptLog())
  const run = async (sweeps: number) => {
    for (let each = 0; each < sweeps; each++) {
      await sweep(clock.now())
      clock.move(SWEEP_MS)
    }
  }
  return { clock, looked, run }
}
const stateOf = (word: string) => redis.redis.hget(paymentKeys(named(word)).claim, 'state')

describe('claims that cannot be resolved', () => {
  test('do not hide a later one', async () => {
    const victim = await payer(2).sign()
    for (let each = 0; each < STUCK; each++) await place(`stuck/${each}`, stuck, NOW - 3_600_000)
    await place('victim', victim, NOW - MARGIN_MS - 1)
    await world(victim).run(3)
    expect(await stateOf('victim')).toBe('spent')
    expect(await redis.redis.zcard(paymentKeys(named('victim')).sent)).toBe(STUCK)
  })

  test('are looked at often while young, and every two minutes at least', async () => {
    await place('stuck', stuck, NOW)
    const { looked, run } = world(await payer(2).sign())
    await run(120_000 / SWEEP_MS)
    // From second 30 to 120, in steps that grow.
    expect(looked.length).toBeGreaterThanOrEqual(6)
    expect(looked.length).toBeLessThanOrEqual(15)
    await run(3_600_000 / SWEEP_MS)
    const before = looked.length
    await run(3_600_000 / SWEEP_MS)
    expect(looked.length - before).toBeGreaterThanOrEqual(28)
    expect(looked.length - before).toBeLessThanOrEqual(31)
  })

  test('do not come back into the list when they were released meanwhile', async () => {
    await place('gone', stuck, NOW - 3_600_000)
    const settlements = settlementStore(redis.redis, stillClock(NOW))
    expect(await settlements.listSent(NOW)).toEqual([named('gone')])
    expect(await settlements.listSent(NOW)).toEqual([])
    expect(await settlements.release(named('gone'))).toBe(true)
    expect(await settlements.listSent(NOW + 1e9)).toEqual([])
  })
})

describe('a question of the queue', () => {
  test('is dropped when its asker has gone; a settlement is not', async () => {
    const clock = stillClock(NOW)
    const asked: string[] = []
    const chain = partOf<Chain>({
      simulate: async () => {
        asked.push('simulate')
        return { kind: 'would_settle' } as const
      },
      lookUp: async () => {
        asked.push('look_up')
        return { kind: 'cancelled' } as const
      },
    })
    const settler = partOf<ClaimSettler>({
      settle: async () => {
        asked.push('settle')
        return { kind: 'unknown', transaction: '' } as const
      },
    })
    const job = (what: 'simulate' | 'look_up', dueAt: number) =>
      answerJob({ chain, settler, clock }, { actor: 'p', wish: { what, transfer: TRANSFER }, dueAt })
    for (const what of ['simulate', 'look_up'] as const) {
      await job(what, NOW - 4_000)
      expect(job(what, NOW - 10_001)).rejects.toThrow(/nobody waits/)
    }
    await answerJob({ chain, settler, clock }, { actor: 'p', wish: { what: 'settle' }, dueAt: NOW - 60_000 })
    expect(asked).toEqual(['simulate', 'look_up', 'settle'])
  })
})
