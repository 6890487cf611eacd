import type { Permission, RefusedSource } from '../sources/permission.ts'
import type { Subject } from './subject.ts'
import { type AnyFeed, actorId, type InternalFeed } from './feed.ts'
import { type FeedInput, type OperatorFile, refusedInput } from './inputs.ts'
import type { Registry } from './registry.ts'

/** Feeds that cannot be sold, because the operator has not given a licence or a key that they need. */

/** What each closed item lacks, by its actor; of a feed whose subjects start on demand, by the id of the feed. */
export type ClosedFeeds = ReadonlyMap<string, readonly RefusedSource[]>

type Read = AnyFeed | InternalFeed

const isSetFile = (file: OperatorFile): boolean => file.setting !== undefined

/** Of each group, one input is enough. Left out by the feed: all that it reads from outside is one group. */
const groupsOf = (feed: Read, subject: Subject): readonly (readonly FeedInput[])[] =>
  feed.needs?.(subject) ?? [
    [...feed.boards(subject), ...(feed.streams?.(subject) ?? []), ...(feed.files ?? []).filter(isSetFile)],
  ]

/** @param given whether the operator has set this setting, for files */
const refused = (input: FeedInput, allows: Permission, given: (setting: string) => boolean): RefusedSource | null => {
  if ('source' in input) return refusedInput(input, allows)
  const { setting } = input
  return setting === undefined || given(setting)
    ? null
    : { source: 'a file of the operator', reason: 'not_licensed', setting }
}

/** What a subject lacks; empty if it can be concluded. Other feeds that it reads are not looked at. */
const lacksOf = (
  feed: Read,
  subject: Subject,
  allows: Permission,
  given: (setting: string) => boolean,
): readonly RefusedSource[] =>
  groupsOf(feed, subject).flatMap((group) => {
    const lacks = group.map((input) => refused(input, allows, given))
    return lacks.includes(null) ? [] : lacks.filter((lack) => lack !== null)
  })

const once = (lacks: readonly RefusedSource[]): readonly RefusedSource[] => [
  ...new Map(lacks.map((lack) => [`${lack.source} ${lack.setting}`, lack])).values(),
]

/**
 * All closed items, internal ones included. An item that reads other items alone is closed when all of these are.
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
  const closing = (feed: Read, subject: Subject): readonly RefusedSource[] => {
    const actor = actorId(feed, subject)
    const before = found.get(actor)
    if (before) return before
    // Also for feeds that read each other's last answers: the one that is looked at already is not asked again.
    found.set(actor, [])
    const lacks = [...lacksOf(feed, subject, allows, given)]
    const readsOutside = groupsOf(feed, subject).some((group) => group.length > 0)
    if (!readsOutside) {
      const origins = feed.after(subject).flatMap((each) => known.get(each) ?? [])
      const theirs = origins.map((origin) => closing(origin.feed, origin.subject))
      if (theirs.length > 0 && theirs.every((each) => each.length > 0)) lacks.push(...theirs.flat())
    }
    const all = once(lacks)
    found.set(actor, all)
    return all
  }
  const closed = new Map<string, readonly RefusedSource[]>()
  for (const { actor, feed, subject } of known.values()) {
    const lacks = closing(feed, subject)
    if (lacks.length > 0) closed.set(actor, lacks)
  }
  for (const feed of onDemand) {
    const each = feed.subjects.map((subject) => once(lacksOf(feed, subject, allows, given)))
    if (each.every((lacks) => lacks.length > 0)) closed.set(feed.id, each[0] ?? [])
  }
  return closed
}
