import { type TObject, Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { type AnyFeed, exampleOf, titleOf } from '../../feeds/feed.ts'
import type { Item } from '../../feeds/registry.ts'
import { previewPath } from '../../feeds/route-paths.ts'
import { DAY_MS, MINUTE_MS } from '../../time-units.ts'
import type { SnapshotStore } from '../../store/published/snapshots.ts'
import { type Endpoint, FREE, NO_PARAMETERS } from '../wire/endpoint.ts'
import { CORS, JSON_TYPE } from '../wire/headers.ts'
import { answerName } from './answer-name.ts'
import { problem } from '../wire/problem.ts'
import { problemResponse } from '../wire/respond.ts'
import { closedProblem } from '../paywall/closed-feeds.ts'
import { shortfallFor } from '../paywall/shortfall.ts'
import { type Soon, soon } from '../wire/soon.ts'
import type { PaywallContext } from '../paywall/context.ts'

/** The fields of every free copy besides those of its answer. */
const Said = {
  timestamp: Type.String({ description: 'Unix seconds as text' }),
  preview: Type.Literal(true),
  signed: Type.Literal(false),
  age_seconds: Type.Integer({ description: 'How old this copy is' }),
  cache_max_age_minutes: Type.Integer({ description: 'How old it may get' }),
  preview_cached: Type.Optional(Type.Literal(true, { description: 'It may get a day old; left out where it may not' })),
  note: Type.String(),
}

const answerOf = (feed: AnyFeed, { shape }: NonNullable<AnyFeed['sale']['preview']>): TObject =>
  Type.Object({ ...shape(feed.answer).properties, ...Said }, { title: `${answerName(feed)}Preview` })

type Copy = Readonly<Record<string, Json>>

/** The last answer. Every reader within one second gets the same one. */
interface ReadCopy {
  readonly copy: Copy
  readonly readAt: number
  readonly age: number
  readonly text: string
}

/** How long a server uses its copy. The preview itself is minutes old by design. */
const FRESH_MS = 500

/** The free sibling of a paid route: rounded, unsigned, late. `null` if the feed has none. */
export const previewEndpoint = (
  item: Item,
  { paywall, snapshots }: { readonly paywall: PaywallContext; readonly snapshots: SnapshotStore },
): Endpoint | null => {
  const { feed, subject, actor } = item
  if (!feed.sale.preview) return null
  const { staleMinutes, note, fields } = feed.sale.preview
  const body = (copy: Copy, ageSeconds: number) => ({
    ...copy,
    preview: true,
    signed: false,
    age_seconds: ageSeconds,
    cache_max_age_minutes: staleMinutes,
    ...(staleMinutes * MINUTE_MS >= DAY_MS && { preview_cached: true }),
    note,
  })
  // The copy is replaced when it is this old. Caches subtract its `Age` (RFC 9111 4.2), so they keep it until then.
  const headers = { ...CORS, 'content-type': JSON_TYPE, 'cache-control': `public, max-age=${staleMinutes * 60}` }
  let said: ReadCopy | null = null
  const say = (copy: Copy, readAt: number, now: number): ReadCopy => {
    const age = Math.max(0, Math.floor(now / 1000) - Number(copy.timestamp))
    if (said?.copy === copy && said.age === age) return said
    return (said = { copy, readAt, age, text: JSON.stringify(body(copy, age)) })
  }
  const read = async (now: number): Promise<ReadCopy | null> => {
    const copy = await snapshots.preview(actor)
    return copy && say(copy, now, now)
  }
  let reading: Promise<ReadCopy | null> | null = null
  const look = (now: number): Soon<ReadCopy | null> => {
    if (said && now >= said.readAt && now - said.readAt < FRESH_MS) return say(said.copy, said.readAt, now)
    // Nobody pays for a preview, so a crowd shares one read.
    return (reading ??= read(now).finally(() => (reading = null)))
  }
  const none = async (): Promise<Response> => {
    const told = await shortfallFor(paywall, item, 0)
    return problemResponse(
      problem('data_unavailable', `${subject.name}: ${told?.message ?? 'there is no preview yet'}.`, {
        retryAfter: feed.everySeconds,
        ...(told && { more: told.more }),
      }),
      paywall.docs,
    )
  }
  const show = (found: ReadCopy | null): Soon<Response> =>
    found ? new Response(found.text, { headers: { ...headers, age: String(found.age) } }) : none()
  return {
    method: 'GET',
    path: previewPath(item),
    family: feed.family,
    layer: feed.layer,
    summary: `${titleOf(feed, subject)}, unsigned and up to ${staleMinutes} minutes old`,
    access: FREE,
    lacks: () => paywall.closedFeeds.of(item),
    query: NO_PARAMETERS,
    problems: ['data_unavailable'],
    contentType: 'application/json',
    answer: answerOf(feed, feed.sale.preview),
    example: body({ ...fields(exampleOf(feed, subject), subject), timestamp: '1795000002' }, 12),
    handle: () => {
      const lacks = paywall.closedFeeds.of(item)
      return lacks ? problemResponse(closedProblem(item, lacks), paywall.docs) : soon(look(paywall.clock.now()), show)
    },
  }
}
