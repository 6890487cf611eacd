import { describe, expect, test } from 'bun:test'
import {
  createSharedCap,
  type SharedCap,
  type SharedCapOptions,
} from '../../../../src/http/rails/lightning/shared-cap.ts'
import { seededRandom, stillClock } from '../../../support/still.ts'

const capped = (changes: Partial<SharedCapOptions> = {}) => {
  const clock = stillClock(1_793_491_200_000)
  const cap = createSharedCap({ clock, burst: 10, reserved: 5, perSecond: 2, maxNetworks: 1_000, ...changes })
  return { clock, cap }
}

const taken = (cap: SharedCap, network: string, tries: number): number =>
  Array.from({ length: tries }, () => cap.take(network)).filter(Boolean).length

describe('a cap on all', () => {
  test('one network takes what is not reserved, and then waits', () => {
    const { clock, cap } = capped()
    // Its first is taken as one that goes first.
    expect(taken(cap, 'a', 20)).toBe(5)
    clock.move(1_000)
    expect(taken(cap, 'a', 20)).toBe(2)
  })

  test('who took none for a minute goes first, down to the last one', () => {
    const { cap } = capped()
    taken(cap, 'a', 20)
    const newcomers = ['b', 'c', 'd', 'e', 'f', 'g']
    expect(newcomers.map((network) => taken(cap, network, 3))).toEqual([1, 1, 1, 1, 1, 0])
    expect(cap.take('a')).toBe(false)
  })

  test('the reserve is filled before anybody who had some', () => {
    const { clock, cap } = capped()
    taken(cap, 'a', 20)
    for (const network of ['b', 'c', 'd', 'e', 'f']) cap.take(network)
    for (let second = 0; second < 2; second++) {
      clock.move(1_000)
      expect(taken(cap, 'a', 5)).toBe(0)
      expect(cap.take(`new ${second}`)).toBe(true)
    }
  })

  test('a network goes first again when its minute is over, whatever it asked meanwhile', () => {
    const { clock, cap } = capped({ perSecond: 0.001 })
    taken(cap, 'a', 20)
    for (const network of ['b', 'c', 'd', 'e']) cap.take(network)
    clock.move(59_999)
    expect(cap.take('a')).toBe(false)
    clock.move(1)
    expect(cap.take('a')).toBe(true)
  })

  test('a sale returns what it took, and its network goes first', () => {
    const { cap } = capped()
    for (let sale = 0; sale < 100; sale++) {
      expect(cap.take('a')).toBe(true)
      cap.giveBack('a')
    }
    taken(cap, 'b', 20)
    expect(taken(cap, 'a', 3)).toBe(1)
    for (let sale = 0; sale < 100; sale++) cap.giveBack('never')
    // 10 at most, five of them reserved.
    expect(taken(cap, 'b', 50)).toBe(5)
  })

  test('says for how long to wait', () => {
    const { clock, cap } = capped({ perSecond: 0.1 })
    expect(cap.waitSeconds('a')).toBe(0)
    taken(cap, 'a', 20)
    expect(cap.waitSeconds('a')).toBe(60)
    clock.move(20_500)
    // Two came in meanwhile.
    taken(cap, 'a', 20)
    expect(cap.waitSeconds('a')).toBe(60)
    clock.move(1_500)
    expect(cap.waitSeconds('a')).toBe(59)
    expect(cap.waitSeconds('b')).toBe(0)
    for (const network of ['b', 'c', 'd', 'e', 'f']) cap.take(network)
    expect(cap.waitSeconds('g')).toBe(8)
  })

  test('a clock that is set back keeps nobody waiting for longer than a minute', () => {
    const { clock, cap } = capped()
    taken(cap, 'a', 20)
    clock.move(-3_600_000)
    expect(taken(cap, 'a', 20)).toBe(1)
    expect(cap.waitSeconds('a')).toBeLessThanOrEqual(60)
  })

  test('nor does one that is set back while all are taken: what comes in each second is counted from then on', () => {
    const { clock, cap } = capped()
    for (let n = 0; n < 10; n++) cap.take(`network ${n}`)
    expect(cap.take('next')).toBe(false)
    clock.move(-86_400_000)
    expect(cap.take('next')).toBe(false)
    clock.move(1_000)
    expect([cap.take('next'), cap.take('after'), cap.take('last')]).toEqual([true, true, false])
  })

  test('is never passed, however many ask', () => {
    const random = seededRandom(7)
    const { clock, cap } = capped({ maxNetworks: 20 })
    const startedAt = clock.now()
    let got = 0
    for (let step = 0; step < 20_000; step++) {
      if (cap.take(`network ${random.integer(0, 200)}`)) got++
      clock.move(random.integer(0, 40))
    }
    const seconds = (clock.now() - startedAt) / 1000
    expect(got).toBeLessThanOrEqual(10 + seconds * 2)
    expect(got).toBeGreaterThan(seconds * 2 * 0.95)
  })
})
