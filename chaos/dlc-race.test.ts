import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventStore } from '../src/store/events.ts'
import { createEvent, openOracle, testFolder } from '../test/actors/dlc/oracle.ts'
import { type TestRedis, startTestRedis } from '../test/support/redis.ts'

/** Two signatures of one event are the oracle's key: six processes try to get them. */

const EVENTS = 300
const RACERS = 6

interface Report {
  readonly isSigner: boolean
  readonly settled: Readonly<Record<string, string>>
  readonly published: readonly string[]
}

let stack: TestRedis
const { folder, remove } = testFolder()
beforeAll(async () => void (stack = await startTestRedis()))
afterAll(async () => {
  await stack.stop()
  remove()
})

const startRacer = (i: number) => {
  const own = join(folder, String(i))
  mkdirSync(own)
  const program = join(import.meta.dir, '../test/actors/dlc/racer.ts')
  const wish = i % 2 ? 'yes' : 'no'
  const child = Bun.spawn([process.execPath, program, stack.url, folder, own, wish, String(EVENTS)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = (async function* () {
    let rest = ''
    for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + piece).split('\n')
      rest = parts.pop() ?? ''
      yield* parts
    }
  })()
  return {
    ready: async () => expect((await lines.next()).value).toBe('ready'),
    go: () => child.stdin.write('go\n'),
    report: async () => JSON.parse((await lines.next()).value ?? 'null') as Report,
    exited: child.exited,
  }
}

test(`${RACERS} processes with opposite outcomes over ${EVENTS} events: no event has two signatures`, async () => {
  const events = eventStore(stack.redis)
  const oracle = openOracle(folder)
  for (let i = 0; i < EVENTS; i++) await createEvent(events, oracle.signer, `RACE-${i}`)
  oracle.close()

  const racers = Array.from({ length: RACERS }, (_, i) => startRacer(i))
  await Promise.all(racers.map(({ ready }) => ready()))
  racers.forEach(({ go }) => go())
  const reports = await Promise.all(racers.map(({ report }) => report()))
  expect(await Promise.all(racers.map(({ exited }) => exited))).toEqual(racers.map(() => 0))

  expect(reports.filter(({ isSigner }) => isSigner)).toHaveLength(1)
  const outcomes = new Map<string, number>()
  for (let i = 0; i < EVENTS; i++) {
    const said = new Set(reports.map(({ settled }) => settled[`RACE-${i}`]))
    expect(said.size).toBe(1)
    const [outcome, serialized] = [...said][0]!.split(' ')
    outcomes.set(outcome!, (outcomes.get(outcome!) ?? 0) + 1)
    expect((await events.read(`RACE-${i}`))?.attestation?.serialized).toBe(serialized!)
  }
  // Both sides won some: it was a race.
  expect(outcomes.size).toBe(2)
  const published = reports.flatMap(({ published: kinds }) => kinds)
  expect(published.filter((kind) => kind === 'published')).toHaveLength(EVENTS)
  expect(published.filter((kind) => kind === 'before')).toHaveLength(EVENTS * (RACERS - 1))
})
