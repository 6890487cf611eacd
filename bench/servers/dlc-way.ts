import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openGuard } from '../../src/actors/dlc/guard.ts'
import { openJournal } from '../../src/actors/dlc/journal.ts'
import { makeOracle } from '../../src/actors/dlc/make-oracle.ts'
import { createQuarantine } from '../../src/actors/dlc/quarantine.ts'
import { openWitness } from '../../src/actors/dlc/witness.ts'
import { makeWitnessFolder, witnessFolder } from '../../src/actors/dlc/witness-folder.ts'
import { recordEvent } from '../../src/actors/dlc/record-event.ts'
import { createSigner } from '../../src/actors/dlc/signer.ts'
import { xOnly } from '../../src/dlc/wire/schnorr.ts'
import { pickSchnorr } from '../../src/native/schnorr.ts'
import { LANES } from '../../src/queues/lanes.ts'
import { openScheduler } from '../../src/queues/scheduler.ts'
import { names } from '../../src/store/redis/names.ts'
import type { RedisAddress } from '../../src/store/redis/redis.ts'
import { openStore } from '../../src/store/store.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { offeredEvent, type Shape, SHAPES, someOutcome } from '../events.ts'
import { silent } from '../silent.ts'
import { settingsOf } from './process.ts'
import { cpuMs } from '../cpu.ts'

/** Attesting with everything that belongs to it: a Redis that always syncs, the journal and the guard on disk. */
export interface WaySettings {
  readonly redis: RedisAddress
  readonly folder: string
  /** So many events are attested one after the other, and as many again in parallel as the lane does it. */
  readonly events: number
}

export const STEPS = [
  'decide',
  'read',
  'journal',
  'witness',
  'guard',
  'sign and verify',
  'publish',
  'unschedule',
] as const
export type Step = (typeof STEPS)[number]

/** What one event costs on average. */
export interface Way {
  /** One after the other. */
  readonly wallMs: number
  readonly cpuMs: number
  readonly stepsMs: Readonly<Record<Step, number>>
  /** With as many at once as the lane of the signer takes. */
  readonly lanePerSecond: number
  readonly laneCpuMs: number
}

export type WayResult = Readonly<Record<Shape, Way>>

const settings = settingsOf<WaySettings>()
const store = await openStore(settings.redis, 'waits', systemClock)
const scheduler = openScheduler({ connection: settings.redis, prefix: names.queuePrefix }, () => {})
const secrets = { key: systemRandom.bytes(32), nonceRoot: systemRandom.bytes(32) }
const publicKey = xOnly(secrets.key).toHex()

let spent = new Map<Step, number>()
const add = (step: Step, since: number): void =>
  void spent.set(step, (spent.get(step) ?? 0) + (performance.now() - since))
const timed =
  <Given extends readonly unknown[], T>(step: Step, work: (...given: Given) => T) =>
  (...given: Given): T => {
    const since = performance.now()
    try {
      return work(...given)
    } finally {
      add(step, since)
    }
  }
const waited =
  <Given extends readonly unknown[], T>(step: Step, work: (...given: Given) => Promise<T>) =>
  async (...given: Given): Promise<T> => {
    const since = performance.now()
    try {
      return await work(...given)
    } finally {
      add(step, since)
    }
  }

mkdirSync(settings.folder, { recursive: true })
const guard = openGuard(join(settings.folder, 'guard.sqlite'), publicKey)
const journal = openJournal(join(settings.folder, 'journal.jsonl'), publicKey, silent)
const signer = createSigner({
  ...secrets,
  guard: { commitAll: timed('guard', guard.commitAll) },
  schnorr: pickSchnorr(silent),
})
const { events } = store
const beside = `${settings.folder}.witness`
makeWitnessFolder(beside)
const witness = openWitness(witnessFolder(beside, publicKey, 'bench'), publicKey, secrets.nonceRoot)
const oracle = makeOracle({
  signer: { ...signer, attestAll: timed('sign and verify', signer.attestAll) },
  witness: { ...witness, advance: waited('witness', witness.advance) },
  quarantine: createQuarantine({ clock: systemClock, log: silent }),
  journal: { ...journal, append: timed('journal', journal.append) },
  events: { ...events, readMany: waited('read', events.readMany), publish: waited('publish', events.publish) },
  claims: store.claims,
  clock: systemClock,
  random: systemRandom,
  log: silent,
  schedule: (id, maturityAt) => scheduler.from('maturities', id, 5_000, maturityAt),
  unschedule: waited('unschedule', async (id) => void (await scheduler.drop('maturities', id))),
})
const decide = waited('decide', events.decide)

const create = async (shape: Shape, id: string): Promise<void> => {
  const maturityTs = Math.floor(Date.now() / 1000) + 86_400
  await events.offer(offeredEvent(signer, shape, { id, maturityTs, resolver: null }), Date.now() + 60_000)
  await events.activate(id, Date.now(), null)
  if (!(await recordEvent(oracle, id))) throw new Error(`${id} was not recorded`)
}

const settle = async (shape: Shape, id: string, at: number): Promise<void> => {
  const outcome = someOutcome(SHAPES[shape].descriptor, at)
  const evidence = { kind: 'bench' }
  await decide(id, { trigger: 'administer', outcome, evidence, now: Date.now(), graceMs: 0 })
  const kind = await oracle.attest(id)
  if (kind !== 'attested') throw new Error(`${id} is ${kind}`)
}

const WARM = 10

const measure = async (shape: Shape): Promise<Way> => {
  const ids = Array.from({ length: WARM + 2 * settings.events }, (_, at) => `${shape}-${at}`)
  for (const id of ids) await create(shape, id)
  const queue = [...ids.entries()]
  for (const [at, id] of queue.splice(0, WARM)) await settle(shape, id, at)

  spent = new Map()
  const [startedAt, cpuBefore] = [performance.now(), cpuMs()]
  for (const [at, id] of queue.splice(0, settings.events)) await settle(shape, id, at)
  const wallMs = (performance.now() - startedAt) / settings.events
  const cpu = (cpuMs() - cpuBefore) / settings.events
  const each = (step: Step): number => (spent.get(step) ?? 0) / settings.events
  // The guard is written to in the middle of signing.
  const stepsMs = Object.fromEntries(
    STEPS.map((step) => [step, step === 'sign and verify' ? each(step) - each('guard') : each(step)]),
  ) as Record<Step, number>

  const [laneAt, laneCpu] = [performance.now(), cpuMs()]
  const places = Array.from({ length: LANES.signing.concurrency }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await settle(shape, next[1], next[0])
  })
  await Promise.all(places)
  return {
    wallMs,
    cpuMs: cpu,
    stepsMs,
    lanePerSecond: (settings.events * 1000) / (performance.now() - laneAt),
    laneCpuMs: (cpuMs() - laneCpu) / settings.events,
  }
}

const result: WayResult = { enum: await measure('enum'), digits: await measure('digits') }
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit(0)
