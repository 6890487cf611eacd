import {
  createMcpHandler,
  INVALID_PARAMS,
  type ListToolsResult,
  type McpRequestContext,
  ProtocolError,
  Server,
} from '@modelcontextprotocol/server'
import type { Clock, Log } from '../../ports.ts'
import { HOUR_MS } from '../../time-units.ts'
import { DESCRIPTION, type Instance, MCP_PATH } from '../discovery/instance.ts'
import { readJsonBody } from '../wire/body.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { CORS } from '../wire/headers.ts'
import type { AskApp, Mount } from '../wire/mount.ts'
import { problem } from '../wire/problem.ts'
import { problemResponse } from '../wire/respond.ts'
import { type Trace, traceFields } from '../wire/trace.ts'
import { allTools } from './all-tools.ts'
import { MCP_LINES } from '../discovery/mcp-lines.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { problemResult } from './result.ts'
import type { Arguments, Caller, Meta, Tool, ToolRequest, ToolResult } from './tool.ts'

/**
 * `POST /mcp`: the Model Context Protocol, without sessions, for clients of 2026-07-28 and of 2025. A call becomes a
 * request to the same app, in the name of the same client: what is paid, and for what, is judged there alone.
 */

export interface McpParts {
  readonly endpoints: readonly Endpoint[]
  readonly instance: Instance
  readonly docs: string
  readonly clock: Clock
  readonly log: Log
}

/** Where a call comes from. */
interface Origin {
  readonly request: Request
  readonly address: string
  readonly answer: AskApp
  readonly trace: Trace
}

/** The tools of a release do not change while it runs. */
const CACHED = { 'tools/list': { ttlMs: HOUR_MS, cacheScope: 'public' } } as const

/** Asks the app at the host by which the client came: that one is ours. */
const askFor =
  ({ request, address, answer }: Origin): Caller['ask'] =>
  async ({ method, target, headers, body }: ToolRequest) => {
    const host = request.headers.get('host') ?? ''
    const { origin } = new URL(request.url)
    return answer(
      new Request(`${origin}${target}`, { method, headers: { ...headers, host }, ...(body !== undefined && { body }) }),
      address,
    )
  }

const metaOf = (meta: unknown): Meta => (isObject(meta as Meta[string]) ? (meta as Meta) : {})

const METHODS = 'POST, OPTIONS'

export const mcpMount = (parts: McpParts): Mount => {
  const { docs, log, instance } = parts
  const tools = allTools(parts.endpoints, parts)
  const definitions = [...tools.values()].map(({ definition }) => definition)
  const listed = JSON.parse(JSON.stringify({ tools: definitions })) as ListToolsResult
  const origins = new WeakMap<Request, Origin>()

  const call = async (tool: Tool, args: Arguments, caller: Caller, trace: Trace): Promise<ToolResult> => {
    try {
      return await tool.call(args, caller)
    } catch (what) {
      const fields = { ...traceFields(trace), tool: tool.definition.name }
      log.error('mcp.crashed', { ...fields, message: String(what), stack: (what as Error).stack })
      const message = 'This is a bug of ours. Repeat the same call with the same payment.'
      return problemResult(problem('internal_error', message), docs)
    }
  }

  const serverFor = ({ requestInfo }: McpRequestContext): Server => {
    const server = new Server(
      { name: instance.name.toLowerCase(), title: instance.name, version: instance.version, description: DESCRIPTION },
      { capabilities: { tools: {} }, instructions: MCP_LINES.join('\n'), cacheHints: CACHED },
    )
    server.setRequestHandler('tools/list', () => listed)
    server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {}, _meta } }) => {
      const tool = tools.get(name)
      if (!tool) throw new ProtocolError(INVALID_PARAMS, `There is no tool ${name}; tools/list names all.`)
      const origin = origins.get(requestInfo!)!
      const caller = { address: origin.address, meta: metaOf(_meta), ask: askFor(origin) }
      return call(tool, args as Arguments, caller, origin.trace)
    })
    return server
  }

  // Nothing is ever announced to subscribers, so nobody may hold a connection open for it.
  const handler = createMcpHandler(serverFor, { maxSubscriptions: 0 })

  return {
    path: MCP_PATH,
    handle: async (request, address, answer, trace) => {
      if (request.method !== 'POST')
        return problemResponse(problem('method_not_allowed', `This path takes ${METHODS}.`), docs, { allow: METHODS })
      const body = await readJsonBody(request)
      if (body.kind === 'problem') return problemResponse(body, docs)
      const message = body.value as Meta[string]
      if (!isObject(message)) return problemResponse(notOne, docs)
      if (hasLostArgument(message)) return problemResponse(lostArgument, docs)
      origins.set(request, { request, address, answer, trace })
      const response = await handler.fetch(request, { parsedBody: message })
      for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value)
      response.headers.set('cache-control', 'no-store')
      return response
    },
  }
}

/** The library leaves this name out of what it hands on, and nobody pays for a question that was not read as it was asked. */
const LOST = '__proto__'

const hasLostArgument = ({ params }: JsonObject): boolean =>
  isObject(params) && isObject(params['arguments']) && Object.hasOwn(params['arguments'], LOST)

const lostArgument = problem('invalid_request', 'The arguments break rules. Nothing was charged.', {
  details: [{ path: `arguments.${LOST}`, rule: 'unknown_argument', message: 'no tool has such an argument' }],
})

/** Batches were part of the protocol until 2025-06-18: a short one would cause hundreds of calls. */
const notOne = problem('invalid_request', 'The body is not one message of JSON-RPC.', {
  details: [{ path: 'body', rule: 'one_message', message: 'must be one JSON object, not a batch' }],
})
