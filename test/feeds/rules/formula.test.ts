import { describe, expect, test } from 'bun:test'
import { type Formula, formulaText, formulaValue } from '../../../src/feeds/rules/formula.ts'

type Name = 'a' | 'b'
type F = Formula<Name>

const at = (formula: F, a: number | null, b: number | null = 0) => formulaValue<Name>(formula, { a, b })

describe('a formula', () => {
  test.each<readonly [F, number, string]>([
    [7, 7, '7'],
    ['a', 6, 'a'],
    [{ op: 'plus', of: ['a', 'b'] }, 4, 'a + b'],
    [{ op: 'less', of: ['a', 'b'] }, 8, 'a - b'],
    [{ op: 'times', of: ['a', 'b', 2] }, -24, 'a * b * 2'],
    [{ op: 'over', of: ['a', 'b'] }, -3, 'a / b'],
    [{ op: 'min', of: ['a', 'b'] }, -2, 'min(a, b)'],
    [{ op: 'max', of: ['a', 'b'] }, 6, 'max(a, b)'],
    [{ op: 'abs', of: ['b'] }, 2, 'abs(b)'],
    [{ op: 'sign', of: ['b'] }, -1, 'sign(b)'],
    [{ op: 'clip', of: ['a', -1, 1] }, 1, 'clip(a, -1, 1)'],
    [{ op: 'clip', of: ['b', -1, 1] }, -1, 'clip(b, -1, 1)'],
    [{ where: { input: 'a', at_least: 6 }, is: 'b', otherwise: 1 }, -2, 'b if a >= 6 else 1'],
    [{ where: { input: 'a', above: 6 }, is: 'b', otherwise: 1 }, 1, 'b if a > 6 else 1'],
    [{ where: { input: 'b', size: true, below: 3 }, is: 5, otherwise: 1 }, 5, '5 if abs(b) < 3 else 1'],
  ])('%j is %p for 6 and -2, and reads %p', (formula, value, text) => {
    expect([at(formula, 6, -2), formulaText<Name>(formula)]).toEqual([value, text])
  })

  test('puts what stands between operands in brackets, and nothing else', () => {
    const sum: F = { op: 'plus', of: ['a', 'b'] }
    expect(
      formulaText<Name>({
        op: 'over',
        of: [
          { op: 'less', of: ['a', 'b'] },
          { op: 'max', of: [sum, 1] },
        ],
      }),
    ).toBe('(a - b) / max(a + b, 1)')
    const way: F = { where: { input: 'a', below: 0 }, is: 0, otherwise: sum }
    expect(formulaText<Name>({ where: { input: 'b', below: 0 }, is: way, otherwise: 1 })).toBe(
      '(0 if a < 0 else a + b) if b < 0 else 1',
    )
    expect(formulaText<Name>({ op: 'times', of: [2, way] })).toBe('2 * (0 if a < 0 else a + b)')
  })

  test('has no value while any of its inputs is missing, whichever way it takes', () => {
    const way: F = { where: { input: 'a', below: 1 }, is: 0, otherwise: 'b' }
    expect([at(way, 0, 5), at(way, 2, 5), at(way, 0, null), at(way, null, 5)]).toEqual([0, 5, null, null])
    const both: F = {
      where: { all: [{ input: 'a', above: 0 }, { any: [{ input: 'b', above: 0 }] }] },
      is: 1,
      otherwise: 0,
    }
    expect([at(both, 1, 1), at(both, 1, -1), at(both, 1, null)]).toEqual([1, 0, null])
  })
})
