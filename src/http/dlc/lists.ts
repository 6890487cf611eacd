import { type TSchema, Type } from '@sinclair/typebox'
import { ListEntry, pageOf } from '../../dlc/documents/document-schemas.ts'
import { listExample } from '../../dlc/documents/document-examples.ts'
import { listEntry } from '../../dlc/documents/documents.ts'
import { DLC_PAIR_NAMES, type DlcPair, THRESHOLD_PAIRS } from '../../dlc/terms/pairs.ts'
import type { ListKind, ListStatus } from '../../store/events/event-record.ts'
import type { ListQuery } from '../../store/events/event-lists.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { jsonResponse } from '../wire/respond.ts'
import { CHANGING, type EventReadDeps, dlcRead } from './read-deps.ts'

/** Lists of events, newest first, a page at a time. */

const literals = (words: readonly string[], description: string): TSchema =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    { description },
  )

/** Parameters of every list. `before` is a position in the order of creation, so pages neither repeat nor skip. */
export const pageQuery = (limit: number, status: ListStatus): Readonly<Record<string, TSchema>> => ({
  limit: Type.String({
    pattern: '^(?:[1-9][0-9]?|100)$',
    description: `a whole number from 1 to 100; default ${limit}`,
  }),
  before: Type.String({ pattern: '^[0-9]{1,15}$', description: 'the number that the page before gave as `next`' }),
  status: literals(['open', 'done', 'all'], `open, done or all; default ${status}`),
})

/** The query to the store for a checked request. */
export const listQuery = (query: URLSearchParams, limit: number, status: ListStatus): ListQuery => {
  const before = query.get('before')
  return {
    status: (query.get('status') as ListStatus | null) ?? status,
    count: Number(query.get('limit') ?? limit),
    ...(before !== null && { before: Number(before) }),
  }
}

const LIMIT = 50

interface List extends Pick<Endpoint, 'path' | 'summary'> {
  readonly kind: ListKind | null
  /** The name of the entries. */
  readonly field: string
  /** The status that is listed without a parameter. */
  readonly status: ListStatus
  /** The pairs by which it may be filtered. */
  readonly pairs: readonly DlcPair[]
}

const LISTS: readonly List[] = [
  {
    path: '/dlc/oracle/announcements',
    summary: 'Active DLC events of every kind; status=all for all there were',
    kind: null,
    field: 'announcements',
    status: 'open',
    pairs: [],
  },
  {
    path: '/dlc/oracle/threshold',
    summary: 'Active threshold contracts; status=all for all there were',
    kind: 'threshold',
    field: 'contracts',
    status: 'open',
    pairs: THRESHOLD_PAIRS,
  },
  {
    path: '/dlc/oracle/enum',
    summary: 'All enum events and whether they are settled',
    kind: 'enum',
    field: 'events',
    status: 'all',
    pairs: DLC_PAIR_NAMES,
  },
  {
    path: '/dlc/oracle/numeric',
    summary: 'All numeric events and whether they are settled',
    kind: 'numeric',
    field: 'events',
    status: 'all',
    pairs: DLC_PAIR_NAMES,
  },
  {
    path: '/dlc/oracle/numeric/standing',
    summary: 'Numeric events that nobody had to buy and everybody may use; status=all for all there were',
    kind: 'standing',
    field: 'events',
    status: 'open',
    pairs: DLC_PAIR_NAMES,
  },
]

const listEndpoint = (deps: EventReadDeps, { path, summary, kind, field, status, pairs }: List): Endpoint =>
  dlcRead({
    path,
    summary,
    query: {
      ...pageQuery(LIMIT, status),
      ...(pairs.length > 0 && { pair: literals(pairs, `one of ${pairs.join(', ')}`) }),
    },
    answer: pageOf(field, ListEntry),
    example: { count: 1, [field]: [listExample(kind === 'standing' ? 'numeric' : (kind ?? 'threshold'))], next: null },
    handle: async ({ query }) => {
      const pair = query.get('pair') as DlcPair | null
      const { events, next } = await deps.events.list({
        ...listQuery(query, LIMIT, status),
        ...(kind && { kind }),
        ...(kind && pair && { pair }),
      })
      return jsonResponse({ count: events.length, [field]: events.map(listEntry), next }, CHANGING)
    },
  })

export const listReads = (deps: EventReadDeps): readonly Endpoint[] => LISTS.map((list) => listEndpoint(deps, list))
