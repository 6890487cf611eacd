import { describe, expect, test } from 'bun:test'
import type { Json } from '../../src/canonical/jcs.ts'
import { type AnyFeed, exampleOf } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import { fileOf, modulesIn } from '../house/code.ts'
import { CODE, FILES } from '../house/files.ts'

/** Laws that every feed is under, held by tables in which it must stand: one that is forgotten is red. */

interface Numbers {
  /** Where a conclusion of this feed is compared with numbers that were worked out elsewhere. */
  readonly test: string
  /** What that test names: the feed's file, or the beginning of an actor's id. */
  readonly names: string
  /** Golden values of the formula, where they were published with it. */
  readonly vectors?: string
}

const PRICES = 'test/feeds/vectors.test.ts'
const WEATHER = { test: 'test/feeds/weather/metrics.test.ts', names: 'src/feeds/weather/weather-feeds.ts' }

const NUMBERS: Readonly<Record<string, Numbers>> = {
  funding: {
    test: 'test/feeds/derivatives/funding.test.ts',
    names: 'src/feeds/derivatives/conclude-funding.ts',
    vectors: 'test/feeds/derivatives/vectors.test.ts',
  },
  'liq-flow': { test: 'test/feeds/derivatives/liquidations.test.ts', names: 'liq-flow/' },
  liquidations: {
    test: 'test/feeds/derivatives/liquidations.test.ts',
    names: 'liquidations/',
    vectors: 'test/feeds/math/liquidations.test.ts',
  },
  'index/stress': {
    test: 'test/feeds/indices/stress.test.ts',
    names: 'index/stress/',
    vectors: 'test/feeds/indices/stress-vectors.test.ts',
  },
  'index/volatility': {
    test: 'test/feeds/indices/volatility.test.ts',
    names: 'index/volatility/',
    vectors: 'test/feeds/indices/volatility-vectors.test.ts',
  },
  'marine/seastate': {
    test: 'test/feeds/marine/sea-state-feed.test.ts',
    names: 'src/feeds/marine/sea-state-feed.ts',
    vectors: 'test/feeds/weather/vectors.test.ts',
  },
  'price/fx': { test: 'test/feeds/prices/fx-world.test.ts', names: 'price/fx/', vectors: PRICES },
  'price/metals': {
    test: 'test/feeds/prices/metals.test.ts',
    names: 'src/feeds/prices/metals.feed.ts',
    vectors: PRICES,
  },
  'price/pegs': { test: 'test/feeds/prices/pegs.test.ts', names: 'src/feeds/prices/pegs.feed.ts', vectors: PRICES },
  'price/spot': { test: 'test/feeds/prices/spot.test.ts', names: 'src/feeds/prices/spot.feed.ts', vectors: PRICES },
  'price/vwap': { test: 'test/feeds/prices/vwap.test.ts', names: 'src/feeds/prices/vwap.feed.ts', vectors: PRICES },
  'weather/rainfall': WEATHER,
  'weather/temperature': WEATHER,
  'weather/wind': WEATHER,
  'weather/wrsi': { ...WEATHER, vectors: 'test/feeds/weather/vectors.test.ts' },
}

/** Feeds whose body cannot be worked out again from what it holds, and why. */
const NOT_COUNTED_AGAIN: Readonly<Record<string, string>> = {
  funding:
    'the body holds rates and weights as they are printed: a weighted median of rounded weights may fall to the neighbour',
  'liq-flow': 'the sums are of single liquidations, thousands in a busy window, which the body does not hold',
  liquidations: 'the sums are of single liquidations, thousands in a busy window, which the body does not hold',
}

const named = (file: string): readonly (string | null)[] =>
  modulesIn(CODE.get(file)!).map((module) => fileOf(file, module))

const ids = registry.feeds.map(({ id }) => id).toSorted()

test('the numbers of every feed are tested', () => {
  expect(Object.keys(NUMBERS).toSorted()).toEqual(ids)
  for (const [id, { test: file, names, vectors }] of Object.entries(NUMBERS)) {
    expect([id, FILES.includes(file)]).toEqual([id, true])
    const { bare, texts } = CODE.get(file)!
    const isNamed = named(file).includes(names) || texts.some((text) => text.startsWith(names))
    expect([id, isNamed, /\bconclude/.test(bare)]).toEqual([id, true, true])
    if (vectors === undefined) continue
    expect([id, named(vectors).some((module) => module?.startsWith('test/vectors/'))]).toEqual([id, true])
  }
})

describe('the body of every feed is counted again by whoever verifies it, or says why not', () => {
  const counted = registry.feeds.filter(({ sale }) => sale.canonical.recompute !== undefined)

  test('no feed is left out, and no reason outlives its feed', () => {
    expect([...counted.map(({ id }) => id), ...Object.keys(NOT_COUNTED_AGAIN)].toSorted()).toEqual(ids)
    for (const reason of Object.values(NOT_COUNTED_AGAIN)) expect(reason.length).toBeGreaterThan(40)
  })

  type Body = Readonly<Record<string, Json>>

  const checks = (feed: AnyFeed, body: Body) => {
    const { canonical, tokens } = feed.sale
    const written = canonical.write(tokens(body as never), { timestamp: 1_795_000_005, nonce: 482_910 })
    return canonical.recompute!(canonical.read(written).values, body)
  }

  test.each(counted.map((feed) => [feed.id, feed] as const))('%s', (_id, feed) => {
    for (const subject of feed.subjects) {
      const found = checks(feed, JSON.parse(JSON.stringify(exampleOf(feed, subject))) as Body)
      expect([subject.key, found.length > 0, found.filter(({ ok }) => !ok)]).toEqual([subject.key, true, []])
    }
  })
})
