import { Evidence } from '../../dlc/documents/document-schemas.ts'
import type { EventKind } from '../../dlc/terms/lifecycle.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { problem } from '../wire/problem.ts'
import { jsonDocument } from '../wire/document.ts'
import { problemResponse } from '../wire/respond.ts'
import { type EventReadDeps, eventRead, FINAL, findEvent, noSuchEvent, notYetAttested } from './read-deps.ts'
import { evidenceExample } from './evidence-example.ts'

/** The evidence of an outcome: the decision, and all votes of every price that it names. Free once it is attested. */

/** The name of each kind, and the parameter of its paths. */
const KINDS = {
  threshold: ['Threshold contract', 'eventid'],
  enum: ['Enum event', 'eid'],
  numeric: ['Numeric event', 'eid'],
} as const

const notKept = ({ docs }: EventReadDeps, id: string, hash: string | undefined): Response =>
  problemResponse(
    problem('evidence_not_kept', `${id} is attested; what its outcome rests on is not here.`, {
      more: { eventid: id, evidenceHash: hash ?? null },
    }),
    docs,
  )

const evidenceAt = (deps: EventReadDeps, kind: EventKind): Endpoint => {
  const [noun, hole] = KINDS[kind]
  return eventRead({
    problems: ['not_found', 'not_yet_attested', 'evidence_not_kept'],
    path: `/dlc/oracle/${kind}/{${hole}}/evidence`,
    summary: `${noun}: what the outcome rests on, all votes included; 404 not_yet_attested while pending`,
    answer: Evidence,
    example: evidenceExample(kind),
    handle: async (call) => {
      const event = await findEvent(deps, call.params[hole], kind)
      if (!event) return noSuchEvent(deps)
      if (event.state !== 'attested') return notYetAttested(deps, event)
      const document = await deps.events.evidence(event)
      return document ? jsonDocument(document, FINAL)(call) : notKept(deps, event.id, event.decision?.seal?.hash)
    },
  })
}

export const evidenceReads = (deps: EventReadDeps): readonly Endpoint[] =>
  (['threshold', 'enum', 'numeric'] as const).map((kind) => evidenceAt(deps, kind))
