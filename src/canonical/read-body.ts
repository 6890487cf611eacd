import type { Json } from './jcs.ts'

/** Reads an answer from text in the one way in which every reader reads it. */

/** Each text of a JSON document, and whether it is the name of a member. */
const TEXTS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g

const namesIn = (text: string): number => {
  let names = 0
  for (const [, colon] of text.matchAll(TEXTS)) if (colon !== undefined) names++
  return names
}

const membersIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce<number>(
        (sum, each) => sum + membersIn(each),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )

/**
 * `null` for what is no JSON object, and for one in which a name stands twice: parsers differ in which of the two they keep,
 * so that two buyers would read two answers under one signature.
 */
export const readAnswerBody = (text: string): Readonly<Record<string, Json>> | null => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return membersIn(value) === namesIn(text) ? (value as Readonly<Record<string, Json>>) : null
  } catch {
    // No JSON, or nested so deeply that it cannot be walked.
    return null
  }
}
