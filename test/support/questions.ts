import type { QuestionOf, ResultOf, What } from '../../src/queues/asks.ts'
import type { AskedLane } from '../../src/queues/lanes.ts'
import type { ClaimedSettlement } from '../../src/payments/claimed-settlement.ts'
import type { Transfer } from '../../src/payments/transfer.ts'
import type { Creator, Terms } from '../../src/dlc/terms/event-terms.ts'

/** Every question between servers and workers with an answer to it, where it does not matter what they say. */

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

const signature = { chainId: 8453, account: `0x${'aB'.repeat(20)}`, digest: `0x${'cd'.repeat(32)}`, signature: '0x01' }
const offer = {
  wish: { what: 'offer', payment: 'x402:p', terms: ENUM_TERMS, creator: { ...CREATOR, sealedWebhookSecret: 'sealed' } },
  result: 'E-1',
} as const

type Samples = {
  readonly [L in AskedLane]: {
    readonly [W in What<L>]: { readonly wish: QuestionOf<L, W>['wish']; readonly result: ResultOf<L, W> }
  }
}

export const SAMPLES: Samples = {
  asks: {
    reprint: { wish: { what: 'reprint', version: 1_795_003_300, rail: 'x402', copies: 8 }, result: 8 },
    wake: { wish: { what: 'wake' }, result: { kind: 'no_data_here', message: 'only sea' } },
    answer: {
      wish: { what: 'answer', rail: 'l402', id: 'ab', wish: { kind: 'wish', from: 60, to: 120, interval: '1m' } },
      result: true,
    },
    quote: {
      wish: {
        what: 'quote',
        origin: 'NLRTM',
        destination: 'USNYC',
        departure: '2026-12-18',
        vessel_class: 'container',
      },
      result: { kind: 'quoted', body: '{"signed":true}' },
    },
    conclude: { wish: { what: 'conclude', beat: 1_795_003_300_000 }, result: 'carried' },
    seal: {
      wish: { what: 'seal', rail: 'x402', change: 'CREATED', manageToken: 'token', webhookSecret: 'secret' },
      result: '{"signed":true}',
    },
  },
  settlements: {
    settle: {
      wish: { what: 'settle' },
      result: { kind: 'settled', settlement: { transaction: '0x12', payer: '0xab' } },
    },
  },
  inquiries: {
    simulate: { wish: { what: 'simulate', transfer: TRANSFER }, result: { kind: 'refused', reason: 'poor' } },
    look_up: { wish: { what: 'look_up', transfer: TRANSFER }, result: { kind: 'paid', transaction: '0x12' } },
    valid_signature: { wish: { what: 'valid_signature', question: signature }, result: 'valid' },
    confirm: {
      wish: { what: 'confirm', claims: [CLAIM], waitMs: 3_000 },
      result: [{ kind: 'no_transfer', nonce: 'unused', at: 5 }],
    },
  },
  signing: {
    offer,
    attest: { wish: { what: 'attest' }, result: 'attested' },
    note: { wish: { what: 'note', note: { what: 'by hand', outcome: ['yes'] } }, result: true },
  },
  offers: { offer },
}
