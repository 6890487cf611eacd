import { describe, expect, test } from 'bun:test'
import { posix } from 'node:path'
import { formsOf } from '../../src/canonical/either-layout.ts'
import { EVENT_CHANGE } from '../../src/canonical/event-change.ts'
import type { Layout } from '../../src/canonical/layout.ts'
import { METHODOLOGY_NOTICE } from '../../src/canonical/methodology-notice.ts'
import { COMPUTED_FEEDS } from '../../src/feeds/history/computed-feeds.ts'
import { QUOTE_LAYOUT } from '../../src/feeds/insurance/quote-answer.ts'
import { everyLayout, layoutsFor } from '../../src/feeds/layouts.ts'
import { registry } from '../../src/feeds/registry.ts'
import { modulesIn } from '../house/code.ts'
import { CODE } from '../house/files.ts'

/** The list of layouts that verifiers carry, beside what the registry sells. `bound-bodies.test.ts` verifies by it. */

/** Everything that is signed for buyers, by the definitions that sell it. */
const SOLD: readonly Layout[] = [
  EVENT_CHANGE,
  METHODOLOGY_NOTICE,
  QUOTE_LAYOUT,
  ...COMPUTED_FEEDS.map(({ canonical }) => canonical),
  ...registry.feeds.flatMap(({ sale }) => formsOf(sale.canonical)),
]
const LISTED = await everyLayout()

const AT = { timestamp: 1_795_000_002, nonce: 482_910 }

/** What tells two forms apart: type, version, nonce, and what each token takes of some words. */
const WORDS = [
  '0',
  '1.00',
  '1.5000',
  'NA',
  'ALL',
  ...SOLD.flatMap(({ type }) => type),
  ...registry.feeds.flatMap(({ sale, example }) => sale.canonical.write(sale.tokens(example), AT).split('|')),
]
const takes = ({ read }: Layout['tokens'][string], word: string): boolean => {
  try {
    read(word)
    return true
  } catch {
    return false
  }
}
const nameOf = ({ version, type, hasNonce, tokens, recompute }: Layout): string =>
  [
    version,
    type,
    hasNonce,
    recompute !== undefined,
    ...Object.entries(tokens).map(
      ([name, token]) => `${name}=${[...new Set(WORDS)].filter((word) => takes(token, word)).join()}`,
    ),
  ].join('|')

/** The quote is counted again by verifiers alone: what sells it must not reach the tables. */
const named = (layouts: readonly Layout[]): readonly string[] =>
  [...new Set(layouts.map((each) => nameOf(each.type === QUOTE_LAYOUT.type ? QUOTE_LAYOUT : each)))].toSorted()

describe('the list of layouts', () => {
  test('has every form of everything that is sold, and no more', () => {
    expect(named(LISTED)).toEqual(named(SOLD))
  })

  test('has words that tell the kinds of one type apart', () => {
    for (const type of ['WEATHER', 'WEATHER_WINDOW', 'INFERENCE', 'INTEL', 'HISTORY', 'STRESS']) {
      const kinds = LISTED.filter((each) => each.type === type)
      expect([type, named(kinds).length]).toEqual([type, kinds.length])
      expect(kinds.length).toBeGreaterThan(1)
    }
  })

  test('counts the quote of an insurance again', () => {
    expect(LISTED.filter(({ type }) => type === QUOTE_LAYOUT.type).map(({ recompute }) => typeof recompute)).toEqual([
      'function',
    ])
  })

  const heads = new Set(LISTED.map(({ version, type }) => `${version}|${type}`))
  test.each([...heads].map((head) => [head]))('finds all of %s by its string', async (head) => {
    const found = (await layoutsFor(`${head}|…`)).filter(({ version, type }) => `${version}|${type}` === head)
    expect(found).toEqual(LISTED.filter(({ version, type }) => `${version}|${type}` === head))
  })

  test.each([[''], ['v1'], ['v1|NOTHING|1'], ['v1|constructor|1'], ['v1|__proto__|1'], ['v1|price|1']])(
    'knows nothing of %j',
    async (canonical) => expect(await layoutsFor(canonical)).toEqual([]),
  )
})

/** The files that a file reaches. */
const reached = (file: string): ReadonlySet<string> => {
  const seen = new Set<string>()
  const walk = (at: string): void => {
    if (seen.has(at) || !CODE.has(at)) return
    seen.add(at)
    for (const module of modulesIn(CODE.get(at)!))
      if (module.startsWith('.')) walk(posix.join(posix.dirname(at), module))
  }
  walk(file)
  return seen
}

const LIST = 'src/feeds/layouts.ts'
const textOf = (file: string): Promise<string> => Bun.file(file).text()

describe('what the list reaches', () => {
  test('at once is `canonical` alone', async () => {
    const text = await textOf(LIST)
    const named = [...text.matchAll(/^import .* from '([^']+)'/gm)].map(([, module]) => module!)
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((module) => !module.startsWith('../canonical/'))).toEqual([])
  })

  test('in the end is no definition of a feed, no registry, and no package but the curves and the schemas', () => {
    const files = [...reached(LIST)]
    expect(files.length).toBeGreaterThan(150)
    expect(files.filter((file) => file.endsWith('.feed.ts') || file.endsWith('registry.ts'))).toEqual([])
    const packages = files.flatMap((file) => modulesIn(CODE.get(file)!).filter((module) => !module.startsWith('.')))
    expect([...new Set(packages)].toSorted()).toEqual([
      '@noble/curves/ed25519.js',
      '@noble/curves/secp256k1.js',
      '@noble/curves/utils.js',
      '@noble/hashes/sha2.js',
      '@noble/hashes/utils.js',
      '@sinclair/typebox',
      '@sinclair/typebox/value',
    ])
  })
})
