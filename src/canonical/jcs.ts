/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Objects and lists within each other; ours have fewer than ten. Some parsers end at a thousand, others never. */
const MOST_LEVELS = 64

/**
 * JSON in the one form in which two independent programs write the same bytes (RFC 8785, sections 3.2.2 and 3.2.3).
 * Keys are sorted by UTF-16 code units, there is no white space, and numbers are written as in ECMAScript. Members that
 * are `undefined` are left out, as in `JSON.stringify`. Throws on values that JSON cannot represent, or that not every
 * reader can read.
 */
export const jcs = (value: Json | undefined, levels = MOST_LEVELS): string => {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return wellFormed(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`JSON cannot represent ${value}`)
    return JSON.stringify(value)
  }
  if (typeof value !== 'object' || levels === 0) throw new TypeError(`JSON cannot represent ${typeof value}`)
  if (Array.isArray(value)) return `[${value.map((item: Json) => jcs(item, levels - 1)).join(',')}]`
  const members = Object.entries(value as Record<string, Json | undefined>)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, member]) => `${wellFormed(key)}:${jcs(member, levels - 1)}`)
  return `{${members.join(',')}}`
}

/** RFC 8785 section 3.2.2.2: a lone surrogate must be an error, because UTF-8 cannot represent it. */
const wellFormed = (value: null | boolean | string): string => {
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('text with a lone surrogate')
  return JSON.stringify(value)
}
