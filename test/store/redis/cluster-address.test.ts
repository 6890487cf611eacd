import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { redisSettings } from '../../../src/redis-settings.ts'
import { BadRedis, redisAddress, showAddress } from '../../../src/store/redis/redis.ts'

const A = { host: 'a', port: 6_379 }

describe('an address of a cluster', () => {
  test.each([
    ['redis+cluster://a', { nodes: [A] }],
    ['redis+cluster://a,10.0.0.2:7000/', { nodes: [A, { host: '10.0.0.2', port: 7_000 }] }],
    ['redis+cluster://[::1]:7000', { nodes: [{ host: '::1', port: 7_000 }] }],
    ['redis+cluster://u:p%40ss:w@a', { nodes: [A], username: 'u', password: 'p@ss:w' }],
    ['rediss+cluster://:pw@a', { nodes: [A], password: 'pw', tls: {} }],
  ])('%s', (url, address) => {
    expect(redisAddress(url)).toEqual({ ...address, replicas: 1 })
    expect(Value.Check(redisSettings.REDIS_URL, url)).toBe(true)
  })

  test.each([
    ['redis+cluster://'],
    ['redis+cluster://a,,b'],
    ['redis+cluster://a:0'],
    ['redis+cluster://a:70000'],
    // A cluster has one database alone.
    ['redis+cluster://a/1'],
    ['redis+cluster://u:secret%zz@a'],
    ['redis+cluster://u:secret@a?b=c'],
  ])('%s is refused, without its text', (url) => {
    const refused = (): unknown => redisAddress(url)
    expect(refused).toThrow(BadRedis)
    expect(refused).toThrow('redis+cluster://')
    expect(refused).not.toThrow('secret')
  })

  test('is shown without a password', () => {
    expect(showAddress(redisAddress('redis+cluster://u:secret@a,[::1]:7'))).toBe('the cluster of a:6379,[::1]:7')
  })

  test('replicas are always waited for', () => {
    expect(redisAddress('redis+cluster://a', 1).replicas).toBe(1)
    expect(() => redisAddress('redis+cluster://a', 0)).toThrow('REDIS_REPLICAS is 0')
  })
})
