/** Two verbs of a Lightning node; one of them is enough to sell. */
export interface Lightning {
  /** The name operators read: `lnd`. */
  readonly name: string
  createInvoice(order: InvoiceOrder): Promise<Invoice | LightningFailure>
}

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
}

/** The node gave no invoice; the other rail stays open. */
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

/** A buyer waits for the challenge: a node that takes longer is as good as away. */
export const NODE_TIME_LIMIT_MS = 3_000
