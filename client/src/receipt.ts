/** A payment for one request, with everything that is needed to ask again. Plain JSON; it is as good as what it bought. */
export interface Receipt {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** The body of the request. */
  readonly body: string | null
  readonly payment: L402Payment | X402Payment
  /** `Payment-Receipt`, once the service has named it. */
  readonly id: string | null
  /** `Claros-Request`, which a proof of the payer is made over; `null` where the service named none. */
  readonly request: string | null
}

export interface L402Payment {
  readonly rail: 'l402'
  readonly macaroon: string
  readonly invoice: string
  /** Millisatoshis, decimal text. */
  readonly msat: string
  /** Hex; `null` until the payer has told it. */
  readonly preimage: string | null
}

export interface X402Payment {
  readonly rail: 'x402'
  /** CAIP-2. */
  readonly network: string
  readonly asset: string
  /** Base units of USDC, millionths of a dollar, decimal text. */
  readonly amount: string
  /** Of the authorization, 32 bytes in hex with 0x. */
  readonly nonce: string
  /** `PAYMENT-SIGNATURE`. */
  readonly header: string
}
