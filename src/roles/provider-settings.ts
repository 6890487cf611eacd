import { BadConfig, type WorkerConfig } from '../config.ts'
import { readEstimates } from '../actors/publisher/own-estimates.ts'
import { readOfficial } from '../actors/publisher/official-calendar.ts'
import type { OfficialFile } from '../feeds/calendar/official.ts'
import { type ClosedFeeds, closedFeeds, OWN_FILE } from '../feeds/closed-feeds.ts'
import { registry } from '../feeds/registry.ts'
import type { OwnEstimate } from '../feeds/surprises/estimates-file.ts'
import { type Permission, permission, type RefusedSource } from '../sources/permission.ts'
import type { AnyBoard } from '../feeds/board.ts'
import { readPairs } from '../read-pairs.ts'
import { LEAST_KEY_CHARACTERS } from '../system/without-key.ts'
import { type Log } from '../ports.ts'

/** Settings that name actors and providers, checked against the registry. They throw `BadConfig` naming the setting. */

/** Periods in seconds that replace those of the definitions, by actor or prefix. */
export const cadencesOf = (written: string | undefined): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(readPairs('CADENCES', written)).map(([id, period]) => {
      const seconds = Number(period)
      if (!Number.isInteger(seconds) || seconds < 1)
        throw new BadConfig(`CADENCES: ${id} needs whole seconds from 1 up, found ${period}`)
      const known = [
        ...registry.boards.map((board) => board.id),
        ...registry.fills.map((fill) => fill.id),
        ...[...registry.items, ...registry.internal].map((item) => item.actor),
      ]
      if (!known.some((actor) => actor === id || actor.startsWith(`${id}/`)))
        throw new BadConfig(`CADENCES: no actor starts with ${id}`)
      return [id, seconds]
    }),
  )

/** All boards, those of the examples of subjects that start on demand included. */
export const everyBoard = (): readonly AnyBoard[] => {
  const onDemand = registry.onDemand.flatMap((feed) => feed.subjects.flatMap((subject) => feed.boards(subject)))
  return [...new Map([...registry.boards, ...onDemand].map((board) => [board.id, board])).values()]
}

/** The source of this name, among all boards and streams. */
const sourceNamed = (name: string): AnyBoard['source'] | undefined =>
  [...everyBoard(), ...registry.streams].find(({ source }) => source.name === name)?.source

const sourceCalled = (setting: string, name: string): AnyBoard['source'] => {
  const source = sourceNamed(name)
  if (!source) throw new BadConfig(`${setting}: no provider is called ${name}`)
  return source
}

/** No text of it stands in an error: what is taken for a name may be a key, or a part of one. */
export const keysOf = (written: string | undefined): Readonly<Record<string, string>> => {
  const keys = readPairs('PROVIDER_KEYS', written, 'secret')
  for (const [at, [name, key]] of Object.entries(keys).entries()) {
    const source = sourceNamed(name)
    if (!source) throw new BadConfig(`PROVIDER_KEYS: what stands at place ${at + 1} names no provider`)
    if (!source.keyed) throw new BadConfig(`PROVIDER_KEYS: ${source.name} takes no key`)
    // Without a key nothing is bought, and a short one could not be told from the data in a reply.
    if (key.length < LEAST_KEY_CHARACTERS)
      throw new BadConfig(`PROVIDER_KEYS: the key of ${source.name} has fewer than ${LEAST_KEY_CHARACTERS} characters`)
  }
  return keys
}

export const licensedOf = (written: string | undefined): readonly string[] =>
  (written ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => sourceCalled('SOURCES_LICENSED', name).name)

/** The address of a node may hold a key, so no text of it stands in an error either. */
export const originsOf = (written: string | undefined): Readonly<Record<string, string>> => {
  const origins = readPairs('PROVIDER_ORIGINS', written, 'secret')
  for (const [at, [name, origin]] of Object.entries(origins).entries()) {
    const source = sourceNamed(name)
    if (!source) throw new BadConfig(`PROVIDER_ORIGINS: what stands at place ${at + 1} names no provider`)
    const isSocket = source.origin.startsWith('ws')
    const [scheme, spelling] = isSocket ? (['wss', /^wss?:/] as const) : (['https', /^https?:/] as const)
    if (!spelling.test(origin) || !URL.canParse(origin))
      throw new BadConfig(`PROVIDER_ORIGINS: ${source.name} needs an address like ${scheme}://api.example.com`)
  }
  return origins
}

