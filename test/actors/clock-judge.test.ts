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
    const clocks = open()
    clocks.setWorker(off)
    clocks.measure()
    expect(clocks.verdict()).toEqual({ kind: 'right', aheadMs: off, uncertainMs: 1 })
  })

  test.each([2_100, -2_100, 119_000, -119_000, DAY, -DAY])('%p ms off is wrong', (off) => {
    const clocks = open()
    clocks.setWorker(off)
    clocks.measure()
    expect(clocks.verdict()).toEqual({ kind: 'wrong', aheadMs: off, uncertainMs: 1 })
  })

  test.each([2_100, -2_100, 119_000, DAY, -DAY])(
    'that jumps by %p ms is wrong at once, and right when it jumps back',
    (off) => {
      const clocks = open()
      clocks.measure()
      clocks.pass(400)
      clocks.setWorker(off)
      expect(clocks.verdict()).toMatchObject({ kind: 'wrong', aheadMs: off })
      expect(clocks.measure()).toBe(0)
      expect(clocks.verdict()).toMatchObject({ kind: 'wrong', aheadMs: off })
      clocks.setWorker(-off)
      expect(clocks.verdict()).toMatchObject({ kind: 'right', aheadMs: 0 })
    },
  )

  test('that goes too fast becomes wrong', () => {
    const clocks = open()
    for (let n = 0; n < 21; n++) {
      expect(clocks.verdict().kind).not.toBe('wrong')
      clocks.measure()
      clocks.pass(1_000)
      clocks.setWorker(100)
    }
    expect(clocks.verdict()).toMatchObject({ kind: 'wrong', aheadMs: 2_100 })
  })
})

describe('a slow way to the store', () => {
  test.each([
    [9_000, 0],
    [0, 9_000],
    [30_000, 30_000],
  ])('is not a wrong clock: %p ms there and %p ms back, at the start and later', (there, back) => {
    const clocks = open()
    clocks.measure(there, back)
    expect(clocks.verdict().kind).toBe('right')
    clocks.measure()
    expect(clocks.verdict()).toMatchObject({ kind: 'right', aheadMs: 0, uncertainMs: 1 })
    clocks.measure(there, back)
    // What is known already is better than what it told.
    expect(clocks.verdict()).toMatchObject({ kind: 'right', aheadMs: 0, uncertainMs: 1 })
  })

  test('hides no clock that is wrong beyond all doubt', () => {
    const clocks = open()
    clocks.setWorker(119_000)
    clocks.measure(9_000, 9_000)
    expect(clocks.verdict()).toMatchObject({ kind: 'wrong', uncertainMs: 9_000 })
  })

  test('leaves what may be either way to a better reply', () => {
    const clocks = open()
    clocks.setWorker(2_100)
    clocks.measure(200, 200)
    expect(clocks.verdict().kind).toBe('right')
    clocks.measure()
    expect(clocks.verdict().kind).toBe('wrong')
  })
})

describe('a store whose clock jumps', () => {
  test.each([5_000, -5_000, DAY, -DAY])('by %p ms and back makes no clock wrong', (off) => {
    const clocks = open()
    clocks.measure()
    clocks.setStore(off)
    expect(clocks.measure()).toBeGreaterThan(Math.abs(off) * -2)
    expect(clocks.verdict()).toMatchObject({ kind: 'right', aheadMs: 0 })
    clocks.pass(30_000)
    expect(Math.abs(clocks.measure())).toBeGreaterThan(Math.abs(off) - 10)
    clocks.setStore(-off)
    expect(clocks.measure()).toBe(0)
    clocks.pass(60_000)
    clocks.setStore(off)
    clocks.measure()
    expect(clocks.verdict().kind).toBe('right')
  })

  test('and stays there is the measure again after a minute', () => {
    const clocks = open()
    clocks.measure()
    clocks.setStore(-5_000)
    for (let n = 0; n < 60; n++) {
      expect(clocks.measure()).toBeLessThan(-4_900)
      expect(clocks.verdict().kind).toBe('right')
      clocks.pass(998)
    }
    expect(clocks.measure()).toBe(0)
    expect(clocks.verdict()).toMatchObject({ kind: 'wrong', aheadMs: 5_000 })
    clocks.setWorker(-5_000)
    expect(clocks.verdict().kind).toBe('right')
  })

  test('to where the worker is, is believed at once', () => {
    const clocks = open()
    clocks.setWorker(5_000)
    clocks.measure()
    expect(clocks.verdict().kind).toBe('wrong')
    clocks.setStore(5_000)
    expect(clocks.measure()).toBe(0)
    expect(clocks.verdict().kind).toBe('right')
  })
})
