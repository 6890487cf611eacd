import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { answerOracle } from '../../../src/actors/dlc/answer-oracle.ts'
import { OracleConflict } from '../../../src/actors/dlc/attest-events.ts'
import { type Guard, openGuard } from '../../../src/actors/dlc/guard.ts'
import { type LineWriter, type Journal, openJournal } from '../../../src/actors/dlc/journal.ts'
import { BrokenJournal } from '../../../src/actors/dlc/journal-lines.ts'
import { makeOracle } from '../../../src/actors/dlc/make-oracle.ts'
import type { Oracle } from '../../../src/actors/dlc/oracle.ts'
import { createQuarantine } from '../../../src/actors/dlc/quarantine.ts'
import { toJournal } from '../../../src/actors/dlc/recovery.ts'
import { sweepOracle } from '../../../src/actors/dlc/sweep-oracle.ts'
import { createSigner } from '../../../src/actors/dlc/signer.ts'
import { type Witness, WitnessAway } from '../../../src/actors/dlc/witness.ts'
import { nobleSchnorr, type Schnorr } from '../../../src/dlc/wire/schnorr.ts'
import type { EventStore } from '../../../src/store/events/events.ts'
import { names } from '../../../src/store/redis/names.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { systemRandom } from '../../../src/system/random.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog } from '../../support/still.ts'
import { witnessIn } from '../../support/actors/dlc/signer-desk.ts'
import { KEY, NOW, ORACLE, ROOT, createEvent } from '../../support/actors/dlc/oracle-parts.ts'
import { testFolder } from '../../support/test-folder.ts'
import { CREATOR, ENUM_TERMS } from '../../support/questions.ts'

/** What is written before what, and that nothing is signed when one of the writes fails. */

const stack = await freshRedis()
let folder: string
let remove: () => void
/** Everything that was done, in order. */
let done: string[]
/** Steps that fail now. */
let failing: Set<string>
let guard: Guard
let journal: Journal
let oracle: Oracle

const noted = <T>(step: string, work: () => T): T => {
  done.push(step)
  if (failing.has(step)) throw step === 'witness' ? new WitnessAway(step) : new Error(`no ${step}`)
  return work()
}

const DISK = (real: typeof import('node:fs')): LineWriter => ({
  write: (file, bytes, from) => noted('journal', () => real.writeSync(file, bytes, from)),
  sync: (file) => noted('sync', () => real.fdatasyncSync(file)),
})

const watchedSchnorr = (): Schnorr => ({
  ...nobleSchnorr,
  signUnverified: (...of) => noted('sign', () => nobleSchnorr.signUnverified(...of)),
  verify: (...of) => noted('verify', () => nobleSchnorr.verify(...of)),
})

beforeEach(async () => {
  ;({ folder, remove } = testFolder())
  done = []
  failing = new Set()
  const own = join(folder, 'dlc')
  mkdirSync(own)
  guard = openGuard(join(own, 'guard.sqlite'), ORACLE)
  const log = keptLog()
  journal = openJournal(join(own, 'journal.jsonl'), ORACLE, log, DISK(await import('node:fs')))
  const real: Witness = witnessIn(join(folder, 'witness'))
  await real.read()
  const events: EventStore = {
    ...stack.store.events,
    publish: (...of) => noted('publish', () => stack.store.events.publish(...of)),
  }
  const commitAll: Guard['commitAll'] = (entries) => noted('guard', () => guard.commitAll(entries))
  oracle = makeOracle({
    signer: createSigner({ key: KEY, nonceRoot: ROOT, guard: { commitAll }, schnorr: watchedSchnorr() }),
    journal,
    witness: { ...real, advance: async (end) => noted('witness', () => real.advance(end)) },
    quarantine: createQuarantine({ clock: systemClock, log }),
    events,
    claims: stack.store.claims,
    clock: systemClock,
    random: systemRandom,
    log,
    schedule: async () => {},
    unschedule: async () => void done.push('unschedule'),
  })
})
afterEach(() => {
  journal.close()
  guard.close()
  remove()
})

