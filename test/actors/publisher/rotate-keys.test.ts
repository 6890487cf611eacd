import { afterAll, beforeEach, expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { KEPT_CHAIN_FILE } from '../../../src/actors/kept-chain.ts'
import { faultIn } from '../../../src/actors/key-succession.ts'
import { startKeyWatch } from '../../../src/actors/publisher/key-watch.ts'
import { NoKey } from '../../../src/actors/publisher/keyring.ts'
import { createKeys, loadKeys } from '../../../src/actors/publisher/keys.ts'
import { openKeys } from '../../../src/actors/publisher/open-keys.ts'
import { prepareKey, revokeKey, rotateKey } from '../../../src/actors/publisher/rotate-keys.ts'
import { BadKeys } from '../../../src/actors/secret-file.ts'
import { keyPeriods } from '../../../src/canonical/key-periods.ts'
import { createTally } from '../../../src/metrics/meter.ts'
import { names } from '../../../src/store/redis/names.ts'
import { systemRandom } from '../../../src/system/random.ts'
import { asRoot } from '../../support/needs.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog, stillClock } from '../../support/still.ts'
import { testFolder } from '../../support/test-folder.ts'
import { until } from '../../support/until.ts'

/** Keys of answers that follow one another while workers sign with them. */

const PURPOSE = 'answers-ed25519'
const START = 1_794_996_000
const stack = await freshRedis()
const { folder: root, remove } = testFolder()
afterAll(remove)

let made = 0
let folder: string
const clock = stillClock(START * 1000)
const store = () => ({ ...stack.store, time: async () => clock.now() })
const parts = (more: object = {}) =>
  ({ rail: 'x402', folder, store: store(), random: systemRandom, clock, ...more }) as const
const log = keptLog()
const meter = createTally()
const opened = (at = folder) =>
  openKeys({ folder: at, ecdsa: undefined, store: store(), clock, log, meter, everyMs: 5 })
const chain = () => stack.store.keyDocuments.chain(PURPOSE)
const now = () => clock.now() / 1000
const TIMES = { afterSeconds: 100, overlapSeconds: 50 }
const ofBehind = (value: number) =>
  [...meter.gauges()].filter(([cell, each]) => cell.includes('claros_key_behind') && each === value).length

beforeEach(() => {
  folder = join(root, `k-${++made}`)
  createKeys(folder, systemRandom)
  clock.set(START * 1000)
})

test('a prepared key follows, each signs what bears a time of its own, and a running worker takes it without a restart', async () => {
  const { watch, publicKeys } = await opened()
  await prepareKey(parts())
  expect(statSync(join(folder, 'x402.ed25519.next.key')).mode & 0o777).toBe(0o600)
  expect((await chain()).map(({ next }) => next !== null)).toEqual([false, true])
  await rotateKey(parts(), TIMES)
  const documents = await chain()
  expect(faultIn(documents)).toBeNull()
  const [old, fresh] = keyPeriods(documents)
  expect([old!.publicKey, old!.until, fresh!.from]).toEqual([publicKeys.x402, START + 150, START + 100])
  expect(loadKeys(folder).x402.publicKey).toBe(fresh!.publicKey)
  await until('it knows the new key', async () => watch.keys.find('x402', fresh!.publicKey, START + 100) !== null)
  const signer = (seconds: number) => watch.keys.at(seconds).x402.publicKey
  expect([START, START + 99, START + 100, START + 1e6].map(signer)).toEqual([
    old!.publicKey,
    old!.publicKey,
    fresh!.publicKey,
    fresh!.publicKey,
  ])
  // A version that the old key began is signed on with it, and no other.
  expect(watch.keys.find('x402', old!.publicKey, START + 50)?.publicKey).toBe(old!.publicKey)
  expect(watch.keys.find('x402', old!.publicKey, START + 151)).toBeNull()
  expect(watch.keys.find('x402', fresh!.publicKey, START + 99)).toBeNull()
  expect([watch.fault(), ofBehind(0)]).toEqual([null, 2])
  expect((await stack.store.keys.read()).x402).toBe(fresh!.publicKey)
  await watch.close()
  // A restart, and the next rotation.
  const again = await opened()
  expect(again.watch.keys.at(START + 100).x402.publicKey).toBe(fresh!.publicKey)
  await again.watch.close()
  clock.set((START + 200) * 1000)
  await prepareKey(parts())
  await rotateKey(parts(), TIMES)
  expect(keyPeriods(await chain())).toHaveLength(3)
  expect(faultIn(await chain())).toBeNull()
})

test('a worker with the old key alone says so, signs until its end and not a second longer, and goes on with the new one', async () => {
  const other = join(root, `other-${made}`)
  cpSync(folder, other, { recursive: true })
  const { watch } = await opened(other)
  const turns: boolean[] = []
  watch.onTurn((canSign) => turns.push(canSign))
  const first = (await opened()).watch
  await first.close()
  await prepareKey(parts())
  // Taken along before the rotation, as the page for operators says.
  const prepared = readFileSync(join(folder, 'x402.ed25519.next.key'))
  await rotateKey(parts(), TIMES)
  await until('it says so', async () => log.lines.some(({ event }) => event === 'keys.old'))
  expect([watch.fault(), ofBehind(1)]).toEqual([null, 1])
  expect(watch.keys.at(START + 150).x402.publicKey).toBe((await chain())[0]!.publicKey)
  expect(() => watch.keys.at(START + 151)).toThrow(NoKey)
  clock.set((START + 151) * 1000)
  expect(watch.fault()).toContain(`no ${PURPOSE} key that is valid now`)
  expect([turns, ofBehind(2)]).toEqual([[false], 1])
  expect(log.lines.filter(({ event }) => event === 'keys.none_valid')).toHaveLength(1)
  await Bun.write(join(other, 'x402.ed25519.next.key'), prepared)
  await Bun.spawn(['chmod', '600', join(other, 'x402.ed25519.next.key')]).exited
  await until('it can sign again', async () => watch.fault() === null)
  expect(turns).toEqual([false, true])
  // The command puts the files of this machine in order, and writes no document.
  const before = (await chain()).length
  expect((await rotateKey(parts({ folder: other }), TIMES)).changed).toBe(true)
  expect((await chain()).length).toBe(before)
  expect(loadKeys(other).x402.publicKey).toBe((await chain()).at(-1)!.publicKey)
  await watch.close()
})

test('a key that was kept elsewhere is taken from there', async () => {
  await (await opened()).watch.close()
  const safe = join(root, `safe-${made}`)
  mkdirSync(safe)
  const { path } = await prepareKey(parts({ nextFolder: safe }))
  expect(existsSync(join(folder, 'x402.ed25519.next.key'))).toBe(false)
  expect((await prepareKey(parts({ nextFolder: safe }))).changed).toBe(false)
  await expect(rotateKey(parts(), TIMES)).rejects.toThrow('is missing')
  await rotateKey(parts({ nextFolder: safe }), TIMES)
  expect(existsSync(path)).toBe(false)
  expect(loadKeys(folder).x402.publicKey).toBe((await chain()).at(-1)!.publicKey)
})

test('nothing is rotated that was not prepared, by another key, or while the last rotation goes on', async () => {
  await expect(prepareKey(parts())).rejects.toThrow('was ever documented')
  await (await opened()).watch.close()
  await expect(rotateKey(parts(), TIMES)).rejects.toThrow('no answers-ed25519 key was prepared')
  const { path } = await prepareKey(parts())
  rmSync(path)
  await expect(prepareKey(parts())).rejects.toThrow('a promise cannot be changed')
  await Bun.write(path, `${'5a'.repeat(32)}\n`)
  await Bun.spawn(['chmod', '600', path]).exited
  await expect(rotateKey(parts(), TIMES)).rejects.toThrow('is not the answers-ed25519 key that was promised')
  expect(await chain()).toHaveLength(2)
  const stranger = join(root, `stranger-${made}`)
  createKeys(stranger, systemRandom)
  await expect(prepareKey(parts({ folder: stranger }))).rejects.toThrow('is not the answers-ed25519 key that signs now')
})

test('of two that rotate at once one does, and the chain holds', async () => {
  await (await opened()).watch.close()
  await prepareKey(parts())
  const both = await Promise.allSettled([rotateKey(parts(), TIMES), rotateKey(parts(), TIMES)])
  expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1)
  expect([await chain(), faultIn(await chain())]).toMatchObject([{ length: 4 }, null])
  clock.set((START + 10) * 1000)
  await prepareKey(parts())
  await expect(rotateKey(parts(), TIMES)).rejects.toThrow('is valid until')
})

