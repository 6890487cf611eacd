/** Why the token would not move the money, in the published codes (a subset of `X402_REASONS`). */
export type ChainReason =
  | 'invalid_exact_evm_nonce_already_used'
  | 'invalid_exact_evm_insufficient_balance'
  | 'invalid_exact_evm_payload_signature'
  | 'invalid_exact_evm_payload_authorization_valid_after'
  | 'invalid_exact_evm_payload_authorization_valid_before'
  | 'invalid_exact_evm_payload_recipient_mismatch'
  | 'invalid_exact_evm_transaction_failed'
  | 'invalid_exact_evm_transaction_simulation_failed'
  | 'invalid_transaction_state'
  | 'eip6492_factory_not_allowed'
  | 'smart_wallet_deployment_failed'
  | 'wallet_not_deployed'

/**
 * Error texts of FiatTokenV2_2, which are part of a deployed contract. They are compared as a whole, because another
 * contract may give a text that only contains one of them.
 */
const WORDS: Readonly<Record<string, ChainReason>> = {
  'FiatTokenV2: authorization is used or canceled': 'invalid_exact_evm_nonce_already_used',
  'ERC20: transfer amount exceeds balance': 'invalid_exact_evm_insufficient_balance',
  'FiatTokenV2: invalid signature': 'invalid_exact_evm_payload_signature',
  'ECRecover: invalid signature': 'invalid_exact_evm_payload_signature',
  'ECRecover: invalid signature length': 'invalid_exact_evm_payload_signature',
  "ECRecover: invalid signature 's' value": 'invalid_exact_evm_payload_signature',
  "ECRecover: invalid signature 'v' value": 'invalid_exact_evm_payload_signature',
  'FiatTokenV2: authorization is not yet valid': 'invalid_exact_evm_payload_authorization_valid_after',
  'FiatTokenV2: authorization is expired': 'invalid_exact_evm_payload_authorization_valid_before',
}

/**
 * The code for the text of a revert. Blacklisted accounts, a paused token and unknown texts are a failed simulation.
 */
export const reasonFor = (text: string | null): ChainReason =>
  (text !== null && Object.hasOwn(WORDS, text) && WORDS[text]) || 'invalid_exact_evm_transaction_simulation_failed'
