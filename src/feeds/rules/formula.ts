import { type Condition, holds } from './condition.ts'
import { conditionText } from './condition-text.ts'

/**
 * Formulas as data: an answer is computed from them, whoever verifies it computes with them again, and the words that are
 * published are made of them.
 */

/** What is computed of the operands, in their order. */
const OPERATIONS = {
  plus: (a: number, b: number): number => a + b,
  less: (a: number, b: number): number => a - b,
  times: (...of: number[]): number => of.reduce((product, each) => product * each, 1),
  over: (a: number, b: number): number => a / b,
  min: Math.min,
  max: Math.max,
  abs: Math.abs,
  sign: Math.sign,
  clip: (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value)),
} as const satisfies Readonly<Record<string, (...of: number[]) => number>>
type Operation = keyof typeof OPERATIONS

/** A number, the name of an input, what is computed of others, or one of two formulas by a condition. */
export type Formula<I extends string> =
  | number
  | I
  | { readonly op: Operation; readonly of: readonly Formula<I>[] }
  | { readonly where: Condition<I>; readonly is: Formula<I>; readonly otherwise: Formula<I> }

/** Operations that are written between their operands. */
const SIGNS: Readonly<Partial<Record<Operation, string>>> = { plus: '+', less: '-', times: '*', over: '/' }

const isName = <I extends string>(formula: Formula<I>): formula is I => typeof formula === 'string'

const conditionInputs = <I extends string>(condition: Condition<I>): readonly I[] =>
  'all' in condition
    ? condition.all.flatMap(conditionInputs)
    : 'any' in condition
      ? condition.any.flatMap(conditionInputs)
      : [condition.input]

/** The inputs of a formula, on all of its ways. */
const inputsOf = <I extends string>(formula: Formula<I>): readonly I[] => {
  if (typeof formula === 'number') return []
  if (isName(formula)) return [formula]
  if ('op' in formula) return formula.of.flatMap(inputsOf)
  return [...conditionInputs(formula.where), ...inputsOf(formula.is), ...inputsOf(formula.otherwise)]
}

type Numbers<I extends string> = Readonly<Record<I, number>>

const computed = <I extends string>(formula: Formula<I>, values: Numbers<I>): number => {
  if (typeof formula === 'number') return formula
  if (isName(formula)) return values[formula]
  if ('op' in formula) {
    const operation: (...of: number[]) => number = OPERATIONS[formula.op]
    return operation(...formula.of.map((each) => computed(each, values)))
  }
  return computed(holds(formula.where, values) === true ? formula.is : formula.otherwise, values)
}

const isWhole = <I extends string>(
  values: Readonly<Record<I, number | null>>,
  of: readonly I[],
): values is Numbers<I> => of.every((name) => values[name] !== null)

/** The value; `null` where any input is missing, also one that the way taken does not need. */
export const formulaValue = <I extends string>(
  formula: Formula<I>,
  values: Readonly<Record<I, number | null>>,
): number | null => (isWhole(values, inputsOf(formula)) ? computed(formula, values) : null)

const operand = <I extends string>(formula: Formula<I>): string => {
  const isLong = typeof formula === 'object' && ('where' in formula || SIGNS[formula.op] !== undefined)
  return isLong ? `(${formulaText(formula)})` : formulaText(formula)
}

const branch = <I extends string>(formula: Formula<I>): string =>
  typeof formula === 'object' && 'where' in formula ? operand(formula) : formulaText(formula)

/** `clip(r8 / 0.0003, -1, 1)` */
export const formulaText = <I extends string>(formula: Formula<I>): string => {
  if (typeof formula === 'number') return String(formula)
  if (isName(formula)) return formula
  if ('where' in formula) {
    const { where, is, otherwise } = formula
    return `${branch(is)} if ${conditionText<string>(where, {})} else ${branch(otherwise)}`
  }
  const { op, of } = formula
  const sign = SIGNS[op]
  return sign === undefined ? `${op}(${of.map(formulaText).join(', ')})` : of.map(operand).join(` ${sign} `)
}
