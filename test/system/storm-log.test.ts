import { beforeEach, describe, expect, test } from 'bun:test'
import { NEVER_LEFT_OUT } from '../../src/system/log-kinds.ts'
import { type StormLog, stormLog } from '../../src/system/storm-log.ts'
import { keptLog } from '../support/still.ts'

/** A clock that is moved by hand, and wakes whoever sleeps until then. */
const handClock = () => {
  let now = 1_000_000
  let sleepers: { readonly at: number; wake(): void }[] = []
  return {
    now: () => now,
    sleep: (ms: number) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      sleepers.push({ at: now + ms, wake: resolve })
      return promise
    },
    sleeping: () => sleepers.length,
    move: async (ms: number) => {
      now += ms
      const due = sleepers.filter(({ at }) => at <= now)
      sleepers = sleepers.filter(({ at }) => at > now)
      for (const { wake } of due) wake()
      await Bun.sleep(0)
    },
  }
}

let lines: { level: string; event: string; fields: unknown }[]
let clock: ReturnType<typeof handClock>
let log: StormLog

beforeEach(() => {
  const kept = keptLog()
  lines = kept.lines
  clock = handClock()
  log = stormLog(kept, clock)
})

const leftOutOf = ({ fields }: { fields: unknown }): number => (fields as { leftOut?: number }).leftOut ?? 0
const all = (): number => lines.length + lines.reduce((sum, line) => sum + leftOutOf(line), 0)

describe('a storm', () => {
  test('of 1,000 lines in a second is one line, and the count ten seconds later, though nothing follows', async () => {
    for (let n = 0; n < 1_000; n++) {
      log.warn('queue.error', { message: `Missing lock for job ${n}` })
      await clock.move(1)
    }
    expect(lines).toEqual([{ level: 'warn', event: 'queue.error', fields: { message: 'Missing lock for job 0' } }])
    await clock.move(9_000 - 1)
    expect(lines).toHaveLength(1)
    await clock.move(1)
    expect(lines.slice(1)).toEqual([
      {
        level: 'warn',
        event: 'queue.error',
        fields: { message: 'Missing lock for job 999', leftOut: 998, lastAt: '1970-01-01T00:16:40.999Z' },
      },
    ])
    expect(all()).toBe(1_000)
    await clock.move(100_000)
    expect(lines).toHaveLength(2)
    expect(clock.sleeping()).toBe(0)
  })

  test('that goes on is one line in each ten seconds, and no line is lost from the counts', async () => {
    for (let n = 0; n < 600; n++) {
      log.error('tick.crashed', { actor: 'a', message: String(n) })
      await clock.move(100)
    }
    await clock.move(10_000)
    expect(lines.length).toBeGreaterThanOrEqual(6)
    expect(lines.length).toBeLessThanOrEqual(8)
    expect(all()).toBe(600)
  })

  test('a single second line is written late and whole, with the time at which it was said', async () => {
    log.error('tick.crashed', { actor: 'a', message: 'first' })
    await clock.move(2_000)
    log.error('tick.crashed', { actor: 'a', message: 'second' })
    await clock.move(8_000)
    expect(lines[1]?.fields).toEqual({
      actor: 'a',
      message: 'second',
      leftOut: 0,
      lastAt: '1970-01-01T00:16:42.000Z',
    })
  })

  test('an end of the process says what was left out', () => {
    for (let n = 0; n < 5; n++) log.warn('queue.error', { message: String(n) })
    log.flush()
    expect(lines.map(leftOutOf)).toEqual([0, 3])
    log.flush()
    expect(lines).toHaveLength(2)
  })

  test('what comes after ten seconds is written at once, with the count', () => {
    const still = keptLog()
    const calm = stormLog(still, { now: clock.now, sleep: () => new Promise(() => {}) })
    for (let n = 0; n < 4; n++) calm.warn('queue.error', { message: String(n) })
    void clock.move(10_000)
    calm.warn('queue.error', { message: 'later' })
    expect(still.lines[1]?.fields).toEqual({ message: 'later', leftOut: 3 })
  })

  test('a clock that was set back keeps nobody quiet', async () => {
    log.error('tick.crashed', { actor: 'a' })
    await clock.move(-3_600_000)
    log.error('tick.crashed', { actor: 'a' })
    expect(lines).toHaveLength(2)
  })
})

describe('kinds', () => {
  test('are told apart by words of definitions and settings and by the level', () => {
    for (const label of ['actor', 'source', 'relay', 'facilitator', 'lane', 'stream', 'cause', 'where', 'warning'])
      for (const value of ['a', 'b']) for (let n = 0; n < 3; n++) log.warn('x.failed', { [label]: value, message: n })
    log.error('x.failed', { actor: 'a' })
    log.warn('y.failed', { actor: 'a' })
    expect(lines).toHaveLength(2 * 9 + 2)
  })

  test('are not told apart by requests, payments, events or messages', () => {
    for (const field of ['request', 'receipt', 'payment', 'eventid', 'webhook', 'message', 'stack', 'address'])
      for (let n = 0; n < 3; n++) log.warn(`${field}.failed`, { [field]: `${field} ${n}` })
    expect(lines).toHaveLength(8)
  })

  test('of thousands of labels at a time, those of an event become one', () => {
    for (let n = 0; n < 5_000; n++) log.warn('carry.unfit', { actor: `place/${n}` })
    expect(lines.length).toBeLessThanOrEqual(1_001)
    log.flush()
    expect(all()).toBe(5_000)
  })

  test('that are over are forgotten', async () => {
    for (let n = 0; n < 900; n++) log.warn('carry.unfit', { actor: `place/${n}` })
    await clock.move(10_000)
    for (let n = 900; n < 1_800; n++) log.warn('carry.unfit', { actor: `place/${n}` })
    expect(lines).toHaveLength(1_800)
  })
})

describe('evidence', () => {
  test.each(Object.keys(NEVER_LEFT_OUT))('%s is written each time', (event) => {
    for (let n = 0; n < 50; n++) log.error(event, { payment: `p${n}`, actor: 'a' })
    expect(lines).toHaveLength(50)
  })

  test('so is everything that is no warning', () => {
    for (let n = 0; n < 50; n++) log.info('sale.made', { request: `r${n}` })
    expect(lines).toHaveLength(50)
  })

  test('an event that is named like a property of every object is no evidence', () => {
    for (let n = 0; n < 3; n++) log.warn('constructor', {})
    expect(lines).toHaveLength(1)
  })
})
