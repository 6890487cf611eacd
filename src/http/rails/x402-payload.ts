import { type Static, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'

/** The content of `X-PAYMENT` (version 1) and `PAYMENT-SIGNATURE` (version 2): base64 of UTF-8 JSON. */

/**
 * Plain decimal without leading zeros, at most a uint256's length: `1e4`, `0x2710` and ` 10000` are not numbers here.
 */
const Uint = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$' })

const isUint256 = (text: string): boolean => text.length < 78 || BigInt(text) < 1n << 256n
const Address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })
const Bytes32 = Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' })

const Payload = Type.Object({
  signature: Type.String({ pattern: '^0x[0-9a-fA-F]*$', maxLength: 4_096 }),
  authorization: Type.Object({
    from: Address,
    to: Address,
    value: Uint,
    validAfter: Uint,
    validBefore: Uint,
    nonce: Bytes32,
  }),
})

const V1 = Type.Object({
  x402Version: Type.Literal(1),
  scheme: Type.String(),
  network: Type.String(),
  payload: Payload,
})
const V2 = Type.Object({
  x402Version: Type.Literal(2),
  accepted: Type.Object({
    scheme: Type.String(),
    network: Type.String(),
    amount: Uint,
    asset: Address,
    payTo: Address,
  }),
  payload: Payload,
})

const readsV1 = TypeCompiler.Compile(V1)
const readsV2 = TypeCompiler.Compile(V2)

export type PaymentV1 = Static<typeof V1>
export type PaymentV2 = Static<typeof V2>

/** A payment as it was shown, its shape checked and nothing else. */
export interface ShownPayment {
  readonly version: 1 | 2
  readonly scheme: string
  readonly network: string
  readonly accepted: PaymentV2['accepted'] | null
  readonly signature: string
  readonly authorization: PaymentV1['payload']['authorization']
}

/** Longest accepted header. A payment has 600 to 1100 characters. */
export const MAX_HEADER = 8_192

const decode = (header: string): unknown => {
  if (header.length > MAX_HEADER || !/^[A-Za-z0-9+/]+={0,2}$/.test(header)) return null
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'base64')))
  } catch {
    return null
  }
}

/** A number with as many digits as a uint256 may still be too large, and could not be signed. */
const fits = ({ payload: { authorization } }: PaymentV1 | PaymentV2): boolean =>
  [authorization.value, authorization.validAfter, authorization.validBefore].every(isUint256)

/** Only the checked fields: what is passed on must not contain more than we have read. */
const signed = ({ payload: { signature, authorization } }: PaymentV1 | PaymentV2) => {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  return { signature, authorization: { from, to, value, validAfter, validBefore, nonce } }
}

/** Reads a header; the reason code when it is not a payment. */
export const readPayment = (header: string): ShownPayment | 'invalid_payload' | 'invalid_x402_version' => {
  const value = decode(header)
  if (readsV1.Check(value) && fits(value))
    return {
      version: 1,
      scheme: value.scheme,
      network: value.network,
      accepted: null,
      ...signed(value),
    }
  if (readsV2.Check(value) && fits(value))
    return {
      version: 2,
      scheme: value.accepted.scheme,
      network: value.accepted.network,
      accepted: value.accepted,
      ...signed(value),
    }
  const version = (value as { x402Version?: unknown } | null)?.x402Version
  return version !== undefined && version !== 1 && version !== 2 ? 'invalid_x402_version' : 'invalid_payload'
}
