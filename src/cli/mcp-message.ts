/** Messages of the Model Context Protocol, as far as this side of the line looks at them. */

export type McpMembers = Readonly<Record<string, unknown>>

/** A message of JSON-RPC. */
export interface McpMessage extends McpMembers {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: McpMembers & { readonly name?: unknown }
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

export const isMcpMembers = (value: unknown): value is McpMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const mcpMembers = (value: unknown): McpMembers => (isMcpMembers(value) ? value : {})

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
  const version = mcpMembers(params?.['_meta'])[VERSION_KEY]
  return typeof version === 'string' ? version : null
}

/** The text of a result: its first content. */
export const textIn = (result: McpMembers): string => {
  const content: unknown = result['content']
  const text = mcpMembers(Array.isArray(content) ? content[0] : null)['text']
  return typeof text === 'string' ? text : ''
}
