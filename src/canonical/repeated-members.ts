/** A member of the envelope that a body carries a second time, under the name that published clients read. */
export interface RepeatedMember {
  readonly name: string
  readonly of: 'canonical' | 'signingScheme'
}

/** By type of canonical string. */
const REPEATED: Readonly<Record<string, RepeatedMember>> = {
  ECON: { name: 'canonicalstring', of: 'canonical' },
  COT: { name: 'signing_scheme', of: 'signingScheme' },
}

/** Those of all bodies. */
export const REPEATED_MEMBERS: readonly RepeatedMember[] = Object.values(REPEATED)

/** What bodies with this type of string repeat; `null` for most. */
export const repeatedBy = (type: string): RepeatedMember | null => REPEATED[type] ?? null

/** The same for a canonical string, or its beginning: its second position is its type. */
const repeatedIn = (canonical: string): RepeatedMember | null => {
  const start = canonical.indexOf('|') + 1
  return repeatedBy(canonical.slice(start, canonical.indexOf('|', start)))
}

/**
 * One member of the envelope of a body, with its repetition if it has one.
 *
 * @param canonical the string of the body, or its beginning
 */
export const withRepetition = (
  canonical: string,
  of: RepeatedMember['of'],
  value: string,
): Readonly<Record<string, string>> => {
  const repeated = repeatedIn(canonical)
  return { [of]: value, ...(repeated?.of === of && { [repeated.name]: value }) }
}