/** What the operator's settings allow: keys, which sources may be asked, and the feeds that this closes. */
export const allowedBy = (
  config: Pick<WorkerConfig, 'PROVIDER_KEYS' | 'SOURCES_LICENSED' | 'SOURCES_RIGHTS'>,
): { readonly keys: Readonly<Record<string, string>>; readonly allows: Permission; readonly closed: ClosedFeeds } => {
  const keys = keysOf(config.PROVIDER_KEYS)
  const allows = permission(config.SOURCES_RIGHTS, licensedOf(config.SOURCES_LICENSED), Object.keys(keys))
  const isGiven = (setting: string): boolean =>
    Object.entries(config).some(([name, value]) => name === setting && value !== undefined)
  return { keys, allows, closed: closedFeeds(registry, allows, isGiven) }
}

/** Says once that the rights of sources close nothing: who sells such data needs agreements, unless it is simulated. */
export const tellAllRights = (
  { SOURCES_RIGHTS, UPSTREAM_ORIGIN }: Pick<WorkerConfig, 'SOURCES_RIGHTS' | 'UPSTREAM_ORIGIN'>,
  log: Pick<Log, 'info'>,
): void => {
  if (SOURCES_RIGHTS !== 'all') return
  const whose = UPSTREAM_ORIGIN === undefined ? 'to sell it needs agreements' : 'it is simulated and our own'
  log.info('sources.all_allowed', { message: `data of every source is used, whatever its rights: ${whose}` })
}

/** In order, each once; of more than `most` the number of the others. */
const listed = (words: readonly string[], most: number): string => {
  const each = [...new Set(words)].toSorted()
  const others = each.length - most
  return others > 1 ? `${each.slice(0, most).join(', ')} and ${others} more` : each.join(', ')
}

/** As many sources as a line can bear. */
const NAMED_SOURCES = 5

const namedSources = (lacks: readonly RefusedSource[]): string =>
  listed(
    lacks.map(({ source }) => source),
    NAMED_SOURCES,
  )

/** `SOURCES_LICENSED (cboe, yahoo) or EQUITY_FILE`. */
const waysOf = (lacks: readonly RefusedSource[]): string =>
  [...Map.groupBy(lacks, ({ setting }) => setting)]
    .map(([setting, theirs]) =>
      theirs.every(({ source }) => source === OWN_FILE) ? setting : `${setting} (${namedSources(theirs)})`,
    )
    .toSorted()
    .join(' or ')

/**
 * Which feeds stay closed, and which setting opens each of them, in one sentence; `null` if all are open.
 *
 * @param most so many feeds are named of each setting
 */
export const describeClosed = (closed: ClosedFeeds, most = Number.POSITIVE_INFINITY): string | null => {
  const lacksOf = new Map<string, readonly RefusedSource[]>()
  // What is not sold is closed with what is made of it, and buyers never hear of it.
  for (const [actor, lacks] of closed) {
    if (registry.internalItem(actor)) continue
    const id = registry.item(actor)?.feed.id ?? actor
    lacksOf.set(id, [...(lacksOf.get(id) ?? []), ...lacks])
  }
  if (lacksOf.size === 0) return null
  const isWhole = (id: string): boolean =>
    registry.items.every(({ feed, actor }) => feed.id !== id || closed.has(actor))
  const byWays = Map.groupBy(lacksOf, ([, lacks]) => waysOf(lacks))
  const parts = [...byWays].map(
    ([ways, feeds]) =>
      `${listed(
        feeds.map(([id]) => (isWhole(id) ? id : `${id} (in part)`)),
        most,
      )} until ${ways} is given`,
  )
  return `These feeds stay closed: ${parts.join('; ')}`
}

/** The operator's file of dates; `null` without one. */
export const officialOf = (path: string | undefined): OfficialFile | null => {
  if (path === undefined) return null
  const read = readOfficial(path)
  if (!read.ok) throw new BadConfig(`CALENDAR_FILE: ${path}: ${read.faults.join('; ')}`)
  return read.file
}

/** The operator's estimates of releases; none without a file. */
export const estimatesOf = (path: string | undefined): readonly OwnEstimate[] => {
  if (path === undefined) return []
  const read = readEstimates(path)
  if (!read.ok) throw new BadConfig(`CALENDAR_ESTIMATES: ${path}: ${read.faults.join('; ')}`)
  return read.estimates
}
