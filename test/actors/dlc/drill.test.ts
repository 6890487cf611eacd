import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckParts, checkOracle } from '../../../src/actors/dlc/drill-check.ts'
import type { FindingKind } from '../../../src/actors/dlc/drill-event.ts'
import { restoreOracle } from '../../../src/actors/dlc/drill-restore.ts'
import { tally } from '../../../src/actors/dlc/drill.ts'
import { openGuard } from '../../../src/actors/dlc/guard.ts'
import { openJournal } from '../../../src/actors/dlc/journal.ts'
import type { JournalEntry } from '../../../src/actors/dlc/journal-lines.ts'
import type { DlcPaths } from '../../../src/actors/dlc/paths.ts'
import { fromJournal, restoreEvents, toJournal } from '../../../src/actors/dlc/recovery.ts'
import { noncesOf, type StoredEvent } from '../../../src/store/events/event-record.ts'
import { type EventStore, eventStore } from '../../../src/store/events/events.ts'
import { names } from '../../../src/store/redis/names.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog, stillClock } from '../../support/still.ts'
import {
  type DataOracle,
  announceIn,
  conclude,
  create,
  decideIn,
  descriptorOf,
  digits,
  makeData,
  newEvent,
  openData,
  stored,
} from '../../support/actors/dlc/data.ts'
import { NOW, ORACLE } from '../../support/actors/dlc/oracle-parts.ts'
import { testFolder } from '../../support/test-folder.ts'
import { ANY_TIME } from '../../support/store-clocks.ts'
import { signerStates } from '../../../src/store/events/signer-state.ts'

/** Each thing that the drill can find, made once. */

const stack = await freshRedis()
const events = eventStore(stack.redis, ANY_TIME)
let folder: string
let remove: () => void
let paths: DlcPaths

beforeEach(() => {
  ;({ folder, remove } = testFolder())
  paths = makeData(folder)
})
afterEach(() => remove())

const parts = (): CheckParts => ({
  paths,
  oracle: ORACLE,
  events,
  states: signerStates(stack.redis),
  clock: stillClock(NOW),
})
const check = () => checkOracle(parts())
const restore = () => restoreOracle(parts(), keptLog())

/** Works on the oracle while nobody else does. */
const using = async <T>(work: (oracle: DataOracle) => Promise<T> | T): Promise<T> => {
  const oracle = openData(paths)
  try {
    return await work(oracle)
  } finally {
    oracle.close()
  }
}

/** One announced, one attested, both in order everywhere. */
const two = () =>
  using(async (oracle) => {
    for (const id of ['A', 'B']) await create(events, oracle, { id, kind: 'enum' })
    await decideIn(events, 'B', ['yes'])
    await conclude(events, oracle, 'B')
  })

const forget = async (id: string): Promise<void> => {
  await stack.redis.del(names.dlc.event(id))
}

const found = async (...expected: readonly (readonly [FindingKind, string])[]) => {
  const report = await check()
  expect(report.examples.map(({ kind, id }) => [kind, id] as const)).toEqual([...expected])
  return report
}

const journalOf = (...entries: readonly JournalEntry[]): void => {
  const journal = openJournal(paths.journal, ORACLE, keptLog())
  journal.append(...entries)
  journal.close()
}

/** A journal that never had these lines. */
const rewriteJournal = (keep: (entry: JournalEntry) => boolean): void => {
  const old = openJournal(paths.journal, ORACLE, keptLog())
  // What is read back names its old place in the chain.
  const entries = [...old.replay()]
    .filter(keep)
    .map((entry) => JSON.parse(JSON.stringify({ ...entry, line: undefined, before: undefined })) as JournalEntry)
  old.close()
  rmSync(paths.journal)
  journalOf(...entries)
}

/** Events that the guard alone knows to be signed, in the order of their points. */
const signedOf = (...ids: readonly string[]): readonly (readonly [FindingKind, string])[] => {
  const guard = openGuard(paths.guard, ORACLE)
  const order = guard.page(null, 1_000).map(({ event }) => event)
  guard.close()
  return ids.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)).map((id) => ['signed', id])
}

const isCreation = (type: JournalEntry['type']): boolean => type === 'offered' || type === 'activated'

