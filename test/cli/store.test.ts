import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WRITTEN_BY } from '../../src/release.ts'
import { names } from '../../src/store/redis/names.ts'
import { freshRedis, startTestRedis } from '../support/redis.ts'
import { markStore } from '../support/store/own-mark.ts'

/** `claros store`, as an operator runs it. What a move does with the store: `test/store/relocation`. */

const PROGRAM = join(import.meta.dir, '../../src/cli/main.ts')
const MARK = `2 ${WRITTEN_BY}`

const source = await freshRedis()
const other = await startTestRedis()
const folder = mkdtempSync(join(tmpdir(), 'claros-store-'))
afterAll(async () => {
  await other.stop()
  rmSync(folder, { recursive: true, force: true })
})

const claros = async (words: readonly string[], { env = {}, input = '' } = {}) => {
  const child = Bun.spawn([process.execPath, '--no-install', PROGRAM, 'store', ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: [Buffer.from(input), 'pipe', 'pipe'],
  })
  const [out, errors, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { out, errors, status }
}
const fill = async (): Promise<void> => {
  await other.flush()
  await markStore(source.redis)
  await source.redis.set('claros:some', '1')
}

test('it says how it is used', async () => {
  expect(await claros(['--help'])).toMatchObject({ status: 0, errors: '', out: expect.stringContaining('--to URL') })
  for (const words of [
    [],
    ['move'],
    ['go', '--to', other.url],
    ['move', 'now', '--to', other.url],
    ['move', '--too', 'x'],
    ['move', '--to', other.url, '--lost'],
    ['move', '--open'],
    ['move', '--open', '--undo', '--to', other.url],
    ['move', '--open', '--never-used', '--to', other.url],
    ['move', '--restarted', '--to', other.url],
    ['move', '--undo', '--restarted', '--to', other.url],
  ])
    expect(await claros(words)).toMatchObject({ status: 2, out: '', errors: expect.stringContaining('--to URL') })
})

test.each([
  ['said', () => ({ words: ['--redis', source.url], env: {}, input: '' })],
  ['of the setting', () => ({ words: [], env: { REDIS_URL: source.url }, input: '' })],
])('the place that it leaves is %s', async (_, given) => {
  await fill()
  const { words, ...more } = given()
  const { status, out } = await claros(['move', '--to', other.url, ...words], more)
  expect([status, out]).toEqual([0, expect.stringContaining('The store is there: 1 keys were read.')])
  expect([await other.redis.get('claros:some'), await other.redis.get(names.format.mark())]).toEqual(['1', MARK])
  // Whoever asks once more is told so.
  const again = await claros(['move', '--to', '-', '--redis', source.url], { input: `${other.url}\n` })
  expect([again.status, again.out]).toEqual([0, expect.stringContaining('it was there already')])
})

test('what stopped is taken back', async () => {
  await fill()
  const move = '0123456789abcdef'
  await source.redis.set(names.format.mark(), `leaving ${move} ${MARK}`)
  await other.redis.mset(names.format.mark(), `filling ${move} ${MARK}`, 'claros:some', '1')
  const { status, out } = await claros(['move', '--undo', '--to', other.url, '--redis', source.url])
  expect([status, out]).toEqual([0, expect.stringContaining('The copy is deleted.')])
  expect(await other.redis.dbsize()).toBe(0)
  expect(await source.redis.get(names.format.mark())).toBe(MARK)
})

test('after it was left, only with a word that the new one was never used', async () => {
  await fill()
  await source.redis.set(names.format.mark(), `left 0123456789abcdef ${MARK}`)
  const words = ['move', '--undo', '--redis', source.url]
  expect(await claros(words)).toMatchObject({ status: 1, errors: expect.stringContaining('has gone from this Redis') })
  expect(await claros([...words, '--to', other.url])).toMatchObject({ status: 1 })
  expect(await claros([...words, '--never-used'])).toMatchObject({
    status: 0,
    out: expect.stringContaining('stays where it was'),
  })
  expect(await source.redis.get(names.format.mark())).toBe(MARK)
})

test('where the old one is lost the copy is opened, and not where it answers', async () => {
  await fill()
  const move = '0123456789abcdef'
  await other.redis.mset(names.format.mark(), `filling ${move}/${move} ${MARK}`, 'claros:some', '1')
  const words = ['move', '--open', '--to', other.url]
  expect(await claros([...words, '--lost'])).toMatchObject({
    status: 1,
    errors: expect.stringContaining('The copy here is not whole'),
  })
  await other.redis.set(names.format.cameBy(), `${move}/${move}`)
  const gone = `unix://${join(folder, 'nobody.sock')}`
  const refusals: readonly (readonly [readonly string[], Record<string, string>, string])[] = [
    [['--lost'], { REDIS_URL: source.url }, 'If that is a backup'],
    [['--lost', '--redis', source.url], {}, 'If that is a backup'],
    [['--redis', other.url], {}, 'named as the old one too'],
    [['--redis', gone], {}, 'say so with --lost'],
    [[], {}, 'say so with --lost'],
  ]
  for (const [more, env, said] of refusals)
    expect(await claros([...words, ...more], { env })).toMatchObject({
      status: 1,
      errors: expect.stringContaining(said),
    })
  expect(await other.redis.get(names.format.mark())).toStartWith('filling ')
  const opened = await claros([...words, '--redis', gone, '--lost'])
  expect(opened).toMatchObject({ status: 0, errors: '', out: expect.stringContaining('The copy is open.') })
  expect(await other.redis.get(names.format.mark())).toBe(MARK)
  // By then the setting may name the new one.
  const again = await claros([...words, '--lost'], { env: { REDIS_URL: other.url } })
  expect(again).toMatchObject({ status: 0, out: expect.stringContaining('was open already') })
})

test('replicas are those of the setting at the end that is left, and of the option at the other one', async () => {
  await fill()
  const env = { REDIS_URL: source.url, REDIS_REPLICAS: '1' }
  const refused = await claros(['move', '--to', other.url, '--to-replicas', '0'], { env })
  expect([refused.status, refused.errors]).toEqual([1, expect.stringContaining('too few replicas')])
  expect(await claros(['move', '--to', other.url, '--to-replicas', 'all'], { env })).toMatchObject({ status: 2 })
  expect(await source.redis.get(names.format.mark())).toBe(MARK)
}, 60_000)

test('also when the new Redis is gone', async () => {
  await fill()
  await source.redis.set(names.format.mark(), `leaving 0123456789abcdef ${MARK}`)
  const { status, out } = await claros(['move', '--undo', '--redis', source.url])
  expect([status, out]).toEqual([0, expect.stringContaining('stays closed')])
  expect(await source.redis.get(names.format.mark())).toBe(MARK)
})

test.each([
  ['a folder without a Redis', ['move', '--to', other.url], 'Say where the store is with --redis', 1],
  ['no address', ['move', '--to', 'http://somewhere'], 'must look like', 1],
  ['a Redis that forgets', ['move', '--to', other.url, '--redis', source.url], 'maxmemory-policy', 1],
])('%s is refused with a sentence', async (_, words, said, status) => {
  await fill()
  await other.redis.config('SET', 'maxmemory-policy', said === 'maxmemory-policy' ? 'allkeys-lru' : 'noeviction')
  const found = await claros(words)
  await other.redis.config('SET', 'maxmemory-policy', 'noeviction')
  expect(found).toEqual({ status, out: '', errors: expect.stringMatching(/^claros: [^\n]+\n$/) })
  expect(found.errors).toContain(said)
  expect(await source.redis.get(names.format.mark())).toBe(MARK)
})
