import { type TSchema, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { lightningFailure, type LightningFailure, NODE_TIME_LIMIT_MS, type NodeAccess } from './node.ts'
import { boundedText } from '../bounded-text.ts'

/** One request to a node. With a `json` or `form` body it is a POST. */
export interface NodeQuestion {
  /** Starts with `/`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
}

/** The node's answer. `body` is null if it is not JSON: errors of proxies are HTML, those of phoenixd plain text. */
export interface NodeReply {
  readonly kind: 'reply'
  readonly status: number
  readonly body: unknown
}

/** An answer has about 1 KiB. Something longer is not from a node. */
const MAX_BYTES = 65_536

/** Statuses of a proxy whose node does not answer. */
const AWAY: readonly number[] = [502, 503, 504]

export const timeLimit = ({ timeLimitMs = NODE_TIME_LIMIT_MS }: NodeAccess): AbortSignal =>
  AbortSignal.timeout(timeLimitMs)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const bodyOf = ({ json, form }: NodeQuestion): { type: string; text: string } | null => {
  if (form) return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() }
  return json === undefined ? null : { type: 'application/json', text: JSON.stringify(json) }
}

/** `ConnectionRefused`, `DEPTH_ZERO_SELF_SIGNED_CERT`: the code alone, since messages may quote an address. */
const codeOf = (problem: unknown): string => {
  const { code } = (problem ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : 'connection failed'
}

/** Asks, and returns the answer with any status. Never throws. Errors name nothing of what was sent or received. */
export const askNode = async (
  access: NodeAccess,
  question: NodeQuestion,
  signal: AbortSignal = timeLimit(access),
): Promise<NodeReply | LightningFailure> => {
  const body = bodyOf(question)
  try {
    const response = await fetch(access.url + question.path, {
      method: body ? 'POST' : 'GET',
      headers: { accept: 'application/json', ...(body && { 'content-type': body.type }), ...question.headers },
      signal,
      // A node has no reason to redirect, and following would show the credential to another host.
      redirect: 'manual',
      ...(body && { body: body.text }),
      ...(access.tlsCa !== undefined && { tls: { ca: access.tlsCa } }),
    })
    const text = await boundedText(response, MAX_BYTES)
    if (text === null) return lightningFailure('unreadable', `status ${response.status}, more than ${MAX_BYTES} bytes`)
    if (AWAY.includes(response.status)) return lightningFailure('unreachable', `status ${response.status}`)
    return { kind: 'reply', status: response.status, body: parsed(text) }
  } catch (problem) {
    return signal.aborted
      ? lightningFailure('timeout', 'no answer in time')
      : lightningFailure('unreachable', codeOf(problem))
  }
}

/** The body of a success in the documented shape, or what was wrong with the reply. */
export const readReply = <Shape extends TSchema>(
  shape: Shape,
  reply: NodeReply | LightningFailure,
): { readonly kind: 'read'; readonly body: Static<Shape> } | LightningFailure => {
  if (reply.kind !== 'reply') return reply
  if (reply.status !== 200 && reply.status !== 201) return lightningFailure('refused', `status ${reply.status}`)
  if (!Value.Check(shape, reply.body)) return lightningFailure('unreadable', 'the answer lacks a documented field')
  return { kind: 'read', body: reply.body }
}
