import type { Json } from '../../canonical/jcs.ts'
import type { InputSchema } from './input-schema.ts'

/** What a client sees of a tool. */
export interface ToolDefinition {
  readonly name: string
  readonly description: string
  readonly inputSchema: InputSchema
  readonly annotations?: { readonly readOnlyHint: true }
}

export type Arguments = Readonly<Record<string, Json>>

/** What a call sends beside its arguments. */
export type Meta = Readonly<Record<string, Json>>

/** A request to the app, on behalf of a call. */
export interface ToolRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Who calls, and by what way the app is asked for this client. */
export interface Caller {
  readonly address: string
  readonly meta: Meta
  ask(request: ToolRequest): Promise<Response>
}

/** The result of `tools/call`, in the words of the protocol. */
export type ToolResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, Json>
  isError?: true
  _meta?: Record<string, Json>
}

export interface Tool {
  readonly definition: ToolDefinition
  call(args: Arguments, caller: Caller): Promise<ToolResult>
}