const decided = async (...ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    await createEvent(stack.store.events, oracle.signer, id)
    journal.append(...toJournal((await stack.store.events.read(id))!))
    const wish = { trigger: 'resolve', outcome: ['yes'], evidence: null, now: NOW, graceMs: 0 } as const
    await stack.store.events.decide(id, wish)
  }
  done = []
}
const stateOf = async (id: string) => (await stack.store.events.read(id))?.state
/** Of the announcement, which is made again to be compared, one signature is made before anything is written down. */
const signedAfter = (step: string): number =>
  done.slice(done.lastIndexOf(step) + 1).filter((each) => each === 'sign').length

test('one event: journal, sync, witness, guard, signature, its verification, publication, journal, sync', async () => {
  await decided('A')
  expect(await oracle.attest('A')).toBe('attested')
  expect(done).toEqual([
    'journal',
    'sync',
    'witness',
    // Of the announcement, to be compared.
    'sign',
    'guard',
    'sign',
    'verify',
    'publish',
    'journal',
    'sync',
    'unschedule',
  ])
})

test('fifty that are asked for together share one sync, one witness, one guard, and all signatures come after it', async () => {
  const ids = Array.from({ length: 50 }, (_, i) => `M-${i}`)
  await decided(...ids)
  expect(new Set(await Promise.all(ids.map(oracle.attest)))).toEqual(new Set(['attested']))
  const count = (step: string) => done.filter((each) => each === step).length
  expect([count('sync'), count('witness'), count('guard')]).toEqual([2, 1, 1])
  expect([count('verify'), count('publish')]).toEqual([50, 50])
  expect(signedAfter('guard')).toBe(50)
  // Nobody hears of one before all are verified.
  expect(done.lastIndexOf('verify')).toBeLessThan(done.indexOf('publish'))
})

describe.each(['journal', 'sync', 'witness', 'guard'])('when %s fails', (step) => {
  test('nothing is signed or published, and what comes after it is not touched', async () => {
    await decided('A', 'B')
    failing.add(step)
    const asked = await Promise.allSettled(['A', 'B'].map(oracle.attest))
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(done.at(-1)).toBe(step)
    expect([done.includes('publish'), signedAfter(step)]).toEqual([false, 0])
    expect(await Promise.all(['A', 'B'].map(stateOf))).toEqual(['decided', 'decided'])
    expect(guard.count()).toBe(0)
  })
})

describe.each(['witness', 'guard'])('when %s is back', (step) => {
  test('it goes on by itself', async () => {
    await decided('A')
    failing.add(step)
    await expect(oracle.attest('A')).rejects.toThrow()
    failing.clear()
    expect(await oracle.attest('A')).toBe('attested')
  })
})

describe.each(['journal', 'sync'])('after a %s that failed', (step) => {
  test('nothing is written behind it, though the disk is well again, until the file was read anew', async () => {
    await decided('A')
    failing.add(step)
    await expect(oracle.attest('A')).rejects.toThrow(`no ${step}`)
    failing.clear()
    done = []
    await expect(oracle.attest('A')).rejects.toThrow(BrokenJournal)
    expect(done).toEqual([])
    journal.close()
    journal = openJournal(join(folder, 'dlc', 'journal.jsonl'), ORACLE, keptLog())
    journal.append({ type: 'noted', id: 'A', at: NOW, note: null })
  })
})

test('no offer is announced while the witness is away', async () => {
  const away = makeOracle({ ...oracle, witness: { ...oracle.witness!, isAway: () => true } })
  done = []
  const wish = { what: 'offer', payment: 'x402:p', terms: ENUM_TERMS, creator: CREATOR } as const
  const job = { actor: '', wish, dueAt: systemClock.now() }
  await expect(answerOracle(away, job)).rejects.toThrow(WitnessAway)
  expect(done).toEqual([])
})

