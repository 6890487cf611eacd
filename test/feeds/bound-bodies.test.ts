import { describe, expect, test } from 'bun:test'
import { contentHash, contentStatement } from '../../src/canonical/content.ts'
import { digest } from '../../src/canonical/digest.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { formsOf } from '../../src/canonical/either-layout.ts'
import type { SignedRow } from '../../src/canonical/snapshot.ts'
import { ed25519Signer } from '../../src/canonical/signature.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { type AnyFeed, exampleOf } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import type { PastReader } from '../../src/feeds/history/archive.ts'
import type { ComputedFeed } from '../../src/feeds/history/computed.ts'
import { COMPUTED_FEEDS } from '../../src/feeds/history/computed-feeds.ts'
import type { Subject } from '../../src/feeds/subject.ts'
import { partOf } from '../support/part-of.ts'
import { someOf } from '../support/draws.ts'

/**
 * The law that no answer's body travels under another's string. The two are signed apart, and answers about many subjects
 * share a second: whoever has bought two could put one together of both.
 */

const SIGNER = ed25519Signer(new Uint8Array(32).fill(5))
const TIMESTAMP = 1_795_000_002

/** Every pair of a feed's subjects is tried, and of more than so many those of a few, drawn anew in each run. */
const MOST = 12

type Body = Readonly<Record<string, Json>>

/** An answer as it is sold: a body and its signature, a string and its signature. */
const sold = (feed: AnyFeed, content: Body) => {
  const dated = { ...content, timestamp: TIMESTAMP }
  const hash = contentHash(dated)
  const canonical = feed.sale.canonical.write(feed.sale.tokens(dated), { timestamp: TIMESTAMP, nonce: 482_910 })
  return {
    body: { ...dated, contentHash: hash, contentSignature: SIGNER.sign(digest(contentStatement(hash))) },
    string: { canonical, signature: SIGNER.sign(digest(canonical)) },
  }
}
const ok = (body: Body, string: Body): boolean =>
  verifyAnswer({ ...body, ...string, signingScheme: SIGNER.scheme, pubkey: SIGNER.publicKey }, { layouts: LAYOUTS }).ok

/** Words of places, of which a feed takes those that it knows. */
const ELSEWHERE = { lat: '40.0', lon: '-30.0', lat2: '40.0', lon2: '-30.0', mmsi: '265547250' }

/** A day that is over, for feeds whose window may end on one: their strings have another form then. */
const ENDED = { end: '2026-06-30' }

/** Two subjects of a feed; of one whose subjects are born, two that somebody may ask for, and each of its forms. */
const subjectsOf = (feed: AnyFeed): readonly Subject[] => {
  const { onDemand } = feed
  if (!onDemand) return feed.subjects
  const [first] = feed.subjects
  const words = { ...first!.path, ...first!.query }
  const others = [ELSEWHERE, ...(formsOf(feed.sale.canonical).length > 1 ? [ENDED, { ...ELSEWHERE, ...ENDED }] : [])]
  const found = others.flatMap((other) => {
    const asked = onDemand.ask({ ...words, ...other }, TIMESTAMP * 1000)
    return asked.kind === 'subject' ? [asked.subject] : []
  })
  return [first!, ...found]
}

const typesOf = (feed: AnyFeed): readonly string[] => formsOf(feed.sale.canonical).map(({ type }) => type)

/** Two feeds whose strings have one type: nothing in such a string tells whose it is. */
const SHARING = registry.feeds.flatMap((one, at) =>
  registry.feeds
    .slice(at + 1)
    .filter((other) => typesOf(other).some((type) => typesOf(one).includes(type)))
    .map((other) => [one.id, other.id, one, other] as const),
)

test.each(SHARING)(
  'no answer of %s verifies under a string of %s, nor the other way round',
  (_one, _other, one, other) => {
    const [ours, theirs] = [one, other].map((feed) =>
      [subjectsOf(feed)[0]!, subjectsOf(feed).at(-1)!].map((subject) => sold(feed, exampleOf(feed, subject) as Body)),
    )
    for (const a of ours!)
      for (const b of theirs!) {
        expect([ok(a.body, a.string), ok(b.body, b.string)]).toEqual([true, true])
        expect([ok(a.body, b.string), ok(b.body, a.string)]).toEqual([false, false])
      }
  },
)

test('ships share their strings with sea states, and windows that end on a day with each other', () => {
  const pairs = SHARING.map(([one, other]) => [one, other])
  expect(pairs).toContainEqual(['marine/seastate', 'marine/vessel'])
  expect(pairs).toContainEqual(['weather/rainfall', 'weather/wind'])
  const strings = registry.feeds
    .filter((feed) => typesOf(feed).includes('WEATHER_WINDOW'))
    .map((feed) => sold(feed, exampleOf(feed, subjectsOf(feed).at(-1)!) as Body).string.canonical)
  expect(strings.map((each) => each.split('|')[1])).toEqual(Array.from({ length: 4 }, () => 'WEATHER_WINDOW'))
})

/** Feeds whose strings do not carry the hash of the body: nothing but what they say ties a body to them. */
const UNHASHED = registry.feeds.filter((feed) => {
  const { string } = sold(feed, exampleOf(feed, feed.subjects[0]!) as Body)
  return !string.canonical.includes('|SHA256:')
})

