import { describe, expect, test } from 'bun:test'
import type { Invoice, LightningFailure } from '../../../../src/http/rails/lightning/node.ts'
import { createInvoicePool } from '../../../../src/http/rails/lightning/pool.ts'
import { keptLog } from '../../../support/still.ts'
import { fakeNode, type Mood } from '../../../support/http/rails/lightning/node-fake.ts'

const opened = (options: { prices?: readonly number[]; memo?: string } = {}) => {
  const world = fakeNode()
  const log = keptLog()
  const pool = createInvoicePool({ node: world.node, clock: world.clock, log, ...options })
  /** The outcome of a take that has to be there without the node's help. */
  const atOnce = async (sats: number): Promise<Invoice | LightningFailure | 'waits'> => {
    const taken = pool.take(sats)
    const late = new Promise<'waits'>((done) => setImmediate(() => done('waits')))
    return Promise.race([taken, late])
  }
  const askedSince = (from: number) => world.asked.slice(from).length
  return { ...world, world, pool, log, atOnce, askedSince }
}

const away = { kind: 'lightning_failure', reason: 'unreachable' } as const

describe('ready invoices', () => {
  test('listed prices have two invoices each before anybody comes', async () => {
    const { asked, move, atOnce } = opened({ prices: [10, 20] })
    expect(asked.map(({ sats }) => sats)).toEqual([10, 10, 20, 20])
    await move(20)
    for (const sats of [10, 20, 10, 20]) expect(await atOnce(sats)).toMatchObject({ kind: 'invoice' })
  })

  test('an invoice is ordered for five minutes under a general memo', async () => {
    const orders: unknown[] = []
    const { world } = opened()
    const node = {
      ...world.node,
      createInvoice: async (order: unknown) => (orders.push(order), await new Promise<never>(() => {})),
    }
    createInvoicePool({ node, clock: world.clock, log: keptLog(), prices: [10] })
    expect(orders[0]).toEqual({ sats: 10, memo: 'Claros oracle answer', expirySeconds: 300 })
  })

  test('what is taken is replaced in the background', async () => {
    const { asked, move, atOnce } = opened({ prices: [10] })
    await move(20)
    for (let round = 1; round <= 10; round++) {
      expect(await atOnce(10)).toMatchObject({ kind: 'invoice' })
      expect(asked).toHaveLength(2 + round)
      await move(20)
    }
  })

  test('a price that nobody listed costs the first buyer one creation, the next none', async () => {
    const { pool, asked, move, atOnce } = opened()
    expect(asked).toEqual([])
    const first = pool.take(7)
    expect(asked).toHaveLength(3)
    await move(20)
    expect(await first).toMatchObject({ kind: 'invoice' })
    expect(await atOnce(7)).toMatchObject({ kind: 'invoice' })
  })

  test('the oldest goes first, and one with less than two minutes left not at all', async () => {
    const { pool, clock, move, atOnce } = opened({ prices: [10] })
    await move(20)
    const [first, second] = [await atOnce(10), await atOnce(10)]
    expect([first, second]).toMatchObject([{ bolt11: 'lnbc1' }, { bolt11: 'lnbc2' }])
    await move(20)
    await move(179_980)
    const last = await atOnce(10)
    expect(last).toMatchObject({ kind: 'invoice', bolt11: 'lnbc3' })
    expect((last as Invoice).expiresAt - clock.now()).toBe(120_000)
    await move(1)
    // The fourth is as old as the third was; the fifth is being made.
    const next = pool.take(10)
    await move(19)
    expect(await next).toMatchObject({ kind: 'invoice', bolt11: 'lnbc5' })
  })

  test('a clock that is set back makes no invoice younger: none from before is handed out', async () => {
    const { clock, move, atOnce, pool } = opened({ prices: [10] })
    await move(20)
    clock.set(clock.now() - 86_400_000)
    pool.maintain()
    await move(20)
    expect(await atOnce(10)).toMatchObject({ bolt11: 'lnbc3' })
  })

  test('upkeep replaces what has become too old before a buyer comes', async () => {
    const { pool, live, atOnce } = opened({ prices: [10] })
    await live(3_600_000, pool)
    expect(await atOnce(10)).toMatchObject({ kind: 'invoice' })
  })

  test('the time told is never later than five minutes after the order', async () => {
    const { pool, state, clock, move } = opened()
    state.livesMs = 900_000
    const startedAt = clock.now()
    const taken = pool.take(10)
    await move(20)
    expect(await taken).toMatchObject({ expiresAt: startedAt + 300_000 })
  })

  test('a node whose clock is behind makes invoices that nobody gets', async () => {
    const { pool, state, move, asked, atOnce, log } = opened()
    state.livesMs = 119_999
    const taken = pool.take(10)
    await move(20)
    expect(await taken).toMatchObject({ reason: 'unreadable', detail: expect.stringContaining('lives 119 s') })
    expect(log.lines[0]).toMatchObject({
      level: 'warn',
      event: 'lightning.refused',
      fields: { sats: 10, pauseMs: 500 },
    })
    const before = asked.length
    expect(await atOnce(10)).toMatchObject({ reason: 'unreadable' })
    expect(asked).toHaveLength(before)
  })
})

