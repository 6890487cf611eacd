import { privateKeyToAccount } from 'viem/accounts'

/** A buyer who signs by viem, which shares nothing with the code under test but the curve library. */

/** Throw-away keys of anvil's well-known mnemonic. */
export const PAYER_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
export const PAYER = privateKeyToAccount(PAYER_KEY)
export const STRANGER = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
export const SELLER = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
export const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** An authorization as it travels: numbers as decimal text. */
export interface WireAuthorization {
  readonly from: `0x${string}`
  readonly to: `0x${string}`
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: `0x${string}`
}

let nonces = 0

/** Counts from the start again: for what is told twice and must come out the same. */
export const restartNonces = (): void => {
  nonces = 0
}

/** A transfer of one cent to the seller, good for a minute, with a nonce that was never used. */
export const authorize = (now: number, changes: Partial<WireAuthorization> = {}): WireAuthorization => ({
  from: PAYER.address,
  to: SELLER,
  value: '10000',
  validAfter: '0',
  validBefore: String(Math.floor(now / 1000) + 60),
  nonce: `0x${(++nonces).toString(16).padStart(64, '0')}`,
  ...changes,
})

interface Domain {
  readonly name: string
  readonly version: string
  readonly chainId: number
  readonly verifyingContract: `0x${string}`
}

export const BASE_DOMAIN: Domain = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: BASE_USDC }

export const TRANSFER_TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

export const typedTransfer = (wire: WireAuthorization, domain: Domain = BASE_DOMAIN) =>
  ({
    domain,
    primaryType: 'TransferWithAuthorization',
    types: TRANSFER_TYPES,
    message: {
      ...wire,
      value: BigInt(wire.value),
      validAfter: BigInt(wire.validAfter),
      validBefore: BigInt(wire.validBefore),
    },
  }) as const

export const signTransfer = (
  wire: WireAuthorization,
  signer = PAYER,
  domain: Domain = BASE_DOMAIN,
): Promise<`0x${string}`> => signer.signTypedData(typedTransfer(wire, domain))

export const base64Json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** `X-PAYMENT`, before it is encoded. */
export const payloadV1 = (authorization: WireAuthorization, signature: string) => ({
  x402Version: 1,
  scheme: 'exact',
  network: 'base',
  payload: { signature, authorization },
})

/** `PAYMENT-SIGNATURE`, before it is encoded. */
export const payloadV2 = (authorization: WireAuthorization, signature: string) => ({
  x402Version: 2,
  resource: { url: 'https://oracle.example/', description: '', mimeType: 'application/json' },
  accepted: {
    scheme: 'exact',
    network: 'eip155:8453' as const,
    amount: authorization.value,
    asset: BASE_USDC,
    payTo: SELLER,
    maxTimeoutSeconds: 60,
    extra: { name: 'USD Coin', version: '2' },
  },
  payload: { signature, authorization },
  extensions: {},
})

/** The header of one payment under either version; both carry the same authorization and signature. */
export interface Payment {
  readonly authorization: WireAuthorization
  readonly signature: `0x${string}`
  readonly v1: { readonly 'x-payment': string }
  readonly v2: { readonly 'payment-signature': string }
}

export const payment = async (
  now: number,
  changes: Partial<WireAuthorization> = {},
  signer = PAYER,
): Promise<Payment> => {
  const authorization = authorize(now, changes)
  const signature = await signTransfer(authorization, signer)
  return {
    authorization,
    signature,
    v1: { 'x-payment': base64Json(payloadV1(authorization, signature)) },
    v2: { 'payment-signature': base64Json(payloadV2(authorization, signature)) },
  }
}
