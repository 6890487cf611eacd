import { afterAll, beforeEach } from 'bun:test'
import { chmodSync, cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answersKey } from '../../src/actors/key-document.ts'
import type { KeyWatch } from '../../src/actors/publisher/key-watch.ts'
import { createKeys, loadKeys } from '../../src/actors/publisher/keys.ts'
import { openKeys } from '../../src/actors/publisher/open-keys.ts'
import { digestHex } from '../../src/canonical/digest.ts'
import { type KeyDocument, type KeyFields, writeKeyString } from '../../src/canonical/key-document.ts'
import { createTally } from '../../src/metrics/meter.ts'
import { systemRandom } from '../../src/system/random.ts'
import { freshRedis } from './redis.ts'
import { keptLog, stillClock } from './still.ts'
import { testFolder } from './test-folder.ts'

/** A folder of keys, a Redis and a still clock for each test: what the rotation of answer keys is done with. */

export const ROTATED = 'answers-ed25519'
export const ROTATION_START = 1_794_996_000
export const ROTATION_TIMES = { afterSeconds: 100, overlapSeconds: 50 }

/** Secret files are of their owner alone. */
export const writeSecret = (path: string, text: string, mode = 0o600): void => {
  writeFileSync(path, text)
  chmodSync(path, mode)
}

export const rotationPlace = async () => {
  const stack = await freshRedis()
  const { folder: root, remove } = testFolder()
  const clock = stillClock(ROTATION_START * 1000)
  const watches: KeyWatch[] = []
  let made = 0
  let folder = ''
  let log = keptLog()
  let meter = createTally()
  beforeEach(async () => {
    await Promise.all(watches.splice(0).map((each) => each.close()))
    await stack.flush()
    folder = join(root, `k-${++made}`)
    createKeys(folder, systemRandom)
    clock.set(ROTATION_START * 1000)
    log = keptLog()
    meter = createTally()
  })
  afterAll(async () => {
    await Promise.all(watches.map((each) => each.close()))
    remove()
  })
  const store = () => ({ ...stack.store, time: async () => clock.now() })
  return {
    stack,
    root,
    clock,
    store,
    folder: () => folder,
    log: () => log,
    /** On another machine: a copy of the folder as it is now. */
    otherFolder: (): string => {
      const other = `${folder}-other`
      cpSync(folder, other, { recursive: true })
      return other
    },
    parts: (more: object = {}) =>
      ({ rail: 'x402', folder, store: store(), random: systemRandom, clock, ...more }) as const,
    /** A worker; it is closed before the next test. */
    opened: async (at = folder, more: object = {}) => {
      const found = await openKeys({
        folder: at,
        ecdsa: undefined,
        store: store(),
        clock,
        log,
        meter,
        everyMs: 3_600_000,
        ...more,
      })
      watches.push(found.watch)
      return found
    },
    chain: () => stack.store.keyDocuments.chain(ROTATED),
    /** What the gauge says of each purpose, in the order of its name. */
    behind: () =>
      [...meter.gauges()]
        .filter(([cell]) => cell.includes('claros_key_behind'))
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([, value]) => value),
    told: (event: string) => log.lines.filter((each) => each.event === event),
    /** A document as whoever has the key in use may write it. */
    written: async (fields: Partial<KeyFields>): Promise<KeyDocument> => {
      const key = answersKey(loadKeys(folder).x402)
      const last = (await stack.store.keyDocuments.chain(ROTATED)).at(-1)!
      const { canonical: before, signatures: _, ...rest } = last
      const whole = { ...rest, sequence: last.sequence + 1, previous: digestHex(before), ...fields }
      const canonical = writeKeyString(whole)
      return { ...whole, canonical, signatures: [{ publicKey: key.publicKey, signature: key.sign(canonical) }] }
    },
  }
}
