import type { Answer, Unresolved } from './answer.ts'
import { range, toDigits } from '../wire/digits.ts'
import type { DigitDescriptor, EnumDescriptor, EventDescriptor } from '../wire/event.ts'
import type { ResolverConfig } from './resolver-config.ts'
import { compareDecimals, parseDecimal, plainDecimal, scaled, wholeNumber } from './scale.ts'

/** Turns an observed answer into the strings to sign. Pure: asking, waiting and storing are done elsewhere. */

/** The strings to sign, and for a number what it was before it was fitted into the digits: evidence to keep. */
export interface Resolved {
  readonly kind: 'resolved'
  readonly outcomes: readonly string[]
  /** The scaled whole number as decimal text; `null` for an enum. */
  readonly value: string | null
  readonly clamped: boolean
}

type Outcome = Resolved | Unresolved

const word = (outcome: string): Resolved => ({ kind: 'resolved', outcomes: [outcome], value: null, clamped: false })

/** One of the words of the event, compared exactly after NFC: another case or one more space is another word. */
const namedOutcome = ({ outcomes }: EnumDescriptor, { text }: Answer): Outcome => {
  const wanted = text.normalize('NFC')
  const outcome = outcomes.map((one) => one.normalize('NFC')).find((one) => one === wanted)
  return outcome === undefined ? { kind: 'not_an_outcome', text } : word(outcome)
}

/** Which bucket a price falls into, from 0. The lower edge is inclusive: a price equal to a boundary is above it. */
export const bucketIndex = (boundaries: readonly number[], price: string): number =>
  boundaries.filter((edge) => compareDecimals(price, plainDecimal(edge)) >= 0).length

const bucketOutcome = ({ outcomes }: EnumDescriptor, boundaries: readonly number[], answer: Answer): Outcome => {
  const { field, text } = answer
  if (field === 'outcome') return { kind: 'not_a_price', text }
  if (!parseDecimal(text)) return { kind: 'not_a_number', text }
  const outcome = outcomes[bucketIndex(boundaries, text)]
  return outcome === undefined ? { kind: 'not_an_outcome', text } : word(outcome.normalize('NFC'))
}

/** `outcome` is the final whole number; any other field is multiplied by the scale, rounded once and clamped. */
const numberOutcome = (shape: DigitDescriptor, scale: string, { field, text }: Answer): Outcome => {
  if (!parseDecimal(text)) return { kind: 'not_a_number', text }
  const value = field === 'outcome' ? wholeNumber(text) : scaled(text, scale)
  if (value === null) return { kind: 'not_a_whole_number', text }
  const { min, max } = range(shape)
  const clamped = value < min || value > max
  return { kind: 'resolved', outcomes: toDigits(value, shape), value: value.toString(), clamped }
}

/**
 * An answer that names the result itself: a resolver webhook's, or an administrator's.
 * `scale` is the event's one scale factor as decimal text; an enum has none to use.
 */
export const resolveAnswer = (descriptor: EventDescriptor, scale: string, answer: Answer): Outcome =>
  descriptor.kind === 'enum' ? namedOutcome(descriptor, answer) : numberOutcome(descriptor, scale, answer)

/** An answer obtained as the event's own resolver says, including a price of one of our feeds (`field: 'price'`). */
export const resolve = (
  descriptor: EventDescriptor,
  scale: string,
  resolver: ResolverConfig,
  answer: Answer,
): Outcome =>
  resolver.kind === 'price_buckets' && descriptor.kind === 'enum'
    ? bucketOutcome(descriptor, resolver.boundaries, answer)
    : resolveAnswer(descriptor, scale, answer)
