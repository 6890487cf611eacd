import { describe, expect, test } from 'bun:test'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { whyHold } from '../../../src/actors/dlc/admission.ts'
import { takeAnew } from '../../../src/actors/dlc/drill-anew.ts'
import { SecondMessage, openGuard } from '../../../src/actors/dlc/guard.ts'
import { START } from '../../../src/actors/dlc/journal-lines.ts'
import { openJournal } from '../../../src/actors/dlc/journal.ts'
import { dlcPaths, oracleFiles } from '../../../src/actors/dlc/paths.ts'
import { toJournal } from '../../../src/actors/dlc/recovery.ts'
import { recordEvent } from '../../../src/actors/dlc/record-event.ts'
import { leaveResume } from '../../../src/actors/dlc/take-resume.ts'
import { RolledBack, type Witness } from '../../../src/actors/dlc/witness.ts'
import { names } from '../../../src/store/redis/names.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog } from '../../support/still.ts'
import { deskPerTest } from '../../support/actors/dlc/desk-per-test.ts'
import { NOW, ORACLE, createEvent } from '../../support/actors/dlc/oracle-parts.ts'

/**
 * The whole data folder is put back as it was before something was signed, and the service is started again: it publishes
 * no second signature. Redis is rolled back together with it.
 */

const stack = await freshRedis()
const { inFolder, witness, open, stop } = deskPerTest(stack.store)
const dlc = () => inFolder('dlc')
const copy = () => inFolder('copy')
const signatureOf = async (id: string) => (await stack.store.events.read(id))?.attestation?.serialized

type Copier = (from: string, to: string) => void
const fresh: Copier = (from, to) => {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true, preserveTimestamps: true })
}
/** Over the very files that are there: their inodes stay. */
const inPlace: Copier = (from, to) => {
  for (const name of ['journal.jsonl', 'guard.sqlite', 'heartbeat.json'])
    writeFileSync(join(to, name), readFileSync(join(from, name)))
}

/** A copy of the folder, so many seconds before `yes` is signed for A; then folder and Redis as they were. */
const signAndRollBack = async (by: () => Witness | null, ageMs: number, putBack: Copier): Promise<string> => {
  const before = await open(by())
  await before.announce('A')
  await before.beat()
  const known = (await stack.store.events.read('A'))!
  cpSync(dlc(), copy(), { recursive: true })
  if (ageMs > 1_000) {
    const beat = join(copy(), 'heartbeat.json')
    const said = JSON.parse(readFileSync(beat, 'utf8')) as { at: number }
    writeFileSync(beat, JSON.stringify({ ...said, at: said.at - ageMs }))
  } else await Bun.sleep(ageMs)
  await before.decide('A', 'yes')
  expect(await before.oracle.attest('A')).toBe('attested')
  await before.beat()
  const signed = (await signatureOf('A'))!
  stop()
  putBack(copy(), dlc())
  await stack.flush()
  await stack.store.events.restore(known)
  return signed
}

/** Without a touch to any of its files. */
const moved: Copier = (from, to) => {
  rmSync(to, { recursive: true })
  renameSync(from, to)
}

const AGES = [
  ['one second', 1_000],
  ['one minute', 60_000],
  ['one hour', 3_600_000],
] as const
const COPIERS = [
  ['copied back', fresh],
  ['copied over the files that are there', inPlace],
] as const
const EVERY = [
  // Its heartbeat is as fresh, and arrived as soon, as the one that it is a copy of.
  ['a moment', 'moved back', 0, moved] as const,
  ...AGES.flatMap(([age, ms]) => COPIERS.map(([how, putBack]) => [age, how, ms, putBack] as const)),
]

