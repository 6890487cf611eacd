import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import type { Target } from './address.ts'

/** What is sent. */
export interface Message {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** A longer answer is none. */
  readonly maxBytes: number
}

/** Any status is an answer, a redirect too: none is followed. */
export type Exchanged =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** `content-type`, `retry-after` and `etag`, where sent. */
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  /** The status had arrived: whoever only wants to know whether it was 2xx need not care about the rest. */
  | { readonly kind: 'too_large'; readonly status: number }
  /** `connected: false`: surely nothing was sent, so another address may be tried. */
  | { readonly kind: 'unreachable'; readonly connected: boolean }

const KEPT_HEADERS = ['content-type', 'retry-after', 'etag'] as const
const MAX_HEADER_BYTES = 16_384
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * Gives the one address that was judged, whatever is asked: with no second resolution there is nothing to rebind. IP
 * literals are dialled without asking here; `address.ts` has judged them.
 */
const pinned =
  (address: string): LookupFunction =>
  (_host, options, answer) => {
    const family = isIPv6(address) ? 6 : 4
    if (options.all) answer(null, [{ address, family }])
    else answer(null, address, family)
  }

/** Reads an answer to its end or to the limit, whichever comes first. `leave` closes the connection. */
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
    // One piece alone may be larger than the limit: counted before it is kept.
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
  // Cut off in the middle. After `end` this settles nothing any more.
  const cut = (): void => settle({ kind: 'unreachable', connected: true })
  response.on('error', cut)
  response.on('close', cut)
}

/**
 * One request over one connection to one address; never throws. The runtime's `fetch` is of no use here: it takes no
 * lookup, follows redirects, opens `file:` and `data:`, and obeys HTTP_PROXY (decision 0008).
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
        // An answer that unpacks to a thousand times its size would make the limit on it meaningless.
        'accept-encoding': 'identity',
        ...(bytes && { 'content-length': String(bytes.length) }),
      },
      // No pool: a connection made under an earlier judgement is never used again.
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
              // Said aloud: NODE_TLS_REJECT_UNAUTHORIZED=0 turns off what is only a default.
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
