import { compressed } from '../../src/dlc/wire/schnorr.ts'
import { toDigits } from '../../src/dlc/wire/digits.ts'
import type { DigitDescriptor, EventDescriptor } from '../../src/dlc/wire/event.ts'
import type { ShownTerms } from '../../src/dlc/terms/event-terms.ts'
import type { EventKind } from '../../src/dlc/terms/lifecycle.ts'
import type { DlcPair } from '../../src/dlc/terms/pairs.ts'
import { THRESHOLD_DESCRIPTOR } from '../../src/dlc/terms/threshold.ts'
import type { NewEvent, StoredEvent, Watch } from '../../src/store/events/event-record.ts'
import type { EventStore } from '../../src/store/events/events.ts'
import { KEY, openOracle, saltOf } from './actors/dlc/oracle-parts.ts'
import { testFolder } from './test-folder.ts'

/** Events of every kind, really signed, brought to the stage that a test needs. */

export const STAGES = ['offered', 'withdrawn', 'announced', 'cancelling', 'decided', 'attested'] as const
export type Stage = (typeof STAGES)[number]

/** A word in every field that must never be shown. */
export const HIDDEN_WORD = /hidden/i

export const COMPRESSED = compressed(KEY).toHex()

const DIGITS: DigitDescriptor = { kind: 'digits', base: 10, isSigned: true, unit: 'USD', precision: -2, nbDigits: 7 }
const GRACE_MS = 600_000

interface Recipe {
  readonly descriptor: EventDescriptor
  readonly outcome: readonly string[]
  readonly terms: ShownTerms
  readonly pair: DlcPair | null
  readonly watch: Watch | null
}

const resolverConfig = { kind: 'webhook', url: 'https://who.example/won' }

const RECIPES: Readonly<Record<EventKind, Recipe>> = {
  threshold: {
    descriptor: THRESHOLD_DESCRIPTOR,
    outcome: ['safe'],
    terms: { kind: 'threshold', pair: 'BTCUSD', strike: 100_000.5, direction: 'above', rail: 'x402' },
    pair: 'BTCUSD',
    watch: { direction: 'above', strike: '100000.5' },
  },
  enum: {
    descriptor: { kind: 'enum', outcomes: ['red', 'grün', 'blue'] },
    outcome: ['grün'],
    terms: { kind: 'enum', label: 'Which colour?', resolverConfig, rail: 'l402' },
    pair: null,
    watch: null,
  },
  numeric: {
    descriptor: DIGITS,
    outcome: toDigits(-123_456n, DIGITS),
    terms: { kind: 'numeric', label: 'How much?', scaleFactor: 100, resolverConfig: null, rail: 'x402' },
    pair: 'ETHUSD',
    watch: null,
  },
}

export interface WantedEvent {
  readonly kind: EventKind
  readonly id: string
  readonly stage: Stage
  readonly maturityTs: number
}

export interface EventMaker {
  /** The event as stored; a withdrawn one is `null`. */
  make(wanted: WantedEvent): Promise<StoredEvent | null>
  close(): void
}

/** @param now Unix milliseconds of everything that is made. */
export const openEventMaker = (events: EventStore, now: number): EventMaker => {
  const { folder, remove } = testFolder()
  const oracle = openOracle(folder)

  const announced = ({ kind, id, maturityTs }: WantedEvent): NewEvent => {
    const { descriptor, terms, pair, watch } = RECIPES[kind]
    const salt = saltOf(id)
    return {
      kind,
      pair,
      watch,
      salt: salt.toHex(),
      announcement: oracle.signer.announce({ eventId: id, maturityTs, descriptor }, salt).announcement,
      payment: `l402:hidden-${id}`,
      terms,
      hidden: {
        webhookUrl: 'https://hidden-hook.example/',
        payer: '0xhidden',
        manageTokenHash: 'hidden',
        resolver: { kind: 'webhook', url: 'https://hidden-resolver.example/' },
        scale: '1',
      },
      offeredAt: now,
    }
  }

  const decide = async ({ kind, id, maturityTs }: WantedEvent): Promise<void> => {
    const decided = await events.decide(id, {
      trigger: kind === 'threshold' ? 'expire' : 'resolve',
      outcome: RECIPES[kind].outcome,
      evidence: { why: 'a test' },
      // A silent feed is waited for, and then the expiry stands.
      now: kind === 'threshold' ? maturityTs * 1000 + GRACE_MS + 1 : now,
      graceMs: GRACE_MS,
    })
    if (decided.kind !== 'decided') throw new Error(`${id}: ${decided.kind}`)
    // The state before the signer signs.
    await events.sealed([id])
  }

  const attest = async ({ kind, id }: WantedEvent): Promise<void> => {
    const event = await events.read(id)
    if (!event?.decision) throw new Error(`${id} is not decided`)
    const { descriptor } = RECIPES[kind]
    const attested = oracle.signer.attest({ ...event, descriptor }, event.decision.outcome)
    const published = await events.publish(id, event.decision.outcome, attested, now + 1_000)
    if (published.kind !== 'published') throw new Error(`${id}: ${published.kind}`)
  }

  return {
    make: async (wanted) => {
      const { id, stage } = wanted
      const event = announced(wanted)
      const offered = await events.offer(event, now + 60_000)
      if (offered.kind !== 'offered') throw new Error(`${id}: ${offered.kind}`)
      if (stage === 'withdrawn') await events.withdraw(id, now, null)
      else if (stage !== 'offered') await events.activate(id, now, null)
      if (stage === 'cancelling') await events.holdCancellation(id, 'l402:hidden-cancel', now + 60_000, 'r')
      if (stage === 'decided' || stage === 'attested') await decide(wanted)
      if (stage === 'attested') await attest(wanted)
      return events.read(id)
    },
    close: () => {
      oracle.close()
      remove()
    },
  }
}