const mends = async (expected: Record<string, number>) => {
  expect(await restore()).toMatchObject({ kind: 'restored', mended: expected, after: { verdict: 'in_order' } })
  expect(await restore()).toMatchObject({ kind: 'in_order' })
}

/** Nothing is touched, by a restore neither. */
const stands = async () => {
  const files = () => [paths.journal, paths.guard].map((path) => existsSync(path) && readFileSync(path).toString('hex'))
  const before = [files(), await events.readMany(['A', 'B', 'C'])]
  expect(await restore()).toMatchObject({ kind: 'conflict' })
  expect([files(), await events.readMany(['A', 'B', 'C'])]).toEqual(before)
}

test('nothing at all is in order, and nothing is made', async () => {
  expect(await check()).toEqual({
    verdict: 'in_order',
    events: 0,
    counts: {},
    examples: [],
    journal: { kind: 'missing' },
    guard: { kind: 'missing' },
    waiting: [],
    quarantined: { count: 0, some: [] },
  })
  expect([existsSync(paths.journal), existsSync(paths.guard)]).toEqual([false, false])
})

test('a whole oracle is in order', async () => {
  await two()
  const report = await found()
  expect(report).toMatchObject({ verdict: 'in_order', events: 2, journal: { lines: 7 }, guard: { points: 1 } })
})

describe('a restore mends', () => {
  test('an event that Redis does not know', async () => {
    await two()
    await forget('B')
    expect((await found(['missing', 'B'])).verdict).toBe('behind')
    await mends({ journaled: 0, guarded: 0, restored: 1 })
    expect(await events.read('B')).toMatchObject({ state: 'attested' })
  })

  test('an event that Redis knows less of', async () => {
    await two()
    const { decision: _decision, attestation: _attestation, ...event } = await stored(events, 'B')
    await forget('B')
    await events.restore({ ...event, state: 'announced', decision: null, attestation: null })
    await found(['behind', 'B'])
    await mends({ journaled: 0, guarded: 0, restored: 1 })
    expect(await events.read('B')).toMatchObject({ state: 'attested', decision: { outcome: ['yes'] } })
  })

  test('an event that Redis offered again and withdrew', async () => {
    await two()
    const event = await stored(events, 'A')
    await stack.flush()
    const { id: _id, maturityTs: _maturity, ...offer } = event
    await events.offer(offer, NOW)
    await found(['behind', 'A'], ['missing', 'B'])
    expect(await events.withdraw('A', NOW, null)).toEqual({ kind: 'withdrawn' })
    await found(['missing', 'A'], ['missing', 'B'])
    await mends({ restored: 2 })
    expect(await events.read('A')).toEqual(event)
    expect(await events.idOf(event.payment)).toBe('A')
  })

  test('an event that the journal does not know, and one it knows less of', async () => {
    await two()
    await using(({ signer }) => announceIn(events, signer, { id: 'C', kind: 'numeric' }))
    rewriteJournal(({ type, id }) => id !== 'B' || isCreation(type))
    await found(['ahead', 'B'], ['unlisted', 'C'])
    await mends({ journaled: 2, guarded: 0, restored: 0 })
    await using(({ journal }) => {
      expect(journal.find('B').map(({ type }) => type)).toEqual(['offered', 'activated', 'decided', 'attested'])
      expect(journal.find('C').map(({ type }) => type)).toEqual(['offered', 'activated'])
    })
  })

  test('lines whose creation or decision is missing, while Redis has it', async () => {
    await two()
    rewriteJournal(({ type, id }) => id !== 'B' || type === 'attested')
    await found(['ahead', 'B'])
    await mends({ journaled: 1 })
  })

  test('a journal that is gone', async () => {
    await two()
    rmSync(paths.journal)
    expect(await found(['unlisted', 'A'], ['unlisted', 'B'])).toMatchObject({ journal: { kind: 'missing' } })
    await mends({ journaled: 2, restored: 0 })
  })

  test('a guard that is gone, and one that lacks a point', async () => {
    await two()
    rmSync(paths.guard)
    expect(await found(['unguarded', 'B'])).toMatchObject({ verdict: 'behind', guard: { kind: 'missing' } })
    await mends({ guarded: 1 })
    await decideIn(events, 'A', ['no'])
    await using(async ({ journal }) => journal.append(...toJournal(await stored(events, 'A'))))
    await found(['unguarded', 'A'])
    await mends({ guarded: 1 })
  })

  test('an outcome that the guard alone knows, by trying those of the event', async () => {
    await two()
    const numeric = { id: 'C', kind: 'numeric' } as const
    const threshold = { id: 'D', kind: 'threshold', watch: { direction: 'above', strike: '9' } } as const
    await using(async (oracle) => {
      for (const made of [numeric, threshold]) await create(events, oracle, made)
      await decideIn(events, 'C', digits(-4711n))
      // One breaches and another, 5 s later, confirms it.
      for (const at of [NOW + 5_000, NOW + 10_000])
        await events.ticks.append('BTCUSD', {
          at,
          price: '10',
          sources: [],
          observed: { majorityAt: at, newestAt: at },
        })
      for await (const _ of events.ticks.applyAll('BTCUSD', () => NOW + 10_000));
      for (const id of ['C', 'D']) await conclude(events, oracle, id)
    })
    const before = await events.readMany(['B', 'C', 'D'])
    await stack.flush()
    rewriteJournal(({ type }) => isCreation(type))
    const report = await found(
      ...['A', 'B', 'C', 'D'].map((id) => ['missing', id] as const),
      ...signedOf('B', 'C', 'D'),
    )
    expect(report.verdict).toBe('behind')
    await mends({ journaled: 3, guarded: 0, restored: 4 })
    await using(({ signer }) => {
      for (const event of before) {
        const own = { ...event!, descriptor: descriptorOf(event!) }
        expect(signer.attest(own, event!.decision!.outcome).serialized).toBe(event!.attestation!.serialized)
      }
    })
    for (const { id, decision } of before as StoredEvent[])
      expect(await events.read(id)).toMatchObject({ state: 'decided', decision: { outcome: decision!.outcome } })
    expect((await events.read('D'))?.decision).toMatchObject({
      reason: 'breach',
      evidence: { kind: 'recovered', from: 'guard' },
    })
  })

  test('a line that was cut short; an offer and a note are nothing to mend', async () => {
    await two()
    await using(({ journal }) => journal.append({ type: 'noted', id: 'N', at: NOW, note: 'looked' }))
    appendFileSync(paths.journal, '{"line":')
    expect(await found()).toMatchObject({ verdict: 'in_order', journal: { torn: 8 } })
    expect(readFileSync(paths.journal, 'utf8').endsWith('{"line":')).toBe(true)
    await forget('A')
    await mends({ restored: 1 })
  })
})

