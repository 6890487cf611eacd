import type { Clock, Net, ProviderAccess, Question, RateWindows, Reply, SourceFailure } from '../ports.ts'
import { type Circuit, createCircuit } from './circuit.ts'
import { decoded } from './decoded.ts'
import { readBody } from './read-body.ts'
import { type RateWindow, rateWindow } from './rate-window.ts'
import { withoutKey } from './without-key.ts'

/** Settings of the connection to providers. */
export interface NetOptions {
  readonly clock: Clock
  /** Every request goes to `<upstreamOrigin>/<host><path>` instead of the provider. */
  readonly upstreamOrigin?: string | undefined
  /** Replaces a provider's origin, by provider name: mirrors and migrations. */
  readonly origins?: Readonly<Record<string, string>>
  /** Keys that the operator has bought, by provider name. */
  readonly keys?: Readonly<Record<string, string>>
  /** Windows that all workers share. Without them, and while they fail, each process keeps its own. */
  readonly windows?: RateWindows
  /** By the name of a window: the weight that is kept free for urgent questions. */
  readonly reserves?: ReadonlyMap<string, number>
  /** Is called with every reply: for metrics. */
  readonly onReply?: (provider: string, outcome: 'ok' | SourceFailure['kind'], tookMs: number) => void
  /** Is called with the state of a provider's circuit after every question. */
  readonly onCircuit?: (provider: string, state: Circuit['state']) => void
}

/** The longest wait, whatever a provider asks for. */
const LONGEST_RETRY_AFTER_MS = 60_000

const urlOf = ({ provider, path }: Question, { upstreamOrigin, origins, keys }: NetOptions): string => {
  const key = provider.keyed && keys?.[provider.name]
  const origin = origins?.[provider.name] ?? (key ? provider.keyed!.origin : provider.origin)
  const parameter = provider.keyed?.parameter
  const asked =
    key && parameter !== undefined
      ? `${path}${path.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(key)}`
      : path
  return upstreamOrigin ? `${upstreamOrigin}/${new URL(origin).host}${asked}` : origin + asked
}

/** The pause that a provider asks for, in seconds or as a date (RFC 9110 section 10.2.3); `null` if it names none. */
const retryAfterMs = (response: Response, now: number): number | null => {
  const word = response.headers.get('retry-after') ?? ''
  const isSeconds = /^\d+(?:\.\d+)?$/.test(word)
  if (!isSeconds && !word.endsWith('GMT')) return null
  const pause = isSeconds ? Number(word) * 1000 : Date.parse(word) - now
  return Number.isNaN(pause) ? null : Math.min(Math.max(pause, 0), LONGEST_RETRY_AFTER_MS)
}

/** The key of a provider that wants it as a bearer token. */
const bearerOf = ({ provider }: Question, { keys }: NetOptions): string | null => {
  const key = keys?.[provider.name]
  return key && provider.keyed && provider.keyed.parameter === undefined ? `Bearer ${key}` : null
}

const request = async (
  question: Question,
  url: string,
  bearer: string | null,
  cut: (text: string) => string,
  clock: Clock,
): Promise<Reply> => {
  const { provider, method = 'GET', body, charset, maxBytes = provider.maxBytes } = question
  const signal = AbortSignal.timeout(provider.timeoutMs)
  const startedAt = clock.now()
  const failed = (failure: SourceFailure): Reply => ({ ok: false, failure })
  try {
    const response = await fetch(url, {
      method,
      signal,
      // A provider announces a new address in advance. A redirect without that may come from an attacker.
      redirect: 'manual',
      headers: {
        accept: '*/*',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...provider.headers,
        ...(bearer !== null && { authorization: bearer }),
      },
      ...(body !== undefined && { body }),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      const pause = retryAfterMs(response, clock.now())
      return failed({ kind: 'status', status: response.status, ...(pause !== null && { retryAfterMs: pause }) })
    }
    const bytes = await readBody(response, maxBytes)
    if (bytes === null) return failed({ kind: 'too_large', limitBytes: maxBytes })
    const receivedAt = clock.now()
    return { ok: true, body: cut(decoded(bytes, charset)), receivedAt, tookMs: receivedAt - startedAt }
  } catch (problem) {
    if (signal.aborted) return failed({ kind: 'timeout', afterMs: provider.timeoutMs })
    return failed({ kind: 'unreachable', reason: (problem as { code?: string }).code ?? 'connection failed' })
  }
}

/** Failures that tell something about the provider's health. A 4xx tells only something about our question. */
const isProviderFault = (failure: SourceFailure): boolean =>
  failure.kind !== 'status' || failure.status >= 500 || failure.status === 429 || failure.status === 418

/** The real connection to providers. */
export const createNet = (options: NetOptions): Net => {
  const { clock, windows, reserves } = options
  const circuits = new Map<string, Circuit>()
  const rates = new Map<string, RateWindow>()
  const inFlight = new Map<string, Promise<Reply>>()
  const cuts = new Map(Object.entries(options.keys ?? {}).map(([name, key]) => [name, withoutKey(key)]))
  const cutOf = ({ name }: ProviderAccess) => cuts.get(name) ?? ((text: string) => text)

  const circuitOf = ({ name }: ProviderAccess): Circuit => {
    const circuit = circuits.get(name) ?? createCircuit()
    circuits.set(name, circuit)
    return circuit
  }

  /** When there will be room for a question (Unix milliseconds), or `null` once it is entered. */
  const fullUntil = async ({ provider, weight = 1, isUrgent = false }: Question): Promise<number | null> => {
    const { name, countedAs = name, rate } = provider
    const spanMs = rate.perSeconds * 1000
    const weighed = { weight, isUrgent, limit: rate.requests, kept: reserves?.get(countedAs) ?? 0 }
    const own = rates.get(countedAs) ?? rateWindow(spanMs)
    rates.set(countedAs, own)
    const waitMs = await windows?.take(countedAs, spanMs, weighed).catch(() => undefined)
    if (waitMs === undefined) return own.take(clock.now(), weighed)
    if (waitMs !== null) return clock.now() + waitMs
    // Known here too, for the time when the shared windows fail.
    own.note(clock.now(), weighed)
    return null
  }

  const guarded = async (question: Question, url: string): Promise<Reply> => {
    const circuit = circuitOf(question.provider)
    const blocked = circuit.blockedUntil(clock.now())
    if (blocked !== null) return { ok: false, failure: { kind: 'circuit_open', untilMs: blocked } }
    const full = await fullUntil(question)
    if (full !== null) {
      circuit.unsent(clock.now())
      return { ok: false, failure: { kind: 'rate_limited', untilMs: full } }
    }
    const reply = await request(question, url, bearerOf(question, options), cutOf(question.provider), clock)
    if (reply.ok || !isProviderFault(reply.failure)) circuit.succeeded()
    else {
      const pause = reply.failure.kind === 'status' ? reply.failure.retryAfterMs : undefined
      circuit.failed(clock.now(), pause === undefined ? undefined : clock.now() + pause)
    }
    return reply
  }

  return {
    ask: (question) => {
      const url = urlOf(question, options)
      const key = `${question.method ?? 'GET'} ${url} ${question.body ?? ''}`
      const known = inFlight.get(key)
      if (known) return known
      const startedAt = clock.now()
      const asked = guarded(question, url).finally(() => inFlight.delete(key))
      inFlight.set(key, asked)
      void asked.then((reply) => {
        options.onReply?.(question.provider.name, reply.ok ? 'ok' : reply.failure.kind, clock.now() - startedAt)
        options.onCircuit?.(question.provider.name, circuitOf(question.provider).state)
      })
      return asked
    },
  }
}