test('a revoked key ends before that time: the one in use is followed at once, one from before ends earlier, never later', async () => {
  const { watch } = await opened()
  let heard = 0
  watch.onRevoked(() => heard++)
  await expect(revokeKey(parts(), { since: START + 1 })).rejects.toThrow('that has passed')
  clock.set((START + 1_000) * 1000)
  await expect(revokeKey(parts(), { since: START + 500 })).rejects.toThrow('was prepared')
  await prepareKey(parts())
  const { revoked } = await revokeKey(parts(), { since: START + 500 })
  await until('a running worker is told', async () => heard === 1)
  expect([497, 498].map((after) => watch.counts('x402', revoked, START + after))).toEqual([true, false])
  await watch.close()
  expect(keyPeriods(await chain())).toMatchObject([
    { publicKey: revoked, until: START + 497 },
    { from: now(), until: Infinity },
  ])
  expect((await revokeKey(parts(), { since: START + 600, publicKey: revoked })).changed).toBe(false)
  expect((await revokeKey(parts(), { since: START + 100 })).changed).toBe(true)
  expect(keyPeriods(await chain())[0]).toMatchObject({ publicKey: revoked, until: START + 97 })
  await expect(revokeKey(parts(), { since: START, publicKey: 'ab' })).rejects.toThrow('was never')
  expect(faultIn(await chain())).toBeNull()
})

