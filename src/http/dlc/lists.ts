import { type TSchema, Type } from '@sinclair/typebox'
import { ListEntry, pageOf } from '../../dlc/documents/document-schemas.ts'
import { listExample } from '../../dlc/documents/document-examples.ts'
import { listEntry, PUBLIC_STATES } from '../../dlc/documents/documents.ts'
import { DLC_PAIR_NAMES, type DlcPair, THRESHOLD_PAIRS } from '../../dlc/terms/pairs.ts'
import type { ListKind, ListStatus } from '../../store/events/event-record.ts'
import type { ListQuery } from '../../store/events/event-lists.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { jsonDocument } from '../wire/document.ts'
import { CHANGING, type EventReadDeps, dlcRead } from './read-deps.ts'

/** Lists of events, newest first, a page at a time. */

const literals = (words: readonly string[], description: string): TSchema =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    { description },
  )

/** Parameters of every list. `before` is a position in the order of creation, so pages neither repeat nor skip. */
export const pageQuery = (limit: number): Readonly<Record<string, TSchema>> => ({
  limit: Type.String({
    pattern: '^(?:[1-9][0-9]?|100)$',
    description: `a whole number from 1 to 100; default ${limit}`,
  }),
  before: Type.String({ pattern: '^[0-9]{1,15}$', description: 'the number that the page before gave as `next`' }),
})

/** The page that a checked request names. */
export const pageAsked = (query: URLSearchParams, limit: number): Pick<ListQuery, 'count' | 'before'> => {
  const before = query.get('before')
  return {
    count: Number(query.get('limit') ?? limit),
    ...(before !== null && { before: Number(before) }),
  }
}

const LIMIT = 50

type Shown = keyof typeof PUBLIC_STATES

const bodiesOf = (kind: ListKind | null): readonly Shown[] => {
  if (kind === null) return ['threshold', 'enum', 'numeric']
  return [kind === 'standing' ? 'numeric' : kind]
}

/** The states that the entries of a list show, with what each of them selects in the store. */
const statesOf = (kind: ListKind | null): ReadonlyMap<string, Pick<ListQuery, 'status' | 'kinds'>> => {
  const found = new Map<string, { readonly status: ListStatus; readonly kinds: readonly ListKind[] }>()
  for (const status of ['open', 'done'] as const)
    for (const shown of bodiesOf(kind)) {
      const word = PUBLIC_STATES[shown][status]
      found.set(word, { status, kinds: [...(found.get(word)?.kinds ?? []), kind ?? shown] })
    }
  return found
}

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

const listEndpoint = (deps: EventReadDeps, { path, summary, kind, field, status, pairs }: List): Endpoint => {
  const states = statesOf(kind)
  const words = [...states.keys(), 'all']
  const unasked = { status, ...(kind && { kinds: [kind] }) }
  return dlcRead({
    path,
    summary,
    query: {
      ...pageQuery(LIMIT),
      status: literals(words, `${words.join(', ')}; left out: ${status === 'all' ? 'all' : 'those that are not over'}`),
      ...(pairs.length > 0 && { pair: literals(pairs, `one of ${pairs.join(', ')}`) }),
    },
    answer: pageOf(field, ListEntry),
    example: { count: 1, [field]: [listExample(kind === 'standing' ? 'numeric' : (kind ?? 'threshold'))], next: null },
    handle: async (call) => {
      const { query } = call
      const pair = query.get('pair') as DlcPair | null
      const { events, next } = await deps.events.list({
        ...pageAsked(query, LIMIT),
        ...(query.get('status') === 'all'
          ? { ...unasked, status: 'all' }
          : (states.get(query.get('status') ?? '') ?? unasked)),
        ...(kind && pair && { pair }),
      })
      return jsonDocument({ count: events.length, [field]: events.map(listEntry), next }, CHANGING)(call)
    },
  })
}

export const listReads = (deps: EventReadDeps): readonly Endpoint[] => LISTS.map((list) => listEndpoint(deps, list))
