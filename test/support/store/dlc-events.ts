import type { Redis } from 'ioredis'
import { announcement } from '../../../src/dlc/wire/announcement.ts'
import type { DlcPair } from '../../../src/dlc/terms/pairs.ts'
import { THRESHOLD_DESCRIPTOR } from '../../../src/dlc/terms/threshold.ts'
import { type ClaimSpend } from '../../../src/store/claims/claim-for-event.ts'
import type { NewEvent, Watch } from '../../../src/store/events/event-record.ts'
import type { EventStore } from '../../../src/store/events/events.ts'
import { paymentKeys } from '../payment-keys.ts'
import { dice } from '../dlc/random.ts'

/** Events for tests of the store, which looks at no signature. */

export const NOW = 1_800_000_000_000
export const NOW_TS = NOW / 1000

const random = dice(41)

export interface Made {
  readonly id: string
  readonly nonce?: Uint8Array
  readonly payment?: string
  readonly maturityTs?: number
  readonly pair?: DlcPair
}

const bytesOf = ({ id, nonce = random.bytes(32), maturityTs = NOW_TS + 3600 }: Made): string =>
  announcement
    .write({
      signature: new Uint8Array(64),
      oracleKey: new Uint8Array(32),
      event: { nonces: [nonce], maturity: maturityTs, descriptor: THRESHOLD_DESCRIPTOR, eventId: id },
    })
    .toHex()

const shared = (made: Made) => ({
  salt: random.bytes(32).toHex(),
  announcement: bytesOf(made),
  payment: made.payment ?? `l402:${made.id}`,
  terms: { kind: 'enum', label: 'a test', resolverConfig: null, rail: 'l402' } as const,
  hidden: { webhookUrl: null, payer: null, manageTokenHash: '', resolver: null, scale: '1' },
  offeredAt: NOW,
})

export const threshold = (made: Made, watch: Watch): NewEvent => ({
  ...shared(made),
  kind: 'threshold',
  pair: made.pair ?? 'BTCUSD',
  watch,
})

export const dated = (made: Made): NewEvent => ({ ...shared(made), kind: 'enum', pair: made.pair ?? null, watch: null })

/** Offered and activated. */
export const open = async (events: EventStore, event: NewEvent, id: string, now = NOW): Promise<void> => {
  const offered = await events.offer(event, now + 60_000)
  const activated = await events.activate(id, now, null)
  if (offered.kind !== 'offered' || activated.kind !== 'activated') throw new Error(`${offered.kind} ${activated.kind}`)
}

/** A claim as `claims.ts` writes it. */
export const hold = async (redis: Redis, payment: string, state: 'held' | 'sent' = 'held', until = NOW + 30_000) => {
  const { claim } = paymentKeys(payment)
  const sale = `${payment}|7000000|dlc/enum||`
  await redis.hset(claim, { state, request: 'r', holder: 'me', until: String(until), sale })
  await redis.expire(claim, 1000)
}

export const spending = (payment: string): ClaimSpend => ({
  payment,
  holder: 'me',
  deliverable: { kind: 'answer', status: 201, body: '{}', headers: {} },
  transaction: `0x${'5e'.repeat(32)}`,
  keepSeconds: 'for_ever',
  told: true,
})
