import { describe, expect, test } from 'bun:test'
import { moneyWithin } from '../../../src/feeds/boards/reduced-depth.ts'
import { stepsOf } from '../../../src/feeds/books/sweeps.ts'
import { depthState, LEAST_MINUTES, usualDepth } from '../../../src/feeds/math/depth-collapse.ts'
import {
  DEPTH_BANDS,
  depthRatio,
  imbalance,
  middleOf,
  spreadBps,
  type Step,
  sweepCostBps,
} from '../../../src/feeds/math/order-book.ts'
import { WALL_FACTOR, withoutWalls } from '../../../src/feeds/math/walls.ts'
import { laddersOf } from '../../../src/sources/depth/ladder.ts'
import { REACH_BPS, reduced } from '../../../src/sources/depth/reduce.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/quant-books.json'

const { tol, cases } = vectors.order_book

type Case = (typeof cases)[number]

const bestOf = ({ bids, asks }: Case['inputs']) => ({ bid: bids[0]![0]!, ask: asks[0]![0]! })

const levels = (rows: readonly (readonly number[])[]): readonly Step[] =>
  rows.map(([price, size]) => ({ near: price!, coins: size!, money: price! * size! }))

const reducedOf = ({ bids, asks }: Case['inputs']) => {
  const texts = (rows: readonly (readonly number[])[]) => rows.map((row) => row.map(String))
  return reduced(laddersOf(JSON.stringify({ bids: texts(bids), asks: texts(asks) })), { sendsWhole: true })
}

const sweeps = ({ expected }: Case) =>
  (['buy', 'sell'] as const).flatMap((side) =>
    Object.entries(expected[`sweep_${side}_bps`]).map(([amount, cost]) => ({ side, amount: Number(amount), cost })),
  )

const nearOrNull = (found: number | null, expected: number | null, by: Parameters<typeof near>[2]): void => {
  if (found === null || expected === null) return expect(found).toBe(expected)
  near(found, expected, by)
}

describe('order book', () => {
  test.each(named(cases))('%s: spread, imbalance and ratio', (_id, { inputs, expected }) => {
    near(middleOf(bestOf(inputs)), expected.mid, tol)
    near(spreadBps(bestOf(inputs)), expected.spread_bps, tol)
    near(imbalance(inputs.bids[0]![1]!, inputs.asks[0]![1]!)!, expected.top_imbalance, tol)
    const { '10': ten, '25': far } = expected.depth
    near(imbalance(ten.bid_usd, ten.ask_usd)!, expected.imbalance_10bps, tol)
    near(depthRatio(far.bid_usd, far.ask_usd)!, expected.depth_ratio_25bps, tol)
  })

  test.each(named(cases))('%s: depth of the reduced book is that of the whole one', (_id, { inputs, expected }) => {
    const { bids, asks } = reducedOf(inputs)
    expect(Object.keys(expected.depth).map(Number)).toEqual([...DEPTH_BANDS])
    for (const band of DEPTH_BANDS) {
      near(moneyWithin(bids, band), expected.depth[`${band}`].bid_usd, tol)
      near(moneyWithin(asks, band), expected.depth[`${band}`].ask_usd, tol)
    }
  })

  test.each(named(cases))('%s: cost of trades', (_id, vector) => {
    const { inputs, expected } = vector
    for (const { side, amount, cost } of sweeps(vector)) {
      const steps = levels(side === 'buy' ? inputs.asks : inputs.bids)
      nearOrNull(sweepCostBps(steps, side, expected.mid, amount), cost, tol)
    }
  })

  /** What the reduction costs: the figure that methods 5.5 states. */
  test.each(named(cases))('%s: cost of trades over the reduced book is right to 0.012 basis points', (_id, vector) => {
    const { inputs, expected } = vector
    const { bids, asks } = reducedOf(inputs)
    for (const { side, amount, cost } of sweeps(vector)) {
      const [name, half] = side === 'buy' ? (['asks', asks] as const) : (['bids', bids] as const)
      const found = sweepCostBps(stepsOf(name, half, expected.mid), side, expected.mid, amount)
      // Whoever walks beyond the reach finds no end there.
      nearOrNull(found, amount > moneyWithin(half, REACH_BPS) ? null : cost, { abs: 0.012 })
    }
  })

  test('the cases are two, and one of them ends before five millions', () => {
    expect(cases.map(({ id }) => id)).toEqual(['ob1', 'ob2'])
    expect(sweeps(cases[0]!).filter(({ cost }) => cost === null)).toEqual([{ side: 'buy', amount: 5e6, cost: null }])
  })
})

