import { beforeEach, describe, expect, test } from 'bun:test'
import { ASKS_AT_ONCE, createResolver } from '../../../src/actors/courier/resolve.ts'
import type { Resolution } from '../../../src/actors/courier/resolution.ts'
import type { EventDescriptor } from '../../../src/dlc/wire/event.ts'
import type { ResolverConfig } from '../../../src/dlc/terms/resolver-config.ts'
import { storeOn } from '../../../src/store/store.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { freshRedis } from '../../support/redis.ts'
import { dated } from '../../support/store/dlc-events.ts'
import {
  openDated,
  openThreshold,
  says,
  silence,
  fileCustomerServer,
  testCourier,
} from '../../support/actors/courier/courier-desk.ts'
import { ANY_TIME } from '../../support/store-clocks.ts'
import { until } from '../../support/until.ts'

const NOW = 1_800_000_000_000
const MATURITY_TS = NOW / 1000 + 3_600
const MATURITY = MATURITY_TS * 1000

const YES_NO: EventDescriptor = { kind: 'enum', outcomes: ['yes', 'no'] }
const NUMBER: EventDescriptor = { kind: 'digits', base: 10, isSigned: false, unit: 'USD', precision: 0, nbDigits: 7 }

const stack = await freshRedis()
const customer = await fileCustomerServer()
let courier: ReturnType<typeof testCourier>
let settle: (id: string) => Promise<Resolution>

beforeEach(() => {
  customer.heard.length = 0
  customer.answer(says(200, '{"outcome":"yes"}'))
  courier = testCourier(stack.store, NOW, [customer.place])
  settle = createResolver(courier.deps)
})

/** With the time limits of the product: an address that is held by a test is not given up meanwhile. */
const unhurried = (): void => {
  courier = testCourier(stack.store, NOW, [customer.place], systemClock)
  settle = createResolver(courier.deps)
}

const resolver = (): ResolverConfig => ({ kind: 'webhook', url: `${customer.origin}/who-won?x=1` })
const priceAt = (pair: 'BTCUSD' | 'XAUUSD'): ResolverConfig => ({
  kind: 'price_source',
  source: { kind: 'feed', given: pair, pair },
  scaleFactor: null,
})
const opened = (id: string, given: Partial<Parameters<typeof openDated>[1]> = {}) =>
  openDated(
    stack.store.events,
    { id, descriptor: YES_NO, maturityTs: MATURITY_TS, resolver: resolver(), ...given },
    NOW,
  )
const tick = async (pair: 'BTCUSD' | 'XAUUSD', at: number, price: string): Promise<void> => {
  const observed = { majorityAt: at, newestAt: at }
  const appended = await stack.store.events.ticks.append(pair, { at, price, sources: ['a', 'b'], observed })
  if (appended.kind !== 'appended') throw new Error(appended.kind)
}
/** The outcome and how it came about, or why there is none yet. */
const shown = (settled: Resolution) =>
  settled.kind === 'waiting'
    ? `${settled.reason} +${settled.askAgainAt - courier.clock.now()}`
    : settled.kind === 'gone'
      ? 'gone'
      : `${settled.kind} ${settled.decision.outcome.join()} ${settled.decision.reason}`
const settled = async (id: string) => shown(await settle(id))