describe('an offer in the journal', () => {
  const offered = (id: string) =>
    using(async ({ journal, signer }) => {
      await events.offer(newEvent(signer, { id, kind: 'enum' }), NOW)
      journal.append(...toJournal(await stored(events, id)))
    })

  test('is nothing to mend, whether it waits, was withdrawn, or is long forgotten', async () => {
    await two()
    await offered('C')
    expect((await found()).verdict).toBe('in_order')
    expect(await events.withdraw('C', NOW, null)).toEqual({ kind: 'withdrawn' })
    expect((await found()).verdict).toBe('in_order')
    await forget('C')
    expect((await found()).verdict).toBe('in_order')
  })

  test('whose payment came has its second line after a restore', async () => {
    await two()
    await offered('C')
    await events.activate('C', NOW + 5, null)
    const report = await found(['ahead', 'C'])
    expect(report.examples[0]?.detail).toBe('journal offered, Redis announced')
    await mends({ journaled: 1, guarded: 0, restored: 0 })
    await using(({ journal }) => {
      expect(journal.find('C').map(({ type }) => type)).toEqual(['offered', 'activated'])
    })
    const event = await stored(events, 'C')
    await stack.flush()
    await mends({ restored: 3 })
    expect(await events.read('C')).toEqual({ ...event, journaled: true })
  })

  test('is given back to a Redis that was lost, the newest of its payment, while it is young', async () => {
    await two()
    await using(async ({ journal, signer }) => {
      for (const [id, offeredAt] of [
        ['OLD', NOW - 86_400_000],
        ['TAKEN-BACK', NOW - 60_000],
        ['HANDED-OUT', NOW - 50_000],
      ] as const) {
        const payment = id === 'OLD' ? 'l402:old' : 'l402:one'
        await events.offer({ ...newEvent(signer, { id, kind: 'enum' }), payment, offeredAt }, NOW)
        journal.append(...toJournal(await stored(events, id)))
        await events.withdraw(id, NOW, null)
      }
    })
    await stack.flush()
    await mends({ restored: 3 })
    expect(await events.read('HANDED-OUT')).toMatchObject({ state: 'offered', payment: 'l402:one' })
    expect(await events.readMany(['OLD', 'TAKEN-BACK'])).toEqual([null, null])
    expect(await events.lapsedOffers(NOW, 10)).toEqual([])
    expect(await events.lapsedOffers(NOW - 50_000 + 86_400_000, 10)).toEqual(['HANDED-OUT'])
  })

  test('is a conflict where another event has one of its nonce points', async () => {
    await two()
    await offered('C')
    const { announcement } = await stored(events, 'C')
    await stack.flush()
    await stack.redis.set(names.dlc.nonce(noncesOf(announcement)[0]!), 'X')
    await using(async ({ journal }) => {
      const kinds = await Array.fromAsync(restoreEvents(events, journal, NOW))
      expect(kinds.at(-1)).toEqual({ id: 'C', kind: 'conflict' })
    })
  })
})

