import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, mock, test } from 'bun:test'
import { BadGuard } from '../../../src/actors/dlc/guard.ts'
import { BrokenJournal, START } from '../../../src/actors/dlc/journal-lines.ts'
import type { Oracle } from '../../../src/actors/dlc/oracle.ts'
import { type Guarded, type OpenOracle, serveOracle } from '../../../src/actors/dlc/serve-oracle.ts'
import { UnsafeStore } from '../../../src/actors/dlc/signer-faults.ts'
import { createStoreCheck } from '../../../src/actors/dlc/store-check.ts'
import { RolledBack, WitnessAway } from '../../../src/actors/dlc/witness.ts'
import type { RoleBeats } from '../../../src/metrics/beats.ts'
import type { Clock } from '../../../src/ports.ts'
import type { LeaseStore } from '../../../src/store/redis/leases.ts'
import { names } from '../../../src/store/redis/names.ts'
import { type Pace, startPace } from '../../support/pace.ts'
import { startTestRedis, type TestRedis } from '../../support/redis.ts'
import { keptLog } from '../../support/still.ts'
import { deafRole, heardBeats } from '../../support/heard-beats.ts'
import { until } from '../../support/until.ts'
import { partOf } from '../../support/part-of.ts'

/** Who of several signers works: the lease in Redis, and what is done with it. */

const LEASE_MS = 12_000

let stack: TestRedis
let serving: { close(): Promise<void> }[]
/** When the lease runs out, by the clock of this test. */
let leaseEndsAt: number
let pace: Pace

/** Longer than any test: the clock of the test ends a lease, however slow the machine is. */
const FOR_EVER_MS = 600_000
const endLease = async (): Promise<void> => {
  if (pace.now() < leaseEndsAt) return void (await stack.redis.ping())
  leaseEndsAt = Number.POSITIVE_INFINITY
  await stack.redis.del(names.lease('dlc/signer'))
}
const clock: Clock = { now: () => pace.now(), sleep: (ms, signal) => pace.sleep(ms, signal) }

beforeAll(async () => {
  stack = await startTestRedis()
  pace = startPace(endLease)
})
afterAll(async () => {
  await pace.stop()
  await stack.stop()
})
beforeEach(async () => {
  leaseEndsAt = Number.POSITIVE_INFINITY
  await stack.flush()
  serving = []
})
afterEach(() => Promise.all(serving.map((each) => each.close())))

const leases = (): LeaseStore => {
  const { hold, release } = stack.store.leases
  return {
    release: (lease, holder) => {
      leaseEndsAt = Number.POSITIVE_INFINITY
      return release(lease, holder)
    },
    hold: async (lease, holder, ms) => {
      const isHeld = await hold(lease, holder, FOR_EVER_MS)
      if (isHeld) leaseEndsAt = pace.now() + ms
      return isHeld
    },
  }
}

const IDLE = { maintain: () => {}, confirm: async () => {}, close: () => {} }

/** Nothing to do; each look for lapsed offers takes this long. */
const idle = (sweepMs = 0): OpenOracle => {
  const nothing = async () => []
  const journal = partOf<Oracle['journal']>({ waiting: new Set<string>(), end: () => START })
  const events = partOf<Oracle['events']>({
    lapsedOffers: async () => (await clock.sleep(sweepMs), []),
    lapsedCancellations: nothing,
    unsigned: nothing,
    journal: partOf({ unread: nothing }),
  })
  return {
    oracle: partOf<Oracle>({
      events,
      clock,
      signer: partOf({ compressedKey: '02ab' }),
      attest: async () => 'attested',
      journal,
      quarantine: partOf({ list: () => [], has: () => false }),
    }),
    ...IDLE,
  }
}

const safe = async (): Promise<void> => {}

const start = (
  holder: string,
  open: () => Promise<OpenOracle>,
  by: Clock = clock,
  beats: RoleBeats = deafRole,
  assertSafe = safe,
) => {
  const log = keptLog()
  let opened = 0
  let guarded: Guarded | null = null
  const listen = (_oracle: Oracle, given: Guarded) => {
    guarded = given
    return { close: async () => {} }
  }
  const parts = { leases: leases(), states: stack.store.signers, clock: by, log, beats }
  const role = { ...parts, holder, key: '02ab', listen, assertSafe }
  serving.push(serveOracle({ ...role, open: async () => (opened++, open()) }))
  return {
    log,
    opened: () => opened,
    guarded: () => guarded!,
    isActive: () => log.lines.some(({ event }) => event === 'oracle.active'),
  }
}

const holder = () => stack.redis.get(names.lease('dlc/signer'))
const inUse = async (): Promise<OpenOracle> => {
  throw new BadGuard('in use')
}

