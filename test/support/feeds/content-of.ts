import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Json } from '../../../src/canonical/jcs.ts'
import type { Conclusion, Declined } from '../../../src/feeds/feed.ts'

export type Body = Readonly<Record<string, Json>>

/** What was concluded, as its schema has it. Throws where nothing was, or something else. */
export const contentOf = <S extends TSchema>(schema: S, found: Conclusion<unknown, unknown> | Declined): Static<S> => {
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  const { content } = found
  if (Value.Check(schema, content)) return content
  throw new Error([...Value.Errors(schema, content)].map(({ path, message }) => `${path}: ${message}`).join())
}

/** As it travels. */
export const travelled = (content: unknown): Body => JSON.parse(JSON.stringify(content))
