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

/** A string is not held against its body here. */
const NO_HASH = '0'.repeat(64)

const AT = { timestamp: 1_795_000_002, nonce: 482_910 }

/** The words of a path, and those that stand side by side in it as one: `yield`, `best`, `yieldbest`. */
const wordsOf = (path: string): readonly string[] => {
  const words = path.split('/').filter((word) => !word.startsWith('{'))
  return [...words, ...words.slice(1).map((word, at) => `${words[at]!}${word}`)]
}

/** The first words behind the type that name what is sold; what follows are values. */
const namesIn = (canonical: string, names: readonly string[]): readonly string[] => {
  const [, , ...words] = canonical.split('|')
  const own = new Set(names.map(bare))
  return words.slice(
    0,
    words.findIndex((word) => !own.has(bare(word))),
  )
}

const startsOf = (feed: AnyFeed, subject: Subject | null): readonly string[] => {
  const content = { ...exampleOf(feed, subject ?? feed.subjects[0]!), timestamp: AT.timestamp }
  const canonical = feed.sale.canonical.write(feed.sale.tokens(content), AT)
  const { key = '', domain = '', path = {}, query = {} } = subject ?? {}
  const names = [key, domain, ...Object.values(path), ...Object.values(query)].filter((word) => word !== '')
  const words = namesIn(canonical, [...names, ...wordsOf(feed.sale.path), ...feed.id.split('/')])
  return formsOf(feed.sale.canonical).map(({ version, type }) => [version, type, ...words, ''].join('|'))
}

/** All paths with what they sell. */
export const soldStrings = (): Readonly<Record<string, Sold>> => {
  const found = new Map<string, Set<string>>()
  const ages = new Map<string, number>()
  const add = (path: string, seconds: number, starts: readonly string[]): void => {
    found.set(path, new Set([...(found.get(path) ?? []), ...starts]))
    ages.set(path, Math.max(seconds, ages.get(path) ?? 0))
  }
  for (const { feed, subject, path, alsoAt } of registry.items)
    for (const each of [path, ...alsoAt]) add(each, feed.sale.sellableSeconds, startsOf(feed, subject))
  for (const feed of registry.onDemand) add(feed.sale.path, feed.sale.sellableSeconds, startsOf(feed, null))
  // Of the past: the time of an answer is that of its asking.
  for (const feed of COMPUTED_FEEDS) {
    const example = feed.canonical.write(feed.tokens({ ...feed.example, timestamp: AT.timestamp }, NO_HASH), AT)
    add(feed.path, 0, [['v1', feed.canonical.type, ...namesIn(example, wordsOf(feed.path)), ''].join('|')])
  }
  return Object.fromEntries(
    [...found].map(([path, starts]): [string, Sold] => [path, [ages.get(path)!, ...[...starts].toSorted()]]).toSorted(),
  )
}

export const soldStringsModule = (): string => {
  const lines = Object.entries(soldStrings()).map(
    ([path, sold]) => `  '${path}': ${JSON.stringify(sold).replaceAll('"', "'").replaceAll(',', ', ')},\n`,
  )
  return `${HEAD}export const SOLD_STRINGS: Readonly<Record<string, readonly [seconds: number, ...starts: string[]]>> = {\n${lines.join('')}}\n`
}
