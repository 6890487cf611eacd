/** A settlement that a facilitator claims, and what the chain shows about it. */

export interface ClaimedSettlement {
  readonly chainId: number
  /** The token's address. */
  readonly token: string
  readonly from: string
  readonly to: string
  /** Base units: millionths of a dollar. */
  readonly value: string
  /** The nonce of the authorization, 0x and 64 hex digits. */
  readonly nonce: string
  /** 0x and 64 hex digits, as claimed. */
  readonly transaction: string
}

export type Confirmed =
  /** The money moved as claimed, in this transaction: mostly the one that was named, sometimes another one. */
  | { readonly kind: 'paid'; readonly transaction: string }
  /** In a block of this time (Unix seconds) the nonce was unused: no money has moved. */
  | { readonly kind: 'no_transfer'; readonly nonce: 'unused'; readonly at: number }
  /** The nonce was used for something else: the money will never move. */
  | { readonly kind: 'no_transfer'; readonly nonce: 'ended' }
  /** No node answered, or the node is of another chain. This shows nothing about the claim. */
  | { readonly kind: 'unknown' }

/** The name of a payment, one for each authorization: its public values, in lower case. */
export const claimedPayment = ({ chainId, token, from, nonce }: ClaimedSettlement): string =>
  `x402:${chainId}:${token}:${from}:${nonce}`.toLowerCase()
