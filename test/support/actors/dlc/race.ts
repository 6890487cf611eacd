import { expect } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventStore } from '../../../../src/store/events/events.ts'
import type { TestRedis } from '../../redis.ts'
import { createEvent, openOracle } from './oracle-parts.ts'
import { ANY_TIME } from '../../store-clocks.ts'

/**
 * Processes that decide the same events with opposite outcomes. Two signatures of one event reveal the oracle's key.
 */

interface Report {
  readonly isSigner: boolean
  readonly settled: Readonly<Record<string, string>>
  readonly published: readonly string[]
}

const startRacer = (stack: TestRedis, folder: string, i: number, events: number) => {
  const own = join(folder, String(i))
  mkdirSync(own)
  const program = join(import.meta.dir, 'racer.ts')
  const wish = i % 2 ? 'yes' : 'no'
  const child = Bun.spawn([process.execPath, program, stack.url, folder, own, wish, String(events)], {
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

/**
 * Runs the race, and checks that each event has one signature, the same for all. Returns the outcomes of all events.
 */
export const race = async (
  stack: TestRedis,
  folder: string,
  runners: number,
  events: number,
): Promise<readonly string[]> => {
  const store = eventStore(stack.redis, ANY_TIME)
  const oracle = openOracle(folder)
  for (let i = 0; i < events; i++) await createEvent(store, oracle.signer, `RACE-${i}`)
  oracle.close()

  const racers = Array.from({ length: runners }, (_, i) => startRacer(stack, folder, i, events))
  await Promise.all(racers.map(({ ready }) => ready()))
  racers.forEach(({ go }) => go())
  const reports = await Promise.all(racers.map(({ report }) => report()))
  expect(await Promise.all(racers.map(({ exited }) => exited))).toEqual(racers.map(() => 0))

  expect(reports.filter(({ isSigner }) => isSigner)).toHaveLength(1)
  const outcomes: string[] = []
  for (let i = 0; i < events; i++) {
    const said = new Set(reports.map(({ settled }) => settled[`RACE-${i}`]))
    expect(said.size).toBe(1)
    const [outcome = '', serialized = ''] = [...said][0]?.split(' ') ?? []
    outcomes.push(outcome)
    expect((await store.read(`RACE-${i}`))?.attestation?.serialized).toBe(serialized)
  }
  const published = reports.flatMap(({ published: kinds }) => kinds)
  expect(published.filter((kind) => kind === 'published')).toHaveLength(events)
  expect(published.filter((kind) => kind === 'before')).toHaveLength(events * (runners - 1))
  return outcomes
}