describe('by hand', () => {
  const asks: readonly Step[] = [
    { near: 100, coins: 1, money: 100 },
    { near: 101, coins: 1, money: 101 },
  ]

  test('a trade that takes exactly the book has a price, one dollar more has none', () => {
    // 201 dollars for two coins: 100.5, half a per cent above 100.
    expect(sweepCostBps(asks, 'buy', 100, 201)!).toBeCloseTo(50, 9)
    expect(sweepCostBps(asks, 'buy', 100, 201.01)).toBeNull()
    expect(sweepCostBps([], 'buy', 100, 1)).toBeNull()
  })

  test('costs are positive on both sides, and negative where the other side is better than the middle', () => {
    expect(sweepCostBps(asks, 'buy', 99, 100)!).toBeCloseTo(1e4 / 99, 9)
    expect(sweepCostBps(asks, 'sell', 101, 100)!).toBeCloseTo(1e4 / 101, 9)
    expect(sweepCostBps(asks, 'buy', 101, 100)!).toBeCloseTo(-1e4 / 101, 9)
  })

  test('a stretch is dearer at its end than at its beginning', () => {
    // Two coins for 201: taken evenly from 100 to 101.
    const stretch: Step = { near: 100, coins: 2, money: 201 }
    expect(sweepCostBps([stretch], 'buy', 100, 201)!).toBeCloseTo(50, 9)
    expect(sweepCostBps([stretch], 'buy', 100, 100.5)!).toBeCloseTo(25, 9)
    expect(sweepCostBps([stretch], 'buy', 100, 0.001)!).toBeCloseTo(0, 3)
  })

  test('nothing on a side gives no ratio, nothing on both no imbalance', () => {
    expect([imbalance(0, 0), imbalance(1, 0), imbalance(0, 1), imbalance(3, 1)]).toEqual([null, 1, -1, 0.5])
    expect([depthRatio(1, 0), depthRatio(0, 1)]).toEqual([null, 0])
  })
})

describe('depth collapse', () => {
  const { tol: within, cases: states } = vectors.depth_collapse

  test.each(named(states))('%s', (_id, { inputs, expected }) => {
    const usual = usualDepth(inputs.history_25bps)!
    near(usual, expected.median, within)
    near(inputs.current / usual, expected.ratio, { ...within, abs: 5e-13 })
    expect<string>(depthState(inputs.current / usual)).toBe(expected.state)
  })

  test('the cases are one of each state', () => {
    expect(states.map(({ expected }) => expected.state)).toEqual(['NORMAL', 'THINNING', 'COLLAPSE'])
  })

  test('a limit belongs to the calmer state', () => {
    expect([0.6, 0.5999, 0.4, 0.3999].map(depthState)).toEqual(['NORMAL', 'THINNING', 'THINNING', 'COLLAPSE'])
  })

  test('nothing is usual below thirty minutes, or where nothing was there', () => {
    const minutes = (count: number, depth: number) => Array.from({ length: count }, () => depth)
    expect(usualDepth(minutes(LEAST_MINUTES - 1, 5))).toBeNull()
    expect(usualDepth(minutes(LEAST_MINUTES, 5))).toBe(5)
    expect(usualDepth(minutes(LEAST_MINUTES, 0))).toBeNull()
  })
})

describe('walls', () => {
  test('a venue counts at most ten times the one in the middle', () => {
    expect(WALL_FACTOR).toBe(10)
    expect(withoutWalls([1, 2, 3, 4, 1e6])).toEqual([1, 2, 3, 4, 30])
    expect(withoutWalls([1, 2, 3, 4, 30])).toEqual([1, 2, 3, 4, 30])
    expect(withoutWalls([])).toEqual([])
  })
})
