import { url } from './addresses.ts'
import { type Checked, type Circumstances, complete, conclude, loose, noNotes, optional, required } from './checks.ts'
import type { EnumDescriptor } from './event.ts'
import { choice, moment, positive } from './fields.ts'
import { type DlcPair, THRESHOLD_PAIRS } from './pairs.ts'
import { type DecimalText, plainDecimal } from './scale.ts'
import { LIMITS } from './schema.ts'
import { type Direction, THRESHOLD_DESCRIPTOR } from './threshold.ts'

/** Interface document, "Threshold contract create body", with every default filled in. */
export interface ThresholdTerms {
  readonly kind: 'threshold'
  readonly pair: DlcPair
  readonly strike: number
  /** The strike as it stands in the event id and is compared with prices. */
  readonly strikeText: DecimalText
  readonly direction: Direction
  /** Unix seconds. */
  readonly expiry: number
  readonly webhookUrl: string | null
  /** What the announcement commits to: the expiry. */
  readonly maturityTs: number
  readonly descriptor: EnumDescriptor
}

const DIRECTIONS: readonly Direction[] = ['above', 'below']

/** Reads the body of POST /dlc/oracle/threshold; lists every broken rule. */
export const thresholdTerms = (body: unknown, around: Circumstances): Checked<ThresholdTerms> => {
  const notes = noNotes()
  const latest = around.nowTs + LIMITS.expiryAhead
  const read = complete(
    loose(notes, '', body, {
      pair: required(choice(THRESHOLD_PAIRS)),
      strike: required(positive),
      direction: required(choice(DIRECTIONS)),
      expiry: optional(moment({ earliest: around.nowTs + 1, latest }), latest),
      webhookUrl: optional(url(around), null),
    }),
  )
  if (!read) return conclude<ThresholdTerms>(notes, undefined)
  const strikeText = plainDecimal(read.strike)
  const descriptor = THRESHOLD_DESCRIPTOR
  return conclude(notes, { kind: 'threshold', ...read, strikeText, maturityTs: read.expiry, descriptor })
}
