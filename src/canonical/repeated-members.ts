/** Members of a body that repeat its canonical string, under the names that published clients read, by type of string. */
const REPEATED: Readonly<Record<string, readonly string[]>> = { ECON: ['canonicalstring'] }

/** The names under which bodies with this type of string repeat it; mostly none. */
export const repeatedNames = (type: string): readonly string[] => REPEATED[type] ?? []

/** The same for a string: its second position is its type. */
export const repeatedNamesOf = (canonical: string): readonly string[] => {
  const start = canonical.indexOf('|') + 1
  return repeatedNames(canonical.slice(start, canonical.indexOf('|', start)))
}
