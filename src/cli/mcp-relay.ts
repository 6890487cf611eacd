import { postText } from '../system/post-text.ts'

/**
 * Messages of the Model Context Protocol between lines and a service over HTTP. The service answers clients of every
 * version by itself, so this side knows only what HTTP asks of a message: which headers go with it. It uses nothing but
 * what Node and Bun share.
 */

/** A message of JSON-RPC, as far as it is looked at. */
interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: {
    readonly name?: unknown
    readonly _meta?: Readonly<Record<string, unknown>>
  }
  readonly result?: { readonly protocolVersion?: unknown }
}

/** Codes of JSON-RPC, and the one for what a server says beside them. */
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const SERVER_ERROR = -32_000

/** The version of a message of 2026-07-28 stands in it. */
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

/** Longer than settling a payment may take. */
const TIMEOUT_MS = 120_000

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const error = (id: unknown, code: number, message: string, data?: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message, ...(data !== undefined && { data }) } })

/** The messages in an answer: one in JSON, or events, each with one in its data (HTML standard 9.2.6). */
const messagesIn = (type: string, text: string): readonly string[] => {
  if (!type.startsWith('text/event-stream')) return [text]
  return text.split(/\r?\n\r?\n/).flatMap((event) => {
    const data = event.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
    return data.length > 0 ? [data.join('\n')] : []
  })
}

/** The first sentence of a problem document, for people. */
const sentenceIn = (problem: unknown): string =>
  isMessage(problem) && 'message' in problem && typeof problem.message === 'string'
    ? problem.message
    : 'The service answered with something else than a message.'

export interface Relay {
  /** Sends one line on, and writes what comes back. It never rejects. */
  take(line: string): Promise<void>
}

/**
 * @param url of the service, without a path: `https://oracle.example`
 * @param write takes one message without its line end, and resolves when it has left
 */
export const createRelay = (url: string, write: (message: string) => Promise<void>): Relay => {
  /** What `initialize` came to: clients of 2025 say their version only there, HTTP with each message. */
  let agreed: string | null = null

  const headersFor = ({ method, params }: Message): Record<string, string> => {
    const { name: named, _meta: meta } = params ?? {}
    const version = textOf(meta?.[VERSION_KEY]) ?? (method === 'initialize' ? null : agreed)
    const name = textOf(named)
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(version !== null && { 'mcp-protocol-version': version }),
      ...(typeof method === 'string' && { 'mcp-method': method }),
      ...(name !== null && { 'mcp-name': name }),
    }
  }

  const pass = async (asked: Message, text: string): Promise<void> => {
    const message = parsed(text)
    if (!isMessage(message) || !('jsonrpc' in message)) {
      if (asked.id !== undefined) await write(error(asked.id, SERVER_ERROR, sentenceIn(message), message))
      return
    }
    if (asked.method === 'initialize') agreed = textOf(message.result?.protocolVersion) ?? agreed
    // A message is one line; its bytes stay as they are if they are one.
    await write(/[\r\n]/.test(text) ? JSON.stringify(message) : text)
  }

  const send = async (asked: Message, line: string): Promise<void> => {
    const { type, text } = await postText(`${url}/mcp`, headersFor(asked), line, TIMEOUT_MS)
    if (text === '') return
    for (const each of messagesIn(type, text)) await pass(asked, each)
  }

  return {
    take: async (line) => {
      if (line.trim() === '') return
      const asked = parsed(line)
      if (asked === undefined) return write(error(null, PARSE_ERROR, 'A line is one message in JSON.'))
      if (!isMessage(asked)) return write(error(null, INVALID_REQUEST, 'A line is one message, not a batch.'))
      try {
        await send(asked, line)
      } catch {
        if (asked.id !== undefined)
          await write(error(asked.id, SERVER_ERROR, `${url} cannot be reached, or does not answer.`))
      }
    },
  }
}
