import { Type } from '@sinclair/typebox'
import { EXAMPLES } from '../../dlc/documents/document-examples.ts'
import { XOnlyKey } from '../../dlc/documents/document-schemas.ts'
import { KormirAnnouncement, KormirAttestation, KormirEvents } from '../../dlc/documents/kormir-schemas.ts'
import {
  kormirAnnouncement,
  kormirAttestation,
  kormirEvent,
  kormirHexEvent,
  kormirTlvEvent,
} from '../../dlc/documents/kormir.ts'
import type { ShownEvent } from '../../dlc/documents/shown-event.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { CORS } from '../wire/headers.ts'
import { jsonDocument } from '../wire/document.ts'
import {
  CHANGING,
  type EventReadDeps,
  FINAL,
  dlcRead,
  eventRead,
  findEvent,
  noSuchEvent,
  notYetAttested,
} from './read-deps.ts'
import { pageAsked, pageQuery } from './lists.ts'
import { withKey } from './oracle-key.ts'

/**
 * kormir's five reads under `/dlc/kormir`, for clients of kormir. Lists of kormir have no pages, so the next page is
 * named in a header.
 */

const FIRST_PAGE = 100

/** The form of an entry by `format`. */
const FORMATS: Readonly<Record<string, (event: ShownEvent) => object>> = {
  json: kormirEvent,
  hex: kormirHexEvent,
  tlv: kormirTlvEvent,
}

const nextPage = (query: URLSearchParams, next: number): string => {
  const following = new URLSearchParams(query)
  following.set('before', String(next))
  return `</dlc/kormir/list-events?${following}>; rel="next"`
}

/** Kormir's bodies show no states. */
const STATUSES = ['open', 'done', 'all'] as const

const listEvents = (deps: EventReadDeps): Endpoint =>
  dlcRead({
    path: '/dlc/kormir/list-events',
    summary: 'Events as kormir lists them, newest first; the header Link leads to the next page',
    query: {
      ...pageQuery(FIRST_PAGE),
      status: Type.Union(
        STATUSES.map((status) => Type.Literal(status)),
        {
          description: 'open: not attested yet; done: attested; all; default all',
        },
      ),
      format: Type.Union(
        Object.keys(FORMATS).map((format) => Type.Literal(format)),
        { description: 'json, hex (messages without type and length) or tlv; default json' },
      ),
    },
    answer: KormirEvents,
    example: [kormirEvent(EXAMPLES.enum)],
    handle: async (call) => {
      const { query } = call
      const { events, next } = await deps.events.list({
        ...pageAsked(query, FIRST_PAGE),
        status: STATUSES.find((status) => status === query.get('status')) ?? 'all',
      })
      const entryOf = FORMATS[query.get('format') ?? 'json'] ?? kormirEvent
      return jsonDocument(events.map(entryOf), {
        ...CHANGING,
        ...(next !== null && {
          link: nextPage(query, next),
          'access-control-expose-headers': `${CORS['access-control-expose-headers']}, Link`,
        }),
      })(call)
    },
  })

export const kormirReads = (deps: EventReadDeps): readonly Endpoint[] => [
  dlcRead({
    path: '/dlc/kormir/health-check',
    summary: 'null when the oracle can be asked, as kormir says it',
    problems: ['data_unavailable'],
    answer: Type.Null(),
    example: null,
    handle: (call) => withKey(deps, () => jsonDocument(null, CHANGING)(call)),
  }),
  dlcRead({
    path: '/dlc/kormir/pubkey',
    summary: 'Public key of the DLC oracle as kormir gives it',
    problems: ['data_unavailable'],
    answer: Type.Object({ pubkey: XOnlyKey }, { title: 'KormirKey' }),
    example: { pubkey: kormirAnnouncement(EXAMPLES.enum).oraclePublicKey },
    handle: (call) => withKey(deps, (compressed) => jsonDocument({ pubkey: compressed.slice(2) }, CHANGING)(call)),
  }),
  listEvents(deps),
  eventRead({
    path: '/dlc/kormir/announcement/{event_id}',
    summary: 'Announcement of a DLC event as kormir gives it',
    answer: KormirAnnouncement,
    example: kormirAnnouncement(EXAMPLES.enum),
    handle: async (call) => {
      const event = await findEvent(deps, call.params['event_id'], null)
      return event ? jsonDocument(kormirAnnouncement(event), FINAL)(call) : noSuchEvent(deps)
    },
  }),
  eventRead({
    problems: ['not_found', 'not_yet_attested'],
    path: '/dlc/kormir/attestation/{event_id}',
    summary: 'Attestation of a DLC event as kormir gives it; 404 while there is none',
    answer: KormirAttestation,
    example: kormirAttestation(EXAMPLES.enum),
    handle: async (call) => {
      const event = await findEvent(deps, call.params['event_id'], null)
      if (!event) return noSuchEvent(deps)
      const attested = kormirAttestation(event)
      return attested ? jsonDocument(attested, FINAL)(call) : notYetAttested(deps, event)
    },
  }),
]