test('a journal that takes longer to read than the lease lives, and a sweep too, cost nobody the lease', async () => {
  const first = start('first', async () => (await clock.sleep(2 * LEASE_MS), idle(2 * LEASE_MS)))
  while ((await holder()) !== 'first') await Bun.sleep(5)
  const second = start('second', async () => idle())
  while (!first.isActive()) await Bun.sleep(5)
  await clock.sleep(3 * LEASE_MS)
  expect(await holder()).toBe('first')
  expect([first.opened(), second.opened()]).toEqual([1, 0])
})

test('a signer that cannot have the guard’s file does not keep the lease from the one that has it', async () => {
  const without = start('without', inUse)
  while (without.opened() === 0) await Bun.sleep(5)
  const having = start('having', async () => idle())
  while (!having.isActive()) await Bun.sleep(5)
  expect(await holder()).toBe('having')
  expect(without.isActive()).toBe(false)
  // It said why it waits, once.
  expect(without.log.lines.map(({ level, event }) => [level, event])).toEqual([['warn', 'oracle.beat_failed']])
})

test('a signer that dies is followed when its lease has run out', async () => {
  await leases().hold('dlc/signer', 'dead', LEASE_MS)
  const next = start('next', async () => idle())
  while (!next.isActive()) await Bun.sleep(5)
  expect(await holder()).toBe('next')
})

describe('a clock that is put back by a day', () => {
  const DAY_MS = 86_400_000
  const settable = () => {
    let back = 0
    return { ...clock, now: () => clock.now() - back, putBack: () => void (back = DAY_MS) }
  }

  test('does not keep the witness from being asked for a day', async () => {
    const by = settable()
    let asked = 0
    start('one', async () => ({ ...idle(), confirm: async () => void asked++ }), by)
    await until('asked', () => asked > 0)
    by.putBack()
    const before = asked
    await until('asked again', () => asked > before + 1)
  })

  test('does not keep a folder that was refused from being looked at for a day', async () => {
    const by = settable()
    const older = start(
      'older',
      async () => {
        throw new RolledBack('the journal is behind')
      },
      by,
    )
    await until('refused', () => older.opened() > 0)
    by.putBack()
    const before = older.opened()
    await until('looked at again', () => older.opened() > before)
  })
})

describe('a folder that is an older copy', () => {
  test('is refused, said once, and keeps neither the lease nor the other signer from it', async () => {
    const older = start('older', async () => {
      throw new RolledBack('the journal is behind')
    })
    while (older.opened() === 0) await Bun.sleep(5)
    const newest = start('newest', async () => idle())
    while (!newest.isActive()) await Bun.sleep(5)
    await clock.sleep(30_000)
    expect([await holder(), older.isActive()]).toEqual(['newest', false])
    expect(older.log.lines.map(({ level, event }) => [level, event])).toEqual([['error', 'oracle.beat_failed']])
    // It is not read again each second.
    expect(older.opened()).toBeLessThan(5)
  })

  test('that is found out about while it works stops it for good', async () => {
    const moved = async (): Promise<void> => {
      throw new RolledBack('moved on by another signer')
    }
    const first = start('first', async () => ({ ...idle(), confirm: moved }))
    while (!first.log.lines.some(({ event }) => event === 'oracle.halted')) await Bun.sleep(5)
    // Nor is anything done that was asked before it had stepped down.
    const late = mock(async () => {})
    await expect(first.guarded()(late)).rejects.toThrow('the signer has stopped')
    expect(late).not.toHaveBeenCalled()
    await clock.sleep(2 * LEASE_MS)
    expect(await holder()).toBeNull()
    expect(first.opened()).toBe(1)
  })
})

describe('a witness that is away', () => {
  const state = async () => (await stack.store.signers.read())?.problem
  const untilSaid = async (problem: string | null) => {
    while ((await state()) !== problem) await Bun.sleep(5)
  }
  const away = new WitnessAway('the witness does not answer')

  test('at the start: it is said, tried again, and gone on from', async () => {
    let isAway = true
    const signer = start('one', async () => {
      if (isAway) throw away
      return idle()
    })
    await untilSaid(away.message)
    expect(signer.isActive()).toBe(false)
    isAway = false
    await untilSaid(null)
    expect(signer.isActive()).toBe(true)
    expect(signer.log.lines.filter(({ event }) => event === 'oracle.beat_failed')).toHaveLength(1)
  })

  test('later: it is said once, questions go on being tried, and all is well by itself', async () => {
    let isAway = false
    const confirm = async (): Promise<void> => {
      if (isAway) throw away
    }
    const signer = start('one', async () => ({ ...idle(), confirm }))
    await untilSaid(null)
    isAway = true
    await untilSaid(away.message)
    isAway = false
    await untilSaid(null)
    expect(signer.opened()).toBe(1)
    const said = signer.log.lines
      .map(({ level, event }) => `${level} ${event}`)
      .filter((line) => line.includes('witness'))
    expect(said).toEqual(['error oracle.witness_away', 'info oracle.witness_back'])
  })
})