describe('demand', () => {
  /** How many can be had without waiting. */
  const stock = async (atOnce: (sats: number) => Promise<{ kind: string } | 'waits'>, sats = 10): Promise<number> => {
    for (let count = 0; ; count++) {
      const taken = await atOnce(sats)
      if (taken === 'waits' || taken.kind !== 'invoice') return count
    }
  }

  test('many buyers make the list of ready invoices longer, up to 32', async () => {
    const { pool, move, world, atOnce } = opened()
    for (let round = 0; round < 10; round++) {
      const crowd = Array.from({ length: 40 }, () => pool.take(10))
      await move(1_000)
      for (const each of await Promise.all(crowd)) expect(each.kind).toBe('invoice')
    }
    expect(await stock(atOnce)).toBe(32)
    expect(world.mostInFlight).toBe(4)
  })

  test('three minutes without buyers empty it, and then the node is left alone', async () => {
    const { pool, move, live, asked, atOnce } = opened()
    const crowd = Array.from({ length: 40 }, () => pool.take(10))
    await move(1_000)
    await Promise.all(crowd)
    await live(210_000, pool)
    const before = asked.length
    await live(3_600_000, pool)
    expect(asked).toHaveLength(before)
    expect(await atOnce(10)).toBe('waits')
  })

  test('a listed price keeps two', async () => {
    const { pool, move, live, atOnce } = opened({ prices: [10] })
    const crowd = Array.from({ length: 40 }, () => pool.take(10))
    await move(1_000)
    await Promise.all(crowd)
    await live(900_000, pool)
    expect(await stock(atOnce)).toBe(2)
  })

  test('a steady stream is served from ready invoices', async () => {
    const { pool, state, live, atOnce, move } = opened({ prices: [10] })
    state.tookMs = 200
    await live(1_000, pool)
    let waited = 0
    for (let second = 0; second < 60; second++) {
      for (let tenth = 0; tenth < 10; tenth++) {
        if ((await atOnce(10)) === 'waits') waited++
        await move(100)
      }
      pool.maintain()
    }
    expect(waited).toBeLessThan(10)
  })
})

