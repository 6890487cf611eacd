/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * JSON in the one form in which two independent programs write the same bytes (RFC 8785, sections 3.2.2 and 3.2.3).
 * Keys are sorted by UTF-16 code units, there is no white space, and numbers are written as in ECMAScript. Members that
 * are `undefined` are left out, as in `JSON.stringify`. Throws on values that JSON cannot represent.
 */
export const jcs = (value: Json | undefined): string => {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return wellFormed(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`JSON cannot represent ${value}`)
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map((item: Json) => jcs(item)).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`JSON cannot represent ${typeof value}`)
  const members = Object.entries(value as Record<string, Json | undefined>)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, member]) => `${wellFormed(key)}:${jcs(member)}`)
  return `{${members.join(',')}}`
}

/** RFC 8785 section 3.2.2.2: a lone surrogate must be an error, because UTF-8 cannot represent it. */
const wellFormed = (value: null | boolean | string): string => {
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('text with a lone surrogate')
  return JSON.stringify(value)
}
