/** JSON-RPC 2.0 over POST. https://www.jsonrpc.org/specification */
import type { Query } from '../query.ts'
import { UnreadableReply } from '../query.ts'
import { field, items, optional, type Piece, refusal, reply, same, text } from '../shape.ts'
import type { RpcHost } from './rpc-hosts.ts'

/** One call; its id is its place among the calls of a question. */
export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

const written = ({ method, params }: RpcCall, at: number) => ({ jsonrpc: '2.0', id: at + 1, method, params })

const asked = ({ source, path }: RpcHost, body: unknown) => ({
  provider: source,
  path,
  method: 'POST' as const,
  body: JSON.stringify(body),
})

/** The result of an answer. An error comes with HTTP 200, as an object with code and message. */
const resultOf = (answer: Piece, id: number): Piece => {
  const error = optional(answer, 'error')
  if (error && error.value !== null) throw refusal(JSON.stringify(error.value).slice(0, 120))
  same(field(answer, 'id'), String(id))
  return field(answer, 'result')
}

/** One call as one question. */
export const singleCall = <T>(host: RpcHost, call: RpcCall, read: (result: Piece) => T): Query<T> => ({
  ...asked(host, written(call, 0)),
  read: (body) => read(resultOf(reply(body), 1)),
})

/** Several calls as one question, which the host may count as so many. Answers come in any order. */
export const batch = <T>(
  host: RpcHost,
  calls: readonly RpcCall[],
  read: (results: readonly Piece[]) => T,
): Query<T> => ({
  ...asked(host, calls.map(written)),
  weight: calls.length,
  read: (body) => {
    const answer = reply(body)
    // A host that takes no batches answers with one object.
    if (!Array.isArray(answer.value)) throw refusal(JSON.stringify(answer.value ?? null).slice(0, 120))
    const byId = new Map(items(answer).map((each) => [text(field(each, 'id')), each]))
    return read(
      calls.map((_, at) => {
        const own = byId.get(String(at + 1))
        if (!own) throw new UnreadableReply(`no answer to call ${at + 1}`)
        return resultOf(own, at + 1)
      }),
    )
  },
})

/** A quantity: `0x` and hex digits (Ethereum execution API). Exact, since wei of a large price pass 2^53. */
export const hexQuantity = (of: Piece): bigint => {
  const digits = text(of)
  if (!/^0x[0-9a-f]{1,32}$/i.test(digits))
    throw new UnreadableReply(`${of.path} is not a hex quantity: ${digits.slice(0, 40)}`)
  return BigInt(digits)
}
