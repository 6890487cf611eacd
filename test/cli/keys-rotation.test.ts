import { beforeEach, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadKeys } from '../../src/actors/publisher/keys.ts'
import { runRotation, rotationTimesOf } from '../../src/cli/keys-rotation.ts'
import { WRITTEN_BY } from '../../src/release.ts'
import { names } from '../../src/store/redis/names.ts'
import { systemClock } from '../../src/system/clock.ts'
import { ROTATED, rotationPlace } from '../support/rotation.ts'
import { markStore } from '../support/store/own-mark.ts'

/** `claros keys prepare | rotate | revoke`, as its command line is read. */

const place = await rotationPlace()
const { stack } = place
beforeEach(() => markStore(stack.redis))
const run = (more: object = {}, env = {}) =>
  runRotation({ verb: 'rotate', purpose: ROTATED, folder: place.folder(), redis: stack.url, ...more }, env)

test('a new key begins after two minutes, and the old one is valid for an hour more', () => {
  expect(rotationTimesOf({})).toEqual({ afterSeconds: 120, overlapSeconds: 3_600 })
  expect(rotationTimesOf({ in: '0', overlap: '0' })).toEqual({ afterSeconds: 0, overlapSeconds: 0 })
  expect(rotationTimesOf({ in: '3600', overlap: '604800' })).toEqual({ afterSeconds: 3_600, overlapSeconds: 604_800 })
})

test.each([
  [{ in: '3601' }, '--in 3601 is more than 3600 seconds'],
  [{ in: '120000' }, '--in 120000 is more than 3600 seconds'],
  [{ overlap: '604801' }, '--overlap 604801 is more than 604800 seconds'],
  [{ overlap: '3600000' }, '--overlap 3600000 is more than'],
  [{ in: '-1' }, 'is no number of seconds'],
  [{ overlap: '1h' }, 'is no number of seconds'],
])('%j is refused: what is said of a key stays', async (more, words) => {
  expect(await run(more)).toMatchObject({ status: 2, errors: expect.stringContaining(words) })
})

test('without a Redis that is there none is made, and the one to be named is asked for', async () => {
  const data = join(place.root, `data-${place.folder().split('-').at(-1)}`)
  const folder = join(data, 'keys')
  mkdirSync(folder, { recursive: true })
  for (const verb of ['prepare', 'rotate', 'revoke'] as const) {
    const { status, errors } = await run({ verb, folder, redis: undefined, since: '1' })
    expect([status, errors]).toEqual([
      2,
      `claros: there is no Redis in ${data}. Name the one of this service with --redis, or as REDIS_URL\n`,
    ])
  }
  expect(readdirSync(data)).toEqual(['keys'])
})

test('without a name it is the one that lies in the data folder, which is started for the command', async () => {
  const data = `${place.folder()}-data`
  mkdirSync(join(data, 'redis'), { recursive: true })
  cpSync(place.folder(), join(data, 'keys'), { recursive: true })
  const { status, errors } = await run({ folder: join(data, 'keys'), redis: undefined })
  expect([status, errors]).toEqual([1, expect.stringContaining('was ever documented in this Redis')])
})

test('no key is promised in a store that has gone to another Redis', async () => {
  await place.opened(undefined, { store: stack.store, clock: systemClock })
  await stack.redis.set(names.format.mark(), `left ${'a1'.repeat(8)} 2 ${WRITTEN_BY}`)
  expect(await run({ verb: 'prepare' })).toMatchObject({ status: 1, errors: expect.stringContaining('Set REDIS_URL') })
})

test('faults of the system are sentences, before documents and after them', async () => {
  await place.opened(undefined, { store: stack.store, clock: systemClock })
  const away = await run({ verb: 'prepare', next: '/proc/none' })
  expect(away).toMatchObject({ status: 1, errors: expect.stringMatching(/^claros: .* cannot be used \(ENOENT\)\.\n$/) })
  expect((await run({ verb: 'prepare' })).out).toContain('promised; the key is')
  mkdirSync(join(place.folder(), 'x402.ed25519.old.key'))
  writeFileSync(join(place.folder(), 'x402.ed25519.old.key', 'x'), '')
  const { status, errors } = await run()
  expect([status, errors]).toEqual([1, expect.stringContaining('the documents are written, but not the files')])
  expect(await place.chain()).toHaveLength(4)
  expect(existsSync(join(place.folder(), 'x402.ed25519.next.key'))).toBe(true)
})

test('rotates over the Redis that is named, in the times that were said', async () => {
  await place.opened(undefined, { store: stack.store, clock: systemClock })
  await run({ verb: 'prepare' })
  const before = Math.floor(Date.now() / 1000)
  expect((await run({ in: '7', overlap: '11' }, {})).status).toBe(0)
  const after = Math.floor(Date.now() / 1000)
  const [, , end, begin] = await place.chain()
  expect(begin!.validFrom).toBeWithin(before + 7, after + 8)
  expect(end!.validUntil).toBe(begin!.validFrom + 11)
  expect(loadKeys(place.folder()).x402.publicKey).toBe(begin!.publicKey)
})