test.each(UNHASHED.map((feed) => [feed.id, feed] as const))(
  'no answer of any other feed verifies under a string of %s',
  (id, feed) => {
    const strings = someOf(feed.subjects, 35, MOST).map(
      (subject) => sold(feed, exampleOf(feed, subject) as Body).string,
    )
    for (const other of registry.feeds) {
      if (other.id === id) continue
      const { body } = sold(other, exampleOf(other, other.subjects[0]!) as Body)
      for (const string of strings)
        expect([other.id, string.canonical, ok(body, string)]).toEqual([other.id, string.canonical, false])
    }
  },
)

test('metals too, whose prices are agreements already', () => {
  expect(UNHASHED.length).toBeGreaterThan(15)
  const metal = registry.items.find(({ path }) => path === '/oracle/price/xau/usd')!
  const { string } = sold(metal.feed, exampleOf(metal.feed, metal.subject) as Body)
  for (const other of registry.feeds) {
    if (other.id === metal.feed.id) continue
    const { body } = sold(other, exampleOf(other, other.subjects[0]!) as Body)
    expect([other.id, ok(body, string)]).toEqual([other.id, false])
  }
})

describe('answers about the past', () => {
  /** Kept answers of an actor, signed as they were. */
  const keptRows = (series: string): readonly SignedRow[] => {
    const { feed, subject } = registry.item(series)!
    return [1_794_999_480, 1_794_999_540].map((t) => {
      const canonical = feed.sale.canonical.write(feed.sale.tokens(exampleOf(feed, subject)), {
        timestamp: t,
        nonce: 482_911,
      })
      return { t, canonical, signature: SIGNER.sign(digest(canonical)), pubkey: SIGNER.publicKey }
    })
  }
  const archive = partOf<PastReader>({ rows: async (series) => keptRows(series) })
  const isKept = (feed: ComputedFeed): boolean => feed.id !== 'history/spot' && feed.id !== 'history/funding'

  const answerOf = async (feed: ComputedFeed) => {
    const request = feed.previewWish(TIMESTAMP)
    const content = isKept(feed) ? (await feed.conclude(feed.subjects[0]!, request, archive))! : feed.example
    const dated: Body = { ...content, timestamp: TIMESTAMP }
    const hash = contentHash(dated)
    const canonical = feed.canonical.write(feed.tokens(dated, hash), { timestamp: TIMESTAMP, nonce: 482_910 })
    return {
      body: { ...dated, contentHash: hash, contentSignature: SIGNER.sign(digest(contentStatement(hash))) },
      string: { canonical, signature: SIGNER.sign(digest(canonical)) },
    }
  }

  test('verify under their own strings, and under that of no other, although all of these have one type', async () => {
    const answers = await Promise.all(COMPUTED_FEEDS.map(answerOf))
    expect([COMPUTED_FEEDS.length, new Set(COMPUTED_FEEDS.map(({ canonical }) => canonical.type))]).toEqual([
      6,
      new Set(['HISTORY']),
    ])
    for (const [at, { body }] of answers.entries())
      for (const [under, { string }] of answers.entries())
        expect([COMPUTED_FEEDS[at]!.id, COMPUTED_FEEDS[under]!.id, ok(body, string)]).toEqual([
          COMPUTED_FEEDS[at]!.id,
          COMPUTED_FEEDS[under]!.id,
          at === under,
        ])
  })
})

describe.each(registry.feeds.map((feed) => [feed.id, feed] as const))('%s', (_id, feed) => {
  test('its answers verify, and none under the string of another subject', () => {
    const answers = someOf(subjectsOf(feed), 35, MOST).map((subject) => sold(feed, exampleOf(feed, subject) as Body))
    for (const [at, { body }] of answers.entries())
      for (const [under, { string }] of answers.entries())
        expect([at, under, ok(body, string)]).toEqual([at, under, at === under])
  })

  test('nor with one of its own figures changed in the body or in the string alone', () => {
    const content = exampleOf(feed, feed.subjects[0]!) as Body
    const { body, string } = sold(feed, content)
    // Whatever the string says in figures, the body says too.
    const shown = feed.sale.tokens(content) as Readonly<Record<string, unknown>>
    for (const [name, value] of Object.entries(content)) {
      if (typeof value !== 'number' && typeof value !== 'boolean') continue
      const other = typeof value === 'boolean' ? !value : value + 1
      const changed = { ...content, [name]: other } as Body
      const said = (() => {
        try {
          return JSON.stringify(feed.sale.tokens(changed))
        } catch {
          return null
        }
      })()
      if (said === JSON.stringify(shown)) continue
      expect([name, ok(sold(feed, content).body, string)]).toEqual([name, true])
      const forged = { ...body, [name]: other } as Body
      const hash = contentHash(Object.fromEntries(Object.entries({ ...changed, timestamp: TIMESTAMP })))
      const resigned = { ...forged, contentHash: hash, contentSignature: SIGNER.sign(digest(contentStatement(hash))) }
      expect([name, ok(resigned, string)]).toEqual([name, false])
    }
  })
})
