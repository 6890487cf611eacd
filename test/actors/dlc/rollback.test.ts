import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { checkOracle } from '../../../src/actors/dlc/drill-check.ts'
import { restoreOracle } from '../../../src/actors/dlc/drill-restore.ts'
import { SecondMessage } from '../../../src/actors/dlc/guard.ts'
import { JournalContradiction } from '../../../src/actors/dlc/journal-memory.ts'
import type { DlcPaths } from '../../../src/actors/dlc/paths.ts'
import { refillGuard, restoreEvents, toJournal } from '../../../src/actors/dlc/recovery.ts'
import { type EmbeddedRedis, startRedis } from '../../../src/store/redis/embedded-redis.ts'
import type { StoredEvent } from '../../../src/store/events/event-record.ts'
import { type EventStore, eventStore } from '../../../src/store/events/events.ts'
import { connectRedis } from '../../../src/store/redis/redis.ts'
import { keptLog, stillClock } from '../../support/still.ts'
import {
  MATURITY_TS,
  conclude,
  create,
  decideIn,
  descriptorOf,
  digits,
  makeData,
  newEvent,
  openData,
  writeDown,
} from '../../support/actors/dlc/data.ts'
import { NOW, ORACLE } from '../../support/actors/dlc/oracle-parts.ts'
import { testFolder } from '../../support/test-folder.ts'
import { ANY_TIME } from '../../support/store-clocks.ts'
import { signerStates } from '../../../src/store/events/signer-state.ts'

/**
 * A Redis whose files were put back to an older copy: nothing can be signed twice, and nothing is lost. The tests are one
 * story and run in order.
 */

const { folder: data, remove } = testFolder()
const redisFolder = join(data, 'redis')
const backup = join(data, 'backup')
const FILES = 'appendonlydir'

let paths: DlcPaths
let server: EmbeddedRedis
let redis: Redis
let events: EventStore
/** All fifty events as they were when Redis was stopped. */
let truth: readonly (StoredEvent | null)[]