describe('an event that asks a resolver', () => {
  test('is asked at its maturity, once, and settles with the answer', async () => {
    await opened('E-1')
    expect(await settled('E-1')).toBe('immature +3600000')
    courier.clock.set(MATURITY - 1)
    expect(await settled('E-1')).toBe('immature +1')
    expect(customer.heard).toEqual([])
    courier.clock.set(MATURITY)
    expect(await settled('E-1')).toBe('decided yes resolver')
    expect(customer.heard).toMatchObject([{ method: 'GET', url: '/who-won?x=1', body: '' }])
    expect((await stack.store.events.read('E-1'))?.decision).toEqual({
      outcome: ['yes'],
      reason: 'resolver',
      decidedAt: MATURITY,
      evidence: {
        kind: 'webhook',
        url: `${customer.origin}/who-won?x=1`,
        status: 200,
        answer: '{"outcome":"yes"}',
        askedAt: MATURITY,
        answeredAt: MATURITY,
      },
    })
    expect(courier.woken).toEqual(['E-1'])
    customer.answer(says(200, 'no'))
    expect(await settled('E-1')).toBe('before yes resolver')
    expect(customer.heard).toHaveLength(1)
    expect(courier.woken).toEqual(['E-1'])
  })

  test.each([
    ['yes', 'yes'],
    [' "no"\n', 'no'],
    ['{"outcome": "no", "more": 1}', 'no'],
  ])('takes %j for %s', async (body, outcome) => {
    customer.answer(says(200, body))
    await opened('E-1')
    courier.clock.set(MATURITY)
    expect(await settled('E-1')).toBe(`decided ${outcome} resolver`)
  })

  test.each([
    ['another word', says(200, '{"outcome":"maybe"}'), 'not_an_outcome'],
    ['a word that is only nearly right', says(200, 'YES'), 'not_an_outcome'],
    ['nothing', says(200, ' \n'), 'unreadable'],
    ['two fields that may disagree', says(200, '{"outcome":"yes","value":"no"}'), 'unreadable'],
    ['no field at all', says(200, '{"winner":"yes"}'), 'unreadable'],
    ['a page of the right word under another status', says(201, 'yes'), 'status'],
    ['no content', says(204), 'status'],
    ['an error that names the right word', says(500, 'yes'), 'status'],
    ['that it wants to be paid', says(402, 'yes'), 'status'],
    ['a redirect', says(302, 'yes', { location: 'https://example.com/' }), 'status'],
    ['more than it may', says(200, `${' '.repeat(70_000)}yes`), 'too_large'],
    ['nothing in time', silence, 'timeout'],
  ])('decides nothing when it says %s, and asks again', async (_what, reply, problem) => {
    customer.answer(reply)
    await opened('E-1')
    courier.clock.set(MATURITY)
    expect(await settled('E-1')).toBe(`${problem} +5000`)
    expect((await stack.store.events.read('E-1'))?.state).toBe('announced')
    expect(await stack.store.attempts.of('E-1')).toEqual({
      made: 1,
      nextAt: MATURITY + 5_000,
      lastProblem: problem as 'status',
      lastAt: MATURITY,
    })
    customer.answer(says(200, 'no'))
    expect(await settled('E-1')).toBe('asked +5000')
    courier.clock.move(5_000)
    expect(await settled('E-1')).toBe('decided no resolver')
    expect(customer.heard).toHaveLength(2)
    expect(courier.woken).toEqual(['E-1'])
  })

  test('an address that may not be called is a failure like any other', async () => {
    await opened('E-1', { resolver: { kind: 'webhook', url: 'http://127.0.0.1:1/x' } })
    await opened('E-2', { resolver: { kind: 'webhook', url: 'https://10.0.0.1/x' } })
    courier.clock.set(MATURITY)
    expect(await settled('E-1')).toBe('refused +5000')
    expect(await settled('E-2')).toBe('refused +5000')
  })

  test('is asked later and later, and never given up', async () => {
    customer.answer(says(503))
    await opened('E-1')
    courier.clock.set(MATURITY)
    const pauses: string[] = []
    for (let n = 0; n < 9; n++) {
      const result = await settle('E-1')
      pauses.push(shown(result))
      if (result.kind !== 'waiting') throw new Error(result.kind)
      courier.clock.set(result.askAgainAt - 1)
      expect(await settled('E-1')).toBe('asked +1')
      courier.clock.move(1)
    }
    expect(pauses).toEqual(
      [5, 15, 60, 300, 900, 3_600, 3_600, 3_600, 3_600].map((seconds) => `status +${seconds * 1_000}`),
    )
    expect(customer.heard).toHaveLength(9)
    customer.answer(says(200, 'yes'))
    expect(await settled('E-1')).toBe('decided yes resolver')
  })

  test('keeps as much of a long answer as evidence may hold, in whole characters', async () => {
    const body = `{"price": "84231.5", "padding": "${'😀'.repeat(4_000)}"}`
    customer.answer(says(200, body))
    await opened('N-1', {
      descriptor: NUMBER,
      resolver: { kind: 'price_source', source: { kind: 'url', given: `${customer.origin}/p` }, scaleFactor: null },
    })
    courier.clock.set(MATURITY)
    expect(await settled('N-1')).toBe('decided 0,0,8,4,2,3,2 resolver')
    const evidence = (await stack.store.events.read('N-1'))?.decision?.evidence as Record<string, unknown>
    expect(evidence).toMatchObject({ kind: 'url', answerChars: body.length, value: '84232', clamped: false })
    expect(String(evidence['answer'])).toHaveLength(4_096)
    expect(String(evidence['answer']).isWellFormed()).toBe(true)
  })

  test('a number is scaled once, rounded and clamped as announced', async () => {
    const digits = async (id: string, body: string) => {
      customer.answer(says(200, body))
      await opened(id, { descriptor: NUMBER, scale: '100' })
      courier.clock.set(MATURITY)
      return settled(id)
    }
    expect(await digits('N-1', '{"value": 1.005}')).toBe('decided 0,0,0,0,1,0,1 resolver')
    expect(await digits('N-2', '{"outcome": 1005}')).toBe('decided 0,0,0,1,0,0,5 resolver')
    expect(await digits('N-3', '{"outcome": 1.5}')).toBe('not_a_whole_number +5000')
    expect(await digits('N-4', '{"value": "12e9"}')).toBe('decided 9,9,9,9,9,9,9 resolver')
    expect(await digits('N-5', 'later')).toBe('not_a_number +5000')
  })

  test('a bucket is found by price, and by nothing that is none', async () => {
    const buckets = (id: string) =>
      opened(id, {
        descriptor: { kind: 'enum', outcomes: ['low', 'middle', 'high'] },
        resolver: {
          kind: 'price_buckets',
          source: { kind: 'url', given: `${customer.origin}/price` },
          boundaries: [10, 20],
        },
      })
    for (const [id, price, outcome] of [
      ['B-1', '9.999', 'low'],
      ['B-2', '10', 'middle'],
      ['B-3', '{"price": 20.0}', 'high'],
    ] as const) {
      customer.answer(says(200, price))
      await buckets(id)
      courier.clock.set(MATURITY)
      expect(await settled(id)).toBe(`decided ${outcome} resolver`)
    }
    customer.answer(says(200, '{"outcome":"high"}'))
    await buckets('B-4')
    expect(await settled('B-4')).toBe('not_a_price +5000')
  })
})