describe('a crowd', () => {
  test('four creations at a time for each price, whatever comes', async () => {
    const { pool, move, asked, world } = opened()
    const crowd = [10, 20].flatMap((sats) => Array.from({ length: 64 }, () => pool.take(sats)))
    expect(asked).toHaveLength(8)
    await move(2_000)
    expect(new Set((await Promise.all(crowd)).map((each) => each.kind))).toEqual(new Set(['invoice']))
    expect(world.mostInFlight).toBe(4)
  })

  test('who would wait too long is told so at once', async () => {
    const { pool, atOnce, move } = opened()
    const crowd = Array.from({ length: 64 }, () => pool.take(10))
    expect(await atOnce(10)).toEqual({
      kind: 'lightning_failure',
      reason: 'timeout',
      detail: 'too many buyers at once',
    })
    await move(2_000)
    await Promise.all(crowd)
  })

  test('a slow node: nobody waits longer than six seconds', async () => {
    const { pool, state, clock, move } = opened()
    state.tookMs = 2_900
    const startedAt = clock.now()
    const ends: number[] = []
    const crowd = Array.from({ length: 64 }, () => pool.take(10).then((got) => (ends.push(clock.now()), got.kind)))
    await move(20_000)
    const kinds = await Promise.all(crowd)
    expect(Math.max(...ends) - startedAt).toBeLessThanOrEqual(6_000)
    expect(new Set(kinds)).toEqual(new Set(['invoice', 'lightning_failure']))
  })
})

describe('a node that is away', () => {
  test.each([
    ['unreachable', 1],
    ['hanging', 3_000],
  ] as const)('%p: one buyer finds out, the others hear it at once', async (mood, ms) => {
    const { pool, state, move, atOnce, asked, log } = opened()
    state.mood = mood
    const first = pool.take(10)
    await move(ms)
    expect(await first).toMatchObject({ reason: mood === 'hanging' ? 'timeout' : 'unreachable' })
    expect(log.lines).toHaveLength(1)
    expect(log.lines[0]).toMatchObject({
      level: 'warn',
      event: 'lightning.away',
      fields: { node: 'fake', pauseMs: 500 },
    })
    const before = asked.length
    for (const sats of [10, 20, 10]) expect(await atOnce(sats)).toMatchObject(away)
    expect(asked).toHaveLength(before)
  })

  test('is asked after 0.5, 1, 2, 4, 8, 16, 30, 30… seconds, once each time', async () => {
    const { pool, state, clock, move, asked } = opened({ prices: [10, 20] })
    await move(20)
    state.mood = 'unreachable'
    await pool.take(10)
    await move(1)
    const from = asked.length
    const startedAt = clock.now()
    for (let tick = 0; tick < 1_300; tick++) {
      await move(100)
      pool.maintain()
      void pool.take(10)
      void pool.take(20)
    }
    const trials = asked.slice(from).map(({ at }) => (at - startedAt) / 1000)
    const pauses = trials.map((at, index) => at - (trials[index - 1] ?? 0))
    expect(pauses.map(Math.round)).toEqual([1, 1, 2, 4, 8, 16, 30, 30, 30].slice(0, pauses.length))
    expect(pauses).toHaveLength(9)
    expect(pauses[0]).toBeCloseTo(0.5, 1)
  })

  test('a buyer who comes when the pause is over is the trial, and gets the invoice', async () => {
    const { pool, state, move, atOnce, log } = opened()
    state.mood = 'unreachable'
    expect(pool.isAway).toBe(false)
    void pool.take(10)
    await move(1)
    state.mood = 'well'
    expect(pool.isAway).toBe(true)
    expect(await atOnce(10)).toMatchObject(away)
    await move(500)
    const trial = pool.take(10)
    expect(await atOnce(10)).toMatchObject(away)
    expect(await atOnce(20)).toMatchObject(away)
    await move(20)
    expect(await trial).toMatchObject({ kind: 'invoice' })
    expect(log.lines.at(-1)).toMatchObject({ level: 'info', event: 'lightning.back' })
    expect(pool.isAway).toBe(false)
    const next = pool.take(20)
    await move(20)
    expect(await next).toMatchObject({ kind: 'invoice' })
  })

  test('comes back by itself: upkeep finds out before a buyer has to', async () => {
    const { pool, state, live, move, atOnce } = opened({ prices: [10] })
    await move(20)
    state.mood = 'hanging'
    await pool.take(10)
    await live(120_000, pool)
    expect(await atOnce(10)).toMatchObject(away)
    state.mood = 'well'
    await live(35_000, pool)
    for (const _ of [1, 2]) expect(await atOnce(10)).toMatchObject({ kind: 'invoice' })
  })

  test('ready invoices are not given out while it is away; later those that are still valid are', async () => {
    const { pool, state, move, atOnce } = opened({ prices: [10] })
    await move(20)
    state.mood = 'unreachable'
    expect(await atOnce(10)).toMatchObject({ bolt11: 'lnbc1' })
    await move(1)
    expect(await atOnce(10)).toMatchObject(away)
    state.mood = 'well'
    await move(500)
    pool.maintain()
    await move(20)
    expect(await atOnce(10)).toMatchObject({ kind: 'invoice', bolt11: 'lnbc2' })
  })

  test('is asked even when enough invoices are ready: none is given out while it does not answer', async () => {
    const { pool, state, move, live, atOnce } = opened({ prices: [10] })
    await move(20)
    state.mood = 'unreachable'
    void pool.take(20)
    // By now nobody wants the price that found out any more.
    await live(100_000, pool)
    expect(await atOnce(10)).toMatchObject(away)
    state.mood = 'well'
    await live(32_000, pool)
    expect(await atOnce(10)).toMatchObject({ kind: 'invoice', bolt11: 'lnbc1' })
  })

  test('a backend that throws is away too', async () => {
    const { pool, state, move, atOnce } = opened()
    state.mood = 'broken'
    const taken = pool.take(10)
    await move(20)
    expect(await taken).toMatchObject({ ...away, detail: 'the backend threw' })
    expect(await atOnce(10)).toMatchObject(away)
  })
})