describe.each(EVERY)('a copy that is %s old, %s', (_age, _how, ageMs, putBack) => {
  test('is refused where there is a witness, and said which is behind', async () => {
    await signAndRollBack(witness, ageMs, putBack)
    await expect(open(witness())).rejects.toThrow(RolledBack)
    await expect(open(witness())).rejects.toThrow(
      /the journal is behind: it ends with line \d+, and the witness has seen line \d+/,
    )
    expect(await signatureOf('A')).toBeUndefined()
  })

  test('signs nothing that was open in it without a witness, and all that is new', async () => {
    await signAndRollBack(() => null, ageMs, putBack)
    const after = await open(null)
    expect([...after.oracle.journal.waiting]).toEqual(['A'])
    expect(after.log.lines.map(({ event }) => event)).toContain('oracle.waits')
    await after.announce('B')
    for (const id of ['A', 'B']) await after.decide(id, 'no')
    expect(await Promise.all(['A', 'B'].map(after.oracle.attest))).toEqual(['waiting', 'attested'])
    expect(await signatureOf('A')).toBeUndefined()
    // The guard has not heard of it either: whoever finds the newest folder has lost nothing.
    expect(after.oracle.journal.isDecided('A')).toBe(false)
    // Its public state is what it was.
    expect((await stack.store.events.read('A'))?.state).toBe('decided')
    await after.beat()
    stop()
    const again = await open(null)
    expect([...again.oracle.journal.waiting]).toEqual(['A'])
  })
})

describe('what the copy of Redis knows and the copy of the journal does not', () => {
  /** B was announced, and the folder was copied before its line was written. */
  const copyBetween = async (how: 'offered' | 'announced' | 'decided') => {
    const before = await open(null)
    await before.announce('A')
    await createEvent(stack.store.events, before.oracle.signer, 'B', how === 'offered' ? how : 'announced')
    if (how === 'decided') await before.decide('B', 'no')
    stop()
    fresh(dlc(), copy())
    fresh(copy(), dlc())
  }

  test.each(['offered', 'announced', 'decided'] as const)(
    'an event that is %s waits as those of the journal do',
    async (how) => {
      await copyBetween(how)
      const after = await open(null)
      if (how === 'offered') await stack.store.events.activate('B', NOW, null)
      await recordEvent(after.oracle, 'B')
      if (how !== 'decided') await after.decide('B', 'no')
      expect(await after.oracle.attest('B')).toBe('waiting')
      expect(after.oracle.journal.isDecided('B')).toBe(false)
      expect(await signatureOf('B')).toBeUndefined()
    },
  )

  test('also where an operator puts the copy in the place of a lost journal', async () => {
    const before = await open(witness())
    await before.announce('A')
    cpSync(dlc(), copy(), { recursive: true })
    await before.announce('C')
    await before.beat()
    await createEvent(stack.store.events, before.oracle.signer, 'B', 'offered')
    stop()
    fresh(copy(), dlc())
    const { signers: states, events } = stack.store
    const parts = { paths: dlcPaths(inFolder()), oracle: ORACLE, clock: systemClock, states, events }
    expect(await takeAnew({ ...parts, witness: witness('restore') }, keptLog())).toBe(2)
    const after = await open(witness())
    expect([...after.oracle.journal.waiting].toSorted()).toEqual(['A', 'B', 'C'])
  })
})

test('a Redis outside of the folder has seen more of it: refused, with no witness', async () => {
  const before = await open(null)
  await before.announce('A')
  await before.beat()
  cpSync(dlc(), copy(), { recursive: true })
  await before.decide('A', 'yes')
  await before.oracle.attest('A')
  await before.beat()
  stop()
  fresh(copy(), dlc())
  await expect(open(null)).rejects.toThrow('and Redis has seen line')
})

test('an empty folder beside a Redis that knows events is refused', async () => {
  const before = await open(witness())
  await before.announce('A')
  stop()
  renameSync(dlc(), copy())
  rmSync(inFolder('witness'), { recursive: true })
  await expect(open(witness())).rejects.toThrow('ORACLE_DIR is lost, or another')
  await expect(open(null)).rejects.toThrow(RolledBack)
})

test('another journal of the same length is refused', async () => {
  const before = await open(witness())
  await before.announce('A')
  await before.beat()
  stop()
  const { journal: path } = oracleFiles(dlc())
  const lines = [...openJournal(path, ORACLE, keptLog()).replay()]
  rmSync(path)
  const other = openJournal(path, ORACLE, keptLog())
  other.append(...lines.map((line) => ({ ...line, at: line.at + 1 })))
  other.close()
  await expect(open(witness())).rejects.toThrow('of the journal is another one than the witness has seen')
})

