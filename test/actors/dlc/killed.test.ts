import { afterEach, beforeEach, expect, test } from 'bun:test'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkOracle } from '../../../src/actors/dlc/drill-check.ts'
import { dlcPaths } from '../../../src/actors/dlc/paths.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { freshRedis } from '../../support/redis.ts'
import { openDesk, witnessIn } from '../../support/actors/dlc/signer-desk.ts'
import { ORACLE } from '../../support/actors/dlc/oracle-parts.ts'
import { testFolder } from '../../support/test-folder.ts'

/** A process that is killed between any two writes of journal, witness, guard and Redis: the next one starts by itself. */

const stack = await freshRedis()
let folder: string
let remove: () => void
beforeEach(() => {
  ;({ folder, remove } = testFolder())
})
afterEach(() => remove())

/** In the order of an attestation; the first advance of the witness is that of the start, the second of a heartbeat. */
const POINTS = [
  ['journal', 'before', 1],
  ['journal', 'after', 1],
  ['witness', 'before', 3],
  ['witness', 'after', 3],
  ['guard', 'before', 1],
  ['guard', 'after', 1],
  ['redis', 'before', 1],
  ['redis', 'after', 1],
  ['journal', 'before', 2],
  ['journal', 'after', 2],
] as const

const crash = async (step: string, when: string, which: number): Promise<void> => {
  const program = join(import.meta.dir, '../../support/actors/dlc/crasher.ts')
  const child = Bun.spawn([process.execPath, program, stack.url, folder, 'yes', step, when, String(which)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect([await child.stdout.text(), await child.exited.then(() => child.signalCode)]).toEqual(['', 'SIGKILL'])
}

test.each(POINTS)(
  'killed at a write of %s, %s it (%d): it starts, and publishes the one signature',
  async (step, when, which) => {
    await crash(step, when, which)
    const published = (await stack.store.events.read('A'))?.attestation?.serialized
    const again = await openDesk(stack.store, join(folder, 'dlc'), witnessIn(join(folder, 'witness')))
    try {
      expect(again.oracle.journal.waiting.size).toBe(0)
      await again.oracle.attest('A')
      const event = (await stack.store.events.read('A'))!
      expect(event).toMatchObject({ state: 'attested', decision: { outcome: ['yes'] } })
      expect(event.attestation!.serialized).toBe(published ?? event.attestation!.serialized)
      const { salt, announcement } = event
      const own = { id: 'A', salt, announcement, descriptor: { kind: 'enum', outcomes: ['yes', 'no'] } } as const
      expect(() => again.oracle.signer.attest(own, ['no'])).toThrow('another message')
      expect(again.oracle.signer.attest(own, ['yes']).serialized).toBe(event.attestation!.serialized)
    } finally {
      again.close()
    }
    const { events, signers: states } = stack.store
    const report = await checkOracle({ paths: dlcPaths(folder), oracle: ORACLE, events, states, clock: systemClock })
    expect(report).toMatchObject({ verdict: 'in_order', events: 1 })
  },
  120_000,
)

test('a line that was cut short before the witness was told of it is cut off, and the start goes on', async () => {
  await crash('witness', 'before', 3)
  appendFileSync(join(folder, 'dlc', 'journal.jsonl'), '{"line":5,"before":"')
  const again = await openDesk(stack.store, join(folder, 'dlc'), witnessIn(join(folder, 'witness')))
  expect(await again.oracle.attest('A')).toBe('attested')
  again.close()
})
