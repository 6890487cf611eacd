import type { Json } from '../../canonical/jcs.ts'
import { RECEIPT, REQUEST } from '../wire/header-names.ts'
import { type Problem, problemBody } from '../wire/problem.ts'
import { isObject, type JsonObject, objectIn } from './json-object.ts'
import { META } from '../wire/mcp-meta.ts'
import type { ToolResult } from './tool.ts'

/** Answers of the app as results of calls, in the tool-result binding of the MCP transport of x402. */

/** What x402 writes into headers: JSON in base64, in UTF-8. */
const headerObject = (response: Response, name: string): Record<string, Json> | null => {
  const header = response.headers.get(name)
  return header === null ? null : objectIn(Buffer.from(header, 'base64').toString('utf8'))
}

/** The invoice that a demand has, or why it has none. */
const lightningIn = ({ l402 }: JsonObject): JsonObject =>
  isObject(l402) ? { ['macaroon' in l402 ? META.challenge : META.withheld]: l402 } : {}

/** The problem in a demand, without the offers around it. */
const problemIn = ({ error, message, docs, details }: JsonObject): Record<string, Json> => ({
  error: error ?? null,
  message: message ?? null,
  docs: docs ?? null,
  details: details ?? [],
})

const metaOf = (response: Response): Record<string, Json> => {
  const settled = headerObject(response, 'payment-response')
  const [receipt, request, wait] = [RECEIPT, REQUEST, 'retry-after'].map((name) => response.headers.get(name))
  return {
    ...(settled && { [META.settled]: settled }),
    ...(receipt && { [META.receipt]: receipt }),
    ...(request && { [META.request]: request }),
    ...(wait && { [META.retryAfter]: Number(wait) }),
  }
}

const written = (text: string, meta: Record<string, Json>, more: Partial<ToolResult> = {}): ToolResult => ({
  content: [{ type: 'text', text }],
  ...more,
  ...(Object.keys(meta).length > 0 && { _meta: meta }),
})

/** The offer of x402, without extensions: they describe a call over HTTP, for catalogues. */
const offerIn = (response: Response): Record<string, Json> | null => {
  const { extensions: _http, ...offer } = headerObject(response, 'payment-required') ?? {}
  return 'accepts' in offer ? offer : null
}

/** A demand for money: the offer of x402 where that rail is open, and the invoice in `_meta`. */
const demand = (response: Response, text: string): ToolResult => {
  const body = objectIn(text) ?? {}
  const offer = offerIn(response)
  const meta = { ...lightningIn(body), ...metaOf(response) }
  if (!offer) return written(text, meta, { isError: true })
  const asked = body['error'] !== 'payment_required'
  return written(JSON.stringify(offer), asked ? { ...meta, [META.problem]: problemIn(body) } : meta, {
    isError: true,
    structuredContent: offer,
  })
}

/**
 * A text of an answer stays as it is: its bytes are those that HTTP sends. Documents beyond this are not sent a second
 * time as an object.
 */
const MOST_TWICE = 65_536

export const resultOf = async (response: Response): Promise<ToolResult> => {
  const text = await response.text()
  if (response.status === 402) return demand(response, text)
  const meta = metaOf(response)
  if (!response.ok) return written(text, meta, { isError: true })
  const body = text.length <= MOST_TWICE ? objectIn(text) : null
  return written(text, meta, body ? { structuredContent: body } : {})
}

/** A call that never reached a route. */
export const problemResult = (found: Problem, docs: string): ToolResult =>
  written(
    JSON.stringify(problemBody(found, docs)),
    found.retryAfter === undefined ? {} : { [META.retryAfter]: found.retryAfter },
    { isError: true },
  )

/** What a tool says by itself. */
export const ownResult = (body: Record<string, Json>): ToolResult =>
  written(JSON.stringify(body), {}, { structuredContent: body })
