import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Guard, openGuard } from '../../../../src/actors/dlc/guard.ts'
import { type Journal, openJournal } from '../../../../src/actors/dlc/journal.ts'
import { type DlcPaths, dlcPaths } from '../../../../src/actors/dlc/paths.ts'
import { toJournal } from '../../../../src/actors/dlc/recovery.ts'
import { type DlcSigner, createSigner } from '../../../../src/actors/dlc/signer.ts'
import { announcement as announcementCoder } from '../../../../src/dlc/wire/announcement.ts'
import { toDigits } from '../../../../src/dlc/wire/digits.ts'
import type { EventDescriptor } from '../../../../src/dlc/wire/event.ts'
import { THRESHOLD_DESCRIPTOR } from '../../../../src/dlc/terms/threshold.ts'
import { decode } from '../../../../src/dlc/wire/tlv.ts'
import type { NewEvent, StoredEvent, Watch } from '../../../../src/store/events/event-record.ts'
import type { EventStore } from '../../../../src/store/events/events.ts'
import { keptLog } from '../../still.ts'
import { DESCRIPTOR, KEY, NOW, ORACLE, ROOT, saltOf } from './oracle-parts.ts'

/** A data folder as a service leaves it: keys, journal and guard, with events of all kinds. */

export interface DataOracle {
  readonly guard: Guard
  readonly journal: Journal
  readonly signer: DlcSigner
  close(): void
}

export const makeData = (data: string): DlcPaths => {
  const paths = dlcPaths(data)
  mkdirSync(paths.folder, { recursive: true })
  mkdirSync(paths.keys, { recursive: true, mode: 0o700 })
  for (const [file, secret] of [
    ['dlc.signing.key', KEY],
    ['dlc.nonce-root.key', ROOT],
  ] as const)
    if (!existsSync(join(paths.keys, file))) writeFileSync(join(paths.keys, file), secret.toHex(), { mode: 0o600 })
  return paths
}

export const openData = (paths: DlcPaths): DataOracle => {
  const guard = openGuard(paths.guard, ORACLE)
  const journal = openJournal(paths.journal, ORACLE, keptLog())
  return {
    guard,
    journal,
    signer: createSigner({ key: KEY, nonceRoot: ROOT, guard }),
    close: () => {
      journal.close()
      guard.close()
    },
  }
}

export const MATURITY_TS = NOW / 1000 + 3600

const SIZE = { base: 10, nbDigits: 5, isSigned: true }
const DIGITS: EventDescriptor = { kind: 'digits', ...SIZE, unit: 'usd', precision: 0 }

/** The outcome of a numeric event. */
export const digits = (value: bigint): readonly string[] => toDigits(value, SIZE)

export const descriptorOf = (event: Pick<NewEvent, 'announcement'>): EventDescriptor =>
  decode(announcementCoder, Uint8Array.fromHex(event.announcement)).event.descriptor

type Made =
  | { readonly id: string; readonly kind: 'enum' | 'numeric'; readonly salt?: Uint8Array }
  | { readonly id: string; readonly kind: 'threshold'; readonly salt?: Uint8Array; readonly watch: Watch }

const DESCRIPTORS = { enum: DESCRIPTOR, numeric: DIGITS, threshold: THRESHOLD_DESCRIPTOR }

/** The event that would be offered. */
export const newEvent = (signer: DlcSigner, made: Made): NewEvent => {
  const salt = made.salt ?? saltOf(made.id)
  const { announcement } = signer.announce(
    { eventId: made.id, maturityTs: MATURITY_TS, descriptor: DESCRIPTORS[made.kind] },
    salt,
  )
  return {
    kind: made.kind,
    pair: made.kind === 'threshold' ? 'BTCUSD' : null,
    watch: made.kind === 'threshold' ? made.watch : null,
    salt: salt.toHex(),
    announcement,
    payment: `l402:${made.id}`,
    terms: { kind: 'enum', label: 'a test', resolverConfig: null, rail: 'l402' },
    hidden: { webhookUrl: null, payer: null, manageTokenHash: '', resolver: null, scale: '1' },
    offeredAt: NOW,
  }
}

/** Offers and activates an event in Redis only. */
export const announceIn = async (events: EventStore, signer: DlcSigner, made: Made): Promise<void> => {
  const offered = await events.offer(newEvent(signer, made), NOW)
  const activated = await events.activate(made.id, NOW, null)
  if (offered.kind !== 'offered' || activated.kind !== 'activated') throw new Error(`${offered.kind} ${activated.kind}`)
}

export const stored = async (events: EventStore, id: string): Promise<StoredEvent> => {
  const event = await events.read(id)
  if (!event) throw new Error(`${id} is not there`)
  return event
}

/** Copies what Redis knows of an event into the journal. */
export const writeDown = async (events: EventStore, { journal }: DataOracle, id: string): Promise<void> =>
  journal.append(...toJournal((await events.sealed([id]))[0]!))

export const create = async (events: EventStore, oracle: DataOracle, made: Made): Promise<void> => {
  await announceIn(events, oracle.signer, made)
  await writeDown(events, oracle, made.id)
  await events.journaled(made.id)
}

/** Decides an enum or numeric event in Redis only. */
export const decideIn = async (events: EventStore, id: string, outcome: readonly string[]): Promise<void> => {
  const decided = await events.decide(id, { trigger: 'resolve', outcome, evidence: null, now: NOW, graceMs: 0 })
  if (decided.kind !== 'decided') throw new Error(`${id}: ${decided.kind}`)
}

/** The remaining steps for a decided event: journal, signature, publication, journal. */
export const conclude = async (events: EventStore, oracle: DataOracle, id: string): Promise<void> => {
  await writeDown(events, oracle, id)
  const event = await stored(events, id)
  const { outcome } = event.decision ?? { outcome: [] }
  const attested = oracle.signer.attest({ ...event, descriptor: descriptorOf(event) }, outcome)
  await events.publish(id, outcome, attested, NOW)
  await writeDown(events, oracle, id)
}
