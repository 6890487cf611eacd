import type { Check } from './check.ts'
import { jcs, type Json } from './jcs.ts'
import type { Layout, Tokens, ValuesOf } from './layout.ts'

/** The string that a body gives; `null` when the body lacks a value that the string needs. */
const stringOf = (write: () => unknown): string | null => {
  try {
    return jcs(write() as Json)
  } catch {
    return null
  }
}

/**
 * A layout for strings that neither carry the hash of their body nor repeat its fields under their own names. Content
 * and string are signed separately, so one answer's body could be sent with another's string. Therefore the verifier
 * computes the string's values from the body, by the same function as the publisher, and compares.
 *
 * @param tokens the values of the string, computed from its body
 */
export const boundToBody = <T extends Tokens>(
  layout: Layout<T>,
  tokens: (body: Readonly<Record<string, Json>>) => ValuesOf<T>,
): Layout<T> => ({
  ...layout,
  recompute: (values, body): readonly Check[] => [
    ...(layout.recompute?.(values, body) ?? []),
    {
      what: 'body says what the canonical string says',
      ok: stringOf(() => tokens(body)) === stringOf(() => values),
    },
  ],
})
