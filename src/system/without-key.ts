/** A shorter key could stand in the data by chance. Settings refuse one (`PROVIDER_KEYS`). */
export const LEAST_KEY_CHARACTERS = 8

const REPLACEMENT = '[key]'

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** How a reply may spell a key: as it is, in a query, in a form, in JSON, and in JSON with escaped slashes. */
const spellingsOf = (key: string): readonly string[] => {
  const inQuery = encodeURIComponent(key)
  const inJson = JSON.stringify(key).slice(1, -1)
  return [
    ...new Set([key, inQuery, inQuery.replaceAll('%20', '+'), encodeURI(key), inJson, inJson.replaceAll('/', '\\/')]),
  ]
}

/**
 * Cuts a key out of a text. Providers repeat the request in replies and name the key in their errors, and both get into
 * stored states, logs and pages for operators. Upper and lower case are the same.
 */
export const withoutKey = (key: string): ((text: string) => string) => {
  if (key.length < LEAST_KEY_CHARACTERS) return (text) => text
  // The longest first: one spelling may be the beginning of another one.
  const spellings = spellingsOf(key).toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(spellings.map(quoted).join('|'), 'gi')
  return (text) => text.replace(pattern, REPLACEMENT)
}
