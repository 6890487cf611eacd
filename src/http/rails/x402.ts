import { encodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import type { Offer } from './offer.ts'
import type { Requirements, Settlement, Settler } from './settlement.ts'
import type { Usdc } from './usdc.ts'
import type { PaymentCheck } from './x402-check.ts'
import type { ShownPayment } from './x402-payload.ts'

/** The x402 rail: USDC by EIP-3009, protocol versions 1 and 2 in one challenge. */
export interface X402Rail {
  readonly token: Usdc
  readonly payTo: string
  readonly check: PaymentCheck
  readonly settler: Settler
}

/** How long a buyer's authorization lives: both official clients add this to the present. */
export const MAX_TIMEOUT_SECONDS = 60

/** The one entry of `accepts`, in both versions (payments: x402 specification v1 5.1, v2 5.1). */
export const requirementsFor = ({ token, payTo }: X402Rail, offer: Offer): Requirements => {
  const shared = {
    scheme: 'exact',
    payTo,
    asset: token.asset,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    extra: { name: token.name, version: token.version },
  }
  const amount = String(offer.price.microUsd)
  return {
    v1: {
      ...shared,
      network: token.network,
      maxAmountRequired: amount,
      resource: offer.url,
      description: offer.description,
      mimeType: 'application/json',
    },
    v2: { ...shared, network: token.caip2, amount },
  }
}

/** Version 2 lives in a header, base64. */
export const paymentRequiredHeader = (rail: X402Rail, offer: Offer, error: string): string =>
  encodePaymentRequiredHeader({
    x402Version: 2,
    error,
    resource: { url: offer.url, description: offer.description, mimeType: 'application/json' },
    accepts: [requirementsFor(rail, offer).v2],
    extensions: {},
  } as unknown as PaymentRequired)

/** A payment's name: one claim per authorization, across versions, paths and processes. */
export const paymentName = ({ token }: X402Rail, { authorization }: ShownPayment): string =>
  `x402:${token.chainId}:${token.asset}:${authorization.from}:${authorization.nonce}`.toLowerCase()

/** What the receipt headers say: version 1 names the chain short, version 2 by CAIP-2. */
export const settlementHeaders = (rail: X402Rail, settlement: Settlement): Readonly<Record<string, string>> => {
  const of = (network: string) =>
    Buffer.from(
      JSON.stringify({ success: true, transaction: settlement.transaction, network, payer: settlement.payer }),
    ).toString('base64')
  return { 'x-payment-response': of(rail.token.network), 'payment-response': of(rail.token.caip2) }
}

/** The receipt of an outcome that is not known yet. */
export const pendingHeaders = (
  rail: X402Rail,
  payer: string,
  transaction: string,
): Readonly<Record<string, string>> => {
  const of = (network: string) =>
    Buffer.from(
      JSON.stringify({ success: false, errorReason: 'settlement_pending', transaction, network, payer }),
    ).toString('base64')
  return { 'x-payment-response': of(rail.token.network), 'payment-response': of(rail.token.caip2) }
}
