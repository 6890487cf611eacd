import type { Endpoint } from '../wire/endpoint.ts'
import { jsonDocument } from '../wire/document.ts'
import { CHANGING, type EventReadDeps, dlcRead } from './read-deps.ts'
import { type Findings, OVERDUE_SHOWN, STATUS_EXAMPLE, Status, statusDocument } from './status-document.ts'

/** Reads the data of `GET /dlc/oracle/status`. */

const look = async ({ events, clock, publicKey, signer, relays }: EventReadDeps): Promise<Findings> => {
  const now = clock.now()
  const nowTs = Math.floor(now / 1000)
  const [counts, overdue, [unsigned], newest, key, state, posted] = await Promise.all([
    events.count(nowTs),
    events.due(nowTs, 0, OVERDUE_SHOWN).then(events.readable),
    events.unsigned(1).then(events.readable),
    events.outbox.newest(),
    publicKey(),
    signer(),
    relays(),
  ])
  const [attested] = newest ? await events.readable([newest.id]) : []
  return {
    now,
    counts,
    // An event that was attested between these two reads is not overdue any more.
    overdue: overdue.filter((event) => event !== null).filter(({ state }) => state !== 'attested'),
    unsignedSince: unsigned?.decision?.decidedAt ?? null,
    lastAttestation: attested?.attestation?.attestedAt ?? null,
    publicKey: key,
    signer: state,
    relays: posted,
  }
}

export const statusRead = (deps: EventReadDeps): Endpoint =>
  dlcRead({
    path: '/dlc/oracle/status',
    summary: 'DLC oracle: whether it works, how much is open, what is overdue and why',
    answer: Status,
    example: STATUS_EXAMPLE,
    handle: async (call) => jsonDocument(statusDocument(await look(deps)), CHANGING)(call),
  })
