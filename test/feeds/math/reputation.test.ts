import { describe, expect, test } from 'bun:test'
import { agree, hearing, majorityOf } from '../../../src/feeds/math/agreement.ts'
import { nextRuns, type Runs, silencedNow } from '../../../src/feeds/math/reputation.ts'

/** Who loses its vote, and how many may. */

const START = 1_795_000_000_000
const votes = (...prices: readonly number[]) => prices.map((price, at) => ({ source: `v${at}`, price }))

/** Agreements at these seconds, `prices` by second; who loses its vote in each. */
const told = (
  seconds: readonly number[],
  prices: (second: number) => readonly number[],
  configured = 7,
): readonly (readonly string[])[] => {
  let runs: Runs = {}
  return seconds.map((second) => {
    const found = agree(votes(...prices(second)), { configured, tau: 0.005 })
    if (found.kind !== 'agreed') throw new Error(found.kind)
    runs = nextRuns(runs, found, START + second * 1000)
    return silencedNow(runs, START + second * 1000)
  })
}
const seconds = (count: number, step = 1): readonly number[] => Array.from({ length: count }, (_, at) => at * step)
const liar =
  (lie: number, others = 1) =>
  () => [1 + lie, others, 1, 1, 1, 1, 1.001]
const first = (each: readonly (readonly string[])[]): number => each.findIndex((names) => names.length > 0)

describe('a venue that keeps lying', () => {
  test('loses its vote with the third agreement, but not within fifteen seconds', () => {
    expect(told([0, 8, 15], liar(0.011))).toEqual([[], [], ['v0']])
    expect(told([0, 8, 14.999], liar(0.011))).toEqual([[], [], []])
    expect(told([0, 5, 10, 15], liar(-0.02))).toEqual([[], [], [], ['v0']])
    expect(told([0, 20], liar(0.02))).toEqual([[], []])
  })

  test('is judged by time where agreements come every second', () => {
    expect(first(told(seconds(20), liar(0.02)))).toBe(15)
  })

  test('loses it anew as long as it goes on, and by its own lies alone', () => {
    const each = told(seconds(5, 5), liar(0.02))
    expect(each).toEqual([[], [], [], ['v0'], ['v0']])
  })

  test('is far out by more than one per cent of the value, not by one', () => {
    expect(first(told(seconds(20), liar(0.009_999)))).toBe(-1)
    expect(first(told(seconds(20), liar(0.010_001)))).toBe(15)
    expect(first(told(seconds(20), liar(-0.010_001)))).toBe(15)
  })

  test('begins anew when it was right once, or after a minute without a word', () => {
    expect(first(told(seconds(5, 5), (at) => (at === 10 ? liar(0)() : liar(0.02)())))).toBe(-1)
    expect(first(told([0, 8, 69], liar(0.02)))).toBe(-1)
    expect(first(told([0, 8, 68], liar(0.02)))).toBe(2)
  })

  test('one agreement that comes twice is one', () => {
    expect(first(told([0, 15, 15, 15], liar(0.02)))).toBe(-1)
    expect(first(told([0, 15, 14, 13], liar(0.02)))).toBe(-1)
    expect(first(told([0, 15, 15, 16], liar(0.02)))).toBe(3)
  })

  test('an agreement without it neither adds nor forgives', () => {
    const away = (at: number) => (at === 8 ? [Number.NaN, 1, 1, 1, 1, 1, 1] : liar(0.02)())
    expect(first(told([0, 8, 15, 16], away))).toBe(3)
  })

  test('is not judged by few venues, nor by a majority that lies apart', () => {
    expect(first(told(seconds(20), () => [1.02, 1, 1, 1], 4))).toBe(-1)
    expect(first(told(seconds(20), () => [1.02, 1, 1, 1, 1], 5))).toBe(15)
    const apart = (width: number) => () => [1.02, 1, 1, 1 + width / 2, 1 + width, 1 + 2 * width, 1 - width]
    expect(first(told(seconds(20), apart(0.001_99)))).toBe(15)
    expect(first(told(seconds(20), () => [1.02, 1, 1, 1 + 0.0021, 1 + 0.0021, 0.997, 1.006]))).toBe(-1)
  })

  test('silenced already, its lies are still seen', () => {
    const silenced = votes(1.02, 1, 1, 1, 1, 1, 1).map((vote, at) => (at === 0 ? { ...vote, silencedUntil: 1 } : vote))
    const found = agree(silenced, { configured: 7, tau: 0.005 })
    if (found.kind !== 'agreed') throw new Error(found.kind)
    expect(Object.keys(nextRuns({}, found, START))).toEqual(['v0'])
  })
})

describe('an attacker', () => {
  /** Three liars of seven, anywhere, against four honest venues that lie within 0.8 % of one another. */
  const lies = [-0.5, -0.02, -0.012, -0.008, -0.004, -0.002, 0, 0.002, 0.004, 0.008, 0.012, 0.02, 0.5]
  const honestSets = [
    [1, 1, 1, 1.008],
    [1, 1.001, 1.007, 1.008],
    [1, 1.002, 1.004, 1.008],
    [1, 1.008, 1.008, 1.008],
  ]

  test('silences no honest venue with a minority, wherever his three stand', () => {
    let agreements = 0
    for (const honest of honestSets)
      for (const a of lies)
        for (const b of lies)
          for (const c of lies) {
            const all = votes(...honest, 1 + a, 1 + b, 1 + c)
            const found = agree(all, { configured: 7, tau: 0.005 })
            if (found.kind !== 'agreed') continue
            agreements++
            const far = Object.keys(nextRuns({}, found, START))
            expect(far.filter((name) => ['v0', 'v1', 'v2', 'v3'].includes(name))).toEqual([])
          }
    expect(agreements).toBeGreaterThan(4_000)
  })
})

describe('silenced votes', () => {
  const silenced = (names: Readonly<Record<string, number>>, count: number) =>
    votes(...Array.from({ length: count }, () => 1)).map((vote) =>
      vote.source in names ? { ...vote, silencedUntil: names[vote.source]! } : vote,
    )

  test('are left out while one more than a majority is left, whoever is silenced for longest first', () => {
    const all = { v0: 1, v1: 9, v2: 5, v3: 7 }
    const kept = (count: number, configured: number) =>
      hearing(silenced(all, count), configured).silenced.map(({ source }) => source)
    expect(kept(9, 9)).toEqual(['v1', 'v2', 'v3'])
    expect(kept(8, 9)).toEqual(['v1', 'v3'])
    expect(kept(7, 9)).toEqual(['v1'])
    expect(kept(6, 9)).toEqual([])
    expect(kept(5, 9)).toEqual([])
    expect(kept(5, 5)).toEqual(['v1'])
    expect(kept(4, 4)).toEqual([])
  })

  test('do not make the value, and are told apart from those outside', () => {
    const cast = [...votes(2, 1, 1, 1, 1, 1), { source: 'x', price: 1.1, silencedUntil: 1 }]
    const found = agree(cast, { configured: 7, tau: 0.005 })
    expect(found).toMatchObject({ kind: 'agreed', value: 1, rejected: [{ source: 'v0' }], silenced: [{ source: 'x' }] })
  })

  test('never turn an agreement into silence', () => {
    for (let configured = 1; configured <= 9; configured++)
      for (let there = majorityOf(configured); there <= configured; there++) {
        const names = Object.fromEntries(Array.from({ length: there }, (_, at) => [`v${at}`, at]))
        expect(agree(silenced(names, there), { configured, tau: 0.005 }).kind).toBe('agreed')
      }
  })
})
