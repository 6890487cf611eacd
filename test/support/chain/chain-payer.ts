import { privateKeyToAccount } from 'viem/accounts'
import { type SettlingAccount, settlingAccount } from '../../../src/chain/transfer.ts'
import type { Transfer } from '../../../src/payments/transfer.ts'
import { USDC } from '../../../src/payments/usdc.ts'
import { authorize, BASE_DOMAIN, signTransfer } from '../payer.ts'

/** Buyers as wallets make them: viem accounts that sign EIP-712. */

/** Receives the money. Nobody has its key. */
export const PAY_TO = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
/** One cent. */
export const CENT = 10_000

export interface Terms {
  readonly to?: string
  readonly value?: number
  /** Unix seconds. */
  readonly validAfter?: number
  readonly validBefore?: number
  readonly nonce?: string
}

export interface Payer {
  readonly address: string
  sign(terms?: Terms): Promise<Transfer>
  /** Signature over CancelAuthorization(authorizer, nonce). */
  signCancel(nonce: string): Promise<string>
}

const secretOf = (index: number): Uint8Array => {
  const secret = new Uint8Array(32)
  new DataView(secret.buffer).setUint32(28, 0xc1a0_0000 + index)
  return secret
}

const CANCEL_TYPES = {
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

type Hex = `0x${string}`

export const payer = (index: number): Payer => {
  const account = privateKeyToAccount(`0x${secretOf(index).toHex()}`)
  return {
    address: account.address,
    sign: async ({ to = PAY_TO, value = CENT, validAfter = 0, validBefore, nonce } = {}) => {
      const authorization = authorize(Date.now(), {
        from: account.address,
        to: to as Hex,
        value: String(value),
        validAfter: String(validAfter),
        ...(validBefore !== undefined && { validBefore: String(validBefore) }),
        ...(nonce !== undefined && { nonce: nonce as Hex }),
      })
      return { authorization, signature: await signTransfer(authorization, account) }
    },
    signCancel: (nonce) =>
      account.signTypedData({
        domain: BASE_DOMAIN,
        types: CANCEL_TYPES,
        primaryType: 'CancelAuthorization',
        message: { authorizer: account.address, nonce: nonce as Hex },
      }),
  }
}

/** Accounts that pay gas: the settler's, and strangers'. */
export const gasAccount = (index: number): SettlingAccount => settlingAccount(secretOf(10_000 + index))

/** A payment's name as the http room writes it. */
export const nameOf = ({ authorization: { from, nonce } }: Transfer): string =>
  `x402:${USDC.base.chainId}:${USDC.base.asset}:${from}:${nonce}`.toLowerCase()
