import type { ClaimedSettlement } from '../../src/payments/claimed-settlement.ts'
import type { Transfer } from '../../src/payments/transfer.ts'
import type { Creator, Terms } from '../../src/dlc/event-terms.ts'

/** What questions between servers and workers are about, where it does not matter what it is. */

export const TRANSFER: Transfer = {
  authorization: {
    from: `0x${'aB'.repeat(20)}`,
    to: `0x${'cd'.repeat(20)}`,
    value: '10000',
    validAfter: '0',
    validBefore: '1795003300',
    nonce: `0x${'12'.repeat(32)}`,
  },
  signature: `0x${'ef'.repeat(65)}`,
}

export const CLAIM: ClaimedSettlement = {
  chainId: 8453,
  token: `0x${'01'.repeat(20)}`,
  from: `0x${'aB'.repeat(20)}`,
  to: `0x${'cd'.repeat(20)}`,
  value: '10000',
  nonce: `0x${'12'.repeat(32)}`,
  transaction: `0x${'34'.repeat(32)}`,
}

export const ENUM_TERMS: Terms = {
  kind: 'enum',
  label: 'who wins',
  outcomes: ['yes', 'no'],
  maturityTs: 1_795_003_300,
  resolver: { kind: 'webhook', url: 'https://example.com/' },
  descriptor: { kind: 'enum', outcomes: ['yes', 'no'] },
}

export const CREATOR: Creator = { rail: 'x402', payer: `0x${'ab'.repeat(20)}`, manageTokenHash: 'cd'.repeat(32) }
