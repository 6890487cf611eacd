import { type TProperties, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { WEIGHT_PLACES } from '../../canonical/measured-token.ts'
import type { Component } from './assembly.ts'
import type { ComponentReading } from '../reading.ts'
import { CONFIDENCE_PLACES } from '../answer-fields.ts'

/** The components of an index in its answer. */

/** Decimals of the value. */
export const VALUE_PLACES = 2

/** One component (interface 3.3). */
export interface ComponentAnswer {
  value: number | null
  weight: number
  confidence: number
  sources: string[]
}

/** A component with fields of its own after those that all have. */
export const componentWith = <P extends TProperties>(description: string, more: P) =>
  Type.Object(
    {
      value: Type.Union([Type.Number(), Type.Null()], { description: 'Raw value; null when missing' }),
      weight: Type.Number({ description: 'Effective weight: shares of what is there' }),
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
      sources: Type.Array(Type.String()),
      ...more,
    },
    { description },
  )

export const component = (description: string) => componentWith(description, {})

/** The readings of all inputs of an index; `null` for a missing input. */
export type ReadingsOf<K extends string> = Readonly<Record<K, ComponentReading | null>>

/** The raw values of all components; `null` for a missing one. */
export type RawOf<K extends string> = Readonly<Record<K, number | null>>

/** Raw values rounded to the decimals of the canonical string, before anything is computed from them. */
export const quantisedTo = <K extends string>(places: Readonly<Record<K, number>>, raw: RawOf<K>): RawOf<K> =>
  Object.fromEntries(
    (Object.keys(places) as K[]).map((key) => {
      const value = raw[key]
      return [key, value === null ? null : rounded(value, places[key])]
    }),
  ) as RawOf<K>

/** The raw values of readings, rounded to the decimals of the canonical string. */
export const rawOf = <K extends string>(places: Readonly<Record<K, number>>, readings: ReadingsOf<K>): RawOf<K> =>
  quantisedTo(
    places,
    Object.fromEntries((Object.keys(places) as K[]).map((key) => [key, readings[key]?.value ?? null])) as RawOf<K>,
  )

/** One component with its weight in the index. */
export const partOf = <K extends string>(
  weights: Readonly<Record<K, number>>,
  readings: ReadingsOf<K>,
  key: K,
): Component => ({
  weight: weights[key],
  isThere: readings[key] !== null,
  confidence: readings[key]?.confidence ?? 0,
  isFallback: readings[key]?.isFallback ?? false,
})

/** All components as they stand in the answer. */
export const componentsOf = <K extends string>(
  raw: RawOf<K>,
  weights: Readonly<Record<K, number>>,
  readings: ReadingsOf<K>,
): Record<K, ComponentAnswer> =>
  Object.fromEntries(
    (Object.keys(raw) as K[]).map((key) => [
      key,
      {
        value: raw[key],
        weight: rounded(weights[key], WEIGHT_PLACES),
        confidence: rounded(readings[key]?.confidence ?? 0, CONFIDENCE_PLACES),
        sources: [...(readings[key]?.sources ?? [])],
      },
    ]),
  ) as Record<K, ComponentAnswer>

/** The time of the oldest input, Unix milliseconds. */
export const oldestReading = <K extends string>(readings: ReadingsOf<K>): number =>
  Math.min(...(Object.values(readings) as (ComponentReading | null)[]).flatMap((found) => (found ? [found.at] : [])))

/** The values and weights of the components in the canonical string. */
export const readingsOf = <K extends string>(components: Readonly<Record<K, ComponentAnswer>>) =>
  Object.fromEntries(
    (Object.keys(components) as K[]).map((key) => [
      key,
      { value: components[key].value, weight: components[key].weight },
    ]),
  ) as Readonly<Record<K, { readonly value: number | null; readonly weight: number }>>
