import { expect, test } from 'bun:test'
import { answerSettlement, serveSettlements } from '../../../src/actors/settler/serve.ts'
import type { RoleBeats } from '../../../src/metrics/beats.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import type { ClaimedSettlement } from '../../../src/payments/claimed-settlement.ts'
import { deafRole, heardBeats } from '../../support/heard-beats.ts'
import { until } from '../../support/until.ts'
import { fileRedis } from '../../support/redis.ts'
import { keptLog } from '../../support/still.ts'
import { readResult } from '../../../src/queues/asks.ts'
import { CLAIM, TRANSFER } from '../../support/questions.ts'
import { partOf } from '../../support/part-of.ts'

/** What a worker that only watches the chain says of itself, and what it answers. */

const redis = await fileRedis()

test('it says when it last heard its node, also where a facilitator settles; a silent node does not stop its word', async () => {
  let now = 1_795_000_000_000
  let height: bigint | null = 1n
  // A turn that comes before the worker sleeps is not lost.
  const beats = { given: 0, taken: 0 }
  const sleep = async () => {
    while (beats.taken >= beats.given) await Bun.sleep(1)
    beats.taken++
  }
  const clock = { now: () => now, sleep }
  const serving = serveSettlements({
    chain: partOf<Chain>({ height: async () => height }),
    settler: null,
    sweep: async () => ({ spent: 0, released: 0, open: 0 }),
    leases: redis.store.leases,
    states: redis.store.settlers,
    clock,
    log: keptLog(),
    beats: deafRole,
    holder: 'a',
    listen: () => ({ close: async () => {} }),
  })
  const saidAt = async (at: number) => {
    for (;;) {
      const state = await redis.store.settlers.read()
      if (state?.at === at) return state
      await Bun.sleep(5)
    }
  }
  const turn = async (ms: number) => {
    now += ms
    beats.given++
    return saidAt(now)
  }
  expect(await saidAt(now)).toEqual({ open: true, address: '', wei: '0', at: now, heardAt: now })
  await turn(3_000)
  height = null
  const { heardAt } = await turn(3_000)
  for (let n = 0; n < 3; n++) expect((await turn(3_000)).heardAt).toBeLessThanOrEqual(heardAt + 3_000)
  const silent = (await redis.store.settlers.read())!.heardAt
  height = 2n
  await turn(3_000)
  expect((await turn(3_000)).heardAt).toBeGreaterThan(silent)
  const closing = serving.close()
  beats.given += 2
  await closing
})

test('it tells after each round that it works, and nothing of a sweep that fails; who stands by says so', async () => {
  await redis.flush()
  const clock = { now: () => 1_795_000_000_000, sleep: (ms: number) => Bun.sleep(ms / 100) }
  let sweeps = 0
  const serve = (holder: string, beats: RoleBeats) =>
    serveSettlements({
      chain: partOf<Chain>({ height: async () => 1n }),
      settler: null,
      sweep: async () => {
        if (++sweeps > 2) throw new Error('it fails')
        return { spent: 0, released: 0, open: 0 }
      },
      leases: redis.store.leases,
      states: redis.store.settlers,
      clock,
      log: keptLog(),
      beats,
      holder,
      listen: () => ({ close: async () => {} }),
    })
  const [works, waits] = [heardBeats(), heardBeats()]
  const first = serve('a', works.beats)
  await until('a round', () => works.worked.length > 0)
  const second = serve('b', waits.beats)
  await until('some sweeps', () => sweeps > 4 && waits.leads.length > 2)
  expect([works.count('sweep'), new Set(works.leads)]).toEqual([2, new Set([true])])
  const before = works.count('beat')
  await until('more rounds', () => works.count('beat') > before)
  expect(new Set(waits.leads)).toEqual(new Set([false]))
  await Promise.all([first.close(), second.close()])
})

test('one claim that the node answers with nonsense keeps no other from being looked for', async () => {
  const chain = partOf<Chain>({
    confirm: async ({ nonce }: ClaimedSettlement) => {
      if (nonce === '0x2') throw new TypeError('null is not an object')
      return { kind: 'paid', transaction: nonce } as const
    },
  })
  const claims = ['0x1', '0x2', '0x3'].map((nonce) => ({ ...CLAIM, nonce }))
  const wish = { what: 'confirm', claims, waitMs: 0 } as const
  expect(await answerSettlement({ chain, settler: null }, { actor: 'confirm', wish })).toEqual([
    { kind: 'paid', transaction: '0x1' },
    { kind: 'unknown' },
    { kind: 'paid', transaction: '0x3' },
  ])
})

test('it confirms several claims in one question, each in its place, by the address that was claimed', async () => {
  const asked: unknown[] = []
  const chain = partOf<Chain>({
    confirm: async (claimed: ClaimedSettlement, waitMs: number) => {
      asked.push([claimed.to, waitMs])
      return claimed.nonce === '1' ? { kind: 'paid', transaction: '0x1' } : { kind: 'unknown' }
    },
  })
  const claims = [
    { ...CLAIM, nonce: '0', to: '0xold' },
    { ...CLAIM, nonce: '1', to: '0xnew' },
  ]
  const wish = { what: 'confirm', claims, waitMs: 3_000 } as const
  expect(await answerSettlement({ chain, settler: null }, { actor: 'confirm', wish })).toEqual([
    { kind: 'unknown' },
    { kind: 'paid', transaction: '0x1' },
  ])
  expect(asked).toEqual([
    ['0xold', 3_000],
    ['0xnew', 3_000],
  ])
})

test('a transfer that has not moved is told of in words that a queue can carry', async () => {
  const chain = partOf<Chain>({ lookUp: async () => ({ kind: 'unused', block: 7n, at: 5 }) })
  const wish = { what: 'look_up', transfer: TRANSFER } as const
  const found = await answerSettlement({ chain, settler: null }, { actor: 'look_up', wish })
  expect(readResult('inquiries', 'look_up', JSON.parse(JSON.stringify(found)))).toEqual({ kind: 'unused' })
})