describe('many at once', () => {
  test('ask one address once: in one process, and in two', async () => {
    const redis = stack.redis.duplicate()
    const other = createResolver({ ...courier.deps, store: storeOn(redis, systemClock, ANY_TIME) })
    await opened('E-1')
    courier.clock.set(MATURITY)
    const refused = Promise.withResolvers<void>()
    customer.answer(async (response) => {
      await refused.promise
      response.end('yes')
    })
    const ours = [settle('E-1'), settle('E-1'), settle('E-1')]
    const theirs = [other('E-1'), other('E-1')]
    // Answered when the slower of the two has been told to wait.
    void Promise.race([...ours, ...theirs]).then(() => refused.resolve())
    const results = [await Promise.all(ours), await Promise.all(theirs)].map((each) => [...new Set(each.map(shown))])
    expect(customer.heard).toHaveLength(1)
    // Whoever is in one process hears the same.
    expect(results.toSorted()).toEqual([['asked +30000'], ['decided yes resolver']])
    expect(await other('E-1')).toMatchObject({ kind: 'before' })
    redis.disconnect()
    expect(courier.woken).toEqual(['E-1'])
  })

  test('one whose asker died is asked again, half a minute later', async () => {
    await opened('E-1')
    courier.clock.set(MATURITY)
    // As a process leaves it that is killed in the middle.
    await stack.store.attempts.begin('E-1', MATURITY, 30_000)
    courier.clock.move(29_999)
    expect(await settled('E-1')).toBe('asked +1')
    courier.clock.move(1)
    expect(await settled('E-1')).toBe('decided yes resolver')
    expect(await stack.store.attempts.of('E-1')).toMatchObject({ made: 2 })
  })

  test('hanging addresses take no more places than they may, and nobody else waits for them', async () => {
    customer.answer(silence)
    const ids = Array.from({ length: ASKS_AT_ONCE + 5 }, (_, n) => `E-${n}`)
    for (const id of ids) await opened(id)
    await opened('N-1', { descriptor: NUMBER, resolver: priceAt('BTCUSD') })
    await tick('BTCUSD', MATURITY, '97012.50')
    courier.clock.set(MATURITY)
    const asked = ids.map(settled)
    expect(await settled('N-1')).toBe('decided 0,0,9,7,0,1,3 resolver')
    const results = await Promise.all(asked)
    expect(results.filter((each) => each === 'timeout +5000')).toHaveLength(ASKS_AT_ONCE)
    expect(results.filter((each) => each === 'busy +5000')).toHaveLength(5)
    // The places are free again.
    customer.answer(says(200, 'yes'))
    expect(await settled(ids.at(-1) ?? '')).toMatch(/^(decided|before) yes resolver$/)
  })

  test('one that found no place is asked as soon as one is free, without being brought again', async () => {
    unhurried()
    const held: (() => void)[] = []
    customer.answer((response) => void held.push(() => response.end('yes')))
    const ids = Array.from({ length: 2 * ASKS_AT_ONCE + 3 }, (_, n) => `E-${n}`)
    for (const id of ids) await opened(id)
    courier.clock.set(MATURITY)
    const asked = ids.map(settled)
    await until('the first addresses to be asked', () => held.length === ASKS_AT_ONCE)
    customer.answer(says(200, 'yes'))
    for (const release of held) release()
    await Promise.all(asked)
    const decided = async () => (await stack.store.events.readMany(ids)).filter((event) => event?.decision).length
    await until('every event to be decided', async () => (await decided()) === ids.length)
    expect(customer.heard).toHaveLength(ids.length)
  })

  test('one that was decided while it waited for a place leaves the place to the next', async () => {
    unhurried()
    const held: (() => void)[] = []
    customer.answer((response) => void held.push(() => response.end('yes')))
    const ids = Array.from({ length: ASKS_AT_ONCE + 2 }, (_, n) => `E-${n}`)
    for (const id of ids) await opened(id)
    courier.clock.set(MATURITY)
    let answered = 0
    const asked = ids.slice(0, ASKS_AT_ONCE).map(async (id) => {
      await settled(id)
      answered++
    })
    await until('all places to be taken', () => held.length === ASKS_AT_ONCE)
    // One after the other, so that the one that is decided stands first in the line.
    const waiting = ids.slice(ASKS_AT_ONCE)
    for (const id of waiting) expect(await settled(id)).toMatch(/^busy/)
    customer.answer(says(200, 'yes'))
    const decision = { trigger: 'administer', outcome: ['no'], evidence: null, now: MATURITY, graceMs: 0 } as const
    await stack.store.events.decide(waiting[0]!, decision)
    held[0]!()
    const decided = async () => (await stack.store.events.readMany(waiting)).every((event) => event?.decision)
    await until('both that waited to be decided', decided)
    // No other place came free meanwhile.
    expect(answered).toBe(1)
    for (const release of held) release()
    await Promise.all(asked)
  })

  test('while all places are taken, those that wait are not looked at again and again', async () => {
    unhurried()
    const held: (() => void)[] = []
    customer.answer((response) => void held.push(() => response.end('yes')))
    const ids = Array.from({ length: ASKS_AT_ONCE + 8 }, (_, n) => `E-${n}`)
    for (const id of ids) await opened(id)
    courier.clock.set(MATURITY)
    let reads = 0
    const { store } = courier.deps
    const read = (id: string) => {
      reads++
      return store.events.read(id)
    }
    const resolve = createResolver({ ...courier.deps, store: { ...store, events: { ...store.events, read } } })
    const asked = ids.map(resolve)
    await until('all places to be taken', () => held.length === ASKS_AT_ONCE)
    // One of the first, and then one that waited for its place.
    for (const at of [0, ASKS_AT_ONCE]) {
      held[at]!()
      await until('the next to be asked', () => held.length > ASKS_AT_ONCE + (at === 0 ? 0 : 1))
    }
    const before = reads
    for (let turn = 0; turn < 20; turn++) await stack.redis.ping()
    expect(reads - before).toBeLessThan(5)
    for (const release of held) release()
    customer.answer(says(200, 'yes'))
    await Promise.all(asked)
    await until('every address to be asked', () => customer.heard.length === ids.length)
  })

  test('a resolver that is told to begin nothing new leaves those that wait to the next courier', async () => {
    const offered: (() => Promise<void>)[] = []
    const resolve = createResolver(courier.deps, (work) => void offered.push(work))
    const ids = Array.from({ length: ASKS_AT_ONCE + 1 }, (_, n) => `E-${n}`)
    for (const id of ids) await opened(id)
    courier.clock.set(MATURITY)
    await Promise.all(ids.map(resolve))
    expect(customer.heard).toHaveLength(ASKS_AT_ONCE)
    expect(offered).toHaveLength(1)
  })

  test('whoever was first has decided, whatever the address says meanwhile', async () => {
    await opened('E-1')
    courier.clock.set(MATURITY)
    customer.answer(async (response) => {
      const now = courier.clock.now()
      await stack.store.events.decide('E-1', {
        trigger: 'administer',
        outcome: ['no'],
        evidence: null,
        now,
        graceMs: 0,
      })
      response.end('yes')
    })
    expect(await settled('E-1')).toBe('before no manual')
    expect(courier.woken).toEqual([])
  })

  test('a signer that cannot be woken changes nothing', async () => {
    await opened('E-1')
    courier.clock.set(MATURITY)
    const wake = async () => {
      throw new Error('Redis is away')
    }
    expect(shown(await createResolver({ ...courier.deps, wake })('E-1'))).toBe('decided yes resolver')
    expect(courier.log.lines).toContainEqual(expect.objectContaining({ level: 'warn', event: 'signer.not_woken' }))
  })
})

