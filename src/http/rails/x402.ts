import { encodePaymentRequiredHeader } from '@x402/core/http'
import { bazaar } from './bazaar.ts'
import type { Recover } from './eip3009.ts'
import type { Offer } from './offer.ts'
import type { LookUp, Requirements, Settler } from './settlement.ts'
import type { Settlement } from '../../payments/settlement.ts'
import { USDC, type Usdc } from '../../payments/usdc.ts'
import type { SignatureCheck } from '../../payments/signature-question.ts'
import type { IsPlain, Judge } from './payer-signature.ts'
import type { WalletLimit } from './wallet-limit.ts'
import type { PaymentCheck } from './x402-check.ts'
import type { ShownPayment } from './x402-payload.ts'

/** The x402 rail: USDC by EIP-3009, protocol versions 1 and 2 in one challenge. */
export interface X402Rail {
  readonly token: Usdc
  readonly payTo: string
  readonly check: PaymentCheck
  readonly recover: Recover
  /** Asks the chain whether an account with code accepts a signature. */
  readonly signatures: SignatureCheck
  readonly isPlain: IsPlain
  readonly judge: Judge
  /** The limit that is checked before the chain is asked about a signature. */
  readonly wallets: WalletLimit
  readonly settler: Settler
  /** What became of a payment that a third party has submitted. */
  readonly lookUp: LookUp
}

/** How long a buyer's authorization is valid: both official clients add this to the current time. */
export const MAX_TIMEOUT_SECONDS = 60

/** What a payment must match: recipient, amount and asset. */
export interface PaymentTerms {
  readonly token: Usdc
  readonly payTo: string
  /** Base units. */
  readonly amount: string
}

export const laidOut = ({ token, payTo, amount }: PaymentTerms, offer: Offer): Requirements => {
  const shared = {
    scheme: 'exact',
    payTo,
    asset: token.asset,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    extra: { name: token.name, version: token.version },
  }
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
    resource: {
      url: offer.url,
      description: offer.description,
      mimeType: 'application/json',
      ...(offer.route && { serviceName: offer.route.serviceName, tags: [...offer.route.tags] }),
    },
    extensions: bazaar(offer),
    route: `${offer.method} ${offer.route?.template ?? new URL(offer.url).pathname}`,
  }
}

/** Offers exist as long as their routes, so each is written once. */
const known = new WeakMap<Offer, Requirements>()

/** The one entry of `accepts`, in both versions (x402 specification v1 5.1, v2 5.1). */
export const requirementsFor = (rail: X402Rail, offer: Offer): Requirements => {
  const before = known.get(offer)
  if (before) return before
  const { token, payTo } = rail
  const made = laidOut({ token, payTo, amount: String(offer.price.microUsd) }, offer)
  known.set(offer, made)
  return made
}

const encode = (rail: X402Rail, offer: Offer, error: string): string => {
  const { v2, resource, extensions } = requirementsFor(rail, offer)
  return encodePaymentRequiredHeader({ x402Version: 2, error, resource, accepts: [v2], extensions })
}

const encoded = new WeakMap<Offer, string>()

/** Version 2 lives in a header, base64; below 2 KiB, which some networks ask of a header. */
export const paymentRequiredHeader = (rail: X402Rail, offer: Offer, error: string): string => {
  if (error !== UNPAID) return encode(rail, offer, error)
  const known = encoded.get(offer) ?? encode(rail, offer, error)
  encoded.set(offer, known)
  return known
}

/** The error of an unpaid request. Every other error is about one payment. */
const UNPAID = 'payment_required'

/** The token that a payment names by its network; ours where it names none that we know. */
export const tokenOf = ({ token }: Pick<X402Rail, 'token'>, { network }: ShownPayment): Usdc =>
  [token, ...Object.values(USDC)].find((each) => each.network === network || each.caip2 === network) ?? token

/** The rail as answers to a payment of an earlier network name it. */
export const ofItsToken = (rail: Pick<X402Rail, 'token'>, payment: ShownPayment): Pick<X402Rail, 'token'> => ({
  token: tokenOf(rail, payment),
})

/** The id of a payment: one claim per authorization, across versions, paths, processes and settings. */
export const paymentName = (rail: Pick<X402Rail, 'token'>, payment: ShownPayment): string => {
  const { chainId, asset } = tokenOf(rail, payment)
  const { from, nonce } = payment.authorization
  return `x402:${chainId}:${asset}:${from}:${nonce}`.toLowerCase()
}

/** Version 1 names the chain short, version 2 by CAIP-2; clients of either read only their own header. */
const responseHeaders = (
  { token }: Pick<X402Rail, 'token'>,
  said: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> => {
  const of = (network: string) => Buffer.from(JSON.stringify({ ...said, network })).toString('base64')
  return { 'x-payment-response': of(token.network), 'payment-response': of(token.caip2) }
}

/** The receipt of a payment that settled. */
export const settlementHeaders = (rail: Pick<X402Rail, 'token'>, { transaction, payer }: Settlement) =>
  responseHeaders(rail, { success: true, transaction, payer })

/** The receipt of a payment that did not settle: the reason, and the transaction if one was sent. */
export const failureHeaders = (rail: Pick<X402Rail, 'token'>, payer: string, errorReason: string, transaction = '') =>
  responseHeaders(rail, { success: false, errorReason, transaction, payer })

/** The receipt of an outcome that is not known yet. */
export const pendingHeaders = (rail: Pick<X402Rail, 'token'>, payer: string, transaction: string) =>
  failureHeaders(rail, payer, 'settlement_pending', transaction)
