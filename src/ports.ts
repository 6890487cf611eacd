/**
 * The outside world as types. A module that needs one of these receives it as an argument. The real ones are in
 * `system`; `test/house/outside.test.ts` lists which other files may read a clock, draw a random number or open a connection.
 */

/** Time. Unix milliseconds throughout; canonical strings alone speak of seconds. */
export interface Clock {
  now(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Time that only passes: milliseconds from some beginning, whatever anybody sets the clock to. */
export interface Steady {
  ms(): number
}

/** Chance, from the operating system's generator. */
export interface Random {
  bytes(length: number): Uint8Array
  /** A whole number in `[min, max]`, every value equally likely. */
  integer(min: number, max: number): number
}

/** What a provider allows, declared once in its source file. */
export interface ProviderAccess {
  /** The name as it stands in canonical strings, logs and metrics: `kraken`. */
  readonly name: string
  /** Scheme and host: `https://api.kraken.com`, or `wss://…` of a provider that pushes. */
  readonly origin: string
  /** At most `requests` within any `perSeconds`. */
  readonly rate: { readonly requests: number; readonly perSeconds: number }
  /** How long one request may take, headers and body together. */
  readonly timeoutMs: number
  /** A reply longer than this is a failure, not a reason to buy memory. */
  readonly maxBytes: number
  /** Where a key that was bought opens, and the parameter of the query that shows it. */
  readonly keyed?: { readonly origin: string; readonly parameter: string }
  /** Headers that every request to this provider carries. */
  readonly headers?: Readonly<Record<string, string>>
}

/** One request to a provider, as plain data. */
export interface Question {
  readonly provider: ProviderAccess
  /** Path and query string, starting with `/`. */
  readonly path: string
  readonly method?: 'GET' | 'POST'
  /** A JSON text; sent with `content-type: application/json`. */
  readonly body?: string
}

/** Why a provider gave nothing usable. Values, not exceptions: a dead provider is an everyday event. */
export type SourceFailure =
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs?: number }
  | { readonly kind: 'too_large'; readonly limitBytes: number }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'circuit_open'; readonly untilMs: number }
  | { readonly kind: 'rate_limited'; readonly untilMs: number }

/** A provider's reply, unread. */
export type Reply =
  | { readonly ok: true; readonly body: string; readonly receivedAt: number; readonly tookMs: number }
  | { readonly ok: false; readonly failure: SourceFailure }

/**
 * The way to providers. Owns time limits, size limits, rate limits, the circuit breaker and the sharing of identical
 * requests in flight, so that a source file needs none of them.
 */
export interface Net {
  ask(question: Question): Promise<Reply>
}

/** What happens on one socket. Nothing more comes after `closed`, and nothing at all after it was closed from here. */
export interface SocketEvents {
  opened(): void
  frame(text: string): void
  /** The other end answered a ping. */
  pong(): void
  /** It never opened, or is gone; why in a few words. */
  closed(reason: string): void
}

/** One connection to a provider that talks by itself. */
export interface Socket {
  send(text: string): void
  /** Asks the other end for a sign of life. */
  ping(): void
  /** At once: a dead peer would not answer a farewell. */
  close(): void
}

/**
 * The way to providers that push. Owns the address and the size limit; whether a silent socket is a dead one is for its
 * collector to judge, and so is trying again.
 */
export interface Sockets {
  /** @param path path and query string, starting with `/`; the provider's origin is `wss://…` */
  open(provider: ProviderAccess, path: string, events: SocketEvents): Socket
}
/** What a line says besides its name. The line's own words are taken: a field of that name would replace them. */
export type LogFields = Readonly<Record<string, unknown>> & Readonly<Partial<Record<'at' | 'level' | 'event', never>>>

/** One structured line per call. Never pass bearer money (macaroons, preimages, payment headers) as a field. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}
