import { expect, test } from 'bun:test'
import { startRedisInSlots } from '../../support/redis-in-slots.ts'
import { startedBy, startTestRedis } from '../../support/redis.ts'
import { slotOfKey } from '../../../src/store/redis/slots.ts'

test('a key lies where Redis says', async () => {
  const { redis, stop } = await startedBy(startRedisInSlots, () => startTestRedis())
  const keys = [
    '123456789',
    'claros:{dlc}:journal',
    '{}a',
    'a{}{b}',
    'a{b',
    'a}b{c}d',
    '{a{b}c}',
    'a{é€}',
    '',
    '{a}{b}',
  ]
  const said = await Promise.all(keys.map((key) => redis.call('CLUSTER', 'KEYSLOT', key)))
  expect(keys.map(slotOfKey)).toEqual(said.map(Number))
  await stop()
})