describe('an event that one of our prices settles', () => {
  const priced = (id: string) => opened(id, { descriptor: NUMBER, resolver: priceAt('BTCUSD') })

  test('takes the first one at or after its maturity, to the millisecond', async () => {
    await priced('N-1')
    await tick('BTCUSD', MATURITY - 1, '1')
    courier.clock.set(MATURITY)
    expect(await settled('N-1')).toBe('no_tick +5000')
    await tick('BTCUSD', MATURITY, '2')
    await tick('BTCUSD', MATURITY + 1, '3')
    expect(await settled('N-1')).toBe('decided 0,0,0,0,0,0,2 resolver')
    expect((await stack.store.events.read('N-1'))?.decision?.evidence).toEqual({
      kind: 'tick',
      pair: 'BTCUSD',
      sequence: 2,
      at: MATURITY,
      price: '2',
      sources: ['a', 'b'],
      value: '2',
      clamped: false,
    })
    expect(customer.heard).toEqual([])
    expect(await stack.store.attempts.of('N-1')).toMatchObject({ made: 0 })
  })

  test('takes the same one days later', async () => {
    await priced('N-1')
    await tick('BTCUSD', MATURITY - 5_000, '1')
    await tick('BTCUSD', MATURITY + 5_000, '2')
    for (let n = 1; n < 300; n++) await tick('BTCUSD', MATURITY + n * 1_800_000, String(n + 2))
    courier.clock.set(MATURITY + 6 * 86_400_000)
    expect(await settled('N-1')).toBe('decided 0,0,0,0,0,0,2 resolver')
  })

  test('waits for people when the price of its time was kept no longer', async () => {
    await priced('N-1')
    await tick('BTCUSD', MATURITY - 5_000, '1')
    await tick('BTCUSD', MATURITY + 5_000, '2')
    await Array.fromAsync(stack.store.events.ticks.applyAll('BTCUSD', () => NOW))
    for (let n = 1; n < 400; n++) {
      await tick('BTCUSD', MATURITY + n * 3_600_000, String(n + 2))
      await Array.fromAsync(stack.store.events.ticks.applyAll('BTCUSD', () => NOW))
    }
    courier.clock.set(MATURITY + 400 * 3_600_000)
    expect(await settled('N-1')).toBe('lost_ticks +3600000')
    expect(courier.log.lines).toContainEqual(expect.objectContaining({ level: 'error', event: 'event.overdue' }))
  })

  test('takes the first there ever was, however late', async () => {
    await priced('N-1')
    await tick('BTCUSD', MATURITY + 5_000, '7')
    courier.clock.set(MATURITY + 30 * 86_400_000)
    expect(await settled('N-1')).toBe('decided 0,0,0,0,0,0,7 resolver')
  })

  test('falls into its bucket', async () => {
    await opened('B-1', {
      descriptor: { kind: 'enum', outcomes: ['low', 'high'] },
      resolver: {
        kind: 'price_buckets',
        source: { kind: 'feed', given: '/oracle/price/btc/usd', pair: 'BTCUSD' },
        boundaries: [97_012.5],
      },
    })
    await tick('BTCUSD', MATURITY + 1, '97012.50')
    courier.clock.set(MATURITY + 1)
    expect(await settled('B-1')).toBe('decided high resolver')
  })

  test('says so when no price comes', async () => {
    await priced('N-1')
    courier.clock.set(MATURITY + 600_000)
    await settled('N-1')
    expect(courier.log.lines).toEqual([])
    courier.clock.move(1)
    await settled('N-1')
    expect(courier.log.lines).toEqual([
      {
        level: 'warn',
        event: 'event.overdue',
        fields: { eventid: 'N-1', maturityTs: MATURITY_TS, problem: 'no_tick', made: 0 },
      },
    ])
  })
})

