import type { Json } from '../canonical/jcs.ts'

/** Bodies for a terminal: one member per line, and nothing longer than a line. */

/** Columns of a line, with the indent. */
const COLUMNS = 100
const INDENT = '   '

/** A text of at most so many characters. */
export const clipped = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`

/** As JSON, with blanks after commas and colons. */
const inline = (value: Json): string => {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(inline).join(', ')}]`
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, each]) => `${JSON.stringify(name)}: ${inline(each)}`)
      .join(', ')}}`
  return JSON.stringify(value)
}

/** Some members of a body, each on a line. What is left out is told by `…`. */
export const pretty = (body: Readonly<Record<string, Json>>, members: readonly string[]): string => {
  const lines = members
    .filter((name) => name in body)
    .map((name) => clipped(`${INDENT}  ${JSON.stringify(name)}: ${inline(body[name]!)},`, COLUMNS))
  const isWhole = Object.keys(body).every((name) => members.includes(name))
  return [`${INDENT}{`, ...lines, ...(isWhole ? [] : [`${INDENT}  …`]), `${INDENT}}`].join('\n')
}