test('a Redis from before the rotation gets the documents again, at a start and while a worker runs; without them nothing starts', async () => {
  const { watch } = await opened()
  await prepareKey(parts())
  const backup = await stack.redis.hgetall(names.keyDocuments())
  await rotateKey(parts(), TIMES)
  const whole = await chain()
  await until('it knows', async () => watch.keys.find('x402', whole.at(-1)!.publicKey, START + 100) !== null)
  const putBack = async () => {
    await stack.redis.del(names.keyDocuments())
    await stack.redis.hset(names.keyDocuments(), backup)
  }
  await putBack()
  await until('the running worker brings them', async () => (await chain()).length === whole.length)
  await watch.close()
  await putBack()
  await (await opened()).watch.close()
  expect(await chain()).toEqual(whole)
  // From an empty Redis too: with the time that the first document has always had.
  await stack.redis.del(names.keyDocuments())
  clock.set((START + 5_000) * 1000)
  await (await opened()).watch.close()
  expect(await chain()).toEqual(whole)
  await putBack()
  rmSync(join(folder, KEPT_CHAIN_FILE))
  await expect(opened()).rejects.toThrow('If Redis was put back from before a rotation')
  expect(await chain()).toHaveLength(2)
})

test('documents in Redis that do not hold, or tell another story than those beside the key, stop a start', async () => {
  await (await opened()).watch.close()
  await prepareKey(parts())
  await rotateKey(parts(), TIMES)
  const place = `${PURPOSE}/4`
  const text = (await stack.redis.hget(names.keyDocuments(), place))!
  await stack.redis.hset(names.keyDocuments(), place, text.replace(String(START + 100), String(START)))
  await expect(opened()).rejects.toThrow('do not hold: key document answers-ed25519 4 says what its string says')
  await stack.redis.hset(names.keyDocuments(), place, text)
  // Whoever has Redis and yesterday's keys goes on from the promise in another way.
  const other = join(root, `fork-${made}`)
  cpSync(folder, other, { recursive: true })
  rmSync(join(other, KEPT_CHAIN_FILE))
  await stack.redis.hdel(names.keyDocuments(), place, `${PURPOSE}/3`)
  cpSync(join(other, 'x402.ed25519.old.key'), join(other, 'x402.ed25519.fresh.key'))
  cpSync(join(other, 'x402.ed25519.key'), join(other, 'x402.ed25519.next.key'))
  cpSync(join(other, 'x402.ed25519.old.key'), join(other, 'x402.ed25519.key'))
  await rotateKey(parts({ folder: other }), { ...TIMES, overlapSeconds: 1e6 })
  await expect(opened()).rejects.toThrow(BadKeys)
  await expect(opened()).rejects.toThrow('are others than those that were kept beside the key')
})

test('while Redis tells another story a running worker keeps to what it knows, and says so', async () => {
  const { watch } = await opened()
  await stack.redis.hset(names.keyDocuments(), PURPOSE, '{"purpose":"answers-ed25519"}')
  await until('it says so', async () => log.lines.some(({ event }) => event === 'keys.not_read'))
  expect(watch.keys.at(now()).x402.publicKey).toBe(loadKeys(folder).x402.publicKey)
  await watch.close()
  await expect(
    startKeyWatch({ folder, ecdsa: undefined, keyDocuments: stack.store.keyDocuments, clock, log, meter }),
  ).rejects.toThrow('cannot be read')
})

test.skipIf(!asRoot())('what root rotates is of the user whose folder it is', async () => {
  const OTHER = 65_534
  chmodSync(root, 0o711)
  for (const each of ['.', ...readdirSync(folder)]) chownSync(join(folder, each), OTHER, OTHER)
  const { watch } = await opened()
  await prepareKey(parts())
  await rotateKey(parts(), TIMES)
  await watch.close()
  const owners = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).uid])
  expect(owners).toContainEqual(['x402.ed25519.old.key', OTHER])
  expect(owners.filter(([, uid]) => uid !== OTHER)).toEqual([])
})
