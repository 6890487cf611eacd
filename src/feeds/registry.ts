import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { placesOf } from '../canonical/decimal.ts'
import { LONGEST_SALE_SECONDS } from '../canonical/snapshot.ts'
import type { AnyBoard } from './board.ts'
import { isCharted, keptPoints } from './day-series.ts'
import { type HistoryFill, fillOf } from './history/minute-fill.ts'
import { actorId, type AnyFeed, exampleOf, type InternalFeed } from './feed.ts'
import { MinuteVolumes } from './prices/minute-volumes.ts'
import { checkSpellings, routePaths } from './route-paths.ts'
import type { AnyStream } from './stream.ts'
import { fillPath, holesOf, type Subject } from './subject.ts'
import { mainTextOf, mainUnitOf } from './main-value.ts'

/** One feed and one of its subjects. Schedules and routes are made from these. */
export interface Item {
  /** `price/spot/BTC-USD` */
  readonly actor: string
  readonly feed: AnyFeed
  readonly subject: Subject
  /** The paid path, lower case. */
  readonly path: string
  /** Other spellings of the path: the same item, offer and price. No document lists them. */
  readonly alsoAt: readonly string[]
  /** The query parameters that it is sold under, `window=1h`; empty if the path is enough. */
  readonly query: string
}

/** One subject of a feed that is not sold. */
export interface InternalItem {
  readonly actor: string
  readonly feed: InternalFeed
  readonly subject: Subject
}

/** All feeds, checked, with the boards and streams that they need. */
export interface Registry {
  readonly feeds: readonly AnyFeed[]
  readonly items: readonly Item[]
  /** Items that are not sold. They are in none of the lists of feeds and items. */
  readonly internal: readonly InternalItem[]
  readonly boards: readonly AnyBoard[]
  /** Sockets to connect to. */
  readonly streams: readonly AnyStream[]
  /** Prices whose past is filled in after a first start. */
  readonly fills: readonly HistoryFill[]
  /** Feeds whose items are created on request. These items are not in `items`, but `item` finds them by their actor. */
  readonly onDemand: readonly AnyFeed[]
  item(actor: string): Item | undefined
  internalItem(actor: string): InternalItem | undefined
  board(id: string): AnyBoard | undefined
  fill(id: string): HistoryFill | undefined
}

/** One subject of a feed, known in advance or created on request. */
export const itemOf = (feed: AnyFeed, subject: Subject): Item => ({
  actor: actorId(feed, subject),
  feed,
  subject,
  path: fillPath(feed.sale.path, subject),
  alsoAt: (subject.alsoAt ?? []).map((path) => fillPath(feed.sale.path, { ...subject, path })),
  query: new URLSearchParams(subject.query).toString(),
})

const itemsOf = (feed: AnyFeed): readonly Item[] =>
  feed.onDemand ? [] : feed.subjects.map((subject) => itemOf(feed, subject))

/** The item of an actor id, for feeds whose subjects are created on request. */
const itemOnDemand = (feeds: readonly AnyFeed[], actor: string): Item | undefined => {
  const feed = feeds.find(({ id }) => actor.startsWith(`${id}/`))
  const subject = feed?.onDemand?.subjectOf(actor.slice(feed.id.length + 1))
  return feed && subject ? itemOf(feed, subject) : undefined
}

/** Each one once, sorted by id. Two different ones with the same id are refused. */
const distinct = <T extends { readonly id: string }>(what: string, all: readonly T[]): readonly T[] => {
  const found = new Map<string, T>()
  for (const each of all) {
    const known = found.get(each.id)
    if (known && known !== each) throw new Error(`two ${what} are called ${each.id}`)
    found.set(each.id, each)
  }
  return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** An item of either kind, for what they have in common. */
export type EitherItem = Item | InternalItem

const boardsOf = (items: readonly EitherItem[]): readonly AnyBoard[] =>
  distinct(
    'boards',
    items
      .flatMap(({ feed, subject }) => feed.boards(subject))
      .flatMap((board) => (board.listing ? [board, board.listing] : [board])),
  )

const streamsOf = (items: readonly EitherItem[], boards: readonly AnyBoard[]): readonly AnyStream[] =>
  distinct('streams', [
    ...items.flatMap(({ feed, subject }) => feed.streams?.(subject) ?? []),
    ...boards.flatMap(({ pushed }) => pushed?.stream ?? []),
  ])

/** The fills of all items whose prices are kept as candles. */
const fillsOf = (items: readonly Item[]): readonly HistoryFill[] =>
  items.flatMap(({ actor, feed, subject }) => {
    const keeping = feed.keeps?.(subject)
    if (keeping?.kind !== 'candles') return []
    const decimals = placesOf(String(exampleOf(feed, subject)['price']))
    return [fillOf(actor, subject, { days: keeping.days, decimals, points: isCharted(feed) ? keptPoints(feed) : 0 })]
  })

const refuse = (feed: Pick<AnyFeed, 'id'>, why: string): never => {
  throw new Error(`feed ${feed.id}: ${why}`)
}

const once = (names: readonly string[], what: string): void => {
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`${what} ${twice} is defined twice`)
}

/** Refuses query parameters of an on-demand feed that could not be told from the path, or do not name its subjects. */
const checkWords = (feed: AnyFeed, subject: Subject): void => {
  if (!feed.onDemand) return
  const { properties = {}, required = [] } = feed.onDemand.query ?? {}
  const given = Object.keys(subject.query ?? {})
  const twice = holesOf(feed.sale.path).find((name) => Object.hasOwn(properties, name))
  const unknown = given.find((name) => !Object.hasOwn(properties, name))
  const wanting = required.find((name) => !given.includes(name))
  if (twice !== undefined) refuse(feed, `${twice} is a parameter of the path and of the query`)
  if (unknown !== undefined) refuse(feed, `${subject.key} has the query parameter ${unknown}, which is not declared`)
  if (wanting !== undefined) refuse(feed, `${subject.key} lacks the query parameter ${wanting}`)
}

