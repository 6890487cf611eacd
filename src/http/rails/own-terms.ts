import type { SignatureVerdict } from '../../payments/signature-question.ts'
import { USDC, type Usdc } from '../../payments/usdc.ts'
import { domainSeparator, signerOf } from './eip3009.ts'
import type { Offer } from './offer.ts'
import { signatureFault } from './payer-signature.ts'
import type { Requirements } from './settlement.ts'
import type { X402Reason } from './x402-check.ts'
import type { ShownPayment } from './x402-payload.ts'
import { laidOut, requirementsFor, tokenOf, type X402Rail } from './x402.ts'

/**
 * Terms of a payment that was accepted under earlier settings: another recipient, price, network or asset. Every later
 * check uses the terms in the payment itself, since it was checked by the old settings when its claim was made.
 */

/** Reasons for which a valid payment is refused after a change of settings, or after its time. */
const OF_SETTINGS: readonly X402Reason[] = [
  'invalid_network',
  'invalid_payment_requirements',
  'invalid_exact_evm_payload_recipient_mismatch',
  'invalid_exact_evm_payload_authorization_value',
  'invalid_exact_evm_payload_authorization_valid_before',
]

export const isOfSettings = (reason: X402Reason): boolean => OF_SETTINGS.includes(reason)

const separators = new Map(Object.values(USDC).map((token) => [token.caip2, domainSeparator(token)]))

/** Whether its payer's key signed it, under the token that it names. */
const signedItself = (rail: X402Rail, payment: ShownPayment): boolean => {
  const { authorization, signature } = payment
  const separator = separators.get(tokenOf(rail, payment).caip2)
  if (!separator) return false
  return signerOf(separator, authorization, signature, rail.recover) === authorization.from.toLowerCase()
}

/**
 * Whether its payer signed it: with a plain key, or by an account with code, about which the chain of today's token is
 * asked.
 *
 * @param client network of the client, or the address of one without, for the limit on questions to the chain
 */
export const judgeEarlier = async (
  rail: X402Rail,
  payment: ShownPayment,
  client: string,
): Promise<SignatureVerdict> => {
  if (signedItself(rail, payment)) return 'valid'
  if (tokenOf(rail, payment) !== rail.token || signatureFault(payment.signature)) return 'invalid'
  return rail.wallets.take(client) > 0 ? 'unknown' : rail.judge(payment)
}

const isOfToday = ({ token, payTo }: X402Rail, { price }: Offer, { authorization }: ShownPayment, its: Usdc): boolean =>
  its === token &&
  authorization.to.toLowerCase() === payTo.toLowerCase() &&
  authorization.value === String(price.microUsd)

/** The requirements against which the settler must check it. */
export const requirementsOfPayment = (rail: X402Rail, offer: Offer, payment: ShownPayment): Requirements => {
  const token = tokenOf(rail, payment)
  if (isOfToday(rail, offer, payment, token)) return requirementsFor(rail, offer)
  const { to: payTo, value: amount } = payment.authorization
  return laidOut({ token, payTo, amount }, offer)
}
