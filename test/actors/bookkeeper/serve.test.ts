import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Disk, localDisk } from '../../../src/actors/bookkeeper/disk.ts'
import { lockLedger } from '../../../src/actors/bookkeeper/folder-lock.ts'
import { serveBooks } from '../../../src/actors/bookkeeper/serve.ts'
import type { Clock } from '../../../src/ports.ts'
import { writeSale } from '../../../src/payments/posting.ts'
import type { RoleBeats } from '../../../src/metrics/beats.ts'
import { BOOKKEEPER } from '../../../src/store/published/health.ts'
import { names } from '../../../src/store/redis/names.ts'
import { ONE_SHARD } from '../../../src/store/claims/shards.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog } from '../../support/still.ts'
import { deafRole, heardBeats } from '../../support/heard-beats.ts'
import { until } from '../../support/until.ts'
import {
  brokenDisk,
  closeAll,
  full,
  idsIn,
  linesIn,
  openRound,
  post,
  postMany,
  saleOf,
  SHARD,
  sold,
  summed,
  textOf,
  x402Sale,
} from '../../support/actors/bookkeeper/book-rounds.ts'
import { testFolder } from '../../support/test-folder.ts'

/** The role as a worker plays it: over a real Redis, in real time, with rivals. */

const stack = await freshRedis()
let folder: string
let remove: () => void
let keepers: { close(): Promise<void> }[] = []

beforeEach(() => {
  ;({ folder, remove } = testFolder())
})
afterEach(async () => {
  await Promise.all(keepers.map((each) => each.close()))
  await closeAll()
  keepers = []
  remove()
})

const keep = (
  holder: string,
  changes: { disk?: Disk; clock?: Clock; days?: number; into?: string; beats?: RoleBeats } = {},
) => {
  const log = keptLog()
  const { ledger, leases, health } = stack.store
  const { disk = localDisk, clock = systemClock, days = 800, into = folder, beats = deafRole } = changes
  const parts = { folder: into, days, shards: ONE_SHARD, labelOf: (item: string) => item, ledger, leases, health }
  const served = serveBooks({ ...parts, disk, clock, log, beats, holder })
  keepers.push(served)
  return { ...served, log, said: (event: string) => log.lines.filter((line) => line.event === event) }
}

const empty = async () => (await stack.store.ledger.waiting()) === 0
const leaseIs = (holder: string | null) => async () => (await stack.redis.get(names.lease('bookkeeper'))) === holder

describe('the bookkeeper', () => {
  test('moves what comes, and says that it is well', async () => {
    const startedAt = Date.now()
    const keeper = keep('a')
    const ids = [...(await postMany(stack, [sold(1), sold(2)]))]
    await until('the first two', empty)
    ids.push(...(await post(stack, sold(3))))
    await until('the third', empty)
    expect(idsIn(folder)).toEqual(ids)
    // That it is well is written after the move.
    const health = await until('its word', async () => (await stack.store.health.all())[BOOKKEEPER])
    expect(health).toMatchObject({ failedAt: 0, reason: '' })
    expect(health.succeededAt).toBeGreaterThanOrEqual(startedAt)
    expect(keeper.log.lines.map(({ event }) => event)).toEqual(['books.open'])
    await keeper.close()
    expect(await leaseIs(null)()).toBe(true)
    expect(lockLedger(folder)).not.toBeNull()
  })

  test('posts as undelivered what nobody fetched in time, once, with what was sold', async () => {
    const now = Date.now()
    const [late, next, nameless] = [x402Sale(1), x402Sale(2), saleOf(3)]
    for (const [sale, until] of [
      [late, now - 1],
      [next, now + 3_600_000],
      [nameless, now - 5],
    ] as const)
      await stack.redis.zadd(names.owed(SHARD), String(until), sale.payment)
    for (const sale of [late, next]) await stack.redis.hset(names.owing(SHARD), { [sale.payment]: writeSale(sale) })
    await stack.redis.xadd(names.ledger(SHARD), '*', 's', `settled|${now - 9}||${writeSale(late)}`)
    keep('a')
    await until('three lines', async () => linesIn(folder).length === 3)
    expect(
      linesIn(folder).map(({ state, payer, paymentHash, amount, item }) => [state, payer ?? paymentHash, amount, item]),
    ).toEqual([
      ['settled', `0x${'a'.repeat(40)}`, '10000', late.item],
      // What is not known of a sale need not keep it from the books.
      ['undelivered', '3'.padStart(64, '0'), '0', ''],
      ['undelivered', `0x${'a'.repeat(40)}`, '10000', late.item],
    ])
    expect(await stack.redis.zrange(names.owed(SHARD), '0', '-1')).toEqual([next.payment])
    expect(await stack.redis.hkeys(names.owing(SHARD))).toEqual([next.payment])
    expect(await stack.store.ledger.unanswered()).toBe(1)
  })

  test('with more that is overdue than fits into one step gets through all of it', async () => {
    await Promise.all(
      Array.from({ length: 450 }, (_, n) => stack.redis.zadd(names.owed(SHARD), String(1_000 + n), saleOf(n).payment)),
    )
    keep('a')
    await until('450 lines', async () => linesIn(folder).length === 450)
    expect(new Set(linesIn(folder).map(({ paymentHash }) => paymentHash)).size).toBe(450)
  })

  test('deletes months past their time, and never the one that says how far the books go', async () => {
    for (const month of ['2020-01', '2020-02'])
      writeFileSync(
        join(folder, `${month}.jsonl`),
        `${JSON.stringify({ id: `${SHARD}/1-0/${month === '2020-01' ? 0 : 1}` })}\n`,
      )
    await stack.redis.set(names.ledgerMark(SHARD), `${SHARD}/1-0/1`)
    const keeper = keep('a', { days: 31 })
    await until('the oldest is gone', () => keeper.said('books.forgot').length > 0)
    expect(keeper.said('books.forgot')).toMatchObject([{ fields: { month: '2020-01' } }])
    expect(readdirSync(folder).filter((name) => name.endsWith('.jsonl'))).toEqual(['2020-02.jsonl'])
  })
})

