import { describe, expect, test } from 'bun:test'
import { createClockJudge } from '../../src/actors/clock-judge.ts'

const STORE = 1_800_000_000_000
const DAY = 86_400_000

/** A worker, a store and the way between them. What happens to one of their clocks does not happen to the other. */
const open = () => {
  const judge = createClockJudge()
  let [passed, wall, store] = [5_000, STORE, STORE]
  const pass = (ms: number): void => {
    passed += ms
    wall += ms
    store += ms
  }
  return {
    pass,
    setWorker: (ms: number) => void (wall += ms),
    setStore: (ms: number) => void (store += ms),
    /** Asks the store; question and answer take their time each. */
    measure: (there = 1, back = 1): number => {
      const askedAt = passed
      pass(there)
      const storeMs = store
      pass(back)
      return judge.enter({ storeMs, askedAt, answeredAt: passed, wallMs: wall })
    },
    verdict: () => judge.judge(wall, passed),
  }
}

describe('the clock of a worker', () => {
  test('is nothing before it was measured', () => {
    expect(open().verdict()).toEqual({ kind: 'unmeasured' })
  })

  test.each([0, 1_900, -1_900])('%p ms off is right', (off) => {
    const world = open()
    world.setWorker(off)
    world.measure()
    expect(world.verdict()).toEqual({ kind: 'right', aheadMs: off, uncertainMs: 1 })
  })

  test.each([2_100, -2_100, 119_000, -119_000, DAY, -DAY])('%p ms off is wrong', (off) => {
    const world = open()
    world.setWorker(off)
    world.measure()
    expect(world.verdict()).toEqual({ kind: 'wrong', aheadMs: off, uncertainMs: 1 })
  })

  test.each([2_100, -2_100, 119_000, DAY, -DAY])(
    'that jumps by %p ms is wrong at once, and right when it jumps back',
    (off) => {
      const world = open()
      world.measure()
      world.pass(400)
      world.setWorker(off)
      expect(world.verdict()).toMatchObject({ kind: 'wrong', aheadMs: off })
      expect(world.measure()).toBe(0)
      expect(world.verdict()).toMatchObject({ kind: 'wrong', aheadMs: off })
      world.setWorker(-off)
      expect(world.verdict()).toMatchObject({ kind: 'right', aheadMs: 0 })
    },
  )

  test('that goes too fast becomes wrong', () => {
    const world = open()
    for (let n = 0; n < 21; n++) {
      expect(world.verdict().kind).not.toBe('wrong')
      world.measure()
      world.pass(1_000)
      world.setWorker(100)
    }
    expect(world.verdict()).toMatchObject({ kind: 'wrong', aheadMs: 2_100 })
  })
})

describe('a slow way to the store', () => {
  test.each([
    [9_000, 0],
    [0, 9_000],
    [30_000, 30_000],
  ])('is not a wrong clock: %p ms there and %p ms back, at the start and later', (there, back) => {
    const world = open()
    world.measure(there, back)
    expect(world.verdict().kind).toBe('right')
    world.measure()
    expect(world.verdict()).toMatchObject({ kind: 'right', aheadMs: 0, uncertainMs: 1 })
    world.measure(there, back)
    // What is known already is better than what it told.
    expect(world.verdict()).toMatchObject({ kind: 'right', aheadMs: 0, uncertainMs: 1 })
  })

  test('hides no clock that is wrong beyond all doubt', () => {
    const world = open()
    world.setWorker(119_000)
    world.measure(9_000, 9_000)
    expect(world.verdict()).toMatchObject({ kind: 'wrong', uncertainMs: 9_000 })
  })

  test('leaves what may be either way to a better reply', () => {
    const world = open()
    world.setWorker(2_100)
    world.measure(200, 200)
    expect(world.verdict().kind).toBe('right')
    world.measure()
    expect(world.verdict().kind).toBe('wrong')
  })
})

describe('a store whose clock jumps', () => {
  test.each([5_000, -5_000, DAY, -DAY])('by %p ms and back makes no clock wrong', (off) => {
    const world = open()
    world.measure()
    world.setStore(off)
    expect(world.measure()).toBeGreaterThan(Math.abs(off) * -2)
    expect(world.verdict()).toMatchObject({ kind: 'right', aheadMs: 0 })
    world.pass(30_000)
    expect(Math.abs(world.measure())).toBeGreaterThan(Math.abs(off) - 10)
    world.setStore(-off)
    expect(world.measure()).toBe(0)
    world.pass(60_000)
    world.setStore(off)
    world.measure()
    expect(world.verdict().kind).toBe('right')
  })

  test('and stays there is the measure again after a minute', () => {
    const world = open()
    world.measure()
    world.setStore(-5_000)
    for (let n = 0; n < 60; n++) {
      expect(world.measure()).toBeLessThan(-4_900)
      expect(world.verdict().kind).toBe('right')
      world.pass(998)
    }
    expect(world.measure()).toBe(0)
    expect(world.verdict()).toMatchObject({ kind: 'wrong', aheadMs: 5_000 })
    world.setWorker(-5_000)
    expect(world.verdict().kind).toBe('right')
  })

  test('to where the worker is, is believed at once', () => {
    const world = open()
    world.setWorker(5_000)
    world.measure()
    expect(world.verdict().kind).toBe('wrong')
    world.setStore(5_000)
    expect(world.measure()).toBe(0)
    expect(world.verdict().kind).toBe('right')
  })
})
