import { Type } from '@sinclair/typebox'
import { ANNOUNCEMENTS, AnyAnnouncement, AttestationDocument } from '../../dlc/documents/document-schemas.ts'
import { EXAMPLES, announcementExample } from '../../dlc/documents/document-examples.ts'
import { announcementDocument, attestationDocument } from '../../dlc/documents/documents.ts'
import type { EventKind } from '../../dlc/terms/lifecycle.ts'
import type { Call, Endpoint } from '../wire/endpoint.ts'
import { jsonDocument, textDocument } from '../wire/document.ts'
import { provenExample } from './evidence-example.ts'
import { CHANGING, type EventReadDeps, FINAL, eventRead, findEvent, noSuchEvent, notYetAttested } from './read-deps.ts'

/** One event: its announcement, its bytes, its attestation. */

type Place = Pick<Endpoint, 'path' | 'summary'> & { readonly hole: string; readonly kind: EventKind | null }

const announcementAt = (deps: EventReadDeps, { hole, kind, ...place }: Place): Endpoint =>
  eventRead({
    ...place,
    answer: kind === null ? AnyAnnouncement : ANNOUNCEMENTS[kind],
    example: announcementExample(kind ?? 'threshold'),
    handle: async (call) => {
      const event = await findEvent(deps, call.params[hole], kind)
      return event ? jsonDocument(announcementDocument(event), CHANGING)(call) : noSuchEvent(deps)
    },
  })

const attestationAt = (deps: EventReadDeps, { hole, kind, ...place }: Place): Endpoint =>
  eventRead({
    ...place,
    problems: ['not_found', 'not_yet_attested'],
    answer: AttestationDocument,
    example: provenExample(kind ?? 'threshold'),
    handle: async (call) => {
      const event = await findEvent(deps, call.params[hole], kind)
      if (!event) return noSuchEvent(deps)
      const document = attestationDocument(event)
      return document ? jsonDocument(document, FINAL)(call) : notYetAttested(deps, event)
    },
  })

/** Some clients accept every type on every request. They get the text. */
const wantsJson = ({ request }: Call): boolean => {
  const accept = request.headers.get('accept') ?? ''
  return /\bapplication\/json\b/i.test(accept) && !/\btext\/plain\b/i.test(accept)
}

const Tlv = Type.String({
  title: 'AnnouncementTlv',
  pattern: '^(?:[0-9a-f]{2})+$',
  description: 'announcement TLV (55332), hex',
})
const Serialized = Type.Object({ eventid: Type.String(), serialized: Tlv }, { title: 'SerializedAnnouncement' })

/** Plain hex, ready for a wallet; JSON for clients that ask for JSON by name. */
const serializedAt = (deps: EventReadDeps, { hole, kind, ...place }: Place): Endpoint =>
  eventRead({
    ...place,
    contentType: 'text/plain',
    answer: Tlv,
    example: EXAMPLES[kind ?? 'threshold'].announcement,
    inJson: {
      answer: Serialized,
      example: {
        eventid: EXAMPLES[kind ?? 'threshold'].id,
        serialized: EXAMPLES[kind ?? 'threshold'].announcement,
      },
    },
    handle: async (call) => {
      const event = await findEvent(deps, call.params[hole], kind)
      if (!event) return noSuchEvent(deps)
      const headers = { ...FINAL, vary: 'accept' }
      if (wantsJson(call)) return jsonDocument({ eventid: event.id, serialized: event.announcement }, headers)(call)
      return textDocument(event.announcement, { ...headers, 'content-type': 'text/plain; charset=utf-8' })(call)
    },
  })

const datedReads = (deps: EventReadDeps, kind: 'enum' | 'numeric'): readonly Endpoint[] => {
  const path = `/dlc/oracle/${kind}/{eid}`
  const shared = { hole: 'eid', kind }
  const noun = kind === 'enum' ? 'Enum' : 'Numeric'
  return [
    announcementAt(deps, { ...shared, path, summary: `${noun} event: the announcement` }),
    serializedAt(deps, {
      ...shared,
      path: `${path}/serialized`,
      summary: `${noun} event: the announcement as TLV, hex; JSON with Accept: application/json`,
    }),
    attestationAt(deps, {
      ...shared,
      path: `${path}/attestation`,
      summary: `${noun} event: the attestation; 404 not_yet_attested while pending`,
    }),
  ]
}

/** Paths that name one event. */
export const eventReads = (deps: EventReadDeps): readonly Endpoint[] => [
  announcementAt(deps, {
    path: '/dlc/oracle/announcements/{eventid}',
    hole: 'eventid',
    kind: null,
    summary: 'DLC event of any kind: the announcement',
  }),
  attestationAt(deps, {
    path: '/dlc/oracle/attestations/{event_id}',
    hole: 'event_id',
    kind: null,
    summary: 'DLC event of any kind: the attestation; 404 not_yet_attested while pending',
  }),
  announcementAt(deps, {
    path: '/dlc/oracle/threshold/{eventid}',
    hole: 'eventid',
    kind: 'threshold',
    summary: 'Threshold contract: the announcement',
  }),
  ...datedReads(deps, 'enum'),
  ...datedReads(deps, 'numeric'),
]
