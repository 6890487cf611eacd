import { type Members, membersOf } from '../../client/src/members.ts'

/** Messages of the Model Context Protocol, as far as this side of the line looks at them. */

/** A message of JSON-RPC. */
export interface McpMessage extends Members {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: Members & { readonly name?: unknown }
  readonly result?: unknown
}

/** What came for one message. */
export interface McpReply {
  readonly status: number
  /** As it came, byte for byte. */
  readonly text: string
  /** `null` for what is none: a problem document, a page. */
  readonly message: McpMessage | null
}

/** The version of a message of 2026-07-28 stands in it. */
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

/** `undefined` for what is no JSON. */
export const parsedLine = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `null` where the message does not say it. */
export const versionIn = ({ params }: McpMessage): string | null => {
  const version = membersOf(params?.['_meta'])[VERSION_KEY]
  return typeof version === 'string' ? version : null
}

/** The text of a result: its first content. */
export const textIn = (result: Members): string => {
  const content: unknown = result['content']
  const text = membersOf(Array.isArray(content) ? content[0] : null)['text']
  return typeof text === 'string' ? text : ''
}
