import { describe, expect, test } from 'bun:test'
import { type Condition, holds } from '../../../src/feeds/rules/condition.ts'
import { allThatHold, decideBy, decisionTable, shownTable } from '../../../src/feeds/rules/decision-table.ts'

const NONE = { x: null, word: null, flag: null }

const is = (condition: Condition<'x' | 'word' | 'flag'>, values: Partial<typeof NONE | Record<string, unknown>>) =>
  holds(condition, { ...NONE, ...values })

describe('a condition', () => {
  test('has its bound on the side that its relation names', () => {
    expect([1, 2, 3].map((x) => is({ input: 'x', at_least: 2 }, { x }))).toEqual([false, true, true])
    expect([1, 2, 3].map((x) => is({ input: 'x', above: 2 }, { x }))).toEqual([false, false, true])
    expect([1, 2, 3].map((x) => is({ input: 'x', at_most: 2 }, { x }))).toEqual([true, true, false])
    expect([1, 2, 3].map((x) => is({ input: 'x', below: 2 }, { x }))).toEqual([true, false, false])
    expect([-3, -1, 3].map((x) => is({ input: 'x', size: true, at_least: 2 }, { x }))).toEqual([true, false, true])
  })

  test('on words and flags asks for one of a list', () => {
    expect(is({ input: 'word', one_of: ['A', 'B'] }, { word: 'B' })).toBe(true)
    expect(is({ input: 'word', one_of: ['A', 'B'] }, { word: 'C' })).toBe(false)
    expect(is({ input: 'flag', one_of: [true] }, { flag: false })).toBe(false)
  })

  test('on a missing input is not known, unless the rest tells', () => {
    const x: Condition<'x' | 'word' | 'flag'> = { input: 'x', above: 0 }
    const flag: Condition<'x' | 'word' | 'flag'> = { input: 'flag', one_of: [true] }
    expect(is(x, {})).toBe(null)
    expect(is({ input: 'word', one_of: ['A'] }, {})).toBe(null)
    expect([true, false].map((value) => is({ any: [x, flag] }, { flag: value }))).toEqual([true, null])
    expect([true, false].map((value) => is({ all: [x, flag] }, { flag: value }))).toEqual([null, false])
  })

  test('is not asked of a value of another type', () => {
    expect(() => is({ input: 'word', above: 0 }, { word: 'A' })).toThrow('word is compared and is no number')
    expect(() => is({ input: 'x', one_of: ['A'] }, { x: 1 })).toThrow('x is a number')
  })
})

const TABLE = decisionTable({ x: 'per cent', flag: 'whether something happened' }, [
  {
    when: [
      { input: 'flag', one_of: [true] },
      { input: 'x', at_least: 1 },
    ],
    gives: 'both',
  },
  { when: [{ input: 'x', at_least: 1 }], gives: 'x alone' },
  { when: [], gives: 'otherwise' },
])

describe('a table', () => {
  test('is decided by its first row that holds, counted from one', () => {
    expect(decideBy(TABLE, { x: 1, flag: true })).toEqual({ row: 1, outcome: 'both' })
    expect(decideBy(TABLE, { x: 1, flag: false })).toEqual({ row: 2, outcome: 'x alone' })
    expect(decideBy(TABLE, { x: 0.99, flag: true })).toEqual({ row: 3, outcome: 'otherwise' })
  })

  test('skips a row while what it needs is missing', () => {
    expect(decideBy(TABLE, { x: 1, flag: null })).toEqual({ row: 2, outcome: 'x alone' })
    expect(decideBy(TABLE, { x: null, flag: true })).toEqual({ row: 3, outcome: 'otherwise' })
    expect(decideBy(decisionTable({ x: '' }, [{ when: [{ input: 'x', above: 0 }], gives: 1 }]), { x: null })).toBe(null)
  })

  test('of points gives the outcomes of all rows that hold', () => {
    expect(allThatHold(TABLE, { x: 1, flag: true })).toEqual(['both', 'x alone', 'otherwise'])
    expect(allThatHold(TABLE, { x: null, flag: null })).toEqual(['otherwise'])
  })

  test('is shown as it stands, with the numbers of its rows', () => {
    expect(shownTable(TABLE)).toEqual({
      inputs: { x: 'per cent', flag: 'whether something happened' },
      rows: [
        {
          row: 1,
          when: [
            { input: 'flag', one_of: [true] },
            { input: 'x', at_least: 1 },
          ],
          gives: 'both',
        },
        { row: 2, when: [{ input: 'x', at_least: 1 }], gives: 'x alone' },
        { row: 3, when: [], gives: 'otherwise' },
      ],
    })
  })
})
