import type { Permission, RefusedSource } from '../sources/permission.ts'
import type { Subject } from './subject.ts'
import { type AnyFeed, actorId, type InternalFeed } from './feed.ts'
import { type FeedInput, type OperatorFile, type ReadItem, refusedInput } from './inputs.ts'
import type { Registry } from './registry.ts'

/** Feeds that cannot be sold, because the operator has not given a licence or a key that they need. */

/** What each closed item lacks, by its actor; of a feed whose subjects start on demand, by the id of the feed. */
export type ClosedFeeds = ReadonlyMap<string, readonly RefusedSource[]>

/** How a lacking file is named among sources. */
export const OWN_FILE = 'a file of the operator'

type Read = AnyFeed | InternalFeed

const isSetFile = (file: OperatorFile): boolean => file.setting !== undefined

/**
 * Of each group, one input is enough. Left out by the feed: all that it reads from outside is one group, and of a feed that
 * reads other feeds alone, these.
 */
const groupsOf = (feed: Read, subject: Subject): readonly (readonly FeedInput[])[] => {
  if (feed.needs) return feed.needs(subject)
  const outside = [...feed.boards(subject), ...(feed.streams?.(subject) ?? []), ...(feed.files ?? []).filter(isSetFile)]
  return [outside.length > 0 ? outside : feed.after(subject).map((actor) => ({ actor }))]
}

/** What an input from outside lacks; `null` if it may be asked. */
const refusedOutside = (
  input: Exclude<FeedInput, ReadItem>,
  allows: Permission,
  given: (setting: string) => boolean,
): RefusedSource | null => {
  if ('source' in input) return refusedInput(input, allows)
  const { setting } = input
  return setting === undefined || given(setting) ? null : { source: OWN_FILE, reason: 'not_licensed', setting }
}

const once = (lacks: readonly RefusedSource[]): readonly RefusedSource[] => [
  ...new Map(lacks.map((lack) => [`${lack.source} ${lack.setting}`, lack])).values(),
]

/**
 * All closed items, internal ones included.
 *
 * @param given whether the operator has set a setting that names a file
 */
export const closedFeeds = (
  { items, internal, onDemand }: Registry,
  allows: Permission,
  given: (setting: string) => boolean,
): ClosedFeeds => {
  const known = new Map([...items, ...internal].map((item) => [item.actor, item]))
  const found = new Map<string, readonly RefusedSource[]>()

  const lacksOfInput = (input: FeedInput): readonly RefusedSource[] => {
    if (!('actor' in input)) {
      const refusal = refusedOutside(input, allows, given)
      return refusal === null ? [] : [refusal]
    }
    const origin = known.get(input.actor)
    return origin ? closing(origin.feed, origin.subject) : []
  }
  const lacksOf = (feed: Read, subject: Subject): readonly RefusedSource[] => {
    const lacks = groupsOf(feed, subject).flatMap((group) => {
      const each = group.map(lacksOfInput)
      return each.every((lacking) => lacking.length > 0) ? each.flat() : []
    })
    return once(lacks)
  }
  const closing = (feed: Read, subject: Subject): readonly RefusedSource[] => {
    const actor = actorId(feed, subject)
    const before = found.get(actor)
    if (before) return before
    // Also for feeds that read each other's last answers: the one that is looked at already is not asked again.
    found.set(actor, [])
    const lacks = lacksOf(feed, subject)
    found.set(actor, lacks)
    return lacks
  }

  const closed = new Map<string, readonly RefusedSource[]>()
  for (const { actor, feed, subject } of known.values()) {
    const lacks = closing(feed, subject)
    if (lacks.length > 0) closed.set(actor, lacks)
  }
  for (const feed of onDemand) {
    const each = feed.subjects.map((subject) => lacksOf(feed, subject))
    if (each.every((lacks) => lacks.length > 0)) closed.set(feed.id, each[0] ?? [])
  }
  return closed
}
