import type { Usdc } from '../../src/payments/usdc.ts'

/** A transfer of USDC that the payer signs and somebody else submits: EIP-3009, as typed data of EIP-712. */

/** As it travels in x402: numbers as decimal text. */
export interface Authorization {
  readonly from: `0x${string}`
  readonly to: `0x${string}`
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: `0x${string}`
}

const TRANSFER = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const

/** Wallets behind EIP-1193 want the domain spelled out among the types. */
export const EIP712_DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

export const typedTransfer = ({ name, version, chainId, asset }: Usdc, signed: Authorization) => ({
  domain: { name, version, chainId, verifyingContract: asset },
  types: { TransferWithAuthorization: TRANSFER },
  primaryType: 'TransferWithAuthorization' as const,
  message: {
    from: signed.from,
    to: signed.to,
    value: BigInt(signed.value),
    validAfter: BigInt(signed.validAfter),
    validBefore: BigInt(signed.validBefore),
    nonce: signed.nonce,
  },
})

export type TypedTransfer = ReturnType<typeof typedTransfer>
