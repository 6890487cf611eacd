import type { AnyBoard } from '../src/feeds/board.ts'
import { jointQuestions } from '../src/feeds/joint-questions.ts'
import { type Item, itemOf, registry } from '../src/feeds/registry.ts'
import { permission } from '../src/sources/permission.ts'
import { isLand } from '../src/sandbox/world/earth/land.ts'
import type { Product } from './product.ts'

/** Places that nobody has requested before, and how long it takes until each is for sale. */

/** One subject started by an unpaid request. */
export interface StartedItem {
  readonly item: Item
  /** Time from the request to the 402. */
  readonly tookMs: number
  /** Time of the provider for the same question, asked right after it; 0 if the provider need not be asked. */
  readonly providerMs: number
}

const STEP = 0.5
const [SOUTH, NORTH] = [-60, 70]

/** Points of the grid, each once, in a mixed order: on land or at sea in the simulated world. */
const points = function* (dry: boolean): Generator<Readonly<Record<'lat' | 'lon', string>>> {
  const [rows, columns] = [(NORTH - SOUTH) / STEP, 360 / STEP]
  // A step that has no common factor with the number of points reaches all of them.
  for (let at = 0; at < rows * columns; at++) {
    const place = (at * 7_919) % (rows * columns)
    const [lat, lon] = [SOUTH + Math.floor(place / columns) * STEP, -180 + (place % columns) * STEP]
    if (isLand(lat, lon) === dry) yield { lat: String(lat), lon: String(lon) }
  }
}

/** An item at a point, of a feed whose subjects start on demand. */
export const itemAt = (feedId: string, words: Readonly<Record<string, string>>): Item => {
  const feed = registry.onDemand.find(({ id }) => id === feedId)
  const asked = feed?.onDemand?.ask(words, Date.now())
  if (!feed || asked?.kind !== 'subject') throw new Error(`${feedId} knows no ${Object.values(words).join()}`)
  return itemOf(feed, asked.subject)
}

/** An endless series of items, each at another place. */
export const itemsOf = function* (feedId: string, dry: boolean, window?: string): Generator<Item> {
  for (const point of points(dry)) yield itemAt(feedId, { ...point, ...(window !== undefined && { window }) })
}

const boardOf = ({ feed, subject }: Item): AnyBoard => {
  // Of several providers, the one that may be asked without a key or a licence.
  const [board, ...more] = feed.boards(subject).filter(({ source }) => permission('permitted')(source) === null)
  if (!board || more.length > 0) throw new Error(`${feed.id} asks no provider, or more than one`)
  return board
}

/** How many places a worker may start within a period by the provider's limit, less one in case clocks differ. */
export const allowance = (item: Item): { readonly starts: number; readonly perMs: number } => {
  const { requests, perSeconds } = boardOf(item).source.rate
  return { starts: requests - 1, perMs: perSeconds * 1000 }
}

const timed = async (work: () => Promise<Response>, wanted: number): Promise<number> => {
  const startedAt = performance.now()
  const response = await work()
  const text = await response.text()
  const tookMs = performance.now() - startedAt
  if (response.status !== wanted) throw new Error(`${response.url} answered ${response.status}: ${text.slice(0, 300)}`)
  return tookMs
}

/** Delays every reply of these providers by this many milliseconds. */
export const slowDown = async ({ sandboxUrl }: Product, items: readonly Item[], ms: number): Promise<void> => {
  const names = items.flatMap(({ feed, subject }) => feed.boards(subject).map(({ source }) => source.name))
  const delay = Object.fromEntries(names.map((name) => [name, ms]))
  await timed(() => fetch(`${sandboxUrl}/world`, { method: 'POST', body: JSON.stringify({ delay }) }), 200)
}

let buyers = 0
/** A new client address each time: one alone may not start so many. */
const nextAddress = (): string => `10.${(++buyers >> 16) & 255}.${(buyers >> 8) & 255}.${buyers & 255}`

/** One subject with many grid points, started by an unpaid request, and the time of its providers for all their questions. */
export const startWide = async ({ url, sandboxUrl }: Product, item: Item): Promise<StartedItem & { asked: number }> => {
  const headers = { 'x-forwarded-for': nextAddress() }
  const tookMs = await timed(() => fetch(`${url}${item.path}?${item.query}`, { headers }), 402)
  const questions = jointQuestions(item.feed.boards(item.subject), Date.now()).flatMap(({ boards: [board], ask }) =>
    ask ? [ask.query] : board!.asks({ now: Date.now(), state: board!.empty, listed: null }).map(({ query }) => query),
  )
  const startedAt = performance.now()
  await Promise.all(
    questions.map(({ provider, path }) =>
      timed(() => fetch(`${sandboxUrl}/${new URL(provider.origin).host}${path}`), 200),
    ),
  )
  return { item, tookMs, providerMs: performance.now() - startedAt, asked: questions.length }
}

/** @param isFirst whether the provider has to be asked, because nothing about this place was requested before */
export const startItem = async ({ url, sandboxUrl }: Product, item: Item, isFirst: boolean): Promise<StartedItem> => {
  const headers = { 'x-forwarded-for': nextAddress() }
  const tookMs = await timed(() => fetch(url + item.path, { headers }), 402)
  if (!isFirst) return { item, tookMs, providerMs: 0 }
  const board = boardOf(item)
  const [ask] = board.asks({ now: Date.now(), state: board.empty, listed: null })
  if (!ask) throw new Error(`${board.id} asks nothing`)
  const { provider, path } = ask.query
  return {
    item,
    tookMs,
    providerMs: await timed(() => fetch(`${sandboxUrl}/${new URL(provider.origin).host}${path}`), 200),
  }
}
