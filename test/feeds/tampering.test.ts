import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { contentHash, contentStatement } from '../../src/canonical/content.ts'
import { digest } from '../../src/canonical/digest.ts'
import { ed25519Signer } from '../../src/canonical/signature.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { MalformedCanonical } from '../../src/canonical/token.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { type AnyFeed, exampleOf } from '../../src/feeds/feed.ts'
import { type Item, itemOf, registry } from '../../src/feeds/registry.ts'
import { EXAMPLE_TICK } from '../../src/feeds/venue-parts.ts'
import { type Body, travelled } from '../support/feeds/content-of.ts'
import { changed } from '../support/feeds/changed-body.ts'
import { fed } from '../support/feeds/fed-feeds.ts'
import { type LeafPath, leavesOf, mutantsOf } from '../support/feeds/tampered-leaves.ts'

/**
 * The law that a signer cannot lie about regimes and intelligence: whatever is changed in a body, hashed and signed
 * again honestly, `claros verify` tells, by counting again from the inputs.
 */

/** Leaves that may say anything, and why. Everything else is told. */
const FREE: readonly (readonly [RegExp, string])[] = [
  [/^sources/, 'venues behind the attestations: they are held against those'],
  [/^snapshot\.(?!.*\.(?:timestamp|age_seconds|actor)$)/, 'repeats an attestation: it is held against that one'],
  [/^regime_since$/, 'of our own past, which a single answer does not hold'],
  [/^current_regime$/, 'of our own record, which is not sold'],
  [/^eligible\.5\./, 'the sixth rate is repeated by nobody'],
  [/^inputs\.\w+\.value\.contributions\./, 'of a coin that is not the best setup it decides nothing'],
]

const SIGNER = ed25519Signer(new Uint8Array(32).fill(5))

const FEEDS = registry.feeds.filter(({ layer }) => layer === 'Oracle Information' || layer === 'Oracle Intelligence')

/** An answer as a lying signer would sell it. */
const signed = (feed: AnyFeed, content: Body): Body => {
  const { timestamp } = content
  const hash = contentHash(content)
  const canonical = feed.sale.canonical.write(feed.sale.tokens(content), {
    timestamp: Number(timestamp),
    nonce: 482_910,
  })
  return {
    ...content,
    contentHash: hash,
    contentSignature: SIGNER.sign(digest(contentStatement(hash))),
    canonical,
    signature: SIGNER.sign(digest(canonical)),
    signingScheme: SIGNER.scheme,
    pubkey: SIGNER.publicKey,
  }
}
/** `null` for a string that nobody can write. */
const orUnwritten = (check: () => boolean): boolean | null => {
  try {
    return check()
  } catch (error) {
    if (error instanceof MalformedCanonical) return null
    throw error
  }
}

const verifies = (feed: AnyFeed, content: Body): boolean =>
  orUnwritten(() => verifyAnswer(signed(feed, content), { layouts: LAYOUTS }).ok) ?? false

/** The hash of a body does not tell whether it follows from its inputs. */
const NO_HASH = '0'.repeat(64)

/** The quick part of the same: what is counted again. */
const counts = ({ sale: { canonical, tokens } }: AnyFeed, content: Body): boolean | null =>
  orUnwritten(() => {
    const at = { timestamp: Number(content['timestamp']), nonce: 482_910 }
    const { values } = canonical.read(canonical.write(tokens(content, NO_HASH), at))
    return canonical.recompute!(values, content).every(({ ok }) => ok)
  })

const named = (path: LeafPath): string => path.join('.')
const isFree = (path: LeafPath): boolean => FREE.some(([pattern]) => pattern.test(named(path)))

/** What a body is made of: a change that decides nothing is no lie about what follows. */
const INPUTS = ['inputs', 'snapshot', 'eligible']

/** Lies that are tried of a place that follows from the inputs. */
const MOST = 8

/** Places of which a lie is not told; of inputs those of which no lie is. */
const untold = (feed: AnyFeed, body: Body): readonly string[] =>
  leavesOf(body).flatMap((path) => {
    if (isFree(path)) return []
    const isInput = INPUTS.includes(String(path[0]))
    const bodies = mutantsOf(body, path)
      .map((to) => changed(body, path, to))
      .filter((each) => Value.Check(feed.answer, each) && counts(feed, each) !== null)
    if (bodies.length === 0) return []
    const lie = bodies.find((each) => !counts(feed, each))
    const isTold = lie !== undefined && (isInput || bodies.slice(0, MOST).every((each) => !counts(feed, each)))
    if (!isTold) return [named(path)]
    // What is told by counting again is told to whoever verifies.
    return verifies(feed, lie) ? [`${named(path)}, verified`] : []
  })

test('regimes and intelligence are these', () => {
  expect(FEEDS.map(({ id }) => id).toSorted()).toEqual([
    'intel/consensus',
    'intel/defi-opportunity',
    'intel/divergence',
    'intel/macro-risk',
    'intel/perp-setup',
    'intel/persistence',
    'intel/regime-change',
    'regime/liquidity',
    'regime/perp',
    'regime/tradfi',
    'synopsis/market',
  ])
})

describe.each(FEEDS.map((feed) => [feed.id, feed] as const))('an example of %s', (_id, feed) => {
  test.each(feed.subjects.map((subject) => [subject.key, subject] as const))('about %s', (_key, subject) => {
    const body: Body = { ...travelled(exampleOf(feed, subject)), timestamp: EXAMPLE_TICK }
    expect(verifies(feed, body)).toBe(true)
    expect(untold(feed, body)).toEqual([])
  })
})

describe('an answer out of the crash', () => {
  /** What several services read is told of once. */
  const seen = new Set<string>()

  test.each([
    ['intel/consensus/MARKET'],
    ['intel/perp-setup/MARKET'],
    ['intel/defi-opportunity/MARKET'],
    ['regime/liquidity/MARKET'],
    ['synopsis/market/MARKET'],
  ])('of %s, and of what it reads', async (actor) => {
    const one = await fed(registry.item(actor)!)
    await one.on.post({ scenario: 'crash' })
    await one.minute()
    one.conclude()
    for (const feed of FEEDS)
      for (const subject of feed.subjects) {
        const item: Item = itemOf(feed, subject)
        const answer = one.answers[item.actor]
        if (!answer || seen.has(item.actor)) continue
        seen.add(item.actor)
        const body = { ...travelled(answer.content), timestamp: answer.timestamp }
        expect([item.actor, verifies(feed, body)]).toEqual([item.actor, true])
        expect([item.actor, untold(feed, body)]).toEqual([item.actor, []])
      }
    expect([...seen]).toContain(actor)
  })
})
