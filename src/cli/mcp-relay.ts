import { isMembers, membersOf } from '../../client/src/members.ts'
import { postText, type TextAnswer } from '../system/post-text.ts'
import type { SendMessage } from './mcp-demand.ts'
import type { McpBuyer } from './mcp-buyer.ts'
import { type McpMessage, parsedLine, versionIn } from './mcp-message.ts'

/**
 * Messages of the Model Context Protocol between lines and a service over HTTP. The service answers clients of every
 * version by itself, so this side knows only what HTTP asks of a message: which headers go with it. It uses nothing but
 * what Node and Bun share.
 */

/** Codes of JSON-RPC, and the one for what a server says beside them. */
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const SERVER_ERROR = -32_000

/** Longer than settling a payment may take. */
const TIMEOUT_MS = 120_000

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const error = (id: unknown, code: number, message: string, data?: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message, ...(data !== undefined && { data }) } })

/** The messages in an answer: one in JSON, or events, each with one in its data (HTML standard 9.2.6). */
const messagesIn = ({ type, text }: TextAnswer): readonly string[] => {
  if (text === '') return []
  if (!type.startsWith('text/event-stream')) return [text]
  return text.split(/\r?\n\r?\n/).flatMap((event) => {
    const data = event.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
    return data.length > 0 ? [data.join('\n')] : []
  })
}

/** The first sentence of a problem document, for people. */
const sentenceIn = (problem: unknown): string =>
  textOf(membersOf(problem)['message']) ?? 'The service answered with something else than a message.'

const messageIn = (text: string): McpMessage | null => {
  const message = parsedLine(text)
  return isMembers(message) && 'jsonrpc' in message ? message : null
}

export interface Relay {
  /** Sends one line on, and writes what comes back. It never rejects. */
  take(line: string): Promise<void>
}

/**
 * @param url of the service, without a path: `https://oracle.example`
 * @param write takes one message without its line end, and resolves when it has left
 * @param buyerOver answers calls of tools, where somebody pays for them
 */
export const createRelay = (
  url: string,
  write: (message: string) => Promise<void>,
  buyerOver?: (send: SendMessage) => McpBuyer,
): Relay => {
  /** What `initialize` came to: clients of 2025 say their version only there, HTTP with each message. */
  let agreed: string | null = null

  const headersFor = (message: McpMessage): Record<string, string> => {
    const { method, params } = message
    const version = versionIn(message) ?? (method === 'initialize' ? null : agreed)
    const name = textOf(params?.name)
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(version !== null && { 'mcp-protocol-version': version }),
      ...(typeof method === 'string' && { 'mcp-method': method }),
      ...(name !== null && { 'mcp-name': name }),
    }
  }

  const post = (asked: McpMessage, line: string, signal: AbortSignal | null): Promise<TextAnswer> =>
    postText(`${url}/mcp`, headersFor(asked), line, signal ?? AbortSignal.timeout(TIMEOUT_MS))

  const pass = async (asked: McpMessage, text: string): Promise<void> => {
    const message = messageIn(text)
    if (!message) {
      const said = parsedLine(text)
      if (asked.id !== undefined) await write(error(asked.id, SERVER_ERROR, sentenceIn(said), said))
      return
    }
    if (asked.method === 'initialize') agreed = textOf(membersOf(message.result)['protocolVersion']) ?? agreed
    // A message is one line; its bytes stay as they are if they are one.
    await write(/[\r\n]/.test(text) ? JSON.stringify(message) : text)
  }

  const relayed = async (asked: McpMessage, line: string): Promise<void> => {
    for (const each of messagesIn(await post(asked, line, null))) await pass(asked, each)
  }

  /** The answer to one message; what comes beside it is handed on. */
  const heard: SendMessage = async (asked, signal) => {
    const answer = await post(asked, JSON.stringify(asked), signal)
    const texts = messagesIn(answer)
    const own = texts.find((text) => messageIn(text)?.id === asked.id) ?? texts.at(-1) ?? ''
    for (const other of texts) if (other !== own) await pass(asked, other)
    return { status: answer.status, text: own, message: messageIn(own) }
  }

  const buyer = buyerOver?.(heard)

  const bought = async (asked: McpMessage, by: McpBuyer): Promise<void> => {
    const answer = await by.call(asked)
    if (answer !== null) await pass(asked, answer)
  }

  return {
    take: async (line) => {
      if (line.trim() === '') return
      const asked = parsedLine(line)
      if (asked === undefined) return write(error(null, PARSE_ERROR, 'A line is one message in JSON.'))
      if (!isMembers(asked)) return write(error(null, INVALID_REQUEST, 'A line is one message, not a batch.'))
      const { id, method }: McpMessage = asked
      try {
        if (method === 'notifications/cancelled') buyer?.cancel(membersOf(asked['params'])['requestId'])
        await (buyer && method === 'tools/call' && id !== undefined ? bought(asked, buyer) : relayed(asked, line))
      } catch {
        if (id !== undefined) await write(error(id, SERVER_ERROR, `${url} cannot be reached, or does not answer.`))
      }
    },
  }
}
