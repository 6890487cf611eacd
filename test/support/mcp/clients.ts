import { Client as Client2026, StreamableHTTPClientTransport as Http2026 } from '@modelcontextprotocol/client'
import { StdioClientTransport as Stdio2026 } from '@modelcontextprotocol/client/stdio'
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as Stdio2025 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as Http2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as Transport2025 } from '@modelcontextprotocol/sdk/shared/transport.js'

/** The official clients of the Model Context Protocol, of two versions of it, by one set of words. */

export type Version = '2025-11-25' | '2026-07-28'
export const VERSIONS: readonly Version[] = ['2025-11-25', '2026-07-28']

/** Where a server of tools is: behind an address, or behind a program's standard input and output. */
export type Door =
  | { readonly kind: 'http'; readonly url: string }
  | {
      readonly kind: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
    }

export type Meta = Readonly<Record<string, unknown>>

export interface Called {
  readonly isError: boolean
  /** The first of its texts, and all of them. */
  readonly text: string
  readonly texts: readonly string[]
  readonly structured: Readonly<Record<string, unknown>> | undefined
  readonly meta: Meta
}

export interface McpClient {
  readonly version: string | undefined
  /** The answer to `tools/list`, as JSON. */
  list(): Promise<readonly { readonly name: string }[]>
  call(name: string, args?: Readonly<Record<string, unknown>>, meta?: Meta): Promise<Called>
  close(): Promise<void>
}

interface Result {
  readonly content?: unknown
  readonly isError?: boolean | undefined
  readonly structuredContent?: unknown
  readonly _meta?: Meta | undefined
}

const called = ({ content, isError, structuredContent, _meta }: Result): Called => {
  const texts = (content as readonly { readonly text: string }[]).map(({ text }) => text)
  return {
    isError: isError === true,
    text: texts[0]!,
    texts,
    structured: structuredContent as Called['structured'],
    meta: _meta ?? {},
  }
}

const SELF = { name: 'test', version: '1' }

const open2025 = async (door: Door): Promise<McpClient> => {
  const client = new Client2025(SELF)
  const transport =
    door.kind === 'http'
      ? new Http2025(new URL(door.url))
      : new Stdio2025({ command: door.command, args: [...door.args], env: { ...door.env } })
  await client.connect(transport as Transport2025)
  return {
    version: transport instanceof Http2025 ? transport.protocolVersion : undefined,
    list: async () => (await client.listTools()).tools,
    call: async (name, args = {}, meta = {}) =>
      called(await client.callTool({ name, arguments: { ...args }, _meta: { ...meta } })),
    close: () => client.close(),
  }
}

const open2026 = async (door: Door): Promise<McpClient> => {
  const client = new Client2026(SELF, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(
    door.kind === 'http'
      ? new Http2026(new URL(door.url))
      : new Stdio2026({ command: door.command, args: [...door.args], env: { ...door.env } }),
  )
  return {
    version: client.getNegotiatedProtocolVersion(),
    list: async () => (await client.listTools()).tools,
    call: async (name, args = {}, meta = {}) =>
      called(await client.callTool({ name, arguments: { ...args }, _meta: { ...meta } })),
    close: () => client.close(),
  }
}

export const openMcp = (version: Version, door: Door): Promise<McpClient> =>
  version === '2025-11-25' ? open2025(door) : open2026(door)
