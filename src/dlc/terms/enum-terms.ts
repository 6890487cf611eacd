import {
  type Checked,
  type Circumstances,
  type Field,
  complete,
  concludeChecks,
  loose,
  noNotes,
  note,
  optional,
  required,
} from './checks.ts'
import type { EnumDescriptor } from '../wire/event.ts'
import { list, moment, text } from './fields.ts'
import { textBytes } from '../wire/record.ts'
import { type PriceBuckets, type Webhook, metadata, priceBuckets, webhook } from './resolver-config.ts'
import { LIMITS, maturityWindow } from './schema.ts'

/** The body that creates an enum event (interface 7.2), texts in NFC. */
export interface EnumTerms {
  readonly kind: 'enum'
  readonly label: string
  readonly outcomes: readonly string[]
  /** Unix seconds. */
  readonly maturityTs: number
  readonly resolver: PriceBuckets | Webhook | null
  readonly descriptor: EnumDescriptor
}

/** Answers are trimmed before they are compared, so an outcome with white space at its ends could never win. */
const outcome: Field<string> = (notes, path, value) => {
  const word = text({})(notes, path, value)
  if (word === undefined || word === word.trim()) return word
  return note(notes, path, 'padded', 'must not begin or end with white space')
}

/** Distinct after NFC: two spellings of one word are one message, and one signature would be valid for both. */
const outcomes: Field<readonly string[]> = (notes, path, value) => {
  const before = notes.broken.length
  const words = list(outcome, LIMITS.outcomes)(notes, path, value)
  if (!words || !Array.isArray(value)) return undefined
  words.forEach((word, i) => {
    const first = words.indexOf(word)
    if (word !== undefined && first < i) {
      note(notes, `${path}.${i}`, 'duplicate', `is the same as ${path}.${first} (after Unicode NFC)`)
    }
  })
  // Refused outcomes count too, since corrected ones would be as long.
  const isText = (one: unknown): one is string => typeof one === 'string' && one.isWellFormed()
  const texts = value.slice(0, LIMITS.outcomes.max).filter(isText)
  const bytes = texts.reduce((sum, one) => sum + textBytes(one).length, 0)
  if (bytes > LIMITS.outcomesBytes) {
    note(notes, path, 'too_long', `have ${bytes} bytes together, at most ${LIMITS.outcomesBytes} are allowed`)
  }
  return notes.broken.length > before ? undefined : words.filter((word) => word !== undefined)
}

/** How many outcomes the body has, good or bad: the rule about boundaries counts them. */
const outcomeCount = (body: unknown): number | null => {
  const given: unknown = typeof body === 'object' && body !== null && 'outcomes' in body ? body.outcomes : null
  return Array.isArray(given) ? given.length : null
}

/** Reads the body of POST /dlc/oracle/enum; lists every broken rule. */
export const enumTerms = (body: unknown, around: Circumstances): Checked<EnumTerms> => {
  const notes = noNotes()
  const read = complete(
    loose(notes, '', body, {
      label: required(text({ max: LIMITS.labelChars })),
      outcomes: required(outcomes),
      maturityTs: required(moment(maturityWindow(around.nowTs))),
      metadata: optional(
        metadata<PriceBuckets | Webhook>({
          price_buckets: priceBuckets(around, outcomeCount(body)),
          webhook: webhook(around),
        }),
        { resolver: null },
      ),
    }),
  )
  if (!read) return concludeChecks<EnumTerms>(notes, undefined)
  const { metadata: settling, ...terms } = read
  return concludeChecks(notes, {
    kind: 'enum',
    ...terms,
    ...settling,
    descriptor: { kind: 'enum', outcomes: read.outcomes },
  })
}
