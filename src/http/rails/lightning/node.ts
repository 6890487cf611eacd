/** Two verbs of a Lightning node; the first is enough to sell, the second tells a page that its invoice was paid. */
export interface Lightning {
  /** The name operators read: `lnd`. */
  readonly name: string
  createInvoice(order: InvoiceOrder): Promise<Invoice | LightningFailure>
  /** @param paymentHash hex, 32 bytes */
  invoiceState(paymentHash: string): Promise<InvoiceState | LightningFailure>
}

/** `open`: the node knows the invoice and has not been paid, expired ones included. `unknown`: no such invoice. */
export type InvoiceState =
  | {
      readonly kind: 'settled'
      /** Hex, 32 bytes; `null` where the node gives none. */
      readonly preimage: string | null
    }
  | { readonly kind: 'open' | 'unknown' }

export interface InvoiceOrder {
  readonly sats: number
  readonly memo: string
  readonly expirySeconds: number
}

/** A payable invoice. */
export interface Invoice {
  readonly kind: 'invoice'
  /** BOLT 11. */
  readonly bolt11: string
  /** Hex, 32 bytes. */
  readonly paymentHash: string
  /** Unix milliseconds. It cannot be paid afterwards; its token must be valid longer. */
  readonly expiresAt: number
}

/** The node gave no answer of use; the other rail stays open. `detail` is for operators and holds no secret. */
export interface LightningFailure {
  readonly kind: 'lightning_failure'
  readonly reason: 'timeout' | 'unreachable' | 'refused' | 'unreadable'
  readonly detail: string
}

export const lightningFailure = (reason: LightningFailure['reason'], detail: string): LightningFailure => ({
  kind: 'lightning_failure',
  reason,
  detail,
})

/** A buyer waits for the challenge, so a node that takes longer counts as not answering. */
export const NODE_TIME_LIMIT_MS = 3_000

/** Address and credential of a node. */
export interface NodeAccess {
  /** `https://127.0.0.1:8080`, a path included where the node is behind one; no slash at the end. */
  readonly url: string
  /** A credential that makes and reads invoices, and nothing else. */
  readonly secret: string
  /** PEM: nodes make their own certificate, which no authority signs. */
  readonly tlsCa?: string | undefined
  readonly timeLimitMs?: number | undefined
}

/** Checked because it is put into a path. */
export const isPaymentHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
