import { holesOf, templatePattern } from '../../feeds/subject.ts'
import { pathForms } from '../discovery/path-forms.ts'
import type { Endpoint } from '../wire/endpoint.ts'

/** What one word of a tool names: a route, or all of one form, of which other arguments choose one. */
export interface ToolItem {
  /** A path, or the template of one: `/oracle/price/btc/usd`, `/oracle/defi/yield/{protocol}/{chain}/{asset}`. */
  readonly form: string
  readonly routes: readonly [Endpoint, ...Endpoint[]]
}

/** A tool with more paths than these names their forms: the list of all would be longer than all else about it. */
const MOST_NAMED = 24

const wordsOf = (path: string): readonly string[] => path.split('/').filter((word) => word !== '')

const isHole = (word: string): boolean => word.startsWith('{')

/** How many words all begin with. One at least is left of each. */
const sharedWords = (paths: readonly (readonly string[])[]): number => {
  const most = Math.min(...paths.map(({ length }) => length)) - 1
  const [first = []] = paths
  for (let at = 0; at < most; at++) if (paths.some((words) => words[at] !== first[at])) return at
  return Math.max(0, most)
}

/** What the routes of a form put into its holes. */
const wordsFor = (form: string, routes: readonly Endpoint[]): ReadonlyMap<string, readonly string[]> => {
  const shape = form.split('/')
  const paths = routes.map(({ path }) => path.split('/'))
  return new Map(
    holesOf(form).map((name) => [name, [...new Set(paths.map((path) => path[shape.indexOf(`{${name}}`)]!))]]),
  )
}

/** A form with the words that all of its routes have. */
const narrowed = (form: string, routes: readonly Endpoint[]): string => {
  const chosen = wordsFor(form, routes)
  return form.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const [word = hole, ...others] = chosen.get(name) ?? []
    return others.length === 0 ? word : hole
  })
}

interface Named extends ToolItem {
  readonly name: readonly string[]
}

const inFull = (routes: readonly Endpoint[]): readonly Named[] =>
  routes.map((route) => ({ form: route.path, routes: [route], name: wordsOf(route.path) }))

const byForm = (routes: readonly Endpoint[]): readonly Named[] =>
  pathForms(routes).map(({ form, routes: own }) => {
    const [first, ...more] = own as [Endpoint, ...Endpoint[]]
    return { form: narrowed(form, own), routes: [first, ...more], name: wordsOf(form) }
  })

/**
 * The items of one tool by the word that names each: what its path has beyond what all have. `btc/usd` of
 * `/oracle/price/btc/usd`, `seastate` of `/oracle/marine/{lat}/{lon}/seastate`; with the method where they differ in it,
 * and with holes where two would have one name.
 *
 * @throws Error if two have one name all the same
 */
export const itemsOf = (routes: readonly Endpoint[]): ReadonlyMap<string, ToolItem> => {
  const found = routes.length > MOST_NAMED ? byForm(routes) : inFull(routes)
  const fixed = found.map(({ name }) => name.filter((word) => !isHole(word)))
  const shared = sharedWords(fixed)
  const isOneMethod = new Set(routes.map(({ method }) => method)).size === 1
  const written = (at: number, words: readonly string[]): string => {
    const rest = words.slice(shared).join('/')
    return isOneMethod ? rest : `${found[at]!.routes[0].method.toLowerCase()} ${rest}`
  }
  const short = fixed.map((words, at) => written(at, words))
  const items = new Map<string, ToolItem>()
  for (const [at, { form, routes: own, name }] of found.entries()) {
    const isTaken = short.filter((each) => each === short[at]).length > 1
    const word = isTaken ? written(at, name) : short[at]!
    if (items.has(word)) throw new Error(`two items of a tool are called ${word}`)
    items.set(word, { form, routes: own })
  }
  return items
}

/** The words that choose a route of an item, by the names of the holes they fill; none where any word fits. */
export const wordsIn = ({ form, routes }: ToolItem): ReadonlyMap<string, readonly string[]> =>
  routes.length === 1 ? new Map() : wordsFor(form, routes)

/** The route of an item that serves this path; none if the words do not belong together. */
export const routeAt = ({ routes }: ToolItem, path: string): Endpoint | undefined =>
  routes.length === 1 ? routes[0] : routes.find((route) => templatePattern(route.path).test(path))
