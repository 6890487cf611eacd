import { describe, expect, test } from 'bun:test'
import { contentHash, contentStatement } from '../../src/canonical/content.ts'
import { digest } from '../../src/canonical/digest.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { ed25519Signer } from '../../src/canonical/signature.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { type AnyFeed, exampleOf } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import type { Subject } from '../../src/feeds/subject.ts'
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

/** Two subjects of a feed; of one whose subjects are born, two that somebody may ask for. */
const subjectsOf = (feed: AnyFeed): readonly Subject[] => {
  if (!feed.onDemand) return feed.subjects
  const [first] = feed.subjects
  const elsewhere = feed.onDemand.ask({ ...first!.path, ...first!.query, ...ELSEWHERE }, TIMESTAMP * 1000)
  return elsewhere.kind === 'subject' ? [first!, elsewhere.subject] : [first!]
}

/** Two feeds whose strings have one type: nothing in such a string tells whose it is. */
const SHARING = [...Map.groupBy(registry.feeds, ({ sale }) => sale.canonical.type).values()].flatMap((feeds) =>
  feeds.flatMap((one, at) => feeds.slice(at + 1).map((other) => [one.id, other.id, one, other] as const)),
)

test.each(SHARING)(
  'no answer of %s verifies under a string of %s, nor the other way round',
  (_one, _other, one, other) => {
    const [a, b] = [one, other].map((feed) => sold(feed, exampleOf(feed, feed.subjects[0]!) as Body))
    expect([ok(a!.body, a!.string), ok(b!.body, b!.string)]).toEqual([true, true])
    expect([ok(a!.body, b!.string), ok(b!.body, a!.string)]).toEqual([false, false])
  },
)

test('ships share their strings with sea states', () => {
  expect(SHARING.map(([one, other]) => [one, other])).toContainEqual(['marine/seastate', 'marine/vessel'])
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
