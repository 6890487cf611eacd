import { describe, expect, test } from 'bun:test'
import {
  confirmationOf,
  type FirstPrice,
  isOnBeat,
  judgePrice,
  type OnlyFor,
  pendsFor,
  type SequencedPrice,
} from '../../../src/dlc/terms/breaching.ts'
import { compareDecimals } from '../../../src/dlc/terms/scale.ts'
import { dice } from '../../support/dlc/random.ts'

const START = 1_800_000_000_000

/** One price each five seconds, of votes that are one second old. */
const price = (n: number, text: string, given: Partial<SequencedPrice> = {}): SequencedPrice => {
  const at = given.at ?? START + n * 5_000
  return {
    sequence: n,
    at,
    price: text,
    observed: { majorityAt: at - 1_000, newestAt: at - 500 },
    only: null,
    ...given,
  }
}

const ABOVE: OnlyFor = { id: 'A', direction: 'above', strike: '100' }
const BELOW: OnlyFor = { id: 'B', direction: 'below', strike: '100' }

/** The pairs of prices, by sequence, that breach a contract: all that come to pass, though the first decides. */
const breaches = (prices: readonly SequencedPrice[], contract: OnlyFor): readonly (readonly [number, number])[] => {
  let pending: readonly FirstPrice[] = []
  const found: (readonly [number, number])[] = []
  for (const each of prices) {
    const judged = judgePrice(pending, each)
    for (const first of judged.confirmed) if (pendsFor(first, contract)) found.push([first.sequence, each.sequence])
    pending = judged.pending
  }
  return found
}

describe('a contract', () => {
  test('is breached by two prices at or past its strike and by no single one', () => {
    expect(breaches([price(1, '100')], ABOVE)).toEqual([])
    expect(breaches([price(1, '150'), price(2, '100')], ABOVE)).toEqual([[1, 2]])
    expect(breaches([price(1, '100'), price(2, '50')], BELOW)).toEqual([[1, 2]])
    expect(breaches([price(1, '99.99'), price(2, '101')], ABOVE)).toEqual([])
  })

  test('is not breached by one lie among prices that are right', () => {
    const prices = ['99', '98', '500', '99', '97', '0.1', '98'].map((text, n) => price(n + 1, text))
    expect(breaches(prices, ABOVE)).toEqual([])
    expect(breaches(prices, { ...BELOW, strike: '50' })).toEqual([])
  })

  test('a price on the other side breaks, also one that could breach nothing itself', () => {
    expect(breaches([price(1, '101'), price(2, '99'), price(3, '101')], ABOVE)).toEqual([])
    expect(breaches([price(1, '101'), price(2, '99', { observed: null }), price(3, '101')], ABOVE)).toEqual([])
    expect(breaches([price(1, '101'), price(2, '99'), price(3, '101'), price(4, '100')], ABOVE)).toEqual([[3, 4]])
  })

  test.each([
    ['less than five seconds later', { at: START + 9_999 }],
    ['of carried or fixed values', { observed: null }],
    ['of votes that the first one had', { observed: { majorityAt: START + 4_500, newestAt: START + 9_000 } }],
    ['of votes from before the first conclusion', { observed: { majorityAt: START + 5_000, newestAt: START + 9_000 } }],
  ])('a price %s is a gap: it neither confirms nor breaks', (_, given) => {
    const gap = price(2, '101', given)
    expect(breaches([price(1, '101'), gap], ABOVE)).toEqual([])
    expect(breaches([price(1, '101'), gap, price(3, '101')], ABOVE)).toContainEqual([1, 3])
  })

  test('votes that came after the second in which the first is dated, and entered it, confirm nothing', () => {
    const late = price(1, '101', { observed: { majorityAt: START + 5_100, newestAt: START + 5_600 } })
    const next = (majorityAt: number) => price(2, '101', { observed: { majorityAt, newestAt: START + 9_900 } })
    expect(breaches([late, next(START + 5_600)], ABOVE)).toEqual([])
    expect(breaches([late, next(START + 5_601)], ABOVE)).toEqual([[1, 2]])
  })

  test('a price that cannot breach is no first one', () => {
    expect(breaches([price(1, '101', { observed: null }), price(2, '101')], ABOVE)).toEqual([])
  })

  test('a first price is confirmed after any silence', () => {
    expect(breaches([price(1, '101'), price(900, '101')], ABOVE)).toEqual([[1, 900]])
  })

  test('seconds are counted as prices are dated', () => {
    const [first, next] = [price(1, '101', { at: START + 5_900 }), price(2, '101', { at: START + 10_100 })]
    expect(breaches([first, next], ABOVE)).toEqual([[1, 2]])
  })
})

