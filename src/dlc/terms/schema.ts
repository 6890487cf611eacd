import { type Static, Type } from '@sinclair/typebox'
import { DAY_SECONDS } from '../../time-units.ts'
import { DLC_PAIR_NAMES, type DlcPair, THRESHOLD_PAIRS } from './pairs.ts'

/**
 * The three create bodies as documents show them, and their limits in numbers (interface 7). What a schema
 * cannot say (time, order, distinctness) is in `threshold-terms.ts`, `enum-terms.ts` and `numeric-terms.ts`, which
 * accept nothing that these refuse.
 */

export const LIMITS = {
  /** Seconds. */
  maturityAhead: { min: 60, max: 365 * DAY_SECONDS },
  /** Seconds; also the default. */
  expiryAhead: 365 * DAY_SECONDS,
  outcomes: { min: 2, max: 100 },
  /** All outcomes together, UTF-8 of the NFC form: the announcement has to travel. */
  outcomesBytes: 16_384,
  base: { min: 2, max: 256, default: 10 },
  nbDigits: { min: 1, max: 32, default: 7 },
  /** Characters are code points of the NFC form, not bytes. */
  unitChars: 32,
  labelChars: 200,
  /** Strike, boundary or scale factor as plain decimal: an event id holds the strike and has 100 bytes. */
  decimalChars: 40,
  urlChars: 2048,
} as const

/** When an enum or numeric event may mature, Unix seconds, both included. */
export const maturityWindow = (nowTs: number): { readonly earliest: number; readonly latest: number } => ({
  earliest: nowTs + LIMITS.maturityAhead.min,
  latest: nowTs + LIMITS.maturityAhead.max,
})

const names = (pairs: readonly DlcPair[]) => Type.Union(pairs.map((pair) => Type.Literal(pair)))

const Url = Type.String({ maxLength: LIMITS.urlChars, description: 'https, no credentials' })
const Source = Type.String({
  maxLength: LIMITS.urlChars,
  description: `https URL, one of our own price paths, or one of ${DLC_PAIR_NAMES.join(', ')}`,
})
const Label = Type.String({ minLength: 1 })
const Maturity = Type.Integer({ description: 'Unix seconds, 60 seconds to 365 days ahead' })

const Webhook = Type.Object({ kind: Type.Literal('webhook'), url: Url })

const PriceBuckets = Type.Object({
  kind: Type.Literal('price_buckets'),
  source: Source,
  boundaries: Type.Array(Type.Number(), {
    minItems: 1,
    maxItems: LIMITS.outcomes.max - 1,
    description:
      'strictly ascending, one fewer than outcomes; a price equal to a boundary belongs to the higher bucket',
  }),
})

const Scale = Type.Number({
  exclusiveMinimum: 0,
  description: 'the exact product price x scaleFactor is rounded half away from zero, then clamped to the digits',
})

const PriceSource = Type.Object({
  kind: Type.Literal('price_source'),
  source: Source,
  scaleFactor: Type.Optional(Scale),
})

/** POST /dlc/oracle/threshold */
export const ThresholdBody = Type.Object({
  pair: names(THRESHOLD_PAIRS),
  strike: Type.Number({ exclusiveMinimum: 0, description: 'in the quote currency; XAU per troy ounce' }),
  direction: Type.Union([Type.Literal('above'), Type.Literal('below')]),
  expiry: Type.Optional(Type.Integer({ description: 'Unix seconds; default and maximum one year ahead' })),
  webhookUrl: Type.Optional(Url),
  cancellable: Type.Optional(
    Type.Boolean({ default: true, description: 'false: its creator cannot end it early, whatever he pays' }),
  ),
  cancelUntil: Type.Optional(
    Type.Integer({
      description: 'Unix seconds, at most the expiry, which is the default; it cannot be cancelled later',
    }),
  ),
})

/** POST /dlc/oracle/enum */
export const EnumBody = Type.Object({
  label: Label,
  outcomes: Type.Array(Type.String({ minLength: 1 }), {
    minItems: LIMITS.outcomes.min,
    maxItems: LIMITS.outcomes.max,
    description: 'distinct after Unicode NFC, no white space at the ends',
  }),
  maturityTs: Maturity,
  metadata: Type.Optional(Type.Object({ resolverConfig: Type.Optional(Type.Union([PriceBuckets, Webhook])) })),
})

/** POST /dlc/oracle/numeric */
export const NumericBody = Type.Object({
  label: Label,
  maturityTs: Maturity,
  base: Type.Optional(
    Type.Integer({ minimum: LIMITS.base.min, maximum: LIMITS.base.max, default: LIMITS.base.default }),
  ),
  nbDigits: Type.Optional(
    Type.Integer({ minimum: LIMITS.nbDigits.min, maximum: LIMITS.nbDigits.max, default: LIMITS.nbDigits.default }),
  ),
  isSigned: Type.Optional(Type.Boolean({ default: false })),
  unit: Type.Optional(Type.String({ default: 'USD', description: `at most ${LIMITS.unitChars} characters` })),
  scaleFactor: Type.Optional(Scale),
  metadata: Type.Optional(Type.Object({ resolverConfig: Type.Optional(Type.Union([PriceSource, Webhook])) })),
})

export type ThresholdBody = Static<typeof ThresholdBody>
export type EnumBody = Static<typeof EnumBody>
export type NumericBody = Static<typeof NumericBody>
