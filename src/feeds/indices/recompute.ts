import type { Check } from '../../canonical/check.ts'
import { fixed } from '../../canonical/decimal.ts'
import { jcs, type Json } from '../../canonical/jcs.ts'
import { type Reading, WEIGHT_PLACES } from '../../canonical/measured-token.ts'
import { type Bands, mayBe } from '../math/hysteresis.ts'
import type { Assembled } from './assembly.ts'
import { type RawOf, VALUE_PLACES } from './component.ts'

/** The values that the canonical string of an index states. */
export interface StatedIndex<K extends string> {
  readonly value: number
  readonly unit: string
  readonly readings: Readonly<Record<K, Reading>>
}

/** Value and weight of one component in the canonical string. */
const said = ({ value, weight }: Reading) => ({ value, weight })

/** The components of a body, in the form of the string; `undefined` for a body without any, which is not checked. */
const repeated = (body: Readonly<Record<string, Json>>): Json | undefined => {
  const components = body['components']
  if (typeof components !== 'object' || components === null) return undefined
  return Object.fromEntries(
    Object.entries(components as Readonly<Record<string, Json>>).map(([key, component]) => {
      const { value, weight } = { value: null, weight: null, ...(component as Readonly<Record<string, Json>>) }
      return [key, { value, weight }]
    }),
  )
}

/**
 * Checks the signed value, digit by digit, from the raw values in the string and the published weights and scales
 * alone.
 *
 * @param assemble the formula of the index; `null` if there is no value
 */
export const recomputed = <K extends string>(
  stated: StatedIndex<K>,
  body: Readonly<Record<string, Json>>,
  assemble: (raw: RawOf<K>) => Assembled<K> | null,
): readonly Check[] => {
  const keys = Object.keys(stated.readings) as K[]
  const found = assemble(Object.fromEntries(keys.map((key) => [key, stated.readings[key].value])) as RawOf<K>)
  const value = found === null ? 'nothing' : `${fixed(found.value, VALUE_PLACES)} ${found.unit}`
  const weights = keys.map((key) => fixed(found?.weights[key] ?? 0, WEIGHT_PLACES)).join(' ')
  const shares = keys.map((key) => fixed(stated.readings[key].weight, WEIGHT_PLACES)).join(' ')
  const shown = repeated(body)
  return [
    {
      what: 'value is recomputed from the components',
      ok: value === `${fixed(stated.value, VALUE_PLACES)} ${stated.unit}`,
      detail: value,
    },
    { what: 'weights are recomputed from the components that are there', ok: weights === shares, detail: weights },
    ...(shown === undefined
      ? []
      : [
          {
            what: 'components agree with the canonical string',
            ok: jcs(shown) === jcs(Object.fromEntries(keys.map((key) => [key, said(stated.readings[key])]))),
          },
        ]),
  ]
}

/** A single answer does not show the regime before it. Only whether the value allows the regime can be checked. */
export const regimeCheck = <N extends string>(
  bands: Bands<N>,
  { value, regime }: { readonly value: number; readonly regime: N },
): Check => ({ what: 'the value allows the regime', ok: mayBe(bands, value, regime), detail: regime })
