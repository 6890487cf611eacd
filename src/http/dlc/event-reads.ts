import { Type } from '@sinclair/typebox'
import {
  AnyAnnouncement,
  AttestationDocument,
  EnumAnnouncement,
  NumericAnnouncement,
  ThresholdAnnouncement,
} from '../../dlc/documents/document-schemas.ts'
import { EXAMPLES, announcementExample } from '../../dlc/documents/document-examples.ts'
import { announcementDocument, attestationDocument } from '../../dlc/documents/documents.ts'
import type { EventKind } from '../../dlc/terms/lifecycle.ts'
import type { Call, Endpoint } from '../wire/endpoint.ts'
import { CORS } from '../wire/headers.ts'
import { jsonResponse } from '../wire/respond.ts'
import { provenExample } from './evidence-example.ts'
import { CHANGING, type EventReadDeps, FINAL, dlcRead, findEvent, noSuchEvent, notYetAttested } from './read-deps.ts'

/** One event: its announcement, its bytes, its attestation. */

const ANNOUNCEMENTS = {
  threshold: ThresholdAnnouncement,
  enum: EnumAnnouncement,
  numeric: NumericAnnouncement,
} as const

type Place = Pick<Endpoint, 'path' | 'summary'> & { readonly hole: string; readonly kind: EventKind | null }

const announcementAt = (deps: EventReadDeps, { hole, kind, ...place }: Place): Endpoint =>
  dlcRead({
    ...place,
    answer: kind === null ? AnyAnnouncement : ANNOUNCEMENTS[kind],
    example: announcementExample(kind ?? 'threshold'),
    handle: async ({ params }) => {
      const event = await findEvent(deps, params[hole], kind)
      return event ? jsonResponse(announcementDocument(event), CHANGING) : noSuchEvent(deps)
    },
  })

const attestationAt = (deps: EventReadDeps, { hole, kind, ...place }: Place): Endpoint =>
  dlcRead({
    ...place,
    answer: AttestationDocument,
    example: provenExample(kind ?? 'threshold'),
    handle: async ({ params }) => {
      const event = await findEvent(deps, params[hole], kind)
      if (!event) return noSuchEvent(deps)
      const document = attestationDocument(event)
      return document ? jsonResponse(document, FINAL) : notYetAttested(deps, event)
    },
  })

/** Some clients accept every type on every request. They get the text. */
const wantsJson = ({ request }: Call): boolean => {
  const accept = request.headers.get('accept') ?? ''
  return /\bapplication\/json\b/i.test(accept) && !/\btext\/plain\b/i.test(accept)
}

/** Plain hex, ready for a wallet; JSON for clients that ask for JSON by name. */
const serializedAt = (deps: EventReadDeps, { hole, kind, ...place }: Place): Endpoint =>
  dlcRead({
    ...place,
    contentType: 'text/plain',
    answer: Type.String({ pattern: '^(?:[0-9a-f]{2})+$', description: 'announcement TLV (55332), hex' }),
    example: EXAMPLES[kind ?? 'threshold'].announcement,
    handle: async (call) => {
      const event = await findEvent(deps, call.params[hole], kind)
      if (!event) return noSuchEvent(deps)
      const headers = { ...FINAL, vary: 'Accept' }
      if (wantsJson(call)) return jsonResponse({ eventid: event.id, serialized: event.announcement }, headers)
      return new Response(event.announcement, {
        headers: { ...CORS, ...headers, 'content-type': 'text/plain; charset=utf-8' },
      })
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
