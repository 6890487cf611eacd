import type { Json } from '../../../src/canonical/jcs.ts'
import { formsOf } from '../../../src/canonical/either-layout.ts'
import { type AnyFeed, exampleOf } from '../../../src/feeds/feed.ts'
import { COMPUTED_FEEDS } from '../../../src/feeds/history/computed-feeds.ts'
import { registry } from '../../../src/feeds/registry.ts'
import type { Subject } from '../../../src/feeds/subject.ts'

/** What the client knows of the strings that each path sells, made from the definitions of the feeds. */

const HEAD = `/**
 * By path: how old an answer may be when it is sold, in seconds, and how its strings begin. Generated from the registry:
 * UPDATE_GOLDEN=1 node launch.mjs test test/client/sold-strings.test.ts
 */
`

export type Sold = readonly [seconds: number, ...starts: string[]]

const bare = (word: string): string => word.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

const AT = { timestamp: 1_795_000_002, nonce: 482_910 }

/** The beginning of a string up to the last of its words that name the subject; the others are values. */
const startOf = (feed: AnyFeed, subject: Subject): string => {
  const content = { ...(exampleOf(feed, subject) as Readonly<Record<string, Json>>), timestamp: AT.timestamp }
  const [version, type, ...words] = feed.sale.canonical.write(feed.sale.tokens(content), AT).split('|')
  const { key, domain, path, query = {} } = subject
  const own = new Set([key, domain, ...Object.values(path), ...Object.values(query)].map(bare))
  const last = words.findIndex((word) => !own.has(bare(word)))
  return [version, type, ...words.slice(0, last), ''].join('|')
}

const typesOf = (feed: Pick<AnyFeed, 'sale'>): readonly string[] =>
  formsOf(feed.sale.canonical).map(({ version, type }) => `${version}|${type}|`)

/** All paths with what they sell. */
export const soldStrings = (): Readonly<Record<string, Sold>> => {
  const found = new Map<string, Set<string>>()
  const ages = new Map<string, number>()
  const add = (path: string, seconds: number, starts: readonly string[]): void => {
    found.set(path, new Set([...(found.get(path) ?? []), ...starts]))
    ages.set(path, Math.max(seconds, ages.get(path) ?? 0))
  }
  for (const { feed, subject, path, alsoAt } of registry.items)
    for (const each of [path, ...alsoAt]) add(each, feed.sale.sellableSeconds, [startOf(feed, subject)])
  for (const feed of registry.onDemand) add(feed.sale.path, feed.sale.sellableSeconds, typesOf(feed))
  for (const { path, canonical } of COMPUTED_FEEDS) add(path, 0, [`${canonical.version}|${canonical.type}|`])
  return Object.fromEntries(
    [...found].map(([path, starts]): [string, Sold] => [path, [ages.get(path)!, ...[...starts].toSorted()]]).toSorted(),
  )
}

export const soldStringsModule = (): string => {
  const lines = Object.entries(soldStrings()).map(([path, sold]) => `  '${path}': ${JSON.stringify(sold).replaceAll('"', "'").replaceAll(',', ', ')},\n`)
  return `${HEAD}export const SOLD_STRINGS: Readonly<Record<string, readonly [seconds: number, ...starts: string[]]>> = {\n${lines.join('')}}\n`
}
