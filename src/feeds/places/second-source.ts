import { type Static, Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { rounded } from '../../canonical/measure.ts'
import { FALLBACK } from '../reading.ts'

/**
 * Compares an answer with the same quantity from a second provider, if the operator may use one. It can lower the
 * confidence of an answer, and never makes an answer.
 */

/** How far two honest providers may differ: the larger of an amount and a share of the larger value. */
export interface Bound {
  readonly unit: string
  readonly amount: number
  readonly share: number
  readonly why: string
}

/**
 * The bounds by product, for the value that is signed. Two models of the same place differ; beyond these bounds one of
 * them is broken or misread.
 */
export const SECOND_BOUNDS = {
  wrsi: {
    unit: 'ratio',
    amount: 0.25,
    share: 0,
    why: 'the width of a drought class: rain of two reanalyses may differ by a third where a crop draws most of it',
  },
  rainfall: {
    unit: 'mm',
    amount: 25,
    share: 0.5,
    why: 'rain is modelled and not assimilated: sums of two reanalyses differ by up to a half, and one storm by 25 mm where it hit one cell and missed the other',
  },
  temperature: {
    unit: 'degrees Celsius',
    amount: 4,
    share: 0,
    why: 'native cells may stand some 400 m apart in height, 2.6 degrees by the usual lapse, and daily means of reanalyses scatter by 1.5',
  },
  wind: {
    unit: 'km/h',
    amount: 18,
    share: 0.4,
    why: 'the highest hourly mean depends on the roughness and the size of a native cell: coasts differ by 5 m/s, storms by two fifths',
  },
  seastate: {
    unit: 'm',
    amount: 0.75,
    share: 0.3,
    why: 'global wave models lie within 0.4 m of buoys and scatter by a sixth: two of them, over an hour or three, by twice that',
  },
} as const satisfies Readonly<Record<string, Bound>>

export const Compared = Type.Union(
  [
    Type.Object({
      source: Type.String({ description: 'Whose data the second value is' }),
      value: Type.Number({ description: 'What is signed, by the first source over what both know' }),
      second: Type.Number({ description: 'The same by the second source' }),
      unit: Type.String(),
      difference: Type.Number({ minimum: 0 }),
      bound: Type.Number({ minimum: 0, description: 'The largest difference of two honest sources' }),
      agrees: Type.Boolean({ description: 'The difference is within the bound; else the confidence is lowered' }),
      days: Type.Optional(Type.Integer({ description: 'Days of the window that both know' })),
    }),
    Type.Null(),
  ],
  { description: 'What a second source says; null where none is asked or none has an answer' },
)
export type Compared = Static<typeof Compared>

/** Two decimals, as in the answers. */
const PLACES = 2

/** @param described name of the second source */
export const compare = (
  value: number,
  second: number,
  { unit, amount, share }: Bound,
  described: string,
): NonNullable<Compared> => {
  const difference = Math.abs(value - second)
  const bound = Math.max(amount, share * Math.max(Math.abs(value), Math.abs(second)))
  return {
    source: described,
    value: rounded(value, PLACES),
    second: rounded(second, PLACES),
    unit,
    difference: rounded(difference, PLACES),
    bound: rounded(bound, PLACES),
    agrees: difference <= bound,
  }
}

/**
 * An answer with its comparison, and with lower confidence if the two disagree. Without a comparison the confidence
 * stays.
 */
export const withCompared = <C extends { readonly confidence: number }>(
  content: C,
  compared: Compared,
): C & { readonly compared: Compared } => ({
  ...content,
  compared,
  confidence: rounded(content.confidence * (compared && !compared.agrees ? FALLBACK : 1), PLACES),
})

/** The source to compare with: the first of the others. */
export const otherThan = <T>(one: T, all: readonly T[]): T | null => all.find((each) => each !== one) ?? null

/** The rule of one product, for its methodology. */
export const secondRule = (product: keyof typeof SECOND_BOUNDS): Readonly<Record<string, Json>> => {
  const { unit, amount, share, why } = SECOND_BOUNDS[product]
  return {
    bound: share === 0 ? `${amount} ${unit}` : `${amount} ${unit} or ${share} of the larger value, whichever is more`,
    why,
    degrades: `a difference beyond it counts ${FALLBACK} in the confidence; compared is null where no second source may be asked or has an answer, which lowers nothing`,
  }
}

/** Two sources of one series, with `null` where a source knows nothing: the highest values where both know one. */
export const compareHighest = (
  values: readonly (number | null)[],
  seconds: readonly (number | null)[],
  bound: Bound,
  described: string,
): Compared => {
  const both = values.flatMap((value, at) => {
    const second = seconds[at] ?? null
    return value === null || second === null ? [] : [{ value, second }]
  })
  if (both.length === 0) return null
  const highest = (of: 'value' | 'second'): number => Math.max(...both.map((each) => each[of]))
  return compare(highest('value'), highest('second'), bound, described)
}
