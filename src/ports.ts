/**
 * What a program needs from its machine and the network, as types: clock, randomness, connections, log. A module
 * receives them as arguments. The real ones are in `system`; `test/house/outside.test.ts` lists which other files may
 * read a clock, draw a random number or open a connection.
 */

/** Time in Unix milliseconds. Only canonical strings and bodies use seconds. */
export interface Clock {
  now(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** A monotonic clock: milliseconds since an arbitrary start. Setting the system's clock does not change it. */
export interface Steady {
  ms(): number
}

/** Random numbers from the operating system's generator. */
export interface Random {
  bytes(length: number): Uint8Array
  /** A whole number from `min` to `max`, both included, all equally likely. */
  integer(min: number, max: number): number
}

/** How a provider may be asked, declared once in its source file. */
export interface ProviderAccess {
  /** The name as it stands in canonical strings, logs and metrics: `kraken`. */
  readonly name: string
  /** Scheme and host: `https://api.kraken.com`, or `wss://…` if the provider pushes. */
  readonly origin: string
  /** At most `requests` within any `perSeconds`. A question that the provider counts as several has a `weight`. */
  readonly rate: { readonly requests: number; readonly perSeconds: number }
  /**
   * The name of the rate window, for providers whose requests are counted together; their `rate` is the same. The
   * provider's own name if left out.
   */
  readonly countedAs?: string
  /** How long one request may take, headers and body together. */
  readonly timeoutMs: number
  /**
   * A reply that is longer is a failure, so that no provider can fill our memory. A question with longer replies states
   * its own limit.
   */
  readonly maxBytes: number
  /**
   * For customers with a key: the origin that accepts it, and the query parameter that carries it; without a parameter it
   * goes as a bearer token (RFC 6750). If it is `needed`, nothing is asked without one.
   */
  readonly keyed?: { readonly origin: string; readonly parameter?: string; readonly needed?: true }
  /** Headers that every request to this provider carries. */
  readonly headers?: Readonly<Record<string, string>>
}

/** How the bytes of a reply are to be read as text. */
export type Charset = 'utf-8' | 'utf-16le'

/** One request to a provider, as plain data. */
export interface Question {
  readonly provider: ProviderAccess
  /** Path and query string, starting with `/`. */
  readonly path: string
  readonly method?: 'GET' | 'POST'
  /** A JSON text; sent with `content-type: application/json`. */
  readonly body?: string
  /** How many requests the provider counts this one as; 1 if left out. */
  readonly weight?: number
  /** The longest reply in place of the provider's limit. */
  readonly maxBytes?: number
  /** How the reply is written where it has no byte order mark; UTF-8 if left out. */
  readonly charset?: Charset
  /** It may use the part of the rate window that is kept free for prices. */
  readonly isUrgent?: boolean
}

/** A question as a rate window sees it. */
export interface Weighed {
  readonly weight: number
  /** Whether it may use all of the window, or only what is not kept for urgent ones. */
  readonly isUrgent: boolean
  /** The weight of all questions that the window admits. */
  readonly limit: number
  /** The part of it that is kept for urgent questions. */
  readonly kept: number
}

/** Rate windows that all processes share. */
export interface RateWindows {
  /**
   * Enters a question and returns `null`, or returns in how many milliseconds there will be room for it. A question
   * heavier than its part of the window goes when no other is in that.
   */
  take(window: string, spanMs: number, question: Weighed): Promise<number | null>
}

/** Why a provider gave nothing usable. A value and no exception, because a provider that fails is a normal case. */
export type SourceFailure =
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs?: number }
  | { readonly kind: 'too_large'; readonly limitBytes: number }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'circuit_open'; readonly untilMs: number }
  | { readonly kind: 'rate_limited'; readonly untilMs: number }

/** A provider's reply as text, without a byte order mark and before it is parsed, or the failure. */
export type Reply =
  | { readonly ok: true; readonly body: string; readonly receivedAt: number; readonly tookMs: number }
  | { readonly ok: false; readonly failure: SourceFailure }

/**
 * Requests to providers. Applies the limits on time, size and rate, the circuit breaker, and the sharing of identical
 * requests in flight, so that a source file needs none of them.
 */
export interface Net {
  ask(question: Question): Promise<Reply>
}

/** Callbacks of one socket. None is called after `closed`, and none after we have closed the socket. */
export interface SocketEvents {
  opened(): void
  frame(text: string): void
  /** The other end answered a ping. */
  pong(): void
  /** The socket did not open, or was closed by the other end; `reason` in a few words. */
  closed(reason: string): void
}

/** One connection to a provider that pushes messages. */
export interface Socket {
  send(text: string): void
  /** Sends a ping; `pong` is called when the other end answers. */
  ping(): void
  /** Closes at once, without the closing handshake, which a dead peer would not answer. */
  close(): void
}

/**
 * Sockets to providers that push. Builds the address and applies the size limit. Its collector decides whether a silent
 * socket is dead, and when to connect again.
 */
export interface Sockets {
  /** @param path path and query string, starting with `/`; the provider's origin is `wss://…` */
  open(provider: ProviderAccess, path: string, events: SocketEvents): Socket
}
/** The fields of a log line. The names that the line itself uses are excluded: such a field would replace them. */
export type LogFields = Readonly<Record<string, unknown>> & Readonly<Partial<Record<'at' | 'level' | 'event', never>>>

/** One structured line per call. Never pass bearer money (macaroons, preimages, payment headers) as a field. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}