describe('gold', () => {
  /** Friday 15 January 2027, 17:00 in New York; and Sunday, when it opens again. */
  const CLOSE = Date.parse('2027-01-15T22:00:00Z')
  const OPENING = Date.parse('2027-01-17T22:00:00Z')
  const priced = (id: string, at: number) =>
    opened(id, { descriptor: NUMBER, maturityTs: at / 1000, resolver: priceAt('XAUUSD') })

  test('that matures while the market is closed takes the last price before the close, and says so', async () => {
    const maturity = CLOSE + 86_400_000
    await priced('G-1', maturity)
    await tick('XAUUSD', CLOSE - 10_000, '2700')
    await tick('XAUUSD', CLOSE - 5_000, '2701')
    courier.clock.set(maturity)
    expect(await settled('G-1')).toBe('decided 0,0,0,2,7,0,1 resolver')
    expect((await stack.store.events.read('G-1'))?.decision?.evidence).toMatchObject({
      kind: 'tick',
      at: CLOSE - 5_000,
      market: 'closed',
      closedAt: CLOSE,
    })
  })

  test('takes that same price when nobody looks before the market is open again', async () => {
    const maturity = CLOSE + 86_400_000
    await priced('G-1', maturity)
    await tick('XAUUSD', CLOSE - 5_000, '2701')
    await tick('XAUUSD', OPENING + 5_000, '2750')
    courier.clock.set(OPENING + 86_400_000)
    expect(await settled('G-1')).toBe('decided 0,0,0,2,7,0,1 resolver')
  })

  test('that matures with the close waits until the last price has been recorded', async () => {
    await priced('G-1', CLOSE)
    await tick('XAUUSD', CLOSE - 5_000, '2701')
    courier.clock.set(CLOSE)
    expect(await settled('G-1')).toBe('no_tick +5000')
    await tick('XAUUSD', CLOSE - 1, '2702')
    courier.clock.set(CLOSE + 60_000)
    expect(await settled('G-1')).toBe('decided 0,0,0,2,7,0,2 resolver')
  })

  test('takes no price that is older than five days, but the first after the opening', async () => {
    const maturity = CLOSE + 86_400_000
    await priced('G-1', maturity)
    await tick('XAUUSD', maturity - 120 * 3_600_000 - 1, '2600')
    courier.clock.set(maturity)
    expect(await settled('G-1')).toBe('no_tick +5000')
    await tick('XAUUSD', OPENING + 5_000, '2750')
    courier.clock.set(OPENING + 5_000)
    expect(await settled('G-1')).toBe('decided 0,0,0,2,7,5,0 resolver')
  })

  test('that matures while the market is open waits for a price of then', async () => {
    const maturity = CLOSE - 60_000
    await priced('G-1', maturity)
    await tick('XAUUSD', maturity - 5_000, '2701')
    courier.clock.set(maturity + 5_000)
    expect(await settled('G-1')).toBe('no_tick +5000')
  })

  test('is closed alone: bitcoin waits for a price of its time on any day', async () => {
    const maturity = CLOSE + 86_400_000
    await opened('N-1', { descriptor: NUMBER, maturityTs: maturity / 1000, resolver: priceAt('BTCUSD') })
    await tick('BTCUSD', CLOSE - 5_000, '97000')
    courier.clock.set(maturity)
    expect(await settled('N-1')).toBe('no_tick +5000')
  })
})

