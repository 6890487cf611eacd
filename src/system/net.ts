import type { Clock, Net, ProviderAccess, Question, Reply, SourceFailure } from '../ports.ts'
import { type Circuit, createCircuit } from './circuit.ts'
import { type RateWindow, rateWindow } from './rate-window.ts'

/** Settings of the connection to providers. */
export interface NetOptions {
  readonly clock: Clock
  /** Every request goes to `<upstreamOrigin>/<host><path>` instead of the provider. */
  readonly upstreamOrigin?: string | undefined
  /** Replaces a provider's origin, by provider name: mirrors and migrations. */
  readonly origins?: Readonly<Record<string, string>>
  /** Keys that the operator has bought, by provider name. */
  readonly keys?: Readonly<Record<string, string>>
  /** Is called with every reply: for metrics. */
  readonly onReply?: (provider: string, outcome: 'ok' | SourceFailure['kind'], tookMs: number) => void
  /** Is called with the state of a provider's circuit after every question. */
  readonly onCircuit?: (provider: string, state: Circuit['state']) => void
}

/** The state of one provider. */
interface ProviderState {
  readonly rate: RateWindow
  readonly circuit: Circuit
}

/** The longest wait, whatever a provider asks for. */
const LONGEST_RETRY_AFTER_MS = 60_000

const urlOf = ({ provider, path }: Question, { upstreamOrigin, origins, keys }: NetOptions): string => {
  const key = provider.keyed && keys?.[provider.name]
  const origin = origins?.[provider.name] ?? (key ? provider.keyed!.origin : provider.origin)
  const asked = key
    ? `${path}${path.includes('?') ? '&' : '?'}${provider.keyed!.parameter}=${encodeURIComponent(key)}`
    : path
  return upstreamOrigin ? `${upstreamOrigin}/${new URL(origin).host}${asked}` : origin + asked
}

/** Reads a body in chunks, so that an endless one takes `limit` bytes and not all the memory. */
const readBody = async (response: Response, limit: number): Promise<string | null> => {
  if (!response.body) return ''
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body) {
    size += piece.byteLength
    // Leaving the loop cancels the stream and with it the connection.
    if (size > limit) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

const retryAfterMs = (response: Response): number | null => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, LONGEST_RETRY_AFTER_MS) : null
}

const request = async (question: Question, url: string, clock: Clock): Promise<Reply> => {
  const { provider, method = 'GET', body } = question
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
      },
      ...(body !== undefined && { body }),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      const pause = retryAfterMs(response)
      return failed({ kind: 'status', status: response.status, ...(pause !== null && { retryAfterMs: pause }) })
    }
    const text = await readBody(response, provider.maxBytes)
    if (text === null) return failed({ kind: 'too_large', limitBytes: provider.maxBytes })
    const receivedAt = clock.now()
    return { ok: true, body: text, receivedAt, tookMs: receivedAt - startedAt }
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
  const { clock } = options
  const states = new Map<string, ProviderState>()
  const inFlight = new Map<string, Promise<Reply>>()

  const stateOf = (provider: ProviderAccess): ProviderState => {
    const known = states.get(provider.name)
    if (known) return known
    const made = { rate: rateWindow(provider.rate), circuit: createCircuit() }
    states.set(provider.name, made)
    return made
  }

  const guarded = async (question: Question, url: string): Promise<Reply> => {
    const { rate, circuit } = stateOf(question.provider)
    const blocked = circuit.blockedUntil(clock.now())
    if (blocked !== null) return { ok: false, failure: { kind: 'circuit_open', untilMs: blocked } }
    const full = rate.take(clock.now())
    if (full !== null) return { ok: false, failure: { kind: 'rate_limited', untilMs: full } }
    const reply = await request(question, url, clock)
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
        const { name } = question.provider
        options.onReply?.(name, reply.ok ? 'ok' : reply.failure.kind, clock.now() - startedAt)
        options.onCircuit?.(name, stateOf(question.provider).circuit.state)
      })
      return asked
    },
  }
}
