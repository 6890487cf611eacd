import { sha256 } from '@noble/hashes/sha2.js'
import { COMMON_FEATURES, writeBolt11 } from '../../../../../src/sandbox/money/bolt11.ts'

/** 1 November 2026, 00:00 UTC. */
export const NOW = 1_793_491_200

const NODE_KEY = new Uint8Array(32).fill(7)
let made = 0

/** A real invoice as a node would make it, and its hash in hex. */
export const madeInvoice = (
  sats: number,
  { expirySeconds = 300 as number | null, at = NOW, memo = 'an answer' } = {},
) => {
  const hash = sha256(Buffer.from(`preimage ${++made}`))
  const bolt11 = writeBolt11(
    {
      amountMsat: BigInt(sats) * 1000n,
      paymentHash: hash,
      paymentSecret: sha256(hash),
      description: memo,
      timestamp: at,
      expirySeconds,
      minFinalCltv: 80,
      features: COMMON_FEATURES,
    },
    NODE_KEY,
  )
  return { bolt11, paymentHash: Buffer.from(hash).toString('hex') }
}

/** A request as the node saw it. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

type Answer = Response | ((seen: Seen) => Response | Promise<Response>)

/** A node that answers what the test puts in, in order, the last for ever; and keeps what it was asked. */
export const nodeStub = (tls?: { key: string; cert: string }) => {
  const seen: Seen[] = []
  let answers: Answer[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    ...(tls && { tls }),
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const one: Seen = {
        method: request.method,
        path: pathname + search,
        headers: request.headers,
        body: await request.text(),
      }
      seen.push(one)
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? new Response(null, { status: 418 })
      return typeof answer === 'function' ? answer(one) : (answer.clone() as Response)
    },
  })
  return {
    url: server.url.origin,
    seen,
    /** @returns the list of what is asked from now on */
    will: (...next: Answer[]): Seen[] => {
      answers = next
      seen.length = 0
      return seen
    },
    stop: () => server.stop(true),
  }
}

export const html = (status: number): Response =>
  new Response('<html><body>Bad Gateway, macaroon abc</body></html>', {
    status,
    headers: { 'content-type': 'text/html' },
  })