describe('a threshold contract', () => {
  test('is safe when its expiry has passed and no price has breached it', async () => {
    await openThreshold(stack.store.events, 'T-1', MATURITY_TS, NOW)
    await tick('BTCUSD', MATURITY, '99')
    courier.clock.set(MATURITY)
    expect(await settled('T-1')).toBe('immature +1')
    courier.clock.set(MATURITY + 1)
    expect(await settled('T-1')).toBe('ticks +5000')
    await tick('BTCUSD', MATURITY + 1, '200')
    expect(await settled('T-1')).toBe('decided safe expiry')
    expect((await stack.store.events.read('T-1'))?.decision?.evidence).toEqual({
      kind: 'expiry',
      pair: 'BTCUSD',
      expiry: MATURITY_TS,
      lastTick: { sequence: 1, at: MATURITY, price: '99', sources: ['a', 'b'] },
    })
    expect(courier.woken).toEqual(['T-1'])
  })

  test('is breached by a price of before its expiry that nobody had applied, once the next confirms it', async () => {
    await openThreshold(stack.store.events, 'T-1', MATURITY_TS, NOW)
    await openThreshold(stack.store.events, 'T-2', MATURITY_TS + 9_999, NOW)
    await tick('BTCUSD', MATURITY, '100')
    courier.clock.set(MATURITY + 5_000)
    expect(await settled('T-1')).toBe('ticks +5000')
    await tick('BTCUSD', MATURITY + 5_000, '100')
    expect(await settled('T-1')).toBe('before breached breach')
    // Its neighbour went with it, and the signer hears of both.
    expect(courier.woken.toSorted()).toEqual(['T-1', 'T-2'])
  })

  test('is waited for while the feed is silent, ten minutes and no longer', async () => {
    await openThreshold(stack.store.events, 'T-1', MATURITY_TS, NOW)
    courier.clock.set(MATURITY + 600_000)
    expect(await settled('T-1')).toBe('ticks +5000')
    courier.clock.move(1)
    expect(await settled('T-1')).toBe('decided safe expiry')
    expect((await stack.store.events.read('T-1'))?.decision?.evidence).toMatchObject({ lastTick: null })
  })

  test('stands still while its cancellation is being paid', async () => {
    await openThreshold(stack.store.events, 'T-1', MATURITY_TS, NOW)
    await stack.store.events.holdCancellation('T-1', 'x402:p', MATURITY, 'r')
    courier.clock.set(MATURITY + 10 ** 6)
    expect(await settled('T-1')).toBe('cancelling +5000')
  })
})

