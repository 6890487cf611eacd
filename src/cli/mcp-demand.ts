import { fromBase64Json, toBase64Json } from '../../client/src/base64-json.ts'
import { isMembers, type Members, membersOf } from '../../client/src/members.ts'
import type { Fetch } from '../../client/src/request.ts'
import type { Json } from '../canonical/jcs.ts'
import { PROOF, RECEIPT, REQUEST } from '../http/wire/header-names.ts'
import { META } from '../http/wire/mcp-meta.ts'
import { PROBLEMS } from '../http/wire/problem.ts'
import { type McpMessage, type McpReply, parsedLine, textIn } from './mcp-message.ts'

/**
 * A call of a tool as a request of HTTP, which is what the client package pays: the reverse of what the service makes of
 * a call. So there is one payer, whichever door is bought at.
 */

/** Sends one message, and hears what answers it. Rejects where nothing does. */
export type SendMessage = (message: McpMessage, signal: AbortSignal | null) => Promise<McpReply>

/** Whether a result asks for money. */
export const isDemand = (result: Members): boolean =>
  result['isError'] === true &&
  (META.challenge in membersOf(result['_meta']) || 'accepts' in membersOf(result['structuredContent']))

/** Whether a host pays for a call by itself. */
export const isPaidByHost = ({ params }: McpMessage): boolean =>
  [META.payment, META.authorization].some((name) => name in membersOf(params?.['_meta']))

/** What a call carries, by the header that says the same over HTTP. */
const metaFor = (headers: Headers): Members => {
  const payment = headers.get('payment-signature')
  const texts = { authorization: META.authorization, [RECEIPT]: META.receipt, [PROOF]: META.proof }
  return {
    ...(payment !== null && { [META.payment]: fromBase64Json(payment) }),
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([header, name]) => {
        const value = headers.get(header)
        return value === null ? [] : [[name, value]]
      }),
    ),
  }
}

const headersFor = (result: Members): Headers => {
  const meta = membersOf(result['_meta'])
  const { macaroon, invoice } = membersOf(meta[META.challenge])
  const offer = membersOf(result['structuredContent'])
  const found: Readonly<Record<string, unknown>> = {
    [RECEIPT]: meta[META.receipt],
    [REQUEST]: meta[META.request],
    'retry-after': meta[META.retryAfter],
    'payment-response': isMembers(meta[META.settled]) ? toBase64Json(meta[META.settled]) : undefined,
    ...(isDemand(result) && {
      'payment-required': 'accepts' in offer ? toBase64Json(offer) : undefined,
      'www-authenticate':
        macaroon === undefined ? undefined : `L402 macaroon="${String(macaroon)}", invoice="${String(invoice)}"`,
    }),
  }
  return new Headers(
    Object.entries(found).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

const STATUSES: ReadonlyMap<string, number> = new Map(
  Object.entries(PROBLEMS).map(([code, { status }]) => [code, status]),
)

const statusOf = (result: Members): number => {
  if (result['isError'] !== true) return 200
  return STATUSES.get(String(membersOf(parsedLine(textIn(result)))['error'])) ?? 400
}

const LOST = 502

/** What answers a call as HTTP would say it. */
const responseOf = ({ status, text, message }: McpReply): Response => {
  // Whoever says "well" without a message is not the service.
  if (!message) return new Response(text, { status: status < 400 ? LOST : status })
  const { result } = message
  if (!isMembers(result)) return new Response('{}', { status: LOST })
  const headers = headersFor(result)
  if (!isDemand(result)) return new Response(textIn(result), { status: statusOf(result), headers })
  const refusal = membersOf(result['_meta'])[META.problem] ?? {
    error: 'payment_required' satisfies keyof typeof PROBLEMS,
  }
  return Response.json(refusal, { status: PROBLEMS.payment_required.status, headers })
}

/** The requests of one purchase. */
export interface CallRequests {
  readonly fetch: Fetch
  /** The last result that was heard, from which a result for the host is made. */
  readonly last: () => Members
}

/**
 * @param asked the call of the host
 * @param demand what it was answered to it; `null` if only a payment that is under way is gone on with
 */
export const requestsOf = (send: SendMessage, asked: McpMessage, demand: McpReply | null): CallRequests => {
  let first = demand
  let last: Members = membersOf(demand?.message?.result)
  return {
    last: () => last,
    fetch: async (_url, { headers, body, signal }) => {
      const meta = metaFor(new Headers(headers))
      const isPaying = Object.keys(meta).length > 0
      if (first && !isPaying) {
        // It was asked for already: a second demand would be a second invoice.
        const heard = first
        first = null
        return responseOf(heard)
      }
      const params = {
        ...asked.params,
        ...membersOf(parsedLine(String(body))),
        _meta: { ...membersOf(asked.params?.['_meta']), ...meta },
      }
      const reply = await send({ ...asked, params }, signal ?? null)
      last = membersOf(reply.message?.result)
      return responseOf(reply)
    },
  }
}

/** What of a call is bought, which is what a receipt keeps of it. */
export const boughtBy = ({ params }: McpMessage): { readonly name: Json; readonly arguments: Json } => ({
  name: String(params?.name),
  arguments: (params?.['arguments'] ?? {}) as Json,
})
