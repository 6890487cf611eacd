import {
  type Invoice,
  type Lightning,
  lightningFailure,
  type LightningFailure,
  NODE_TIME_LIMIT_MS,
} from './lightning.ts'

/** Where an LND node listens, and the macaroon that lets us make invoices (and nothing else). */
export interface LndOptions {
  /** `https://127.0.0.1:8080` */
  readonly url: string
  /** invoice.macaroon, hex. */
  readonly macaroon: string
}

const read = (body: unknown): Invoice | LightningFailure => {
  const { payment_request: bolt11, r_hash: hash } = (body ?? {}) as { payment_request?: unknown; r_hash?: unknown }
  const paymentHash = typeof hash === 'string' ? Buffer.from(hash, 'base64').toString('hex') : ''
  return typeof bolt11 === 'string' && bolt11.startsWith('ln') && paymentHash.length === 64
    ? { kind: 'invoice', bolt11, paymentHash }
    : lightningFailure('unreadable', 'no payment_request or r_hash in the answer')
}

/** LND over REST: `POST /v1/invoices` (LND API reference, AddInvoice). Amounts are strings there: int64 in JSON. */
export const lnd = ({ url, macaroon }: LndOptions): Lightning => ({
  name: 'lnd',
  createInvoice: async ({ sats, memo, expirySeconds }) => {
    try {
      const response = await fetch(`${url}/v1/invoices`, {
        method: 'POST',
        headers: { 'Grpc-Metadata-macaroon': macaroon, 'content-type': 'application/json' },
        body: JSON.stringify({ value: String(sats), memo, expiry: String(expirySeconds) }),
        signal: AbortSignal.timeout(NODE_TIME_LIMIT_MS),
        redirect: 'error',
      })
      if (!response.ok) return lightningFailure('refused', `status ${response.status}`)
      return read(
        await response.json().catch((problem: unknown) => {
          if (problem instanceof SyntaxError) return null
          throw problem
        }),
      )
    } catch (problem) {
      const late = problem instanceof DOMException && problem.name === 'TimeoutError'
      return lightningFailure(late ? 'timeout' : 'unreachable', late ? `${NODE_TIME_LIMIT_MS} ms` : 'connection failed')
    }
  },
})