describe('events that are none of the courier’s', () => {
  test('without a resolver wait for an administrator', async () => {
    await opened('E-1', { resolver: null })
    courier.clock.set(MATURITY + 10 ** 9)
    expect(await settled('E-1')).toBe('administrator +3600000')
    expect(courier.log.lines).toEqual([])
  })

  test('that never were, or were never paid, are gone', async () => {
    expect(await settled('E-1')).toBe('gone')
    await stack.store.events.offer(dated({ id: 'E-2', maturityTs: MATURITY_TS }), NOW)
    courier.clock.set(MATURITY)
    expect(await settled('E-2')).toBe('offered +5000')
    await stack.store.events.withdraw('E-2', MATURITY, null)
    expect(await settled('E-2')).toBe('gone')
  })
})

describe('overdue events', () => {
  test('are told of from the second failure on, once in ten minutes, and louder after an hour', async () => {
    customer.answer(says(500))
    await opened('E-1')
    courier.clock.set(MATURITY)
    for (let n = 0; n < 7; n++) {
      const result = await settle('E-1')
      if (result.kind === 'waiting') courier.clock.set(result.askAgainAt)
    }
    expect(
      courier.log.lines.map(({ level, event, fields }) => [level, event, (fields as { made: number }).made]),
    ).toEqual([
      ['warn', 'event.overdue', 2],
      // Those after 20, 80 and 380 seconds fall into the same ten minutes.
      ['warn', 'event.overdue', 6],
      ['error', 'event.overdue', 7],
    ])
  })
})
