import { expect, test } from 'bun:test'
import { answerStore } from '../../../src/store/claims/answers.ts'
import { names } from '../../../src/store/redis/names.ts'
import { fileRedis } from '../../support/redis.ts'

const redis = await fileRedis()
const answers = answerStore(redis.redis)

const BODY = JSON.stringify({ rows: Array.from({ length: 1_440 }, (_, at) => ({ t: at, o: '97000.00', ü: 'é' })) })
const ttl = (id: string) => redis.redis.ttl(names.answer(id))

test('an answer comes back byte for byte, packed meanwhile', async () => {
  await answers.keep('a', BODY)
  expect(await answers.read('a')).toBe(BODY)
  expect(await redis.redis.strlen(names.answer('a'))).toBeLessThan(BODY.length / 5)
})

test('it goes by itself in minutes, unless its payment may be settled late, and in minutes once delivered', async () => {
  await answers.keep('b', BODY)
  expect(await ttl('b')).toBeWithin(170, 181)
  expect(await answers.hold('b', 90_000)).toBe(true)
  expect(await ttl('b')).toBeWithin(89_990, 90_001)
  await answers.delivered('b')
  expect(await ttl('b')).toBeWithin(170, 181)
})

test('one that is gone is not there, and cannot be held', async () => {
  await answers.keep('c', BODY)
  await answers.drop('c')
  expect([await answers.read('c'), await answers.hold('c', 90_000)]).toEqual([null, false])
  await answers.delivered('c')
  expect(await answers.read('c')).toBeNull()
})
