import { Kind, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { nearestWord } from './nearest-word.ts'

/** What is wrong with the value of a setting, in one sentence. */

/** The only words that it takes; `null` where any text may fit. */
const wordsOf = (schema: TSchema): readonly string[] | null => {
  const each = schema[Kind] === 'Union' ? (schema.anyOf as readonly TSchema[]) : [schema]
  const words = each.flatMap(({ const: word }) => (typeof word === 'string' ? [word] : []))
  return words.length === each.length ? words : null
}

/** `a, b or c` */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)!}`

/** What its value must be: `a whole number from 0 to 65535`. */
export const formOf = (schema: TSchema): string => {
  if (schema.type === 'integer') {
    const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number }
    return maximum === undefined
      ? `a whole number from ${minimum ?? 0} up`
      : `a whole number from ${minimum ?? 0} to ${maximum}`
  }
  const words = wordsOf(schema)
  return words === null ? String(schema.form ?? 'a text') : listed(words)
}

/** A second check after the pattern, which would accept `https://host:99999`. */
const isNoUrl = (schema: TSchema, found: unknown): boolean => {
  if (typeof found !== 'string') return false
  const addresses = schema.urls === true ? found.split(',') : schema.url === true ? [found] : []
  return addresses.some((each) => !URL.canParse(each.trim()))
}

/** Somebody may have written a name and a password into an address that should have none. */
const withoutLogin = (found: unknown): unknown =>
  typeof found === 'string' ? found.replaceAll(/\/\/[^\s/,]*@/g, '//…@') : found

/** The value that a text stands for: a number where the setting is one. */
export const settingValue = (schema: TSchema, raw: string): unknown =>
  schema.type === 'integer' && /^\d+$/.test(raw) ? Number(raw) : raw

/**
 * `PORT is "http", which is not a whole number from 0 to 65535`; `null` if the value fits. A secret is not shown.
 *
 * @param name as the operator wrote it: `PORT`, or `--port`
 * @param found a text, or a number where the setting is one
 */
export const settingFault = (name: string, schema: TSchema, found: unknown): string | null => {
  if (Value.Check(schema, found) && !isNoUrl(schema, found)) return null
  if (found === '') return `${name} is empty`
  if (schema.secret === true) return `${name} is not ${formOf(schema)} (the value is not shown)`
  const near = nearestWord(String(found), wordsOf(schema) ?? [])
  const meant = near === null ? '' : `. Did you mean ${JSON.stringify(near)}?`
  return `${name} is ${JSON.stringify(withoutLogin(found))}, which is not ${formOf(schema)}${meant}`
}