describe('a month is past its time', () => {
  test('when its last day is more than so many days ago, and not an hour before', async () => {
    const sale = Date.UTC(2026, 2, 31, 23, 59, 59)
    await post(stack, sold(1, Date.UTC(2026, 2, 1)), sold(2, sale))
    await post(stack, sold(3, Date.UTC(2026, 3, 2)))
    const { move, books } = await openRound(stack.store, folder)
    await move()
    const over = Date.UTC(2026, 3, 1) + 800 * 86_400_000
    expect(books.forget(800, over - 3_600_000)).toEqual([])
    expect(books.forget(800, over)).toEqual(['2026-03'])
    expect(linesIn(folder)).toHaveLength(1)
    // The newest is kept, however old: without it the mark would be ahead of the files.
    expect(books.forget(800, over + 90 * 86_400_000)).toEqual([])
  })
})

describe('what a bookkeeper tells of itself', () => {
  test('is that it works once it moves, and no more while it cannot; who stands by tells of that alone', async () => {
    const disk = brokenDisk()
    const [writes, waits] = [heardBeats(), heardBeats()]
    keep('a', { disk: disk.disk, beats: writes.beats })
    await until('the first move', () => writes.worked.length > 0)
    keep('b', { beats: waits.beats, into: join(folder, 'other') })
    await until('two looks', () => waits.leads.length >= 2)
    expect([waits.worked, new Set(waits.leads)]).toEqual([[], new Set([false])])
    disk.fail('write', full)
    await post(stack, sold(1))
    const { length } = writes.leads
    await until('three rounds', () => writes.leads.length >= length + 3)
    const stuckAt = writes.worked.length
    await until('three more', () => writes.leads.length >= length + 6)
    expect([writes.worked.length, new Set(writes.leads)]).toEqual([stuckAt, new Set([true])])
    disk.heal()
    await until('it works again', () => writes.worked.length > stuckAt)
  })
})

describe('a disk that is full', () => {
  test('is told once per ten seconds and by its health; nothing is lost, and it goes on by itself', async () => {
    const disk = brokenDisk()
    disk.fail('write', full)
    let ahead = 0
    const clock: Clock = {
      now: () => Date.now() + ahead,
      sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 20), signal),
    }
    const keeper = keep('a', { disk: disk.disk, clock })
    const ids = await postMany(stack, [sold(1), sold(2)])
    await until('the first word', () => keeper.said('books.stuck').length > 0)
    await Bun.sleep(300)
    expect(keeper.said('books.stuck')).toMatchObject([
      { level: 'error', fields: { message: 'ENOSPC: no space left on device, write' } },
    ])
    ahead = 10_001
    await until('the second word', () => keeper.said('books.stuck').length > 1)
    await Bun.sleep(300)
    expect(keeper.said('books.stuck')).toHaveLength(2)
    const told = (await stack.store.health.all())[BOOKKEEPER]!
    expect(told.reason).toStartWith('ENOSPC')
    expect(told.failedAt).toBeGreaterThan(told.succeededAt)
    expect(await stack.store.ledger.waiting()).toBe(2)
    disk.heal()
    await until('all of it', empty)
    expect(idsIn(folder)).toEqual(ids)
    ahead = 30_000
    await until('well again', async () => {
      const { succeededAt, failedAt } = (await stack.store.health.all())[BOOKKEEPER]!
      return succeededAt > failedAt
    })
  })
})

describe('a Redis that is full', () => {
  test('is emptied all the same: who has the lease keeps it, counts and trims', async () => {
    const keeper = keep('a')
    await post(stack, sold(1))
    await until('the first', empty)
    // That it is well is written after the move, and a full Redis would refuse it.
    await until('it says that it is well', async () => BOOKKEEPER in (await stack.store.health.all()))
    await stack.redis
      .multi()
      .xadd(names.ledger(SHARD), '*', 's', textOf(sold(2)))
      .config('SET', 'maxmemory', '1')
      .exec()
    try {
      await expect(stack.redis.set('more', '1')).rejects.toThrow('OOM')
      await until('the second', empty)
      expect(await summed(stack.store)).toBe(2)
      expect(keeper.said('books.stuck')).toEqual([])
      // Longer than a lease that is not renewed.
      await Bun.sleep(5_500)
      await until('the lease is its own', leaseIs('a'))
    } finally {
      await stack.redis.config('SET', 'maxmemory', '0')
    }
  }, 120_000)

  test('is emptied by who finds the lease free: its holder was away for longer than that lives', async () => {
    await post(stack, sold(1))
    await stack.redis.config('SET', 'maxmemory', '1')
    try {
      keep('a')
      await until('moved', empty)
      await until('the lease is its own', leaseIs('a'))
    } finally {
      await stack.redis.config('SET', 'maxmemory', '0')
    }
  }, 120_000)
})

