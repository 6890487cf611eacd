import { Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { announcement } from '../../dlc/wire/announcement.ts'
import { readAnswer } from '../../dlc/terms/answer.ts'
import { byHand } from '../../dlc/documents/by-hand.ts'
import { AttestationDocument, EventIdWord } from '../../dlc/documents/document-schemas.ts'
import { attestationDocument } from '../../dlc/documents/documents.ts'
import { readEventId } from '../../dlc/terms/event-id.ts'
import { publicStatus } from '../../dlc/terms/lifecycle.ts'
import { resolveAnswer } from '../../dlc/terms/resolver.ts'
import { GRACE_SECONDS } from '../../dlc/terms/threshold.ts'
import { decode } from '../../dlc/wire/tlv.ts'
import type { Log } from '../../ports.ts'
import type { EventStore } from '../../store/events/events.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import { readJsonBody } from '../wire/body.ts'
import { type Call, type Endpoint, FREE } from '../wire/endpoint.ts'
import { ORACLE_SECRET } from '../wire/header-names.ts'
import { problem, type Problem } from '../wire/problem.ts'
import type { AddressLimit } from '../rails/lightning/address-limit.ts'
import { jsonResponse, problemResponse } from '../wire/respond.ts'
import { isSameSecret } from '../wire/same-secret.ts'
import { traceFields } from '../wire/trace.ts'
import { provenExample } from './evidence-example.ts'
import type { OracleAsks } from './oracle-asks.ts'

/** `POST /dlc/oracle/{enum,numeric}/{eid}/attest`: an administrator says what happened. */

export interface AttestDeps {
  readonly events: EventStore
  readonly oracle: OracleAsks
  readonly clock: { now(): number }
  readonly log: Log
  readonly docs: string
  /** The secret that administrators send; `null` if none is set, so that nobody may attest by hand. */
  readonly secret: string | null
  /** The limit on wrong secrets of one address. */
  readonly limit: AddressLimit
}

/** Says nothing about the event: only administrators learn whether it exists. */
const unauthorised = ({ secret, limit, log }: AttestDeps, { request, address, trace }: Call): Problem | null => {
  const shown = request.headers.get(ORACLE_SECRET)
  if (!limit.take(address))
    return problem('too_many_requests', 'Too many attempts from this address.', { retryAfter: 60 })
  if (shown === null) return problem('unauthorized', `This is for administrators: send ${ORACLE_SECRET}.`)
  if (!isSameSecret(shown, secret ?? '') || secret === null) {
    log.warn('oracle.wrong_secret', { ...traceFields(trace), address })
    return problem('forbidden', 'The secret does not open this.')
  }
  limit.giveBack(address)
  return null
}

const unusable = (message: string): Problem =>
  problem('invalid_request', 'The body names no outcome of this event. Nothing was decided.', {
    details: [{ path: 'body', rule: 'no_outcome', message }],
  })

/** The strings that would be signed. */
const outcomeOf = (event: StoredEvent, text: string): readonly string[] | Problem => {
  const answer = readAnswer(text)
  if ('kind' in answer) return unusable(answer.kind === 'unreadable' ? answer.reason : answer.kind)
  const { descriptor } = decode(announcement, Uint8Array.fromHex(event.announcement)).event
  const resolved = resolveAnswer(descriptor, event.hidden.scale, answer)
  if (resolved.kind === 'resolved') return resolved.outcomes
  return unusable(
    'text' in resolved ? `${resolved.kind.replaceAll('_', ' ')}: ${resolved.text.slice(0, 80)}` : resolved.reason,
  )
}

/** Whether the body overrides the resolver of the event. */
const overrideOf = (body: unknown): boolean | Problem => {
  const override = typeof body === 'object' && body !== null && 'override' in body ? body.override : false
  if (typeof override === 'boolean') return override
  return problem('invalid_request', 'The body cannot be read. Nothing was decided.', {
    details: [{ path: 'body.override', rule: 'wrong_type', message: 'must be true or false' }],
  })
}

const resolverPending = ({ id, maturityTs }: StoredEvent): Problem => {
  const from = new Date((maturityTs + GRACE_SECONDS) * 1000).toISOString()
  return problem(
    'resolver_pending',
    `${id} settles by itself; by hand only after ${from}, or with "override": true, which is shown with it for ever.`,
  )
}

/** The event after its decision was signed, or after the attempt to sign it. */
const signed = async ({ oracle, events }: AttestDeps, id: string): Promise<StoredEvent | null> => {
  await oracle.attest(id)
  return events.read(id)
}

const attest = async (deps: AttestDeps, kind: 'enum' | 'numeric', call: Call): Promise<Response> => {
  const { events, oracle, clock, log, docs } = deps
  const refuse = (found: Problem) => problemResponse(found, docs)
  const denied = unauthorised(deps, call)
  if (denied) return refuse(denied)
  const id = readEventId(call.params['eid'] ?? '')
  const event = id === null ? null : await events.read(id)
  if (!event || event.kind !== kind || publicStatus(kind, event.state) === null)
    return refuse(problem('not_found', `There is no such ${kind} event.`))
  const read = await readJsonBody(call.request)
  if (read.kind === 'problem') return refuse(read)
  const outcome = outcomeOf(event, read.text)
  if ('kind' in outcome) return refuse(outcome)
  const override = overrideOf(read.value)
  if (typeof override !== 'boolean') return refuse(override)

  const now = clock.now()
  const { resolver } = event.hidden
  const evidence = byHand({ maturityTs: event.maturityTs, resolver: event.decision ? null : resolver }, override, now)
  if (!evidence) return refuse(resolverPending(event))
  const note = { what: 'manual attestation', outcome, ...evidence }
  // The intervention is written into the journal before it has an effect.
  if (!(await oracle.note(event.id, note)))
    return refuse(problem('data_unavailable', 'The signer does not answer. Nothing was decided.', { retryAfter: 5 }))
  const decided = await events.decide(event.id, {
    trigger: 'administer',
    outcome,
    evidence: { ...evidence },
    now,
    graceMs: 0,
  })
  log.info('event.attested_by_hand', { ...traceFields(call.trace), eventid: event.id, kind: decided.kind })
  const after = decided.kind === 'too_early' || decided.kind === 'not_now' ? null : await signed(deps, event.id)
  if (!after) return refuse(problem('data_unavailable', 'Nothing could be decided just now.', { retryAfter: 2 }))
  const document = attestationDocument(after)
  const stands = after.decision?.outcome
  if (stands && JSON.stringify(stands) !== JSON.stringify(outcome))
    return refuse(
      problem('conflict', `${event.id} is decided otherwise: ${stands.join(',')}`, {
        more: { eventid: event.id, outcome: stands.join(','), attestation: (document ?? null) as Json },
      }),
    )
  return document
    ? jsonResponse(document)
    : refuse(
        problem('data_unavailable', 'The outcome is decided and not signed yet. Read it in a moment.', {
          retryAfter: 2,
        }),
      )
}

const OVERRIDE = Type.Optional(
  Type.Boolean({
    description:
      'goes ahead of the resolver of an event that still settles by itself (409 resolver_pending otherwise); written down and shown with the event for ever',
  }),
)

const BODIES = {
  enum: {
    schema: Type.Object({ outcome: Type.String({ description: 'one of the outcomes' }), override: OVERRIDE }),
    example: () => ({ outcome: 'middle' }),
  },
  numeric: {
    schema: Type.Object({
      value: Type.Union([Type.String(), Type.Number()], {
        description: 'in the event’s unit; decimal text keeps all digits',
      }),
      override: OVERRIDE,
    }),
    example: () => ({ value: '84231.50' }),
  },
} as const

export const attestEndpoints = (deps: AttestDeps): readonly Endpoint[] =>
  (['enum', 'numeric'] as const).map((kind) => ({
    method: 'POST',
    path: `/dlc/oracle/${kind}/{eid}/attest`,
    family: 'dlc',
    layer: 'Oracle Data',
    summary: `Attests a ${kind} event by hand; for administrators`,
    access: FREE,
    query: null,
    words: { eid: EventIdWord },
    problems: [
      'unauthorized',
      'forbidden',
      'not_found',
      'conflict',
      'resolver_pending',
      'too_many_requests',
      'data_unavailable',
    ],
    body: BODIES[kind],
    headers: { [ORACLE_SECRET]: 'the administrator secret' },
    contentType: 'application/json',
    answer: AttestationDocument,
    example: provenExample(kind),
    handle: (call) => attest(deps, kind, call),
  }))
