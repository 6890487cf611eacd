import type { Usdc } from '../../payments/usdc.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import { type IsPlain, signatureFault } from './payer-signature.ts'
import type { ShownPayment } from './x402-payload.ts'

/** Published reasons: those of the x402 specification first, then those of @x402/evm 2.27, and two of ours. */
export const X402_REASONS = [
  'invalid_payload',
  'invalid_x402_version',
  'invalid_scheme',
  'unsupported_scheme',
  'invalid_network',
  'invalid_payment_requirements',
  'invalid_exact_evm_payload_recipient_mismatch',
  'invalid_exact_evm_payload_authorization_value',
  'invalid_exact_evm_payload_authorization_value_mismatch',
  'invalid_exact_evm_payload_authorization_valid_after',
  'invalid_exact_evm_payload_authorization_valid_before',
  'invalid_exact_evm_payload_signature',
  'invalid_exact_evm_recipient_mismatch',
  'invalid_exact_evm_signature',
  'asset_not_deployed_contract',
  'invalid_exact_evm_nonce_already_used',
  'invalid_exact_evm_insufficient_balance',
  'invalid_exact_evm_transaction_failed',
  'invalid_exact_evm_transaction_simulation_failed',
  'invalid_exact_evm_transfer_event_mismatch',
  'insufficient_funds',
  'invalid_transaction_state',
  'settlement_pending',
  'duplicate_settlement',
  'unexpected_verify_error',
  'unexpected_settle_error',
  'eip6492_factory_not_allowed',
  'smart_wallet_deployment_failed',
  'wallet_not_deployed',
  'compact_signature_not_supported',
] as const

export type X402Reason = (typeof X402_REASONS)[number]

/** A reason from a facilitator is passed on only if it is on our list. */
export const knownReason = (text: string | undefined, otherwise: X402Reason): X402Reason =>
  X402_REASONS.find((reason) => reason === text) ?? otherwise

/**
 * Whether a payment is for us, for this amount, for now, and signed by its payer. No network, no store. `null`: it is
 * valid. `ask_the_chain`: nothing is wrong so far, but no plain key has signed; ask again when the signature is
 * `judged`.
 */
export type PaymentCheck = (
  payment: ShownPayment,
  amount: number,
  now: number,
  signature?: 'judged',
) => X402Reason | 'ask_the_chain' | null

/** An authorization must outlive its settlement by this much. */
const SECONDS_LEFT = 6
/**
 * And not by more than this: a claim whose outcome is unknown is kept and checked until its authorization expires.
 * We ask for a minute, and official clients sign for as long as they are asked.
 */
const SECONDS_AT_MOST = HOUR_SECONDS

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

const FAULTS = {
  malformed: 'invalid_exact_evm_payload_signature',
  compact: 'compact_signature_not_supported',
} as const satisfies Readonly<Record<string, X402Reason>>

export const paymentCheck =
  (token: Usdc, payTo: string, isPlain: IsPlain): PaymentCheck =>
  (payment, amount, now, signature) => {
    const { authorization, accepted, version } = payment
    const seconds = BigInt(Math.floor(now / 1000))
    if (payment.scheme !== 'exact') return 'unsupported_scheme'
    // In version 1 the x402 specification uses short names, and some clients the CAIP-2 name: both mean our network.
    const networks: readonly string[] = version === 1 ? [token.network, token.caip2] : [token.caip2]
    if (!networks.includes(payment.network)) return 'invalid_network'
    if (
      accepted &&
      !(accepted.amount === String(amount) && same(accepted.asset, token.asset) && same(accepted.payTo, payTo))
    )
      return 'invalid_payment_requirements'
    if (!same(authorization.to, payTo)) return 'invalid_exact_evm_payload_recipient_mismatch'
    if (authorization.value !== String(amount)) return 'invalid_exact_evm_payload_authorization_value'
    if (BigInt(authorization.validAfter) >= seconds) return 'invalid_exact_evm_payload_authorization_valid_after'
    const fault = signatureFault(payment.signature)
    if (fault) return FAULTS[fault]
    if (signature !== 'judged' && !isPlain(payment)) return 'ask_the_chain'
    // Last, because the payer of a valid but expired authorization may still fetch what it bought.
    const validBefore = BigInt(authorization.validBefore)
    return validBefore < seconds + BigInt(SECONDS_LEFT) || validBefore > seconds + BigInt(SECONDS_AT_MOST)
      ? 'invalid_exact_evm_payload_authorization_valid_before'
      : null
  }
