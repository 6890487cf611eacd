import { layout, type Tokens, type ValuesOf } from '../../canonical/layout.ts'
import { labelled, measured, readings } from '../../canonical/measured-token.ts'
import { capitals, oneOf } from '../../canonical/token.ts'
import type { Bands } from '../math/hysteresis.ts'
import { type ComponentAnswer, readingsOf, VALUE_PLACES } from './component.ts'
import type { LinearIndex } from './linear-index.ts'
import { recomputed, regimeCheck } from './recompute.ts'

/**
 * `v1|<TYPE>|<subject>|<CODE>|<value>|INDEX|<KEY>:<raw>:<weight>,…|REGIME:<regime>|CONFIDENCE:<confidence>|METHOD:v1|…`, and
 * how it is counted again.
 *
 * @param subject the one token of the subject, named as the field of the body
 */
export const linearLayout = <const T extends Tokens, K extends string, N extends string>(
  type: string,
  subject: T,
  code: string,
  index: LinearIndex<K>,
  bands: Bands<N>,
) => {
  const common = {
    code: oneOf(code),
    value: measured(VALUE_PLACES),
    unit: capitals(oneOf('INDEX')),
    readings: readings(index.places),
    regime: labelled('REGIME', oneOf(...bands.names)),
    confidence: labelled('CONFIDENCE', measured(2)),
    method: labelled('METHOD', oneOf('v1')),
  } as const
  const tokens: T & typeof common = { ...subject, ...common }
  return layout(type, tokens, {
    repeats: [...Object.keys(subject), 'value', 'unit', 'regime', 'confidence'],
    recompute: (values, body) => {
      const stated: ValuesOf<typeof common> = values
      return [...recomputed(stated, body, index.assemble), regimeCheck(bands, stated)]
    },
  })
}

/** The tokens of such a string that every index has. */
export const linearTokens = <K extends string, N extends string>(
  code: string,
  answer: {
    readonly value: number
    readonly unit: 'index'
    readonly regime: N
    readonly confidence: number
    readonly components: Readonly<Record<K, ComponentAnswer>>
  },
) => ({
  code,
  value: answer.value,
  unit: answer.unit,
  readings: readingsOf(answer.components),
  regime: answer.regime,
  confidence: answer.confidence,
  method: 'v1' as const,
})