const upTo = (count: number, prefix: string, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}-${from + i}`)

const ABOVE = upTo(10, 'ABOVE')
const BELOW = upTo(10, 'BELOW')
const WORDS = upTo(10, 'WORDS')
const DIGITS = upTo(10, 'DIGITS')
const EARLY = [...ABOVE, ...BELOW, ...WORDS, ...DIGITS]
const LATE = upTo(10, 'LATE')
const ALL = [...EARLY, ...LATE]
const EXPIRED = BELOW.slice(0, 5)
const ATTESTED = [...ABOVE, ...EXPIRED, ...WORDS.slice(0, 8), ...DIGITS.slice(0, 7)]
/** Decided and written down, and then the machine stopped. */
const UNSIGNED = 'WORDS-8'

const start = async (): Promise<void> => {
  server = await startRedis({ folder: redisFolder })
  redis = await connectRedis(server.address, 'waits')
  events = eventStore(redis, ANY_TIME)
}

const stop = async (): Promise<void> => {
  redis.disconnect()
  await server.stop()
}

const rollBack = async (): Promise<void> => {
  await stop()
  rmSync(join(redisFolder, FILES), { recursive: true })
  cpSync(backup, join(redisFolder, FILES), { recursive: true })
  await start()
}

const parts = () => ({ paths, oracle: ORACLE, events, states: signerStates(redis), clock: stillClock(NOW) })
const check = () => checkOracle(parts())
const restore = () => restoreOracle(parts(), keptLog())

/** Everything there is: files byte for byte, Redis key for key. */
/** A hash's fields lie in no order: what Redis dumps of one changes while it tidies up. */
const valueOf = async (key: string) =>
  (await redis.type(key)) === 'hash'
    ? Object.entries(await redis.hgetall(key)).toSorted(([a], [b]) => (a < b ? -1 : 1))
    : (await redis.dumpBuffer(key))?.toString('hex')

const everything = async () => {
  const keys = (await redis.keys('*')).toSorted()
  const values = await Promise.all(keys.map(valueOf))
  return { keys, values, journal: readFileSync(paths.journal), guard: readFileSync(paths.guard) }
}

const truthOf = (id: string): StoredEvent => {
  const event = truth[ALL.indexOf(id)]
  if (!event) throw new Error(`no ${id}`)
  return event
}

const otherOutcome = ({ kind, decision }: StoredEvent): readonly string[] => {
  const said = decision?.outcome.join() ?? ''
  if (kind === 'numeric') return digits(-77n)
  if (kind === 'enum') return [said === 'yes' ? 'no' : 'yes']
  return [said === 'safe' ? 'breached' : 'safe']
}

beforeAll(async () => {
  paths = makeData(data)
  await start()
  const oracle = openData(paths)
  const kindOf = (id: string) => {
    const n = Number(id.split('-')[1])
    if (id.startsWith('ABOVE'))
      return { kind: 'threshold', watch: { direction: 'above', strike: `${100 + n}` } } as const
    if (id.startsWith('BELOW'))
      return { kind: 'threshold', watch: { direction: 'below', strike: `${10 + n}` } } as const
    if (id.startsWith('WORDS')) return { kind: 'enum' } as const
    if (id.startsWith('DIGITS')) return { kind: 'numeric' } as const
    return n % 2
      ? ({ kind: 'numeric' } as const)
      : ({ kind: 'threshold', watch: { direction: 'above', strike: '9000' } } as const)
  }
  for (const id of EARLY) await create(events, oracle, { id, ...kindOf(id) })
  cpSync(join(redisFolder, FILES), backup, { recursive: true })

  const priced = (at: number, price: string) =>
    events.ticks.append('BTCUSD', { at, price, sources: [], observed: { majorityAt: at, newestAt: at } })
  await priced(NOW + 1, '200')
  await priced(NOW + 5_001, '200')
  for await (const _ of events.ticks.applyAll('BTCUSD', () => NOW + 1));
  for (const id of EXPIRED) {
    const late = MATURITY_TS * 1000 + 1
    await events.decide(id, { trigger: 'expire', outcome: ['safe'], evidence: null, now: late, graceMs: 0 })
  }
  for (const [i, id] of WORDS.slice(0, 8).entries()) await decideIn(events, id, [i % 2 ? 'yes' : 'no'])
  for (const [i, id] of DIGITS.slice(0, 7).entries()) await decideIn(events, id, digits(BigInt(i) * 100n))
  for (const id of ATTESTED) await conclude(events, oracle, id)
  for (const id of LATE) await create(events, oracle, { id, ...kindOf(id) })
  await decideIn(events, UNSIGNED, ['yes'])
  await writeDown(events, oracle, UNSIGNED)
  truth = await events.readMany(ALL)
  oracle.close()
  await rollBack()
}, 120_000)

afterAll(async () => {
  await stop()
  remove()
})

test('the story before: thirty are attested, ten more were announced, and Redis forgot both', async () => {
  expect(ATTESTED).toHaveLength(30)
  expect(truth.filter((event) => event?.state === 'attested').map((event) => event?.id)).toEqual(
    ALL.filter((id) => ATTESTED.includes(id)),
  )
  expect(new Set(ATTESTED.map((id) => truthOf(id).decision?.reason))).toEqual(new Set(['breach', 'expiry', 'resolver']))
  expect((await events.readMany(EARLY)).map((event) => event?.state)).toEqual(EARLY.map(() => 'announced'))
  expect(await events.readMany(LATE)).toEqual(LATE.map(() => null))
})

test('the check says what Redis forgot, and changes nothing', async () => {
  const before = await everything()
  expect(await check()).toMatchObject({
    verdict: 'behind',
    events: 50,
    counts: { missing: 10, behind: 31, unguarded: 1 },
    journal: { kind: 'read', torn: 0 },
    guard: { kind: 'read' },
  })
  expect(await everything()).toEqual(before)
})

describe('before the restore', () => {
  test('the signer refuses the other outcome of every one, whatever Redis says', () => {
    const oracle = openData(paths)
    for (const id of ATTESTED) {
      const event = truthOf(id)
      const own = { ...event, descriptor: descriptorOf(event) }
      expect(() => oracle.signer.attest(own, otherOutcome(event))).toThrow(SecondMessage)
      expect(oracle.signer.attest(own, event.decision?.outcome ?? []).serialized).toBe(event.attestation!.serialized)
    }
    oracle.close()
  })

  test('the journal refuses another event under an id that Redis has forgotten', () => {
    const oracle = openData(paths)
    const impostor = newEvent(oracle.signer, { id: 'LATE-1', kind: 'numeric', salt: new Uint8Array(32).fill(9) })
    expect(impostor.announcement).not.toBe(truthOf('LATE-1').announcement)
    expect(() => oracle.journal.append(...toJournal({ ...truthOf('LATE-1'), ...impostor }))).toThrow(
      JournalContradiction,
    )
    oracle.close()
  })
})

describe('the restore', () => {
  test('brings all fifty back, byte for byte, the decided and unsigned one too', async () => {
    expect(await restore()).toMatchObject({
      kind: 'restored',
      mended: { journaled: 0, guarded: 1, restored: 41 },
      after: { verdict: 'in_order', events: 50, counts: {} },
    })
    expect(await events.readMany(ALL)).toEqual(truth)
    expect(await events.unsigned(100)).toEqual([UNSIGNED])
    const oracle = openData(paths)
    await conclude(events, oracle, UNSIGNED)
    oracle.close()
    expect(await events.read(UNSIGNED)).toMatchObject({ state: 'attested', decision: { outcome: ['yes'] } })
  })

  test('run again changes nothing, and neither do its steps', async () => {
    const before = await everything()
    expect(await restore()).toMatchObject({ kind: 'in_order', before: { verdict: 'in_order' } })
    const oracle = openData(paths)
    const restored = await Array.fromAsync(restoreEvents(events, oracle.journal, NOW))
    expect(restored.map(({ kind }) => kind)).toEqual(ALL.map(() => 'kept'))
    expect(refillGuard(oracle.guard, oracle.journal)).toBe(31)
    expect(refillGuard(oracle.guard, oracle.journal, new Set(oracle.guard.events()))).toBe(0)
    oracle.close()
    expect(await everything()).toEqual(before)
  })

  test('leaves nothing to be decided again', async () => {
    for (const id of ATTESTED) {
      const event = truthOf(id)
      const trigger = event.kind === 'threshold' ? 'expire' : 'administer'
      const wish = { trigger, outcome: otherOutcome(event), evidence: null, now: NOW * 2, graceMs: 0 } as const
      expect(await events.decide(id, wish)).toEqual({ kind: 'before', state: 'attested', decision: event.decision! })
    }
  })

  test('gives no used id and no used nonce to a new event', async () => {
    const oracle = openData(paths)
    for (const id of ALL) {
      const event = truthOf(id)
      const fresh = newEvent(oracle.signer, { id, kind: 'enum', salt: new Uint8Array(32).fill(9) })
      expect(await events.offer({ ...fresh, payment: 'l402:another' }, NOW)).toEqual({ kind: 'id_taken' })
      const { id: _id, maturityTs: _maturity, ...rest } = event
      const renamed = event.announcement.replace(
        Buffer.from(id).toString('hex'),
        Buffer.from(id.toLowerCase()).toString('hex'),
      )
      expect(await events.offer({ ...rest, announcement: renamed, payment: 'l402:another' }, NOW)).toEqual({
        kind: 'nonce_taken',
      })
      expect(await events.idOf(event.payment)).toBe(id)
    }
    oracle.close()
  })

  test('watches what was open again: maturities, strikes and lists', async () => {
    const open = ALL.filter((id) => !ATTESTED.includes(id) && id !== UNSIGNED)
    expect([...(await events.due(MATURITY_TS, 0, 100))].toSorted()).toEqual([...open].toSorted())
    const listed = await events.list({ status: 'all', count: 100 })
    expect(listed.events.map(({ id }) => id)).toEqual(
      truth
        .map((event) => event!)
        .toSorted((a, b) => b.order - a.order)
        .map(({ id }) => id),
    )
    const at = NOW + 10_001
    for (const [n, price] of ['9', '9', '9500', '9500'].entries()) {
      const observed = { majorityAt: at + n * 5_000, newestAt: at + n * 5_000 }
      await events.ticks.append('BTCUSD', { at: observed.newestAt, price, sources: [], observed })
    }
    const breached: string[] = []
    for await (const slice of events.ticks.applyAll('BTCUSD', () => NOW + 3)) breached.push(...slice.breached)
    expect(breached.toSorted()).toEqual([...BELOW.slice(5), ...LATE.filter((_, n) => n % 2 === 0)])
    const oracle = openData(paths)
    for (const id of breached) await conclude(events, oracle, id)
    oracle.close()
    expect(await check()).toMatchObject({ verdict: 'in_order' })
  })
})

test('a guard that was lost is refilled from the journal, and refuses as before', async () => {
  rmSync(paths.guard)
  expect(await check()).toMatchObject({ verdict: 'behind', guard: { kind: 'missing' }, counts: { unguarded: 41 } })
  expect(await restore()).toMatchObject({ kind: 'restored', after: { verdict: 'in_order' } })
  const oracle = openData(paths)
  expect(oracle.guard.isNew).toBe(false)
  for (const event of (await events.readMany(ALL)).filter((each) => each?.decision)) {
    const own = { ...event!, descriptor: descriptorOf(event!) }
    expect(() => oracle.signer.attest(own, otherOutcome(event!))).toThrow(SecondMessage)
    expect(oracle.signer.attest(own, event!.decision!.outcome).serialized).toBe(event!.attestation!.serialized)
  }
  oracle.close()
})

test('a Redis that forgot and then decided otherwise is a conflict, and nothing is touched', async () => {
  await rollBack()
  const event = truthOf('WORDS-0')
  await decideIn(events, event.id, otherOutcome(event))
  const before = await everything()
  expect(await restore()).toMatchObject({
    kind: 'conflict',
    before: { verdict: 'conflict', counts: { other_outcome: 1, missing: 10 } },
  })
  expect(await everything()).toEqual(before)
  const oracle = openData(paths)
  const redecided = (await events.read(event.id))!
  expect(() => oracle.journal.append(...toJournal(redecided))).toThrow(JournalContradiction)
  const own = { ...redecided, descriptor: descriptorOf(redecided) }
  expect(() => oracle.signer.attest(own, redecided.decision!.outcome)).toThrow(SecondMessage)
  oracle.close()
})
