import type { Layout, Tokens, ValuesOf } from './layout.ts'

/**
 * One of two strings of different types, by what the values say. Both are read.
 *
 * @param isOther whether these values are written in the second form
 */
export const eitherLayout = <T extends Tokens>(
  usual: Layout<T>,
  other: Layout<T>,
  isOther: (values: ValuesOf<T>) => boolean,
): Layout<T> => {
  const formOf = (values: ValuesOf<T>): Layout<T> => (isOther(values) ? other : usual)
  return {
    ...usual,
    forms: [usual, other],
    writeCanonicalPrefix: (values, timestamp) => formOf(values).writeCanonicalPrefix(values, timestamp),
    write: (values, envelope) => formOf(values).write(values, envelope),
    read: (canonical) => (canonical.split('|')[1] === other.type ? other : usual).read(canonical),
    recompute: (values, body) => formOf(values).recompute?.(values, body) ?? [],
  }
}

/** Every form that a layout may write. */
export const formsOf = (layout: Layout): readonly Layout[] => layout.forms ?? [layout]
