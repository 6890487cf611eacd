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
 * Terms of a payment that was taken under earlier settings: another recipient, price, network or asset. Its claim was made
 * when it was judged by those, and every later judgement uses what it says itself.
 */

/** Reasons that a change of settings, or the hour, gives for a payment that was good. */
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
 * Whether its payer signed it: by his key, or by an account with code, which only the chain of today's token is asked about.
 * @param client network of the client, or the address of one that has none: how often the chain is asked for him
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

/** What whoever settles it must hold it against. */
export const requirementsOfPayment = (rail: X402Rail, offer: Offer, payment: ShownPayment): Requirements => {
  const token = tokenOf(rail, payment)
  if (isOfToday(rail, offer, payment, token)) return requirementsFor(rail, offer)
  const { to: payTo, value: amount } = payment.authorization
  return laidOut({ token, payTo, amount }, offer)
}
