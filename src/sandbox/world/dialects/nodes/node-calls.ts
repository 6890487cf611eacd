import { type Answer, failed, ok } from '../../dialect.ts'

/** JSON-RPC 2.0 as nodes speak it. https://www.jsonrpc.org/specification */

interface Call {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

const callOf = (value: unknown): Call | null => {
  if (typeof value !== 'object' || value === null || !('method' in value)) return null
  const params = 'params' in value && Array.isArray(value.params) ? value.params : []
  return { id: 'id' in value ? value.id : null, method: String(value.method), params }
}

const wrong = (id: unknown, code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } })

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** How a node treats a batch: most answer it, some with an error and status 200, some with a status. */
export type Batches = 'answered' | 'error' | 'status'

/**
 * The reply to a POST.
 *
 * @param results the result of each known method; `undefined` for a block that the node does not know
 */
export const nodeReply = (
  body: string,
  batches: Batches,
  results: Readonly<Record<string, (params: readonly unknown[]) => unknown>>,
): Answer => {
  const asked = parsed(body)
  const answerTo = (value: unknown) => {
    const call = callOf(value)
    if (call === null) return wrong(null, -32600, 'Invalid Request')
    const method = results[call.method]
    if (!method) return wrong(call.id, -32601, `the method ${call.method} does not exist/is not available`)
    const result = method(call.params)
    return result === undefined ? wrong(call.id, -32000, 'header not found') : { jsonrpc: '2.0', id: call.id, result }
  }
  if (asked === undefined) return ok(wrong(null, -32700, 'Parse error'))
  if (!Array.isArray(asked)) return ok(answerTo(asked))
  if (batches === 'status') return failed(400, { message: 'batch requests are not supported' })
  if (batches === 'error') return ok(wrong(null, -32600, 'batch requests are not supported'))
  // JSON-RPC 2.0 allows any order.
  return ok(asked.map(answerTo).toReversed())
}