describe('two bookkeepers', () => {
  test('one works, and the other when the first has left', async () => {
    const first = keep('a')
    await until('the first has it', leaseIs('a'))
    const second = keep('b')
    await post(stack, sold(1))
    await until('moved', empty)
    expect(second.log.lines).toEqual([])
    await first.close()
    await post(stack, sold(2))
    await until('moved by the second', empty)
    expect(second.said('books.open')).toHaveLength(1)
    expect(await summed(stack.store)).toBe(2)
  }, 120_000)

  test('one loses its lease in the middle of a batch: the other writes nothing until it is done, and nothing is there twice', async () => {
    const disk = brokenDisk()
    let wake = () => {}
    const asleep = new Promise<void>((done) => (wake = done))
    disk.fail('sync', () => asleep)
    const ids = [...(await postMany(stack, [sold(1), sold(2), sold(3)]))]
    keep('a', { disk: disk.disk })
    await until('written, not synced', () => idsIn(folder).length === 3)
    await stack.redis.del(names.lease('bookkeeper'))
    const second = keep('b')
    await until('the second is kept out', () => second.said('books.stuck').length > 0)
    expect(second.said('books.stuck')).toMatchObject([
      { fields: { message: expect.stringContaining('another process writes the ledger') } },
    ])
    expect(await stack.store.ledger.waiting()).toBe(3)
    await stack.redis.set(names.lease('bookkeeper'), 'b', 'PX', 60_000)
    ids.push(...(await post(stack, sold(4))))
    disk.heal()
    wake()
    await until('moved by whom it may be', empty)
    await until('the first has let go', () => second.said('books.open').length === 1)
    expect(idsIn(folder)).toEqual(ids)
    expect(await summed(stack.store)).toBe(4)
  }, 120_000)

  test('one whose folder is an older copy gives the lease back: another has the whole ledger', async () => {
    const whole = testFolder()
    await post(stack, sold(1))
    const { move, books } = await openRound(stack.store, whole.folder)
    await move()
    await books.close()
    await post(stack, sold(2))
    const behind = keep('behind')
    await until('it says so', () => behind.said('books.stuck').length > 0)
    expect(behind.said('books.stuck')).toMatchObject([
      { fields: { message: expect.stringContaining('put the newest copy of the ledger back') } },
    ])
    expect(await stack.store.ledger.waiting()).toBe(1)
    keep('whole', { into: whole.folder })
    await until('the other goes on', empty)
    expect(idsIn(whole.folder)).toHaveLength(2)
    expect(readdirSync(folder).filter((name) => name.endsWith('.jsonl'))).toEqual([])
    await Promise.all(keepers.splice(0).map((each) => each.close()))
    whole.remove()
  }, 120_000)
})

describe('a process that is killed', () => {
  test('at any moment, twelve times: every posting is there once, in the files and in the sums', async () => {
    const ids: string[] = []
    let stop = false
    const buyers = (async () => {
      for (let n = 0; !stop; n++) {
        ids.push(...(await post(stack, ...Array.from({ length: 1 + (n % 3) }, (_, k) => sold(n * 10 + k, Date.now())))))
        await Bun.sleep(2)
      }
    })()
    for (let round = 0; round < 12; round++) {
      const child = Bun.spawn(
        [
          process.execPath,
          '--no-install',
          join(import.meta.dir, '../../support/actors/bookkeeper/keeper.ts'),
          stack.url,
          folder,
        ],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      await child.stdout.getReader().read()
      await Bun.sleep(20 + round * 37)
      child.kill('SIGKILL')
      await child.exited
      // Nobody waits for a lease in a test; the lock went with the process.
      await stack.redis.del(names.lease('bookkeeper'))
    }
    stop = true
    await buyers
    keep('last')
    await until('all of it', empty)
    await until('in the files', () => idsIn(folder).length >= ids.length)
    expect(idsIn(folder)).toEqual(ids)
    expect(await summed(stack.store)).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(300)
  }, 120_000)
})

test('a copy of the folder beside it is no month', async () => {
  await post(stack, sold(1))
  const { move, books } = await openRound(stack.store, folder)
  await move()
  await books.close()
  const month = readdirSync(folder).find((name) => name.endsWith('.jsonl'))!
  copyFileSync(join(folder, month), join(folder, `${month}.bak`))
  copyFileSync(join(folder, month), join(folder, `old-${month}`))
  await post(stack, sold(2))
  const again = await openRound(stack.store, folder)
  expect(await again.move()).toBe(1)
})
