import {
  type Checked,
  type Circumstances,
  complete,
  concludeChecks,
  loose,
  noNotes,
  optional,
  required,
} from './checks.ts'
import type { DigitDescriptor } from '../wire/event.ts'
import { flag, integer, moment, positive, text } from './fields.ts'
import { type PriceSource, type Webhook, metadata, priceSource, webhook } from './resolver-config.ts'
import { type DecimalText, plainDecimal, precisionFor } from './scale.ts'
import { LIMITS, maturityWindow } from './schema.ts'

/** The body that creates a numeric event (interface 7.3), with every default filled in. */
export interface NumericTerms {
  readonly kind: 'numeric'
  readonly label: string
  /** Unix seconds. */
  readonly maturityTs: number
  readonly base: number
  readonly nbDigits: number
  readonly isSigned: boolean
  readonly unit: string
  /** The one scale of the event: its own, else its resolver's, else 1. */
  readonly scaleFactor: number
  readonly scaleText: DecimalText
  readonly resolver: PriceSource | Webhook | null
  readonly descriptor: DigitDescriptor
}

/** The event's scale ahead of everything else: the rule about the resolver's compares with it. */
const ownScale = (body: unknown): number | null => {
  const given: unknown = typeof body === 'object' && body !== null && 'scaleFactor' in body ? body.scaleFactor : null
  return positive(noNotes(), 'scaleFactor', given) ?? null
}

const resolverScale = (resolver: PriceSource | Webhook | null): number | null =>
  resolver?.kind === 'price_source' ? resolver.scaleFactor : null

/** Reads the body of POST /dlc/oracle/numeric; lists every broken rule. */
export const numericTerms = (body: unknown, around: Circumstances): Checked<NumericTerms> => {
  const notes = noNotes()
  const read = complete(
    loose(notes, '', body, {
      label: required(text({ max: LIMITS.labelChars })),
      maturityTs: required(moment(maturityWindow(around.nowTs))),
      base: optional(integer(LIMITS.base), LIMITS.base.default),
      nbDigits: optional(integer(LIMITS.nbDigits), LIMITS.nbDigits.default),
      isSigned: optional(flag, false),
      unit: optional(text({ max: LIMITS.unitChars, mayBeEmpty: true }), 'USD'),
      scaleFactor: optional(positive, null),
      metadata: optional(
        metadata<PriceSource | Webhook>({
          price_source: priceSource(around, ownScale(body)),
          webhook: webhook(around),
        }),
        { resolver: null },
      ),
    }),
  )
  if (!read) return concludeChecks<NumericTerms>(notes, undefined)
  const { label, maturityTs, base, nbDigits, isSigned, unit } = read
  const { resolver } = read.metadata
  const scaleFactor = read.scaleFactor ?? resolverScale(resolver) ?? 1
  const scaleText = plainDecimal(scaleFactor)
  const shape = { base, nbDigits, isSigned, unit }
  const descriptor: DigitDescriptor = { kind: 'digits', ...shape, precision: precisionFor(scaleText, base) }
  return concludeChecks(notes, {
    kind: 'numeric',
    label,
    maturityTs,
    ...shape,
    scaleFactor,
    scaleText,
    resolver,
    descriptor,
  })
}
