import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { appendFileSync, copyFileSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { BooksChanged } from '../../../src/actors/bookkeeper/books.ts'
import { BooksBehind, LostMark } from '../../../src/actors/bookkeeper/move.ts'
import { writePosting, writeSale } from '../../../src/payments/posting.ts'
import type { LedgerStore } from '../../../src/store/claims/ledger.ts'
import { names } from '../../../src/store/redis/names.ts'
import { freshRedis } from '../../support/redis.ts'
import {
  brokenDisk,
  closeAll,
  full,
  idsIn,
  linesIn,
  NOON,
  openRound,
  post,
  postMany,
  saleOf,
  SHARD,
  sold,
  summed,
  TOKEN,
  x402Sale,
} from '../../support/actors/bookkeeper/book-rounds.ts'
import { testFolder } from '../../support/test-folder.ts'

/** Postings on their way into the books, over a real Redis and real files: none is missing, none is there twice. */

const stack = await freshRedis()
let folder: string
let remove: () => void

beforeEach(() => {
  ;({ folder, remove } = testFolder())
})
afterEach(async () => {
  await closeAll()
  remove()
})

const march = () => join(folder, '2026-03.jsonl')
const waiting = () => stack.store.ledger.waiting()

/** A store whose bookkeeper is killed where it says so. */
const killedAt = (step: 'before' | 'after'): { ledger: LedgerStore } => ({
  ledger: {
    ...stack.store.ledger,
    booked: async (move) => {
      if (step === 'after') await stack.store.ledger.booked(move)
      throw new Error('killed')
    },
  },
})

/** What must hold whatever happened on the way. */
const expectWhole = async (ids: readonly string[]): Promise<void> => {
  expect(idsIn(folder).toSorted()).toEqual(ids.toSorted())
  expect(await summed(stack.store)).toBe(ids.length)
  expect(await waiting()).toBe(0)
  expect(await stack.store.ledger.mark(SHARD)).toBe(ids.at(-1)!)
}

describe('a posting', () => {
  test('becomes a line that says everything, and is gone from its stream', async () => {
    const [first] = await post(stack, sold(7))
    const [second, third] = await post(
      stack,
      {
        what: 'settled',
        at: NOON + 1_500,
        sale: x402Sale(8, { item: 'dlc/threshold', event: 'evt-1', amount: '7000000' }),
        transaction: `0x${'b'.repeat(64)}`,
      },
      { what: 'given_back', at: NOON + 2_000, sale: saleOf(7) },
    )
    const { move, books } = await openRound(stack.store, folder)
    expect(await move()).toBe(3)
    await books.close()
    expect(linesIn(folder)).toEqual([
      {
        id: first!,
        at: '2026-03-05T12:00:00.000Z',
        state: 'sold',
        rail: 'l402',
        network: 'lightning',
        asset: 'sat',
        amount: '10',
        item: 'price/spot/BTC-USD',
        paymentHash: '7'.padStart(64, '0'),
        receipt: '7'.padStart(32, '0'),
      },
      {
        id: second!,
        at: '2026-03-05T12:00:01.500Z',
        state: 'settled',
        rail: 'x402',
        network: 'eip155:8453',
        asset: TOKEN,
        amount: '7000000',
        item: 'dlc/threshold',
        event: 'evt-1',
        payer: `0x${'a'.repeat(40)}`,
        nonce: `0x${'8'.padStart(64, '0')}`,
        transaction: `0x${'b'.repeat(64)}`,
        receipt: '8'.padStart(32, '0'),
      },
      expect.objectContaining({ id: third!, state: 'given_back', amount: '10' }),
    ])
    expect(second!.replace(/0$/, '1')).toBe(third!)
    await expectWhole([first!, second!, third!])
  })

  test('counts once, by rail, asset, item and state, in its day, its month and ever', async () => {
    await post(stack, sold(1), sold(2), { what: 'sold', at: NOON, sale: x402Sale(3) })
    await post(stack, sold(4, NOON - 2 * 86_400_000), sold(5, Date.UTC(2026, 1, 28)))
    const { move } = await openRound(stack.store, folder)
    await move()
    const spot = { item: 'price/spot/BTC-USD', state: 'sold' } as const
    const sats = { rail: 'l402', network: 'lightning', asset: 'sat', ...spot } as const
    const usdc = { rail: 'x402', network: 'eip155:8453', asset: TOKEN, ...spot, postings: 1n, amount: 10_000n } as const
    expect(await stack.store.revenue.read('ever')).toEqual([{ ...sats, postings: 4n, amount: 40n }, usdc])
    expect(await stack.store.revenue.read('2026-03')).toEqual([{ ...sats, postings: 3n, amount: 30n }, usdc])
    expect(await stack.store.revenue.read('2026-03-05')).toEqual([{ ...sats, postings: 2n, amount: 20n }, usdc])
    expect(await stack.redis.ttl(names.revenue(SHARD, 'ever'))).toBe(-1)
    expect(await stack.redis.ttl(names.revenue(SHARD, '2026-03-05'))).toBeGreaterThan(86_400)
  })

  test('lies in the month of its own time, and a late one of last month is on the disk before what came after it', async () => {
    const end = Date.UTC(2026, 3, 1)
    const ids = await postMany(stack, [
      sold(1, end - 2),
      sold(2, end),
      sold(3, end - 1),
      sold(4, end + 1),
      sold(5, Date.UTC(2027, 0, 1)),
    ])
    const order: string[] = []
    const disk = brokenDisk()
    disk.fail('sync', async () => void order.push('sync'))
    const { move } = await openRound(stack.store, folder, disk.disk)
    await move()
    expect(order).toHaveLength(5)
    expect(linesIn(folder).map(({ at }) => at.slice(0, 7))).toEqual([
      '2026-03',
      '2026-03',
      '2026-04',
      '2026-04',
      '2027-01',
    ])
    await expectWhole(ids)
  })

  test('that no script of ours wrote is kept as it came and does not hold up the others', async () => {
    const [before] = await post(stack, sold(1))
    await stack.redis.xadd(names.ledger(SHARD), '*', 's', 'sold|yesterday|||')
    const endless = writePosting('sold', NOON, writeSale(saleOf(9, { amount: '9'.repeat(30) })), '')
    await stack.redis.xadd(names.ledger(SHARD), '*', 's', endless)
    const [after] = await post(stack, sold(2))
    const { move, log } = await openRound(stack.store, folder)
    expect(await move()).toBe(4)
    const lines = linesIn(folder)
    expect(lines.map(({ id }) => id)).toEqual([before!, lines[1]!.id, lines[2]!.id, after!])
    expect<unknown>(lines.slice(1, 3)).toMatchObject([{ unreadable: 'sold|yesterday|||' }, { unreadable: endless }])
    expect(await summed(stack.store)).toBe(2)
    expect(log.lines.map(({ event }) => event)).toContain('books.unreadable_posting')
  })
})

describe('a bookkeeper that is killed', () => {
  test('between append and sync: the lines are found, synced and counted once', async () => {
    const ids = await postMany(stack, [sold(1), sold(2), sold(3)])
    const disk = brokenDisk()
    const first = await openRound(stack.store, folder, disk.disk)
    disk.fail('sync', () => new Promise(() => {}))
    void first.move()
    while (idsIn(folder).length < 3) await Bun.sleep(5)
    expect([await waiting(), await summed(stack.store)]).toEqual([3, 0])
    let synced = 0
    const next = brokenDisk()
    next.fail('sync', async () => void synced++)
    const second = await openRound(stack.store, folder, next.disk)
    expect(synced).toBe(1)
    await second.move()
    await expectWhole(ids)
  })

  for (const step of ['before', 'after'] as const)
    test(`${step} the step that counts and trims: nothing is counted or written twice`, async () => {
      const ids = await postMany(stack, [sold(1), sold(2)])
      const first = await openRound({ ...stack.store, ...killedAt(step) }, folder)
      await expect(first.move()).rejects.toThrow('killed')
      expect(await summed(stack.store)).toBe(step === 'after' ? 2 : 0)
      // The same process goes on, or another one.
      const second = await openRound(stack.store, folder)
      await second.move()
      await expectWhole(ids)
      const more = await post(stack, sold(3))
      await second.move()
      await expectWhole([...ids, ...more])
    })

  test('in the middle of an entry: the line that was torn is cut off, and the rest of its entry written', async () => {
    const ids = await post(stack, sold(1), sold(2), sold(3))
    const first = await openRound({ ...stack.store, ...killedAt('before') }, folder)
    await expect(first.move()).rejects.toThrow('killed')
    await first.books.close()
    const text = readFileSync(march(), 'utf8')
    truncateSync(march(), text.indexOf('\n') + 40)
    const second = await openRound(stack.store, folder)
    expect(second.log.lines).toMatchObject([{ event: 'books.torn_line', fields: { bytes: 39 } }])
    expect(second.books.last(SHARD)!.n).toBe(0)
    await second.move()
    await expectWhole(ids)
  })

  test('and a power cut that left zero bytes: they are no line', async () => {
    const ids = await postMany(stack, [sold(1), sold(2)])
    const first = await openRound({ ...stack.store, ...killedAt('before') }, folder)
    await first.move().catch(() => {})
    appendFileSync(march(), `${'\0'.repeat(300)}\n`)
    const second = await openRound(stack.store, folder)
    await second.move()
    await expectWhole(ids)
  })

  test('anywhere, again and again, at random', async () => {
    const ids: string[] = []
    let draws = 0x2545f491
    const draw = (below: number) => {
      draws = (Math.imul(draws, 1_103_515_245) + 12_345) >>> 0
      return (draws >>> 8) % below
    }
    for (let round = 0; round < 60; round++) {
      for (let n = draw(4); n > 0; n--)
        ids.push(
          ...(await post(stack, ...Array.from({ length: 1 + draw(3) }, (_, k) => sold(round * 100 + n * 10 + k)))),
        )
      const disk = brokenDisk()
      const killed = (['none', 'write', 'sync', 'before', 'after'] as const)[draw(5)]!
      const store = killed === 'before' || killed === 'after' ? { ...stack.store, ...killedAt(killed) } : stack.store
      const keeper = await openRound(store, folder, disk.disk)
      // A killed process takes nothing back.
      for (const step of ['truncate', ...(killed === 'write' || killed === 'sync' ? [killed] : [])] as const)
        disk.fail(step, full)
      await keeper.move().catch(() => {})
      await keeper.books.close()
    }
    const last = await openRound(stack.store, folder)
    await last.move()
    expect(ids.length).toBeGreaterThan(100)
    await expectWhole(ids)
  })
})

describe('a disk that fails', () => {
  test('full: nothing is trimmed, half a line is taken back, and when there is room again all is written once', async () => {
    const before = await post(stack, sold(1))
    const disk = brokenDisk()
    const { move } = await openRound(stack.store, folder, disk.disk)
    await move()
    const whole = readFileSync(march(), 'utf8')
    const after = await postMany(stack, [sold(2), sold(3)])
    disk.fail('write', full)
    for (let tries = 0; tries < 3; tries++) await expect(move()).rejects.toThrow('ENOSPC')
    expect(readFileSync(march(), 'utf8')).toBe(whole)
    expect([await waiting(), await summed(stack.store)]).toEqual([2, 1])
    disk.heal()
    await move()
    await expectWhole([...before, ...after])
  })

  test('that does not say whether a sync worked: the lines are written again, not believed', async () => {
    const ids = await postMany(stack, [sold(1), sold(2)])
    const disk = brokenDisk()
    const { move } = await openRound(stack.store, folder, disk.disk)
    disk.fail('sync', full)
    await expect(move()).rejects.toThrow('ENOSPC')
    expect([await waiting(), await summed(stack.store)]).toEqual([2, 0])
    // Taking them back failed too: it is done before anything is written.
    expect(idsIn(folder)).toEqual([])
    disk.heal()
    await move()
    await expectWhole(ids)
  })

  test('and cannot take back what it half wrote: that is done first when it can', async () => {
    const first = await post(stack, sold(1))
    const disk = brokenDisk()
    const { move } = await openRound(stack.store, folder, disk.disk)
    await move()
    const more = await post(stack, sold(2))
    disk.fail('write', full)
    disk.fail('truncate', full)
    await expect(move()).rejects.toThrow('ENOSPC')
    expect(readFileSync(march(), 'utf8').endsWith('\n')).toBe(false)
    disk.heal()
    await move()
    await expectWhole([...first, ...more])
  })
})

describe('files that are not what they were', () => {
  test('an older copy: nothing is written over it, nothing is trimmed, and the newest copy makes it whole', async () => {
    const first = await postMany(stack, [sold(1), sold(2)])
    const keeper = await openRound(stack.store, folder)
    await keeper.move()
    copyFileSync(march(), join(folder, 'yesterday'))
    const second = await postMany(stack, [sold(3)])
    await keeper.move()
    await keeper.books.close()
    copyFileSync(march(), join(folder, 'today'))
    copyFileSync(join(folder, 'yesterday'), march())
    const third = await postMany(stack, [sold(4)])
    const back = await openRound(stack.store, folder)
    await expect(back.move()).rejects.toThrow(BooksBehind)
    await expect(back.move()).rejects.toThrow(`postings up to ${second[0]} were written`)
    expect(idsIn(folder)).toEqual([...first])
    expect(await waiting()).toBe(1)
    await back.books.close()
    copyFileSync(join(folder, 'today'), march())
    const whole = await openRound(stack.store, folder)
    await whole.move()
    await expectWhole([...first, ...second, ...third])
  })

  test('replaced while it is open: it is noticed before the next line', async () => {
    await post(stack, sold(1))
    const keeper = await openRound(stack.store, folder)
    await keeper.move()
    copyFileSync(march(), join(folder, 'copy'))
    renameSync(join(folder, 'copy'), march())
    await post(stack, sold(2))
    await expect(keeper.move()).rejects.toThrow(BooksChanged)
    rmSync(march())
    await expect(keeper.move()).rejects.toThrow(BooksChanged)
    expect(await waiting()).toBe(1)
  })

  test('a Redis that forgot everything: the sums are made again from the files, once', async () => {
    const before = await postMany(stack, [sold(1), sold(2), sold(3, Date.UTC(2026, 1, 3))])
    const first = await openRound(stack.store, folder)
    await first.move()
    await stack.flush()
    const after = await post(stack, sold(4))
    const second = await openRound(stack.store, folder)
    await second.move()
    await expectWhole([...before, ...after])
    expect(await summed(stack.store, '2026-03')).toBe(3)
  })

  test('a Redis of an hour ago: what was moved since is neither written nor counted twice', async () => {
    const ids = await postMany(stack, [sold(1), sold(2), sold(3)])
    const entries = await stack.redis.xrange(names.ledger(SHARD), '-', '+')
    const first = await openRound(stack.store, folder)
    await first.move()
    await stack.flush()
    for (const [id, fields] of entries) await stack.redis.xadd(names.ledger(SHARD), id, ...fields)
    const second = await openRound(stack.store, folder)
    await second.move()
    await expectWhole(ids)
  })

  test('a Redis that lost its newest entries and whose clock is behind: what is sold then is not taken for old', async () => {
    const late = `${Date.now() + 3_600_000}-0`
    const text = (number: number) => writePosting('sold', NOON, writeSale(saleOf(number)), '')
    await stack.redis.xadd(names.ledger(SHARD), late, 's', text(1))
    const first = await openRound(stack.store, folder)
    await first.move()
    await stack.flush()
    await post(stack, sold(2), sold(3))
    const second = await openRound(stack.store, folder)
    await second.move()
    await post(stack, sold(4))
    await second.move()
    expect(linesIn(folder).map(({ paymentHash }) => Number.parseInt(paymentHash!, 16))).toEqual([1, 2, 3, 4])
    expect(new Set(idsIn(folder)).size).toBe(4)
    await expectWhole(idsIn(folder))
  })
})

describe('two at once', () => {
  test('in two folders: who comes late neither trims nor counts', async () => {
    const other = testFolder()
    await postMany(stack, [sold(1), sold(2)])
    const disk = brokenDisk()
    const slow = await openRound(stack.store, other.folder, disk.disk)
    const fast = await openRound(stack.store, folder)
    let fastDone = false
    disk.fail('write', async () => {
      if (fastDone) return
      await fast.move()
      fastDone = true
      await post(stack, sold(3))
    })
    await expect(slow.move()).rejects.toThrow(LostMark)
    expect(await waiting()).toBe(1)
    expect(await summed(stack.store)).toBe(2)
    await fast.move()
    expect(idsIn(folder)).toHaveLength(3)
    expect(await summed(stack.store)).toBe(3)
    other.remove()
  })
})
