import { privateKeyToAccount } from 'viem/accounts'
import { type SettlingAccount, settlingAccount } from '../../../src/chain/transfer.ts'
import type { Transfer } from '../../../src/payments/transfer.ts'
import { USDC } from '../../../src/payments/usdc.ts'
import { TRANSFER_TYPES } from '../payer.ts'

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

const TYPES = {
  ...TRANSFER_TYPES,
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

let nonces = 0
/** Never the same within a test run. */
const freshNonce = (): string => `0x${(++nonces).toString(16).padStart(64, '0')}`

export const payer = (index: number): Payer => {
  const account = privateKeyToAccount(`0x${Buffer.from(secretOf(index)).toString('hex')}`)
  const { name, version, chainId, asset: verifyingContract } = USDC.base
  const domain = { name, version, chainId, verifyingContract }
  return {
    address: account.address,
    sign: async ({ to = PAY_TO, value = CENT, validAfter = 0, validBefore, nonce = freshNonce() } = {}) => {
      const before = validBefore ?? Math.floor(Date.now() / 1000) + 60
      const from = account.address
      const signature = await account.signTypedData({
        domain,
        types: TYPES,
        primaryType: 'TransferWithAuthorization',
        message: {
          from,
          to: to as `0x${string}`,
          value: BigInt(value),
          validAfter: BigInt(validAfter),
          validBefore: BigInt(before),
          nonce: nonce as `0x${string}`,
        },
      })
      const texts = { value: String(value), validAfter: String(validAfter), validBefore: String(before) }
      return { authorization: { from, to, ...texts, nonce }, signature }
    },
    signCancel: (nonce) =>
      account.signTypedData({
        domain,
        types: TYPES,
        primaryType: 'CancelAuthorization',
        message: { authorizer: account.address, nonce: nonce as `0x${string}` },
      }),
  }
}

/** Accounts that pay gas: the settler's, and strangers'. */
export const gasAccount = (index: number): SettlingAccount => settlingAccount(secretOf(10_000 + index))

/** A payment's name as the http room writes it. */
export const nameOf = ({ authorization: { from, nonce } }: Transfer): string =>
  `x402:${USDC.base.chainId}:${USDC.base.asset}:${from}:${nonce}`.toLowerCase()
