import { afterAll, expect, test } from 'bun:test'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SecondMessage } from '../../../src/actors/dlc/guard.ts'
import { JournalContradiction } from '../../../src/actors/dlc/journal-memory.ts'
import { refillGuard, restoreEvents, toJournal } from '../../../src/actors/dlc/recovery.ts'
import { connectRedis } from '../../../src/store/redis/redis.ts'
import { eventStore } from '../../../src/store/events/events.ts'
import { freshRedis } from '../../support/redis.ts'
import { DESCRIPTOR, NOW, createEvent, openOracle, settle } from '../../support/actors/dlc/oracle-parts.ts'
import { testFolder } from '../../support/test-folder.ts'
import { ANY_TIME } from '../../support/store-clocks.ts'

/** Nothing is signed twice: not in a race, not by a Redis that forgot, not after a lost guard. */

const stack = await freshRedis()
const events = eventStore(stack.redis, ANY_TIME)
const { folder, remove } = testFolder()
const oracle = openOracle(folder)
afterAll(() => {
  oracle.close()
  remove()
})

const decideFor = (id: string, wish: string) =>
  events.decide(id, { trigger: 'resolve', outcome: [wish], evidence: null, now: NOW, graceMs: 0 })

test('six racers with opposite outcomes over a hundred events: one signature each', async () => {
  const ids = Array.from({ length: 100 }, (_, i) => `RACE-${i}`)
  for (const id of ids) await createEvent(events, oracle.signer, id)
  const racers = await Promise.all(Array.from({ length: 6 }, () => connectRedis(stack.server.address, 'waits')))
  const seen = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]))
  const published: string[] = []
  await Promise.all(
    racers.map(async (redis, racer) => {
      const own = eventStore(redis, ANY_TIME)
      // Half of them from the other end, so that they meet.
      for (const id of racer % 2 ? ids : ids.toReversed()) {
        const settled = await settle(own, oracle, id, racer % 2 ? 'yes' : 'no')
        seen.get(id)!.add(`${settled.outcome} ${settled.serialized}`)
        published.push(settled.published)
      }
    }),
  )
  racers.forEach((redis) => redis.disconnect())
  expect([...seen.values()].map(({ size }) => size)).toEqual(ids.map(() => 1))
  expect(published.filter((kind) => kind === 'published')).toHaveLength(100)
  expect(published.filter((kind) => kind === 'conflict')).toEqual([])
  const outcomes = new Set([...seen.values()].map(([said]) => said!.split(' ')[0]))
  expect(outcomes.size).toBe(2)
})

test('a Redis that forgot the decision and is told the other outcome: the journal and the guard refuse', async () => {
  await createEvent(events, oracle.signer, 'LOST-1')
  const before = (await events.read('LOST-1'))!
  const first = await settle(events, oracle, 'LOST-1', 'yes')

  await stack.flush()
  expect(await events.restore(before)).toEqual({ kind: 'restored' })
  expect(await decideFor('LOST-1', 'no')).toMatchObject({ kind: 'decided' })
  const rolledBack = (await events.read('LOST-1'))!
  expect(() => oracle.journal.append(...toJournal(rolledBack))).toThrow(JournalContradiction)
  const event = { ...rolledBack, descriptor: DESCRIPTOR }
  expect(() => oracle.signer.attest(event, ['no'])).toThrow(SecondMessage)
  expect(oracle.signer.attest(event, ['yes']).serialized).toBe(first.serialized)
})

test('a Redis that forgot the decision and is told the same outcome publishes the same bytes', async () => {
  await createEvent(events, oracle.signer, 'LOST-2')
  const before = (await events.read('LOST-2'))!
  const first = await settle(events, oracle, 'LOST-2', 'yes')
  await stack.flush()
  await events.restore(before)
  expect(await settle(events, oracle, 'LOST-2', 'yes')).toEqual(first)
})

test('a flushed Redis gets everything back from the journal, and is never put backwards', async () => {
  for (const id of ['BACK-1', 'BACK-2', 'BACK-3']) {
    await createEvent(events, oracle.signer, id)
    oracle.journal.append(...toJournal((await events.read(id))!))
    await events.journaled(id)
  }
  const first = await settle(events, oracle, 'BACK-1', 'yes')
  await decideFor('BACK-2', 'no')
  oracle.journal.append(...toJournal((await events.read('BACK-2'))!))
  const ids = ['BACK-1', 'BACK-2', 'BACK-3']
  const before = await events.readMany(ids)

  await stack.flush()
  const restored = await Array.fromAsync(restoreEvents(events, oracle.journal, NOW))
  expect(restored.filter(({ id }) => ids.includes(id)).map(({ kind }) => kind)).toEqual(ids.map(() => 'restored'))
  expect(await events.readMany(ids)).toEqual(before)
  expect((await Array.fromAsync(restoreEvents(events, oracle.journal, NOW))).every(({ kind }) => kind === 'kept')).toBe(
    true,
  )
  expect(await events.unsigned(1000)).toContain('BACK-2')
  expect(await events.due(NOW / 1000 + 60, 0, 1000)).toEqual(expect.arrayContaining(['BACK-2', 'BACK-3']))
  expect(await settle(events, oracle, 'BACK-1', 'no')).toEqual({ ...first, published: 'before' })
  expect(await settle(events, oracle, 'BACK-2', 'yes')).toMatchObject({ outcome: 'no', published: 'published' })

  // Ids and nonces are used up again as well.
  const { id: _id, maturityTs: _maturity, ...event } = (await events.read('BACK-3'))!
  expect(await events.offer({ ...event, payment: 'another' }, NOW)).toEqual({ kind: 'id_taken' })
  expect(await events.restore({ ...before[2]!, announcement: before[1]!.announcement })).toEqual({ kind: 'conflict' })
  const other = { ...before[1]!.decision!, outcome: ['yes'] }
  expect(await events.restore({ ...before[1]!, decision: other })).toEqual({ kind: 'conflict' })
})

test('a lost guard is refilled from the journal, down to what was decided and never signed', async () => {
  await createEvent(events, oracle.signer, 'GUARD-1')
  await createEvent(events, oracle.signer, 'GUARD-2')
  const first = await settle(events, oracle, 'GUARD-1', 'yes')
  await decideFor('GUARD-2', 'yes')
  for (const id of ['GUARD-1', 'GUARD-2']) oracle.journal.append(...toJournal((await events.read(id))!))
  const found = await events.readMany(['GUARD-1', 'GUARD-2'])

  const copy = testFolder()
  copyFileSync(join(folder, 'journal'), join(copy.folder, 'journal'))
  rmSync(join(copy.folder, 'guard.sqlite'), { force: true })
  const again = openOracle(copy.folder)
  expect(again.guard.isNew).toBe(true)
  expect(refillGuard(again.guard, again.journal)).toBeGreaterThan(1)
  for (const event of found)
    expect(() => again.signer.attest({ ...event!, descriptor: DESCRIPTOR }, ['no'])).toThrow(SecondMessage)
  expect(again.signer.attest({ ...found[0]!, descriptor: DESCRIPTOR }, ['yes']).serialized).toBe(first.serialized)
  again.close()
  copy.remove()
})
