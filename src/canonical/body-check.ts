import type { Check } from './check.ts'
import { jcs, type Json } from './jcs.ts'
import type { Layout, Tokens, ValuesOf } from './layout.ts'

/** What the string would say of a body; `null` when the body lacks what the string is written from. */
const saidBy = (write: () => unknown): string | null => {
  try {
    return jcs(write() as Json)
  } catch {
    return null
  }
}

/**
 * A layout whose verifier also writes the string's values from the body, by the function that the publisher wrote them by,
 * and compares. For strings that neither carry the hash of their body nor repeat its fields under their own names: content
 * and string are signed apart, and one answer's body could otherwise travel under another's string.
 *
 * @param tokens the values of the string, of the body that it belongs to
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
      ok: saidBy(() => tokens(body)) === saidBy(() => values),
    },
  ],
})