test('a signature that does not verify never leaves; the others of its batch do', async () => {
  await decided('A', 'B')
  let spoiled = 0
  const lying: Schnorr = {
    ...nobleSchnorr,
    signUnverified: (message, key, nonce) => {
      const made = nobleSchnorr.signUnverified(message, key, nonce)
      // Of A, after both announcements were compared.
      return done.includes('guard') && spoiled++ === 0 ? made.with(40, made[40]! ^ 1) : made
    },
  }
  const commitAll: Guard['commitAll'] = (entries) => noted('guard', () => guard.commitAll(entries))
  const signer = createSigner({ key: KEY, nonceRoot: ROOT, guard: { commitAll }, schnorr: lying })
  const again = makeOracle({ ...oracle, signer })
  expect(await Promise.all(['A', 'B'].map(again.attest))).toEqual(['quarantined', 'attested'])
  expect(await stateOf('A')).toBe('decided')
  expect(oracle.quarantine.list()).toMatchObject([{ id: 'A', why: expect.stringContaining('does not verify') }])
})

test('a publication that conflicts leaves nothing behind, neither in Redis nor in the journal', async () => {
  await decided('A', 'B')
  const events: EventStore = {
    ...oracle.events,
    publish: async (id, outcome, bytes, now) => {
      // Another signer was faster, with other bytes.
      if (id === 'A') await stack.store.events.publish(id, outcome, { ...bytes, counted: 'ff' }, now)
      return oracle.events.publish(id, outcome, bytes, now)
    },
  }
  const again = makeOracle({ ...oracle, events })
  await expect(Promise.all(['A', 'B'].map(again.attest))).rejects.toThrow(OracleConflict)
  expect((await stack.store.events.read('A'))?.attestation?.counted).toBe('ff')
  expect(journal.find('A').map(({ type }) => type)).not.toContain('attested')
  expect(journal.find('B').map(({ type }) => type)).toContain('attested')
})

describe('one event that cannot be signed', () => {
  const ask = () => Promise.all(['A', 'B', 'C'].map(oracle.attest))
  const cases: readonly (readonly [string, () => unknown])[] = [
    ['has another salt in Redis', () => stack.redis.hset(names.dlc.event('B'), 'salt', '00'.repeat(32))],
    ['has another outcome in Redis', () => stack.redis.hset(names.dlc.event('B'), 'outcome', '["no"]')],
    ['has an outcome that is none of its own', () => stack.redis.hset(names.dlc.event('B'), 'outcome', '["maybe"]')],
    ['cannot be read', () => stack.redis.hset(names.dlc.event('B'), 'terms', '{')],
    ['has an announcement that is none', () => stack.redis.hset(names.dlc.event('B'), 'announcement', 'fdd8')],
  ]
  test.each(cases)('%s: it is put into quarantine, and the others are signed', async (_name, spoil) => {
    await decided('A', 'B', 'C')
    journal.append(...toJournal((await stack.store.events.read('B'))!))
    await spoil()
    expect(await ask()).toEqual(['attested', 'quarantined', 'attested'])
    expect(oracle.quarantine.list()).toMatchObject([{ id: 'B' }])
    expect(await ask()).toEqual(['before', 'quarantined', 'before'])
    expect(guard.events()).not.toContain('B')
    // Nor does it keep the sweep from its work.
    await decided('D')
    await sweepOracle(oracle)
    expect(await stateOf('D')).toBe('attested')
  })

  test('has signed another message, says the guard: the same', async () => {
    await decided('A', 'B', 'C')
    const { nonces } = oracle.signer.announce(
      { eventId: 'B', maturityTs: NOW / 1000 + 60, descriptor: { kind: 'enum', outcomes: ['yes', 'no'] } },
      new Bun.CryptoHasher('sha256').update('B').digest(),
    )
    guard.commit('B', [{ point: Uint8Array.fromHex(nonces[0]!), message: new Uint8Array(32) }])
    expect(await ask()).toEqual(['attested', 'quarantined', 'attested'])
    const log = oracle.log as ReturnType<typeof keptLog>
    expect(log.lines).toMatchObject([{ level: 'error', event: 'oracle.quarantined', fields: { eventid: 'B' } }])
  })
})
