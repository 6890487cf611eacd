import { join } from 'node:path'
import { type Guard, openGuard } from '../../../../src/actors/dlc/guard.ts'
import { type Journal, openJournal } from '../../../../src/actors/dlc/journal.ts'
import { toJournal } from '../../../../src/actors/dlc/recovery.ts'
import { type DlcSigner, createSigner } from '../../../../src/actors/dlc/signer.ts'
import type { EventDescriptor } from '../../../../src/dlc/wire/event.ts'
import { xOnly } from '../../../../src/dlc/wire/schnorr.ts'
import type { EventStore } from '../../../../src/store/events/events.ts'
import { keptLog } from '../../still.ts'

const SHOWN = { kind: 'enum', label: 'a test', resolverConfig: null, rail: 'l402' } as const
const HIDDEN = { webhookUrl: null, payer: null, manageTokenHash: '', resolver: null, scale: '1' }

/** A whole oracle in a folder, for tests. */

export const KEY = new Uint8Array(32).fill(0x11)
export const ROOT = new Uint8Array(32).fill(0x22)
export const ORACLE = xOnly(KEY).toHex()
export const NOW = 1_800_000_000_000

export const DESCRIPTOR: EventDescriptor = { kind: 'enum', outcomes: ['yes', 'no'] }

export interface TestOracle {
  readonly folder: string
  readonly guard: Guard
  readonly journal: Journal
  readonly signer: DlcSigner
  close(): void
}

export const openOracle = (folder: string): TestOracle => {
  const guard = openGuard(join(folder, 'guard.sqlite'), ORACLE)
  const journal = openJournal(join(folder, 'journal'), ORACLE, keptLog())
  return {
    folder,
    guard,
    journal,
    signer: createSigner({ key: KEY, nonceRoot: ROOT, guard }),
    close: () => {
      journal.close()
      guard.close()
    },
  }
}

/** The salt of a test's event: anything, as long as it differs. */
export const saltOf = (id: string): Uint8Array => new Bun.CryptoHasher('sha256').update(id).digest()

/** Announced, offered and, where nothing else is said, activated. */
export const createEvent = async (
  events: EventStore,
  signer: DlcSigner,
  id: string,
  how: 'offered' | 'announced' = 'announced',
): Promise<void> => {
  const salt = saltOf(id)
  const { announcement } = signer.announce({ eventId: id, maturityTs: NOW / 1000 + 60, descriptor: DESCRIPTOR }, salt)
  const shared = {
    salt: salt.toHex(),
    announcement,
    payment: `l402:${id}`,
    terms: SHOWN,
    hidden: HIDDEN,
    offeredAt: NOW,
  }
  await events.offer({ ...shared, kind: 'enum', pair: null, watch: null }, NOW)
  if (how === 'announced') await events.activate(id, NOW, null)
}

/**
 * The whole way to an attestation: decide, write down, sign what stands decided, publish. Returns
 * what was published, whatever was wished for.
 */
export const settle = async (
  events: EventStore,
  oracle: Pick<TestOracle, 'journal' | 'signer'>,
  id: string,
  wish: string,
): Promise<{ readonly outcome: string; readonly serialized: string; readonly published: string }> => {
  const candidate = { trigger: 'resolve', outcome: [wish], evidence: { wish }, now: NOW, graceMs: 0 } as const
  const decided = await events.decide(id, candidate)
  if (decided.kind !== 'decided' && decided.kind !== 'before') throw new Error(`${id}: ${decided.kind}`)
  const [event] = await events.sealed([id])
  if (!event?.decision) throw new Error(`${id}: no decision`)
  oracle.journal.append(...toJournal(event))
  const attested = oracle.signer.attest({ ...event, descriptor: DESCRIPTOR }, event.decision.outcome)
  const { kind } = await events.publish(id, event.decision.outcome, attested, NOW)
  oracle.journal.append(...toJournal((await events.read(id))!))
  return { outcome: attested.outcome.join(), serialized: attested.serialized, published: kind }
}
