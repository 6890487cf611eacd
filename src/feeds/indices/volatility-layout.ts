import type { Check } from '../../canonical/check.ts'
import { fixed } from '../../canonical/decimal.ts'
import { jcs, type Json } from '../../canonical/jcs.ts'
import { layout, type ValuesOf } from '../../canonical/layout.ts'
import { labelled, measured, type Reading, readings, WEIGHT_PLACES } from '../../canonical/measured-token.ts'
import { oneOf, text } from '../../canonical/token.ts'
import {
  type Raw,
  VALUE_PLACES,
  VOLATILITY_KEYS,
  VOLATILITY_PLACES,
  type VolatilityKey,
  volatilityOf,
} from './volatility.ts'

const TOKENS = {
  pair: text,
  code: oneOf('MSVI'),
  value: measured(VALUE_PLACES),
  unit: oneOf('index', 'pct_annualized'),
  window: oneOf('30D'),
  readings: readings(VOLATILITY_PLACES),
  confidence: labelled('CONFIDENCE', measured(2)),
  method: labelled('METHOD', oneOf('v1')),
} as const

const coinOf = (pair: string): string => pair.replace(/USD$/, '')

const rawOf = (found: Readonly<Record<VolatilityKey, Reading>>): Raw =>
  Object.fromEntries(VOLATILITY_KEYS.map((key) => [key, found[key].value])) as Raw

/** The components of a body as the string would have them; a body without any says nothing against the string. */
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

/** From the raw values in the string and the published weights and scales alone: the signed value, digit by digit. */
const recompute = (values: ValuesOf<typeof TOKENS>, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const found = volatilityOf(coinOf(values.pair), rawOf(values.readings))
  const value = found === null ? 'nothing' : `${fixed(found.value, VALUE_PLACES)} ${found.unit}`
  const weights = VOLATILITY_KEYS.map((key) => fixed(found?.weights[key] ?? 0, WEIGHT_PLACES)).join(' ')
  const printed = VOLATILITY_KEYS.map((key) => fixed(values.readings[key].weight, WEIGHT_PLACES)).join(' ')
  const shown = repeated(body)
  return [
    {
      what: 'value is recomputed from the components',
      ok: value === `${fixed(values.value, VALUE_PLACES)} ${values.unit}`,
      detail: value,
    },
    { what: 'weights are recomputed from the components that are there', ok: weights === printed, detail: weights },
    ...(shown === undefined
      ? []
      : [
          {
            what: 'components agree with the canonical string',
            ok: jcs(shown) === jcs(values.readings as unknown as Json),
          },
        ]),
  ]
}

/** `v1|VOLATILITY|BTCUSD|MSVI|21.08|index|30D|RV:44.2600:0.3000,IV:…,TS:…,FR:…,PCR:…|CONFIDENCE:0.95|METHOD:v1|…` */
export const VOLATILITY_LAYOUT = layout('VOLATILITY', TOKENS, { recompute })
