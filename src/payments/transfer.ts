/**
 * The six signed values of EIP-3009 `transferWithAuthorization`, as strict text: addresses and nonce in hex, the others in
 * plain decimal.
 */
export interface Authorization {
  readonly from: string
  readonly to: string
  /** Base units: millionths of a dollar. */
  readonly value: string
  /** Unix seconds. */
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: string
}

/** The values that identify a transfer in the token's logs. */
export interface TransferFacts {
  readonly authorization: Pick<Authorization, 'from' | 'to' | 'nonce' | 'value'>
}

/** A payer's signed transfer, as `X-PAYMENT` carries it. */
export interface Transfer {
  readonly authorization: Authorization
  /** 0x and hex digits; 65 bytes from an ordinary account. */
  readonly signature: string
}
