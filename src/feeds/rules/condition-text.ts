import { type Condition, type Relation, relationOf } from './condition.ts'

/** Conditions in words, made from the tables themselves. */

const SIGNS: Readonly<Record<Relation, string>> = { at_least: '>=', above: '>', at_most: '<=', below: '<' }

const OPPOSITE: Readonly<Record<Relation, Relation>> = {
  at_least: 'below',
  above: 'at_most',
  at_most: 'above',
  below: 'at_least',
}

type Described<I extends string> = Readonly<Partial<Record<I, string>>>

const unitOf = (what: string | undefined): string => (what === 'per cent' ? ' %' : '')

const wordsOf = <I extends string>(condition: Condition<I>, inputs: Described<I>, isNegated: boolean): string => {
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : null
  if (parts) {
    const isAll = 'all' in condition
    const joint = isAll === isNegated ? ' or ' : ' and '
    return parts
      .map((part) => {
        const words = wordsOf(part, inputs, isNegated)
        return 'all' in part || 'any' in part ? `(${words})` : words
      })
      .join(joint)
  }
  if ('one_of' in condition) {
    const { input, one_of: values } = condition
    return `${input.replaceAll('_', ' ')} ${isNegated ? 'is not' : 'is'} ${values.join(' or ')}`
  }
  if (!('input' in condition)) return ''
  const { relation, bound } = relationOf(condition)
  const { input, size } = condition
  const name = input.replaceAll('_', ' ')
  const sign = SIGNS[isNegated ? OPPOSITE[relation] : relation]
  return `${size ? `abs(${name})` : name} ${sign} ${bound}${unitOf(inputs[input])}`
}

/** `r8 >= 0.0003 or z >= 2` */
export const conditionText = <I extends string>(condition: Condition<I>, inputs: Described<I>): string =>
  wordsOf(condition, inputs, false)

/** What must be true for the condition to hold no more: `r8 < 0.0003 and z < 2` */
export const negationText = <I extends string>(condition: Condition<I>, inputs: Described<I>): string =>
  wordsOf(condition, inputs, true)
