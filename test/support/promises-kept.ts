import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { openJournal } from '../../src/actors/dlc/journal.ts'
import { announcement } from '../../src/dlc/wire/announcement.ts'
import { attestation, attestationCounted, attestationFault, outcomeHash } from '../../src/dlc/wire/attestation.ts'
import { decode } from '../../src/dlc/wire/tlv.ts'
import type { StoredEvent } from '../../src/store/events/event-record.ts'
import { names } from '../../src/store/redis/names.ts'
import type { Store } from '../../src/store/store.ts'
import { PAIRS } from './many-promises.ts'
import { expectedOf, readTicks } from './settled-by-ticks.ts'
import { keptLog } from './still.ts'

/** After a run with kills: all records of these events must agree and be complete. */

export interface KeptPromise {
  readonly event: StoredEvent
  /** From when it could be known to its attestation. */
  readonly lateMs: number
}

export interface Looked {
  /** What is wrong; empty when everything is as it must be. */
  readonly faults: readonly string[]
  readonly kept: readonly KeptPromise[]
}

const STEPS = { file: 'offered,activated,decided,attested', stream: 'created,decided,attested' } as const

/** Stops of each event in a record of what happened. */
const stepsIn = (entries: Iterable<{ readonly what: string; readonly id: string }>): ReadonlyMap<string, string> => {
  const steps = new Map<string, string>()
  for (const { what, id } of entries) steps.set(id, steps.has(id) ? `${steps.get(id)},${what}` : what)
  return steps
}

const journalStream = async (redis: Redis): Promise<ReadonlyMap<string, string>> => {
  const lines = await redis.xrange(names.dlc.journal(), '-', '+')
  const field = (fields: readonly string[], name: string) => fields[fields.indexOf(name) + 1] ?? ''
  return stepsIn(lines.map(([, fields]) => ({ what: field(fields, 'what'), id: field(fields, 'id') })))
}

/** A signature's nonce point and message, for the points that an event announced. */
const signedBy = (event: StoredEvent): readonly (readonly [string, string])[] => {
  const { signatures, outcomes } = decode(attestation, Uint8Array.fromHex(event.attestation?.serialized ?? ''))
  return signatures.map((signature, i) => [signature.subarray(0, 32).toHex(), outcomeHash(outcomes[i] ?? '').toHex()])
}

/**
 * Looks at Redis, the journal file and the guard. The signers must have ended: both files are theirs.
 *
 * @param oracleFolder of guard and journal.
 */
export const lookAtPromises = async (
  { redis, store }: { readonly redis: Redis; readonly store: Store },
  oracleFolder: string,
  ids: readonly string[],
): Promise<Looked> => {
  const faults: string[] = []
  const kept: KeptPromise[] = []
  const ticks = new Map(
    await Promise.all(PAIRS.map(async (pair) => [String(pair), await readTicks(redis, pair)] as const)),
  )
  const events = await store.events.readMany(ids)

  const guard = new Database(join(oracleFolder, 'guard.sqlite'), { readonly: true })
  const guarded = new Map(
    guard
      .query<{ point: Uint8Array; message: Uint8Array; event: string }, []>('SELECT point, message, event FROM signed')
      .all()
      .map(({ point, message, event }) => [point.toHex(), { message: message.toHex(), event }]),
  )
  guard.close()
  const oracle = decode(announcement, Uint8Array.fromHex(events[0]?.announcement ?? '')).oracleKey.toHex()
  const journal = openJournal(join(oracleFolder, 'journal.jsonl'), oracle, keptLog())
  const lines = [...journal.replay()]
  const inFile = stepsIn(lines.map(({ type, id }) => ({ what: type, id })))
  const inStream = await journalStream(redis)

  let points = 0
  for (const [i, event] of events.entries()) {
    const id = ids[i] ?? ''
    const complain = (what: string) => void faults.push(`${id}: ${what}`)
    if (!event?.decision || !event.attestation) {
      complain(`it is ${event?.state ?? 'gone'}`)
      continue
    }
    const { decision, attestation: bytes } = event
    const expected = expectedOf(event, ticks.get(event.pair ?? '') ?? [])
    kept.push({ event, lateMs: bytes.attestedAt - expected.dueAt })
    if (event.state !== 'attested' || !event.journaled) complain(`${event.state}, journaled: ${event.journaled}`)
    if (decision.outcome.join() !== expected.outcome.join() || decision.reason !== expected.reason)
      complain(`${decision.reason} ${decision.outcome.join()}, expected ${expected.reason} ${expected.outcome.join()}`)
    const evidence = decision.evidence as { readonly sequence?: number }
    if (expected.sequence !== null && evidence.sequence !== expected.sequence)
      complain(`settled by tick ${evidence.sequence}, expected ${expected.sequence}`)

    const announced = decode(announcement, Uint8Array.fromHex(event.announcement))
    const attested = decode(attestation, Uint8Array.fromHex(bytes.serialized))
    const fault = attestationFault(announced, attested)
    if (fault) complain(fault)
    if (attested.outcomes.join() !== decision.outcome.join()) complain('it attests something else than was decided')
    const counted = decode(attestationCounted, Uint8Array.fromHex(bytes.counted))
    if (attestation.write(counted).toHex() !== bytes.serialized) complain('the two dialects differ')

    if (inFile.get(id) !== STEPS.file) complain(`the journal file has ${inFile.get(id)}`)
    if (inStream.get(id) !== STEPS.stream) complain(`the journal in Redis has ${inStream.get(id)}`)
    const line = journal.find(id).find(({ type }) => type === 'attested')
    if (line?.type !== 'attested' || line.serialized !== bytes.serialized)
      complain('the journal has another attestation')
    for (const [point, message] of signedBy(event)) {
      points++
      const entered = guarded.get(point)
      if (entered?.message !== message || entered.event !== id) complain('the guard does not know a signature')
    }
  }
  journal.close()

  if (guarded.size !== points) faults.push(`the guard knows ${guarded.size} points, ${points} were signed`)
  // An offer that its maker was told of too late lapsed, and was made again.
  for (const [id, steps] of inFile)
    if (!ids.includes(id) && steps !== 'offered') faults.push(`${id}: the journal file has ${steps} of it, unasked`)
  const { open, done, overdue, unsigned } = await store.events.count(Math.floor(Date.now() / 1000))
  const total = (sizes: typeof open) => sizes.threshold + sizes.enum + sizes.numeric
  const count = { open: total(open), done: total(done), overdue, unsigned }
  if (JSON.stringify(count) !== JSON.stringify({ open: 0, done: ids.length, overdue: 0, unsigned: 0 }))
    faults.push(`the counts are ${JSON.stringify(count)}`)
  return { faults, kept }
}
