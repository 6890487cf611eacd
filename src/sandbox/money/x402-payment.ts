import type { Chain, Revert } from './chain.ts'
import { type Authorization, readAddress, readAuthorization, type Token } from './eip3009.ts'
import { type Fields, isFields, uint256 } from './wire.ts'

/** Versions 1 and 2 of x402: the same scheme `exact` with different field names and reason codes. */
export type Version = 1 | 2

/** A facilitator's verdict on a payment. `payer` is present as soon as the payload names one. */
export type Judgement =
  | { readonly ok: true; readonly authorization: Authorization; readonly signature: string }
  | { readonly ok: false; readonly reason: string; readonly payer?: string }

/**
 * Official facilitators keep this much time for the next block: an authorization that expires sooner is refused without
 * further checks.
 */
const SECONDS_TO_SETTLE = 6n

/**
 * Published reason codes, `[version 1, version 2]`. Version 1 are those of the x402 specification ("Error Handling"),
 * version 2 those of @x402/evm 2.27; servers receive both in practice.
 */
const REASONS: Readonly<Record<Revert | 'recipient' | 'value', readonly [string, string]>> = {
  recipient: ['invalid_exact_evm_payload_recipient_mismatch', 'invalid_exact_evm_recipient_mismatch'],
  value: ['invalid_exact_evm_payload_authorization_value', 'invalid_exact_evm_payload_authorization_value_mismatch'],
  not_yet_valid: [
    'invalid_exact_evm_payload_authorization_valid_after',
    'invalid_exact_evm_payload_authorization_valid_after',
  ],
  expired: [
    'invalid_exact_evm_payload_authorization_valid_before',
    'invalid_exact_evm_payload_authorization_valid_before',
  ],
  nonce_used: ['invalid_exact_evm_nonce_already_used', 'invalid_exact_evm_nonce_already_used'],
  bad_signature: ['invalid_exact_evm_payload_signature', 'invalid_exact_evm_signature'],
  zero_address: ['invalid_exact_evm_transaction_simulation_failed', 'invalid_exact_evm_transaction_simulation_failed'],
  insufficient_balance: ['insufficient_funds', 'invalid_exact_evm_insufficient_balance'],
}

export const reasonFor = (fault: keyof typeof REASONS, version: Version): string =>
  version === 1 ? REASONS[fault][0] : REASONS[fault][1]

export const networkOf = (token: Token, version: Version): string =>
  version === 1 ? token.v1Network : `eip155:${token.chainId}`

/** The requirements of the seller, from its entry in `accepts`. */
interface Wanted {
  readonly amount: bigint
  readonly payTo: string
}

/** The seller's entry, or the reason why it cannot be settled here. */
const readRequirements = (token: Token, version: Version, entry: Fields): Wanted | string => {
  if (entry['scheme'] !== 'exact') return 'unsupported_scheme'
  if (entry['network'] !== networkOf(token, version)) return 'invalid_network'
  const amount = uint256(entry[version === 1 ? 'maxAmountRequired' : 'amount'])
  const payTo = readAddress(entry['payTo'])
  const asset = readAddress(entry['asset'])
  const extra = entry['extra']
  if (amount === null || payTo === null || asset === null || !isFields(extra)) return 'invalid_payment_requirements'
  if (asset !== readAddress(token.address)) return 'asset_not_deployed_contract'
  // Without the right name and version no valid signature for this token is possible.
  if (extra['name'] !== token.name || extra['version'] !== token.version) return 'invalid_payment_requirements'
  return { amount, payTo }
}

/** Whether scheme and network in the payload are those of the entry: null, or the reason. */
const contradiction = (version: Version, payment: Fields, requirements: Fields): string | null => {
  // Version 2 has them inside the entry that the payer chose.
  const chosen = version === 1 ? payment : payment['accepted']
  if (!isFields(chosen)) return 'invalid_payload'
  if (chosen['scheme'] !== requirements['scheme']) return 'unsupported_scheme'
  return chosen['network'] === requirements['network'] ? null : 'invalid_network'
}

/** All checks before the money moves. */
export const judge = (
  chain: Chain,
  now: number,
  version: Version,
  payment: Fields,
  requirements: Fields,
): Judgement => {
  const inner = payment['payload']
  const authorization = isFields(inner) ? readAuthorization(inner['authorization']) : null
  const signature = isFields(inner) ? inner['signature'] : undefined
  if (authorization === null || typeof signature !== 'string' || !/^0x[0-9a-fA-F]*$/.test(signature)) {
    return { ok: false, reason: 'invalid_payload' }
  }
  const refuse = (reason: string): Judgement => ({ ok: false, reason, payer: authorization.from })

  const wanted = readRequirements(chain.token, version, requirements)
  if (typeof wanted === 'string') return refuse(wanted)
  const contradicted = contradiction(version, payment, requirements)
  if (contradicted !== null) return refuse(contradicted)
  if (authorization.to !== wanted.payTo) return refuse(reasonFor('recipient', version))
  if (authorization.value !== wanted.amount) return refuse(reasonFor('value', version))
  const seconds = BigInt(Math.floor(now / 1000))
  if (authorization.validBefore < seconds + SECONDS_TO_SETTLE) return refuse(reasonFor('expired', version))
  const revert = chain.simulate(authorization, signature)
  return revert === null ? { ok: true, authorization, signature } : refuse(reasonFor(revert, version))
}
