import { type TLiteral, type TUnion, Type } from '@sinclair/typebox'

/** Decimals of every confidence but those of prices. */
export const CONFIDENCE_PLACES = 2

/** Types of fields that several answers use. */

export const number = (description: string) => Type.Number({ description })

/** A number or, if it is unknown, `null`. */
export const numberOrNull = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

/** A share, 0 to 1. */
export const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

/** One of a closed set of words. */
export const word = <const W extends string>(words: readonly W[], description: string): TUnion<TLiteral<W>[]> =>
  Type.Union(
    words.map((each) => Type.Literal(each)),
    { description },
  )

export const wordOrNull = <const W extends string>(words: readonly W[], description: string) =>
  Type.Union([...words.map((each) => Type.Literal(each)), Type.Null()], { description })
