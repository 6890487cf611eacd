import { announcement } from '../../dlc/wire/announcement.ts'
import { decode } from '../../dlc/wire/tlv.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import type { AttestedAs } from './attesting.ts'
import type { JournalEntry } from './journal-lines.ts'
import type { Oracle } from './oracle.ts'
import type { AttestRequest, SignedOutcome } from './signer.ts'
import { readWholeEvents } from './read-whole.ts'
import { writeDown } from './write-down.ts'

/** Records contradict each other. The oracle must stop until a person has found the cause. */
export class OracleConflict extends Error {
  override readonly name = 'OracleConflict'
}

/** The dependencies of attesting itself, without the function that asks for it. */
type Signing = Omit<Oracle, 'attest'>

type Done = Map<string, AttestedAs>

/** Reads events. One that cannot be read is left out, so that the others can be signed. */
const readAll = async (parts: Signing, ids: readonly string[]): Promise<readonly StoredEvent[]> => {
  const found: readonly (StoredEvent | null)[] = await parts.events
    .sealed(ids)
    .catch(() => Promise.all(ids.map((id) => readWholeEvents(parts, id))))
  return found.filter((event): event is StoredEvent => event !== null)
}

const requestFor = ({ id, salt, announcement: bytes, decision }: StoredEvent): AttestRequest => {
  const { descriptor } = decode(announcement, Uint8Array.fromHex(bytes)).event
  return { event: { id, salt, descriptor, announcement: bytes }, outcome: decision?.outcome ?? [] }
}

/** Signs events whose decision is in the journal; those that cannot be signed go into quarantine. */
const signAll = (
  { signer, quarantine }: Signing,
  events: readonly StoredEvent[],
): readonly { readonly event: StoredEvent; readonly attested: SignedOutcome }[] => {
  const requests = events.flatMap((event) => {
    try {
      return [{ event, request: requestFor(event) }]
    } catch (problem) {
      quarantine.put(event.id, problem)
      return []
    }
  })
  const attempts = signer.attestAll(requests.map(({ request }) => request))
  return requests.flatMap(({ event }, i) => {
    const attempt = attempts[i]!
    if (attempt.ok) return [{ event, attested: attempt.attested }]
    quarantine.put(event.id, attempt.problem)
    return []
  })
}

/** Publishes the attestations, and writes them into the journal with one sync. */
const publishAll = async (
  { events, journal, clock }: Signing,
  signed: ReturnType<typeof signAll>,
  done: Done,
): Promise<void> => {
  const at = clock.now()
  const published = await Promise.all(
    signed.map(({ event, attested }) => events.publish(event.id, event.decision?.outcome ?? [], attested, at)),
  )
  const lines = signed.flatMap(({ event: { id }, attested: { outcome, serialized, counted } }, i): JournalEntry[] => {
    const kind = published[i]?.kind
    done.set(id, kind === 'published' ? 'attested' : 'before')
    return kind === 'published' ? [{ type: 'attested', id, at, outcome, serialized, counted }] : []
  })
  journal.append(...lines)
  const conflict = signed.find((_, i) => published[i]?.kind === 'conflict')
  if (conflict)
    throw new OracleConflict(
      `${conflict.event.id}: Redis holds another outcome or attestation than was signed just now.`,
    )
}

/**
 * Attests those of these events that are decided. First the decisions are durable in Redis and in the journal, and the
 * witness has its end. Then the guard writes down the messages, and only then the first is signed. Each signature is
 * verified before any is published. All events share one sync of the journal, one write of the witness and one of the
 * guard. After a crash between any two steps, the same call repairs it.
 *
 * Throws `WitnessAway`, after which the call may be repeated, or `RolledBack` or `OracleConflict`, after which nothing
 * more may be signed.
 */
export const attestEvents = async (
  oracle: Signing,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AttestedAs>> => {
  const { journal, witness, quarantine, unschedule } = oracle
  const done: Done = new Map(ids.map((id) => [id, 'missing']))
  const found = await readAll(
    oracle,
    ids.filter((id) => !quarantine.has(id)),
  )
  for (const { id, decision } of found) if (!decision) done.set(id, 'undecided')
  for (const { id } of found) if (journal.waiting.has(id)) done.set(id, 'waiting')

  const mayBe = found.filter(({ id, decision }) => decision && !journal.waiting.has(id))
  const written = writeDown(oracle, mayBe)
  for (const { id, attestation } of written) if (attestation) done.set(id, 'before')

  const unsigned = written.filter(({ attestation }) => !attestation)
  if (unsigned.length > 0) {
    await witness?.advance(journal.end())
    await publishAll(oracle, signAll(oracle, unsigned), done)
    await Promise.all([...done].flatMap(([id, as]) => (as === 'attested' ? [unschedule(id)] : [])))
  }
  for (const id of ids) if (quarantine.has(id)) done.set(id, 'quarantined')
  return done
}
