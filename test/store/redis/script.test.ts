import { beforeEach, describe, expect, test } from 'bun:test'
import { asNumber, asTexts, script } from '../../../src/store/redis/script.ts'
import { fileRedis } from '../../support/redis.ts'

const redis = await fileRedis()

beforeEach(async () => {
  await redis.redis.script('FLUSH')
  await redis.flush()
})

/** `cmdstat_evalsha:calls=3,…` → 3. */
const calls = async (command: string): Promise<number> =>
  Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(await redis.redis.info('commandstats'))?.[1] ?? 0)

describe('script', () => {
  const add = script(`return redis.call('INCRBY', KEYS[1], ARGV[1])`, asNumber)

  test('keys and arguments arrive, replies are read', async () => {
    expect(await add.run(redis.redis, ['n'], [2])).toBe(2)
    expect(await add.run(redis.redis, ['n'], ['40'])).toBe(42)
    const texts = script('return { KEYS[1], ARGV[1], 3 }', asTexts)
    expect(await texts.run(redis.redis, ['k'], ['ü|"'])).toEqual(['k', 'ü|"', '3'])
  })

  test('the source travels once; a Redis that forgot is sent it again and the move happens once', async () => {
    await redis.redis.call('CONFIG', 'RESETSTAT')
    for (let at = 0; at < 3; at++) await add.run(redis.redis, ['n'], [1])
    expect(await calls('eval')).toBe(1)
    expect(await calls('evalsha')).toBe(3)
    await redis.redis.script('FLUSH')
    expect(await add.run(redis.redis, ['n'], [1])).toBe(4)
    expect(await calls('eval')).toBe(2)
  })

  test('many at once after a flush all run, each once', async () => {
    await Promise.all(Array.from({ length: 50 }, () => add.run(redis.redis, ['n'], [1])))
    expect(await redis.redis.get('n')).toBe('50')
  })

  test('a script that fails is not tried a second time', async () => {
    const half = script(`redis.call('INCR', KEYS[1]); return redis.call('LPUSH', KEYS[1], 'x')`, asNumber)
    await expect(half.run(redis.redis, ['n'], [])).rejects.toThrow('WRONGTYPE')
    expect(await redis.redis.get('n')).toBe('1')
  })

  test('a reply that its reader refuses is an error of the caller', async () => {
    const refused = script('return 1', () => {
      throw new RangeError('not what was expected')
    })
    await expect(refused.run(redis.redis, [], [])).rejects.toThrow('not what was expected')
  })
})