test('a guard that has seen more signed than the journal knows is refused, and said so', async () => {
  const before = await open(witness())
  await before.announce('A')
  await before.beat()
  const point = new Uint8Array(32).fill(1)
  stop()
  const guard = openGuard(oracleFiles(dlc()).guard, ORACLE)
  guard.commit('A', [{ point, message: point }])
  guard.close()
  await expect(open(witness())).rejects.toThrow(/behind the guard, .* A among them/)
})

test('a guard that was replaced by an older copy is filled up from the journal before anything is signed', async () => {
  const before = await open(witness())
  await before.announce('A')
  stop()
  const { guard } = oracleFiles(dlc())
  cpSync(guard, copy())
  const then = await open(witness())
  await then.decide('A', 'yes')
  await then.oracle.attest('A')
  stop()
  cpSync(copy(), guard)
  const after = await open(witness())
  const { salt, announcement } = (await stack.store.events.read('A'))!
  const event = { id: 'A', salt, announcement, descriptor: { kind: 'enum', outcomes: ['yes', 'no'] } } as const
  expect(() => after.oracle.signer.attest(event, ['no'])).toThrow(SecondMessage)
})

test.each([
  ['further', 1, 'the journal is behind'],
  ['elsewhere', 0, 'is another one than the heartbeat has seen'],
] as const)('a heartbeat that was %s than the journal is refused', async (_how, more, said) => {
  const before = await open(null)
  await before.announce('A')
  await before.beat()
  stop()
  const { heartbeat } = oracleFiles(dlc())
  const beat = JSON.parse(readFileSync(heartbeat, 'utf8')) as { line: number }
  writeFileSync(heartbeat, JSON.stringify({ ...beat, line: beat.line + more, hash: 'ab'.repeat(32) }))
  await stack.redis.del(names.dlc.journalEnd())
  await expect(open(null)).rejects.toThrow(said)
})

test('a decision that Redis and the journal tell differently is found at the start, and named', async () => {
  const before = await open(witness())
  await before.announce('A', 'B')
  await before.decide('A', 'yes')
  const { events } = stack.store
  before.oracle.journal.append(...toJournal((await events.read('A'))!))
  await before.beat()
  stop()
  await stack.redis.hset(names.dlc.event('A'), 'outcome', '["no"]')
  const after = await open(witness())
  expect(after.oracle.quarantine.list()).toMatchObject([{ id: 'A', why: expect.stringContaining('disagree') }])
})