test('a journal that could not be written is read anew, and the signer goes on', async () => {
  let sweeps = 0
  const broken = (): OpenOracle => {
    const open = idle()
    const unsigned = async () => {
      if (++sweeps === 1) throw new BrokenJournal('an earlier write failed')
      return []
    }
    return { ...open, oracle: { ...open.oracle, events: { ...open.oracle.events, unsigned } } }
  }
  const signer = start('one', async () => broken())
  while (signer.opened() < 2 || sweeps < 2) await Bun.sleep(5)
  expect(await holder()).toBe('one')
})

describe('a store that may lose what is signed', () => {
  const AGAIN_MS = 60_000
  const state = () => stack.store.signers.read()

  test('is said in its state and once a minute in the log, asked again every minute, and gone on from', async () => {
    let asked = 0
    let why: string | null = 'appendfsync is everysec'
    const problem = async () => (asked++, why)
    const check = createStoreCheck({ problem, clock, againMs: AGAIN_MS })
    const signer = start('one', async () => (await check(), idle()))
    const said = () => signer.log.lines.filter(({ event }) => event === 'oracle.refused')
    await until('its word', async () => (await state())?.problem === 'appendfsync is everysec')
    expect(await state()).toMatchObject({ key: '02ab', cause: 'store' })
    await clock.sleep(AGAIN_MS / 2)
    expect([asked, said().length]).toEqual([1, 1])
    // It is there all the while, and no other signer reads files in vain.
    expect(Math.abs(pace.now() - (await state())!.at)).toBeLessThan(15_000)
    expect(await holder()).toBe('one')
    await clock.sleep(2 * AGAIN_MS)
    expect(asked).toBeGreaterThanOrEqual(2)
    expect(said().length).toBeGreaterThanOrEqual(2)
    expect(said()[0]).toMatchObject({ level: 'error', fields: { message: 'appendfsync is everysec' } })
    expect(signer.isActive()).toBe(false)
    why = null
    await until('active', () => signer.isActive())
    await until('well', async () => (await state())?.problem === null)
    expect((await state())?.cause).toBeUndefined()
  })

  test('is asked again at once by a clock that was put back, and each time while it is safe', async () => {
    let [now, asked] = [1_000_000, 0]
    let why: string | null = 'unsafe'
    const check = createStoreCheck({
      problem: async () => (asked++, why),
      clock: { ...clock, now: () => now },
      againMs: 60_000,
    })
    await expect(check()).rejects.toBeInstanceOf(UnsafeStore)
    now += 59_999
    await expect(check()).rejects.toThrow('unsafe')
    expect(asked).toBe(1)
    now -= 200_000
    await expect(check()).rejects.toThrow('unsafe')
    expect(asked).toBe(2)
    why = null
    now += 60_000
    await check()
    await check()
    expect(asked).toBe(4)
  })
})

test('a signer whose Redis became unsafe stops within a minute, says why, and begins again when it is mended', async () => {
  let why: string | null = null
  const assertSafe = async (): Promise<void> => {
    if (why !== null) throw new UnsafeStore(why)
  }
  const one = start('one', async () => idle(), clock, deafRole, assertSafe)
  await until('it works', one.isActive)
  why = 'appendfsync is everysec'
  await until('it has stopped', async () => (await stack.store.signers.read())?.problem?.includes('everysec'))
  expect(one.opened()).toBe(1)
  why = null
  await until('it works again', () => one.opened() === 2)
})

describe('what a signer tells of itself', () => {
  test('is that it works after each round, and nothing while it cannot begin, or when its sweep fails', async () => {
    let isAway = true
    const signer = heardBeats()
    const sweepFails = partOf<Oracle['events']>({ lapsedCancellations: () => Promise.reject(new Error('no sweep')) })
    const open = idle()
    const failing = { ...open, oracle: { ...open.oracle, events: { ...open.oracle.events, ...sweepFails } } }
    start(
      'one',
      async () => {
        if (isAway) throw new WitnessAway('away')
        return failing
      },
      clock,
      signer.beats,
    )
    await until('three looks', () => signer.leads.length >= 3)
    expect([signer.worked, new Set(signer.leads)]).toEqual([[], new Set([true])])
    isAway = false
    await until('three rounds', () => signer.count('beat') >= 3)
    expect(signer.count('sweep')).toBe(0)
    const next = heardBeats()
    start('two', async () => idle(), clock, next.beats)
    await until('two looks of the other', () => next.leads.length >= 2)
    expect([next.worked, new Set(next.leads)]).toEqual([[], new Set([false])])
  })

  test('ends with its work', async () => {
    const signer = heardBeats()
    const halts = async (): Promise<void> => {
      throw new RolledBack('moved on by another signer')
    }
    const { log } = start('one', async () => ({ ...idle(), confirm: halts }), clock, signer.beats)
    await until('halted', () => log.lines.some(({ event }) => event === 'oracle.halted'))
    await clock.sleep(5_000)
    const { length } = signer.worked
    await clock.sleep(20_000)
    expect(signer.worked).toHaveLength(length)
  })
})