describe('a price out of turn', () => {
  const asked = (n: number, at: number, text: string, only = ABOVE) => price(n, text, { at, only })

  test('is a first price for its contract and for no other', () => {
    const prices = [asked(1, START + 1_234, '101'), price(2, '101', { at: START + 10_000 })]
    expect(breaches(prices, ABOVE)).toEqual([[1, 2]])
    expect(breaches(prices, { ...ABOVE, id: 'another' })).toEqual([])
  })

  test('before its strike breaks nothing for anybody, and pends for nobody', () => {
    const prices = [price(1, '101'), asked(2, START + 7_000, '99'), price(3, '101', { at: START + 10_000 })]
    for (const id of ['A', 'another']) expect(breaches(prices, { ...ABOVE, id })).toEqual([[1, 3]])
    expect(judgePrice([], asked(1, START + 7_000, '99')).pending).toEqual([])
  })

  test('between two beats confirms nothing', () => {
    expect(breaches([price(1, '101'), asked(2, START + 12_000, '101')], ABOVE)).toEqual([])
  })

  test('at the beat that confirms, confirms and breaks for its contract alone', () => {
    const first = asked(1, START + 1_234, '101')
    const beat = confirmationOf(START + 1_234)
    expect(breaches([first, asked(2, beat, '100')], ABOVE)).toEqual([[1, 2]])
    expect(breaches([first, asked(2, beat, '99'), price(5, '101')], ABOVE)).toEqual([])
    const regular = price(1, '101')
    expect(breaches([regular, asked(2, START + 15_000, '101')], ABOVE)).toEqual([[1, 2]])
    expect(breaches([regular, asked(2, START + 15_000, '101'), price(5, '101')], { ...ABOVE, id: 'another' })).toEqual([
      [1, 5],
    ])
    const other = asked(1, START + 1_234, '101', { ...ABOVE, id: 'another' })
    expect(breaches([other, asked(2, beat, '99'), price(5, '101')], { ...ABOVE, id: 'another' })).toEqual([[1, 5]])
  })

  test('is broken by a price of the cadence on the other side', () => {
    expect(breaches([asked(1, START + 1_000, '101'), price(1, '99'), price(2, '101')], ABOVE)).toEqual([])
  })

  test.each([
    [START, START + 5_000],
    [START + 1, START + 10_000],
    [START + 4_999, START + 10_000],
    [START + 5_000, START + 10_000],
  ])('of %d is confirmed at %d', (at, beat) => {
    expect(confirmationOf(at)).toBe(beat)
    expect(isOnBeat(beat)).toBeTrue()
  })
})

test('what pends stays small, however long prices rest on old votes: votes expire', () => {
  let pending: readonly FirstPrice[] = []
  let most = 0
  for (let n = 1; n <= 2_000; n++) {
    const at = START + n * 5_000
    const majorityAt = at - (n % 12) * 5_000
    pending = judgePrice(pending, price(n, '100', { observed: { majorityAt, newestAt: at } })).pending
    most = Math.max(most, pending.length)
  }
  expect(most).toBeWithin(2, 14)
})

test('two thousand paths: as the rule says, looked up price by price', () => {
  const random = dice(27)
  for (let run = 0; run < 2_000; run++) {
    let at = START
    const prices = Array.from({ length: random.integer(1, 12) }, (_, i) => {
      at += random.integer(1, 3) * 2_500
      const age = random.integer(0, 8_000)
      const observed = random.chance(0.8) ? { majorityAt: at - age, newestAt: at - random.integer(0, age) } : null
      return price(i + 1, String(random.integer(97, 103)), { at, observed })
    })
    for (const contract of [ABOVE, BELOW]) {
      const isPast = (text: string) => compareDecimals(text, '100') * (contract.direction === 'above' ? 1 : -1) >= 0
      const expected = prices.flatMap((second, j) =>
        prices.slice(0, j).flatMap((first, i): readonly (readonly [number, number])[] => {
          const between = prices.slice(i, j + 1)
          const isConfirmedBefore = prices.slice(i + 1, j).some((each) => confirmed(first, each))
          return first.observed &&
            between.every((each) => isPast(each.price)) &&
            confirmed(first, second) &&
            !isConfirmedBefore
            ? [[first.sequence, second.sequence]]
            : []
        }),
      )
      expect(breaches(prices, contract).toSorted()).toEqual(expected.toSorted())
    }
  }
})

const confirmed = (first: SequencedPrice, next: SequencedPrice): boolean =>
  next.observed !== null &&
  first.observed !== null &&
  Math.floor(next.at / 1000) >= Math.floor(first.at / 1000) + 5 &&
  next.observed.majorityAt > Math.max(first.at, first.observed.newestAt)