/** Refuses a free copy without the value that lists and charts are to show of it. */
const checkMain = ({ sale: { preview }, ...feed }: AnyFeed): void => {
  if (!preview?.main) return
  const { main } = preview
  for (const subject of feed.subjects) {
    const body = preview.fields(exampleOf(feed, subject), subject)
    if (mainTextOf(main, body) === null) refuse(feed, `the preview of ${subject.key} has no ${main.kind} ${main.field}`)
    if (main.unit !== null && mainUnitOf(main, body) === null) refuse(feed, `the preview of ${subject.key} has no unit`)
  }
}

/** Whether a feed says what others may read of it. */
const isRead = ({ carry, published }: Pick<AnyFeed, 'carry' | 'published'>): boolean =>
  carry !== undefined || published !== undefined

const ANYTHING = Type.Object({})

/** Refuses definitions that are incomplete or do not fit together, before any worker or route uses them. */
export const checkedRegistry = (feeds: readonly AnyFeed[], unsold: readonly InternalFeed[] = []): Registry => {
  const items = feeds.flatMap(itemsOf)
  const internal = unsold.flatMap((feed) =>
    feed.subjects.map((subject) => ({ actor: actorId(feed, subject), feed, subject })),
  )
  const either: readonly EitherItem[] = [...items, ...internal]
  once(
    [...feeds, ...unsold].map((feed) => feed.id),
    'feed',
  )
  once(
    either.map((item) => item.actor),
    'actor',
  )
  once(
    items.map(({ path, query }) => (query ? `${path}?${query}` : path)),
    'path',
  )
  once(routePaths(feeds, items), 'path')
  checkSpellings(feeds, items, unsold)
  const sold = new Map(items.map((item) => [item.actor, item]))
  const actors = new Map(either.map((item) => [item.actor, item]))
  for (const feed of [...feeds, ...unsold]) {
    for (const example of [feed.example, ...feed.subjects.map((subject) => exampleOf(feed, subject))]) {
      const wrong = [...Value.Errors(feed.answer, example), ...Value.Errors(feed.published ?? ANYTHING, example)][0]
      if (wrong) refuse(feed, `example ${wrong.path}: ${wrong.message}`)
    }
    if (!(feed.everySeconds >= 1))
      refuse(feed, 'everySeconds is below one second: two snapshots would share a timestamp')
    for (const subject of feed.subjects)
      for (const actor of feed.after(subject))
        if (!actors.has(actor)) refuse(feed, `${subject.key} reads ${actor}, which is no actor`)
        else if (!isRead(actors.get(actor)!.feed))
          refuse(feed, `${subject.key} reads ${actor}, which declares neither carry nor published fields`)
  }
  for (const feed of feeds) {
    checkMain(feed)
    if (!(feed.sale.sellableSeconds < LONGEST_SALE_SECONDS))
      refuse(feed, `sellableSeconds must stay below ${LONGEST_SALE_SECONDS}: its sold copies are counted no longer`)
    for (const subject of feed.subjects) {
      for (const words of [subject.path, ...(subject.alsoAt ?? [])])
        if (holesOf(feed.sale.path).toSorted().join() !== Object.keys(words).toSorted().join())
          refuse(feed, `${subject.key} does not fill ${feed.sale.path}`)
      checkWords(feed, subject)
      const isVolumes = feed.keeps?.(subject)?.kind === 'volumes'
      if (isVolumes && feed.carry?.properties['minutes'] !== MinuteVolumes.properties.minutes)
        refuse(feed, `${subject.key} keeps volumes and carries no minutes`)
    }
  }
  const boards = boardsOf(either)
  for (const { id, after = [] } of boards)
    for (const actor of after)
      if (!actors.get(actor)?.feed.carry) throw new Error(`board ${id} reads ${actor}, which is no actor with a carry`)
  const boardIds = new Map(boards.map((board) => [board.id, board]))
  const streams = streamsOf(either, boards)
  const fills = fillsOf(items)
  once(
    [...actors.keys(), ...boardIds.keys(), ...streams.map(({ id }) => id), ...fills.map(({ id }) => id)],
    'actor or board',
  )
  const onDemand = feeds.filter((feed) => feed.onDemand !== undefined)
  return Object.freeze({
    feeds,
    items,
    internal,
    boards,
    streams,
    fills,
    onDemand,
    item: (actor: string) => sold.get(actor) ?? itemOnDemand(onDemand, actor),
    internalItem: (actor: string) => internal.find((each) => each.actor === actor),
    board: (id: string) => boardIds.get(id),
    fill: (id: string) => fills.find((each) => each.id === id),
  })
}

const isFeed = (value: unknown): value is AnyFeed | InternalFeed =>
  typeof value === 'object' && value !== null && 'conclude' in value

const isSold = (feed: AnyFeed | InternalFeed): feed is AnyFeed => feed.sale !== null

/** Loads every `*.feed.ts` below this folder, in path order. A feed is registered by this suffix of its file name. */
const load = async (): Promise<readonly (AnyFeed | InternalFeed)[]> => {
  const files = [...new Bun.Glob('**/*.feed.ts').scanSync(import.meta.dir)].toSorted()
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(`./${file}`)))
  return modules.flatMap((module, at) => {
    const feeds = Object.values(module).filter(isFeed)
    if (feeds.length === 0) throw new Error(`${files[at]} defines no feed`)
    return feeds
  })
}

const loaded = await load()

export const registry: Registry = checkedRegistry(
  loaded.filter(isSold),
  loaded.filter((feed) => !isSold(feed)),
)
