import { encodeEventTopics, parseAbi } from 'viem'

/** The contracts that are called: the token (EIP-3009, as in Circle's FiatTokenV2_2) and Multicall3. */

/** The form with one signature value. Simulations use it, because it takes a signature of any length. */
export const TRANSFER_BY_BYTES = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

/** The form with v, r and s. It needs 64 bytes of call data less, so transactions use it. */
export const TRANSFER_BY_PARTS = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])

export const AUTHORIZATION_STATE = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
])

export const AGGREGATE = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
])

/** The same address on every chain that has it (github.com/mds1/multicall3). */
export const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

const EVENTS = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
])

/** First topics of the three logs. */
export const TOPICS = {
  transfer: encodeEventTopics({ abi: EVENTS, eventName: 'Transfer' })[0],
  used: encodeEventTopics({ abi: EVENTS, eventName: 'AuthorizationUsed' })[0],
  cancelled: encodeEventTopics({ abi: EVENTS, eventName: 'AuthorizationCanceled' })[0],
} as const
