import type { Visit, VisitRequest } from '../outbound/visit.ts'
import type { Clock, Random } from '../ports.ts'
import { nextAttemptAt, readRetryAfter } from './schedule.ts'
import { webhookHeaders, type WebhookSigner } from './standard-webhooks.ts'

/** One attempt to deliver one webhook. Other files queue it and record its result. */

export interface WebhookDelivery {
  /** `webhookId(…)`: the same in every attempt. */
  readonly id: string
  readonly url: string
  /** JSON text; sent and signed as these exact bytes, so it is written once and kept. */
  readonly body: string
  /** Attempts made before this one. */
  readonly made: number
}

/**
 * `gone`: the receiver does not want it any more. `given_up`: all attempts have failed. Both are final, like
 * `delivered`.
 */
export type NextStep =
  { readonly kind: 'delivered' | 'gone' | 'given_up' } | { readonly kind: 'retry'; readonly at: number }

/** A line of the delivery log, which the creator reads: no bodies of replies, no error texts of the network. */
export interface AttemptLine {
  /** Unix milliseconds at which the attempt began; in seconds, it is the `webhook-timestamp`. */
  readonly at: number
  /** `null` where no answer came. */
  readonly status: number | null
  readonly tookMs: number
  readonly outcome: NextStep['kind']
  /** How far the attempt came. */
  readonly visit: Visit['kind']
}

export interface Sender {
  readonly visitor: { visit(request: VisitRequest): Promise<Visit> }
  readonly signers: readonly WebhookSigner[]
  readonly clock: Clock
  readonly random: Random
}

/** Standard Webhooks asks for 15 to 30 s. */
const TIME_LIMIT_MS = 15_000
/** Only the status of a reply is read; a body up to this size may arrive, so that an ordinary reply ends normally. */
const MAX_BYTES = 65_536

const GONE = 410

const nextStep = (status: number | null, retryAt: number | null): NextStep => {
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === GONE) return { kind: 'gone' }
  return retryAt === null ? { kind: 'given_up' } : { kind: 'retry', at: retryAt }
}

/**
 * Sends it once and decides what happens next. Everything but 2xx and 410 is a failure that may pass. So is a redirect,
 * and so is an address that may not be called: its name may lead to the right server again later.
 */
export const attempt = async (
  { id, url, body, made }: WebhookDelivery,
  { visitor, signers, clock, random }: Sender,
): Promise<{ readonly next: NextStep; readonly line: AttemptLine }> => {
  const at = clock.now()
  const headers = { 'content-type': 'application/json', ...webhookHeaders(signers, id, Math.floor(at / 1000), body) }
  const visit = await visitor.visit({
    url,
    method: 'POST',
    headers,
    body,
    timeLimitMs: TIME_LIMIT_MS,
    maxBytes: MAX_BYTES,
  })
  const now = clock.now()
  const status = 'status' in visit ? visit.status : null
  const retryAfter = visit.kind === 'answered' ? readRetryAfter(visit.headers['retry-after'], now) : null
  const next = nextStep(status, nextAttemptAt(made + 1, now, random, retryAfter))
  return { next, line: { at, status, tookMs: Math.max(0, now - at), outcome: next.kind, visit: visit.kind } }
}