test('a journal of a release that wrote one line for an event is read, and gets no second one', async () => {
  await two()
  const event = await stored(events, 'A')
  const { state: _s, decision: _d, attestation: _a, cancelling: _c, journaled: _j, ...created } = event
  rmSync(paths.journal)
  journalOf({ type: 'created', id: 'A', at: event.activatedAt, event: created })
  await using(({ journal }) => {
    expect(fromJournal(journal.find('A'))).toEqual(event)
    journal.append(...toJournal(event))
    expect(journal.find('A').map(({ type }) => type)).toEqual(['created'])
  })
  await decideIn(events, 'A', ['no'])
  await using(async (oracle) => {
    await conclude(events, oracle, 'A')
    expect(oracle.journal.find('A').map(({ type }) => type)).toEqual(['created', 'decided', 'attested'])
  })
})

test('nothing is decided of an event whose activation no line tells of', async () => {
  await two()
  await stack.flush()
  rewriteJournal(({ type, id }) => id !== 'B' || type !== 'activated')
  await found(['missing', 'A'], ['incomplete', 'B'], ['undecided', 'B'])
})

describe('a conflict is left alone:', () => {
  const bend = async (id: string, change: (event: StoredEvent) => StoredEvent) => {
    const event = await stored(events, id)
    await stack.flush()
    const other = await stored(events, id).catch(() => event)
    await events.restore(change(other))
  }

  test('another announcement', async () => {
    await two()
    const event = await stored(events, 'A')
    await stack.redis.hset(names.dlc.event('A'), 'announcement', (await stored(events, 'B')).announcement)
    expect((await found(['other_announcement', 'A'])).verdict).toBe('conflict')
    await stands()
    await stack.redis.hset(names.dlc.event('A'), 'announcement', event.announcement, 'salt', '00'.repeat(32))
    await found(['other_announcement', 'A'])
  })

  test('another outcome', async () => {
    await two()
    await bend('B', (event) => ({ ...event, decision: { ...event.decision!, outcome: ['no'] } }))
    const { verdict, examples } = await found(['missing', 'A'], ['other_outcome', 'B'])
    expect(verdict).toBe('conflict')
    expect(examples[1]?.detail).toBe('journal yes, Redis no')
    await stands()
  })

  test('another attestation', async () => {
    await two()
    await stack.redis.hset(names.dlc.event('B'), 'counted', 'ff')
    await found(['other_attestation', 'B'])
    await stands()
  })

  test('another message, or another event, in the guard', async () => {
    await two()
    rmSync(paths.guard)
    const { nonces } = await using(({ signer }) =>
      signer.announce(
        { eventId: 'B', maturityTs: NOW / 1000 + 3600, descriptor: { kind: 'enum', outcomes: ['yes', 'no'] } },
        new Bun.CryptoHasher('sha256').update('B').digest(),
      ),
    )
    const guard = openGuard(paths.guard, ORACLE)
    guard.commit('B', [{ point: Uint8Array.fromHex(nonces[0]!), message: new Uint8Array(32).fill(7) }])
    guard.close()
    await found(['other_message', 'B'])
    await stands()
  })

  test('a message in the guard that no outcome of the event explains', async () => {
    await two()
    await stack.flush()
    rewriteJournal(({ type, id }) => id === 'A' || isCreation(type))
    const [signed] = await using(({ guard: book }) => book.page(null, 1))
    const { point } = signed!
    rmSync(paths.guard)
    const guard = openGuard(paths.guard, ORACLE)
    guard.commit('B', [{ point, message: new Uint8Array(32).fill(7) }])
    guard.close()
    const { verdict } = await found(['missing', 'A'], ['missing', 'B'], ['undecided', 'B'])
    expect(verdict).toBe('conflict')
    await stands()
  })

  test('lines that nobody can complete', async () => {
    await two()
    await stack.flush()
    rewriteJournal(({ type, id }) => id !== 'B' || type === 'decided')
    await found(['missing', 'A'], ['incomplete', 'B'], ['undecided', 'B'])
    await stands()
    rmSync(paths.guard)
    rmSync(paths.journal)
    await two()
    await stack.flush()
    rewriteJournal(({ type, id }) => id !== 'B' || type !== 'decided')
    await found(['missing', 'A'], ['incomplete', 'B'], ['signed', 'B'])
    await stands()
  })

  test('a journal that is broken, contradicts itself, or belongs to another key', async () => {
    await two()
    const whole = readFileSync(paths.journal, 'utf8')
    const unusable = async (says: string) => {
      const report = await check()
      expect(report).toMatchObject({ verdict: 'conflict', journal: { kind: 'unusable' } })
      expect(JSON.stringify(report.journal)).toContain(says)
      await stands()
    }
    writeFileSync(paths.journal, whole.replace('"kind":"enum"', '"kind":"enuM"'))
    await unusable('does not follow')
    writeFileSync(paths.journal, whole.split('\n').toSpliced(2, 1).join('\n'))
    await unusable('does not follow')
    rmSync(paths.journal)
    openJournal(paths.journal, 'ab'.repeat(32), keptLog()).close()
    await unusable('belongs to the oracle')
    rmSync(paths.journal)
    const said = { type: 'decided', id: 'B', at: NOW, outcome: ['no'], reason: 'manual', evidence: null } as const
    const chain = (lines: readonly object[]) => {
      let before = '0'.repeat(64)
      return lines.map((line, i) => {
        const text = JSON.stringify({ line: i + 1, before, ...line })
        before = new Bun.CryptoHasher('sha256').update(text).digest('hex')
        return `${text}\n`
      })
    }
    const head = { type: 'journal', oracle: ORACLE }
    writeFileSync(paths.journal, chain([head, said, { ...said, outcome: ['yes'] }]).join(''))
    await unusable('already holds another outcome')
  })

  test('a guard of another key, of another program, or damaged', async () => {
    await two()
    const unusable = async (says: string) => {
      const report = await check()
      expect(report).toMatchObject({ verdict: 'conflict', events: 2, guard: { kind: 'unusable' } })
      expect(JSON.stringify(report.guard)).toContain(says)
      await stands()
    }
    rmSync(paths.guard)
    openGuard(paths.guard, 'ab'.repeat(32)).close()
    await unusable('belongs to the oracle')
    rmSync(paths.guard)
    const db = new Database(paths.guard)
    db.run('CREATE TABLE t (x)')
    db.close()
    await unusable("another program's database")
    writeFileSync(paths.guard, 'no database at all, but long enough to be looked at. '.repeat(200))
    await unusable('cannot be read as a guard')
  })
})

