import { describe, expect, test } from 'bun:test'
import { type AddressLimitOptions, createAddressLimit } from '../../../../src/http/rails/lightning/address-limit.ts'
import { limitKey } from '../../../../src/http/rails/lightning/limit-key.ts'
import { seededRandom, stillClock } from '../../../support/still.ts'

const A = '203.0.113.7'
const B = '203.0.113.8'

const limited = (changes: Partial<AddressLimitOptions> = {}) => {
  const clock = stillClock(1_793_491_200_000)
  return { clock, limit: createAddressLimit({ clock, burst: 3, perSecond: 0.5, maxAddresses: 100, ...changes }) }
}

const taken = (limit: { take(address: string): boolean }, address: string, tries: number): number =>
  Array.from({ length: tries }, () => limit.take(address)).filter(Boolean).length

describe('an address', () => {
  test('has its burst, and then one for every two seconds', () => {
    const { clock, limit } = limited()
    expect(taken(limit, A, 10)).toBe(3)
    clock.move(1_999)
    expect(limit.take(A)).toBe(false)
    clock.move(1)
    expect(taken(limit, A, 10)).toBe(1)
    clock.move(4_000)
    expect(taken(limit, A, 10)).toBe(2)
    clock.move(3_600_000)
    expect(taken(limit, A, 10)).toBe(3)
  })

  test('does not pay for others', () => {
    const { limit } = limited()
    expect(taken(limit, A, 10)).toBe(3)
    expect(taken(limit, B, 10)).toBe(3)
  })

  test('gets its token back with a sale: a buyer is never limited', () => {
    const { limit } = limited()
    for (let sale = 0; sale < 100; sale++) {
      expect(limit.take(A)).toBe(true)
      limit.giveBack(A)
    }
    expect(taken(limit, A, 10)).toBe(3)
    limit.giveBack(A)
    expect(taken(limit, A, 10)).toBe(1)
  })

  test('gets no more back than it may have', () => {
    const { limit } = limited()
    limit.take(A)
    for (let sale = 0; sale < 100; sale++) limit.giveBack(A)
    limit.giveBack(B)
    expect(taken(limit, A, 10)).toBe(3)
    expect(taken(limit, B, 10)).toBe(3)
  })

  test('loses nothing when the clock goes back', () => {
    const { clock, limit } = limited()
    limit.take(A)
    clock.move(-60_000)
    expect(taken(limit, A, 10)).toBe(2)
    clock.move(2_000)
    expect(taken(limit, A, 10)).toBe(1)
  })

  test('never has more than burst and time allow, however it asks', () => {
    const random = seededRandom(5)
    const { clock, limit } = limited()
    const startedAt = clock.now()
    let got = 0
    for (let step = 0; step < 5_000; step++) {
      if (limit.take(A)) got++
      clock.move(random.integer(0, 3_000))
    }
    const seconds = (clock.now() - startedAt) / 1000
    expect(got).toBeLessThanOrEqual(3 + seconds * 0.5)
    expect(got).toBeGreaterThan(seconds * 0.5 * 0.95)
  })
})

describe('memory', () => {
  test('the address not seen for longest is forgotten', () => {
    const { limit } = limited({ maxAddresses: 3 })
    for (const last of [1, 2, 3]) expect(taken(limit, `10.0.0.${last}`, 5)).toBe(3)
    // Seen again, though refused: the second is now the oldest.
    expect(limit.take('10.0.0.1')).toBe(false)
    expect(limit.take('10.0.0.4')).toBe(true)
    expect(limit.take('10.0.0.1')).toBe(false)
    expect(limit.take('10.0.0.3')).toBe(false)
    expect(taken(limit, '10.0.0.2', 5)).toBe(3)
  })

  test('300,000 addresses keep a thousand', () => {
    const { limit } = limited({ maxAddresses: 1_000 })
    const before = process.memoryUsage().heapUsed
    for (let n = 0; n < 300_000; n++) limit.take(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    Bun.gc(true)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000)
  })
})

describe('what counts as one address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::5:6:7:8', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '203.0.113.7'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ])('%p is %p', (address, key) => {
    expect(limitKey(address)).toBe(key)
  })

  test.each([
    '',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.4:80',
    '[::1]',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '12345::',
    'g::',
    '1.2.3.4::',
    '::1.2.3.4:5',
    '1'.repeat(10_000),
  ])('%p is nobody’s', (address) => {
    expect(limitKey(address)).toBe('unreadable')
  })

  test('a /64 shares one burst, its neighbour has another', () => {
    const { limit } = limited()
    const got = Array.from({ length: 9 }, (_, host) => limit.take(`2001:db8::${host}`))
    expect(got.filter(Boolean)).toHaveLength(3)
    expect(taken(limit, '2001:db8::ffff', 9)).toBe(0)
    expect(taken(limit, '2001:db8:0:1::1', 9)).toBe(3)
  })
})