describe('without a witness', () => {
  const at = NOW
  const beat = { at, end: START, isInPlace: true }
  const why = (now: number, more: Partial<typeof beat> = {}) =>
    whyHold({ witnessed: null, beat: { ...beat, ...more } }, now)

  test('a heartbeat holds for ten seconds, in the folder where it was made', () => {
    expect([why(at), why(at + 10_000)]).toEqual([null, null])
    expect([why(at + 10_001), why(at - 1), why(at, { isInPlace: false })]).not.toContain(null)
    expect(whyHold({ witnessed: null, beat: null }, at)).not.toBeNull()
    expect(whyHold({ witnessed: START, beat: null }, at)).toBeNull()
  })

  test('who comes back within moments goes on', async () => {
    const before = await open(null)
    await before.announce('A')
    await before.beat()
    stop()
    const after = await open(null)
    await after.decide('A', 'yes')
    expect(await after.oracle.attest('A')).toBe('attested')
  })

  test('an operator resumes what waits, each or all, and is not asked of it again', async () => {
    const before = await open(null)
    await before.announce('A', 'B')
    stop()
    const after = await open(null)
    for (const id of ['A', 'B']) await after.decide(id, 'yes')
    leaveResume(oracleFiles(dlc()), { seen: after.oracle.journal.end(), ids: ['A'] })
    await after.beat()
    expect(existsSync(oracleFiles(dlc()).resume)).toBe(false)
    expect(await Promise.all(['A', 'B'].map(after.oracle.attest))).toEqual(['attested', 'waiting'])
    stop()
    const again = await open(null)
    expect([...again.oracle.journal.waiting]).toEqual(['B'])
    leaveResume(oracleFiles(dlc()), { seen: again.oracle.journal.end(), ids: ['B'] })
    await again.beat()
    expect(await again.oracle.attest('B')).toBe('attested')
  })

  test('what he said and nobody took is not taken from a copy, though all of it waits already', async () => {
    const before = await open(null)
    await before.announce('A')
    stop()
    const after = await open(null)
    leaveResume(oracleFiles(dlc()), { seen: after.oracle.journal.end(), ids: ['A'] })
    stop()
    const again = await open(null)
    await again.beat()
    expect([...again.oracle.journal.waiting]).toEqual(['A'])
    expect(again.log.lines.map(({ event }) => event)).toContain('oracle.resume_refused')
  })

  test.each(['null', '{}', '7', '{', '{"seen":{"line":1},"ids":"A"}', '{"seen":null,"ids":[]}'])(
    'a word that is none (%s) resumes nothing and keeps the signer from nothing',
    async (text) => {
      const before = await open(null)
      await before.announce('A')
      stop()
      const after = await open(null)
      writeFileSync(oracleFiles(dlc()).resume, text)
      await after.beat()
      expect([...after.oracle.journal.waiting]).toEqual(['A'])
      expect(existsSync(oracleFiles(dlc()).resume)).toBe(false)
    },
  )

  test('what he said before is nothing said of the next hold, or of another journal', async () => {
    const before = await open(null)
    await before.announce('A')
    const seen = before.oracle.journal.end()
    stop()
    const after = await open(null)
    for (const old of [seen, { ...after.oracle.journal.end(), hash: 'ab'.repeat(32) }]) {
      leaveResume(oracleFiles(dlc()), { seen: old, ids: ['A'] })
      await after.beat()
      expect([...after.oracle.journal.waiting]).toEqual(['A'])
    }
    expect(after.log.lines.filter(({ event }) => event === 'oracle.resume_refused')).toHaveLength(2)
  })
})

test('a folder that was at work before there was a witness waits once; from then on the witness speaks for it', async () => {
  const before = await open(null)
  await before.announce('A')
  stop()
  const after = await open(witness())
  expect([...after.oracle.journal.waiting]).toEqual(['A'])
  leaveResume(oracleFiles(dlc()), { seen: after.oracle.journal.end(), ids: ['A'] })
  await after.beat()
  stop()
  rmSync(oracleFiles(dlc()).heartbeat)
  const again = await open(witness())
  expect(again.oracle.journal.waiting.size).toBe(0)
})

describe('a journal that is lost for good', () => {
  const anew = async () => {
    const { signers: states, events } = stack.store
    const parts = {
      paths: dlcPaths(inFolder()),
      oracle: ORACLE,
      clock: systemClock,
      states,
      events,
      witness: witness('restore'),
    }
    return takeAnew(parts, keptLog())
  }

  test('is replaced by an older copy on an operator’s word, for the very end that was seen, and what is open waits', async () => {
    const before = await open(witness())
    await before.announce('A')
    await before.beat()
    cpSync(dlc(), copy(), { recursive: true })
    before.oracle.journal.append({ type: 'noted', id: 'A', at: NOW, note: 'only here' })
    await before.announce('B')
    await before.beat()
    const lost = before.oracle.journal.end()
    stop()
    expect(await anew()).toBe(0)
    fresh(copy(), dlc())
    await expect(open(witness())).rejects.toThrow(RolledBack)
    expect(await anew()).toBe(2)
    expect(await anew()).toBe(0)
    const after = await open(witness())
    expect([...after.oracle.journal.waiting]).toEqual(['A', 'B'])
    const others = [lost, { ...lost, line: lost.line + 1 }, { ...lost, hash: '0'.repeat(64) }]
    expect(others.map(after.oracle.journal.replaces)).toEqual([true, false, false])
    await after.announce('C')
    await after.beat()
    stop()
    // The lost one, should it come back, is the older one now.
    await (await open(witness())).beat()
    stop()
    fresh(copy(), dlc())
    await expect(open(witness())).rejects.toThrow(RolledBack)
  })
})