describe('beside a running signer', () => {
  test('the guard is not asked, the rest is compared, and a restore refuses', async () => {
    await two()
    await forget('A')
    await using(async () => {
      expect(await found(['missing', 'A'])).toMatchObject({ guard: { kind: 'in_use' } })
      expect(await restore()).toMatchObject({ kind: 'signer_running' })
      expect(await events.read('A')).toBeNull()
    })
  })

  test('what is on its way into the journal is waited for, and what never comes is told', async () => {
    await two()
    await using(async (oracle) => {
      for (const id of ['C', 'D']) await announceIn(events, oracle.signer, { id, kind: 'enum' })
      const clock = stillClock(NOW)
      const arriving = { ...clock, sleep: async () => oracle.journal.append(...toJournal(await stored(events, 'C'))) }
      const report = await checkOracle({ ...parts(), clock: arriving })
      expect(report).toMatchObject({ verdict: 'behind', counts: { unlisted: 1 }, guard: { kind: 'in_use' } })
      expect(report.examples.map(({ id }) => id)).toEqual(['D'])
      const late = { ...clock, sleep: async () => oracle.journal.append(...toJournal(await stored(events, 'D'))) }
      expect(await checkOracle({ ...parts(), clock: late })).toMatchObject({ verdict: 'in_order' })
    })
  })

  test('one that starts in the middle of a check takes the guard, and the rest is compared all the same', async () => {
    await two()
    await forget('A')
    const started: { close(): void }[] = []
    const readMany: EventStore['readMany'] = (ids) => {
      if (started.length === 0) started.push(openGuard(paths.guard, ORACLE))
      return events.readMany(ids)
    }
    const report = await checkOracle({ ...parts(), events: { ...events, readMany } })
    started.forEach((guard) => guard.close())
    expect(report).toMatchObject({ verdict: 'behind', events: 2, counts: { missing: 1 }, guard: { kind: 'in_use' } })
  })

  test('a check that is reading the guard does not keep a signer from starting', async () => {
    // So many points that the file is being read at almost any moment.
    const point = (n: number) => new Bun.CryptoHasher('sha256').update(String(n)).digest()
    const pairs = Array.from({ length: 20_000 }, (_, n) => ({ point: point(n), message: point(n) }))
    await using(({ guard }) => guard.commit('A', pairs))
    const module = join(import.meta.dir, '../../../src/actors/dlc/guard-view.ts')
    const code = `import { viewGuard } from ${JSON.stringify(module)}
      for (;;) {
        const view = viewGuard(${JSON.stringify(paths.guard)}, ${JSON.stringify(ORACLE)})
        try {
          while (view.kind === 'read') console.log(view.book.page(null, 20000).length)
        } catch {
          view.close()
        }
      }`
    const reader = Bun.spawn([process.execPath, '-e', code], { stdout: 'pipe' })
    const said = reader.stdout.pipeThrough(new TextDecoderStream()).getReader()
    try {
      for (let starts = 0; starts < 10; starts++) {
        while (!(await said.read()).value?.includes('20000'));
        openGuard(paths.guard, ORACLE).close()
      }
    } finally {
      reader.kill()
      await reader.exited
    }
  })

  test('a signer that was killed in the middle of a commit leaves an unclean guard, which a restore takes back', async () => {
    await two()
    const code = `import { Database } from 'bun:sqlite'
      const db = new Database(${JSON.stringify(paths.guard)})
      db.run('PRAGMA journal_mode = TRUNCATE')
      db.run('PRAGMA cache_size = 5')
      db.run('BEGIN IMMEDIATE')
      for (let i = 0; i < 20000; i++) db.run('INSERT INTO signed VALUES (randomblob(32), randomblob(32), ?)', ['X' + i])
      process.kill(process.pid, 'SIGKILL')`
    await Bun.spawn([process.execPath, '-e', code]).exited
    expect(await check()).toMatchObject({ verdict: 'behind', guard: { kind: 'unclean' } })
    await mends({ guarded: 0 })
  })
})

test('many events are compared in slices, and examples stay few', async () => {
  const ids = Array.from({ length: 1_001 }, (_, i) => `M-${i}`)
  await using(async (oracle) => {
    await create(events, oracle, { id: 'A', kind: 'enum' })
  })
  const event = await stored(events, 'A')
  const asked: number[] = []
  const found = await tally({
    journal: { ids: () => ids, find: () => toJournal(event), waiting: new Set() },
    events: {
      readMany: async (slice) => {
        asked.push(slice.length)
        return slice.map(() => null)
      },
      activated: async (offset, count) => ids.slice(offset, offset + count),
    },
    guard: null,
  })
  expect(found).toMatchObject({ verdict: 'behind', events: 1_001, counts: { missing: 1_001 } })
  expect(found.examples).toHaveLength(5)
  expect(Math.max(...asked)).toBeLessThanOrEqual(200)
})