describe('a price that the node refuses', () => {
  test('does not stop invoices of other prices', async () => {
    const { pool, state, move, atOnce, asked } = opened({ prices: [10] })
    await move(20)
    state.refuses = 5_000_000
    const refused = { kind: 'lightning_failure', reason: 'refused', detail: 'status 400' } as const
    const taken = pool.take(5_000_000)
    await move(20)
    expect(await taken).toEqual(refused)
    const before = asked.length
    for (let again = 0; again < 10; again++) expect(await atOnce(5_000_000)).toEqual(refused)
    expect(asked).toHaveLength(before)
    expect(await atOnce(10)).toMatchObject({ kind: 'invoice' })
    state.refuses = 0
    await move(500)
    const later = pool.take(5_000_000)
    await move(20)
    expect(await later).toMatchObject({ kind: 'invoice' })
  })
})

describe('a node that refuses every price, since its wallet is locked or the credential is not good any more', () => {
  test('makes no invoices: the rail is closed until it does', async () => {
    const { pool, state, live, atOnce } = opened({ prices: [10, 20] })
    await live(1_000, pool)
    state.mood = 'refusing'
    // What lies ready can still be paid for, or not: nobody knows before it is gone.
    for (const sats of [10, 10, 20]) expect(await atOnce(sats)).toMatchObject({ kind: 'invoice' })
    await live(2_000, pool)
    expect(pool.isAway).toBe(false)
    expect(await atOnce(20)).toMatchObject({ kind: 'invoice' })
    await live(2_000, pool)
    expect(await atOnce(10)).toMatchObject({ reason: 'refused' })
    expect(pool.isAway).toBe(true)
    state.mood = 'well'
    await live(32_000, pool)
    expect(pool.isAway).toBe(false)
  })

  test('one price among others closes nothing', async () => {
    const { pool, state, live } = opened({ prices: [10, 20] })
    state.refuses = 20
    await live(5_000, pool)
    expect(pool.isAway).toBe(false)
  })
})

describe('closing', () => {
  test.each(['well', 'hanging'] as Mood[])('answers everybody and asks no more, the node %s', async (mood) => {
    const { pool, state, move, atOnce, asked } = opened({ prices: [20] })
    state.mood = mood
    const waits = pool.take(10)
    pool.close()
    expect(await waits).toMatchObject({ ...away, detail: 'closed' })
    const before = asked.length
    await move(5_000)
    pool.maintain()
    for (const sats of [10, 20, 30]) expect(await atOnce(sats)).toMatchObject({ detail: 'closed' })
    expect(asked).toHaveLength(before)
  })
})
