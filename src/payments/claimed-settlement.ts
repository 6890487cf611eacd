/** What a facilitator claims to have settled, and what the chain says of it. */

export interface ClaimedSettlement {
  readonly chainId: number
  /** The token's address. */
  readonly token: string
  readonly from: string
  readonly to: string
  /** Base units: millionths of a dollar. */
  readonly value: string
  /** The authorization's, 0x and 64 hex digits. */
  readonly nonce: string
  /** 0x and 64 hex digits, as claimed. */
  readonly transaction: string
}

export type Confirmed =
  /** The money moved as claimed, in this transaction: mostly the one that was named, or somebody else's. */
  | { readonly kind: 'paid'; readonly transaction: string }
  /** As of a block of this time (Unix seconds) the nonce was not used: nothing has moved. */
  | { readonly kind: 'no_transfer'; readonly nonce: 'unused'; readonly at: number }
  /** The nonce was used, and not for this: nothing will ever move. */
  | { readonly kind: 'no_transfer'; readonly nonce: 'ended' }
  /** Nobody could be asked, or the node is of another chain. Says nothing about the claim. */
  | { readonly kind: 'unknown' }

/** A payment's name, one per authorization: what is public of it, in lower case. */
export const claimedPayment = ({ chainId, token, from, nonce }: ClaimedSettlement): string =>
  `x402:${chainId}:${token}:${from}:${nonce}`.toLowerCase()
