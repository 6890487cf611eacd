/** Reads the answer of a resolver, of a foreign price address or of an administrator, without losing a digit. */

/**
 * `outcome`: the result itself: a word, or the final whole number. `value` and `price`: a number in the event's unit,
 * still to be scaled. `bare`: a text without a name, which an enum takes as a word and everything else as a price.
 */
export interface Answer {
  readonly field: 'outcome' | 'value' | 'price' | 'bare'
  readonly text: string
}

/** Why nothing could be decided. A failure leaves the event as it is; it is asked again, never guessed. */
export type Unresolved =
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'not_an_outcome'; readonly text: string }
  | { readonly kind: 'not_a_number'; readonly text: string }
  /** `outcome` of a numeric event is final: there is nothing to round. */
  | { readonly kind: 'not_a_whole_number'; readonly text: string }
  /** A price was needed, but the answer names a result. */
  | { readonly kind: 'not_a_price'; readonly text: string }

const NAMES = ['outcome', 'value', 'price'] as const

/** Numbers as the text they were written in: a 32-digit number does not survive a double. */
const withoutFloats = (text: string): unknown => {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? context?.source : value,
    )
  } catch {
    return undefined
  }
}

const unreadable = (reason: string): Unresolved => ({ kind: 'unreadable', reason })

/**
 * Reads a body: JSON `{"outcome": …}`, `{"value": …}` or `{"price": …}` with text or number, a JSON string, or bare
 * text. More than one of the three names is refused, since they may contradict each other.
 */
export const readAnswer = (body: string): Answer | Unresolved => {
  const bare = body.trim()
  if (bare === '') return unreadable('an empty answer')
  const json = withoutFloats(bare)
  if (typeof json !== 'object' || json === null) {
    // `84231.50`, `true` and `yes` are taken as written; quotes are removed only from a quoted text.
    return { field: 'bare', text: bare.startsWith('"') && typeof json === 'string' ? json.trim() : bare }
  }
  const found = NAMES.filter((name) => Object.hasOwn(json, name))
  const [field] = found
  if (field === undefined || found.length > 1) {
    return unreadable(`one of ${NAMES.join(', ')} is wanted, got ${found.join(' and ') || 'none'}`)
  }
  const value: unknown = Object.getOwnPropertyDescriptor(json, field)?.value
  return typeof value === 'string' ? { field, text: value.trim() } : unreadable(`${field} is neither text nor number`)
}
