import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import type { Target } from './address.ts'

/** The request that is sent. */
export interface Message {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** A longer answer is refused. */
  readonly maxBytes: number
}

/** Every status is an answer, even a redirect: none is followed. */
export type Exchanged =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** `content-type`, `retry-after` and `etag`, where sent. */
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  /** The status had arrived: it is enough for a caller that only needs to know whether it was 2xx. */
  | { readonly kind: 'too_large'; readonly status: number }
  /** `connected: false`: certainly nothing was sent, so another address may be tried. */
  | { readonly kind: 'unreachable'; readonly connected: boolean }

const KEPT_HEADERS = ['content-type', 'retry-after', 'etag'] as const
const MAX_HEADER_BYTES = 16_384
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * A lookup that always returns the one address that was checked: without a second resolution, DNS rebinding is not
 * possible. IP literals are called without a lookup; `address.ts` has checked them.
 */
const pinned =
  (address: string): LookupFunction =>
  (_host, options, answer) => {
    const family = isIPv6(address) ? 6 : 4
    if (options.all) answer(null, [{ address, family }])
    else answer(null, address, family)
  }

/** Reads an answer to its end or to the limit. `leave` closes the connection. */
const read = (
  response: IncomingMessage,
  maxBytes: number,
  settle: (exchanged: Exchanged) => void,
  leave: () => void,
): void => {
  const status = response.statusCode ?? 0
  const pieces: Buffer[] = []
  let size = 0
  response.on('data', (piece: Buffer) => {
    size += piece.length
    // A single chunk may be larger than the limit, so its size is counted before it is kept.
    if (size <= maxBytes) return void pieces.push(piece)
    settle({ kind: 'too_large', status })
    return leave()
  })
  response.on('end', () => {
    const kept = KEPT_HEADERS.flatMap((name) => {
      const value = response.headers[name]
      return value === undefined ? [] : [[name, value] as const]
    })
    settle({
      kind: 'answered',
      status,
      headers: Object.fromEntries(kept),
      body: Buffer.concat(pieces).toString('utf8'),
    })
  })
  // The connection ended too early. After `end` this has no effect.
  const cut = (): void => settle({ kind: 'unreachable', connected: true })
  response.on('error', cut)
  response.on('close', cut)
}

/**
 * One request over one connection to one address; never throws. The runtime's `fetch` cannot be used: it takes no
 * lookup function, follows redirects, opens `file:` and `data:`, and obeys HTTP_PROXY (decision 0008).
 */
export const exchange = (
  { url, host, port, literal }: Target,
  address: string,
  message: Message,
  { signal, ca }: { readonly signal: AbortSignal; readonly ca?: string | undefined },
): Promise<Exchanged> =>
  new Promise((settle) => {
    const unreachable = (problem?: { code?: string }): void =>
      settle({ kind: 'unreachable', connected: !NEVER_CONNECTED.has(problem?.code ?? '') })
    const bytes = message.body === undefined ? null : Buffer.from(message.body)
    const options = {
      host,
      port,
      path: url.pathname + url.search,
      method: message.method,
      headers: {
        accept: '*/*',
        'user-agent': 'claros',
        ...message.headers,
        // A compressed answer may unpack to a thousand times its size, and the size limit would not protect.
        'accept-encoding': 'identity',
        ...(bytes && { 'content-length': String(bytes.length) }),
      },
      // No connection pool: a connection that was made after an earlier check is never used again.
      agent: false as const,
      lookup: pinned(address),
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    }
    try {
      const call =
        url.protocol === 'https:'
          ? tlsRequest({
              ...options,
              ...(ca !== undefined && { ca }),
              // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 would turn off the default.
              rejectUnauthorized: true,
              minVersion: 'TLSv1.2',
              ...(!literal && { servername: host }),
            })
          : plainRequest(options)

      call.on('response', (response) => read(response, message.maxBytes, settle, () => call.destroy()))
      call.on('upgrade', (_response, socket) => {
        socket.destroy()
        unreachable()
      })
      call.on('error', unreachable)
      call.end(bytes ?? undefined)
    } catch {
      unreachable()
    }
  })
