import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { redisSettings } from '../../../src/redis-settings.ts'
import { BadRedis, redisAddress, showAddress } from '../../../src/store/redis/redis.ts'

const REST = {
  connectTimeout: 2_000,
  sentinelCommandTimeout: 2_000,
}
const A = { host: 'a', port: 26_379 }
const TWO = [A, { host: '10.0.0.2', port: 26_380 }]

describe('an address of Sentinels', () => {
  test.each([
    ['redis+sentinel://a,10.0.0.2:26380/claros', { sentinels: TWO, name: 'claros' }],
    ['redis+sentinel://a:26379,10.0.0.2:26380/my-one/3', { sentinels: TWO, name: 'my-one', db: 3 }],
    ['redis+sentinel://u:p%40ss:w@a/n', { sentinels: [A], name: 'n', username: 'u', password: 'p@ss:w' }],
    ['redis+sentinel://:pw@a/n/', { sentinels: [A], name: 'n', password: 'pw' }],
    ['redis+sentinel://[::1]:5000/n', { sentinels: [{ host: '::1', port: 5_000 }], name: 'n' }],
    [
      'rediss+sentinel://a/n?sentinel_username=s&sentinel_password=q%26',
      {
        sentinels: [A],
        name: 'n',
        tls: {},
        sentinelTLS: {},
        enableTLSForSentinelMode: true,
        sentinelUsername: 's',
        sentinelPassword: 'q&',
      },
    ],
  ])('%s', (url, address) => {
    expect(redisAddress(url)).toEqual({ ...REST, ...address, replicas: 1 })
    expect(Value.Check(redisSettings.REDIS_URL, url)).toBe(true)
  })

  test.each([
    ['redis+sentinel://a:26379', 'the name of the primary is missing'],
    ['redis+sentinel://u:secret@a:26379/', 'the name of the primary is missing'],
    ['redis+sentinel://a:x,b/n', 'a host or a port is wrong'],
    ['redis+sentinel://a,,b/n', 'a host or a port is wrong'],
    ['redis+sentinel://a:70000/n', 'a host or a port is wrong'],
    ['redis+sentinel://u:%zz@a/n', 'must look like'],
    ['redis+sentinel://a/n/x', 'must look like'],
    ['redis+sentinel://a/n?password=secret', 'sentinel_password'],
  ])('%s is refused: %s', (url, why) => {
    const refused = (): unknown => redisAddress(url)
    expect(refused).toThrow(BadRedis)
    expect(refused).toThrow(why)
    expect(refused).not.toThrow('secret')
  })

  test('is shown without a password', () => {
    const address = redisAddress('redis+sentinel://u:secret@a,[::1]:7/n?sentinel_password=hidden')
    expect(showAddress(address)).toBe('n of the Sentinels a:26379,[::1]:7')
  })
})

test('replicas are waited for behind Sentinel, and elsewhere where it is asked for', () => {
  expect(redisAddress('redis://h').replicas).toBeUndefined()
  expect(redisAddress('redis://h', 0).replicas).toBeUndefined()
  expect(redisAddress('redis://h', 1).replicas).toBe(1)
  expect(redisAddress('redis+sentinel://a/n', 1).replicas).toBe(1)
  expect(() => redisAddress('redis+sentinel://a/n', 0)).toThrow('REDIS_REPLICAS is 0')
})
