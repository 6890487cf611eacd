import { url } from './addresses.ts'
import {
  type Checked,
  type Circumstances,
  complete,
  concludeChecks,
  loose,
  noNotes,
  type Notes,
  note,
  optional,
  required,
} from './checks.ts'
import { lastCancelled } from './cancelling.ts'
import type { EnumDescriptor } from '../wire/event.ts'
import { choice, flag, moment, positive } from './fields.ts'
import { type DlcPair, THRESHOLD_PAIRS } from './pairs.ts'
import { type DecimalText, plainDecimal } from './scale.ts'
import { LIMITS } from './schema.ts'
import { type Direction, THRESHOLD_DESCRIPTOR } from './threshold.ts'

/** The body that creates a threshold contract (interface 7.1), with every default filled in. */
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
  /** Whether its creator may end it early. */
  readonly cancellable: boolean
  /** Unix seconds, included; `null` where it cannot be cancelled. */
  readonly cancelUntil: number | null
  /** What the announcement commits to: the expiry. */
  readonly maturityTs: number
  readonly descriptor: EnumDescriptor
}

const DIRECTIONS: readonly Direction[] = ['above', 'below']

/** Checks the fields about cancelling together. */
const judgeCancelling = (
  notes: Notes,
  { cancellable, cancelUntil, expiry }: { readonly [K in 'cancellable' | 'cancelUntil' | 'expiry']?: unknown },
): void => {
  if (typeof cancelUntil !== 'number') return
  if (cancellable === false) note(notes, 'cancelUntil', 'not_cancellable', 'means nothing where cancellable is false')
  if (typeof expiry === 'number' && cancelUntil > expiry)
    note(notes, 'cancelUntil', 'too_late', `is ${cancelUntil}, must be ${expiry} or earlier (the expiry)`)
}

/** Reads the body of POST /dlc/oracle/threshold; lists every broken rule. */
export const thresholdTerms = (body: unknown, around: Circumstances): Checked<ThresholdTerms> => {
  const notes = noNotes()
  const latest = around.nowTs + LIMITS.expiryAhead
  const found = loose(notes, '', body, {
    pair: required(choice(THRESHOLD_PAIRS)),
    strike: required(positive),
    direction: required(choice(DIRECTIONS)),
    expiry: optional(moment({ earliest: around.nowTs + 1, latest }), latest),
    webhookUrl: optional(url(around), null),
    cancellable: optional(flag, true),
    cancelUntil: optional(moment({ earliest: around.nowTs + 1, latest }), null),
  })
  judgeCancelling(notes, found ?? {})
  const read = complete(found)
  if (!read) return concludeChecks<ThresholdTerms>(notes, undefined)
  const strikeText = plainDecimal(read.strike)
  const descriptor = THRESHOLD_DESCRIPTOR
  const cancelUntil = lastCancelled(read, read.expiry)
  return concludeChecks(notes, {
    kind: 'threshold',
    ...read,
    strikeText,
    cancelUntil,
    maturityTs: read.expiry,
    descriptor,
  })
}
