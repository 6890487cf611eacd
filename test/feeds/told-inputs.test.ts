import { describe, expect, test } from 'bun:test'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { exampleOf } from '../../src/feeds/feed.ts'
import { type Item, itemOf, registry } from '../../src/feeds/registry.ts'
import { type Body, travelled } from '../support/feeds/content-of.ts'
import { changed, failedOf } from '../support/feeds/changed-body.ts'

/** Verifying holds every regime and every service against its inputs: whose they are, of when, and what follows from them. */

const T = 1_795_000_002
const HASH = 'ab'.repeat(32)

/** Regimes and intelligence whose bodies show inputs. */
const ITEMS = registry.feeds
  .filter(({ id }) => /^(?:regime|intel)\//.test(id))
  .flatMap((feed) => feed.subjects.map((subject) => itemOf(feed, subject)))

const bodyOf = ({ feed, subject }: Item): Body => travelled({ ...exampleOf(feed, subject), timestamp: T })

/** The checks that fail, of a string that says what the body says. */
const failed = ({ feed }: Item, body: Body): readonly string[] => {
  const { canonical, tokens } = feed.sale
  return failedOf(canonical.recompute!(tokens(body, HASH), body))
}

/** The paths of all inputs of a body. */
const inputsIn = (found: unknown, path: readonly string[]): readonly (readonly string[])[] =>
  typeof found !== 'object' || found === null
    ? []
    : 'actor' in found
      ? [path]
      : Object.entries(found).flatMap(([name, each]) => inputsIn(each, [...path, name]))
const inputPaths = (body: Body) => inputsIn(body['inputs'], ['inputs'])
const inputAt = (body: Body, path: readonly string[]) =>
  path.reduce<unknown>((at, step) => Reflect.get(at as object, step), body) as Readonly<Record<string, unknown>>

const INPUTS = 'the inputs are those of this answer, each whole and of its time'

describe.each(ITEMS.map((item) => [item.actor, item] as const))('%s', (_actor, item) => {
  const body = bodyOf(item)
  const paths = inputPaths(body)

  test('follows from inputs of its own', () => {
    expect(paths.length).toBeGreaterThan(1)
    expect(failed(item, body)).toEqual([])
  })

  test('does not follow from the attestation of another subject', () => {
    for (const path of paths)
      for (const actor of ['index/stress/ELSEWHERE', 'regime/perp/DOGE', ''])
        expect([path, actor, failed(item, changed(body, [...path, 'actor'], actor))]).toEqual([
          path,
          actor,
          expect.arrayContaining([INPUTS]),
        ])
  })

  test('nor from what has not been said yet, or has no time', () => {
    for (const path of paths) {
      expect([path, failed(item, changed(body, [...path, 'timestamp'], T + 5))]).toEqual([
        path,
        expect.arrayContaining([INPUTS]),
      ])
      expect([path, failed(item, changed(body, [...path, 'timestamp'], null))]).not.toEqual([path, []])
    }
  })

  test('nor from an attestation without a hash, or with another one than what was told beside it', () => {
    for (const path of paths) {
      const { contentHash, actor } = inputAt(body, path)
      if (contentHash === null) {
        expect([path, failed(item, changed(body, [...path, 'contentHash'], HASH))]).not.toEqual([path, []])
        continue
      }
      for (const none of [null, 'f', 'z'.repeat(64)])
        expect([path, none, failed(item, changed(body, [...path, 'contentHash'], none))]).toEqual([
          path,
          none,
          expect.arrayContaining([INPUTS]),
        ])
      const isToldTwice = paths.filter((other) => inputAt(body, other)['actor'] === actor).length > 1
      if (isToldTwice)
        expect([path, failed(item, changed(body, [...path, 'contentHash'], HASH))]).not.toEqual([path, []])
    }
  })

  test('nor where an input was left out, or added', () => {
    for (const path of paths) {
      const parent = path.slice(0, -1)
      const others = (inputs: object) =>
        Object.fromEntries(Object.entries(inputs).filter(([name]) => name !== path.at(-1)))
      expect([path, failed(item, changed(body, parent, others))]).not.toEqual([path, []])
    }
    const more = { value: null, timestamp: null, actor: 'price/spot/BTC-USD', contentHash: null }
    const parent = paths[0]!.slice(0, -1)
    expect(
      failed(
        item,
        changed(body, parent, (inputs: object) => ({ ...inputs, more })),
      ),
    ).not.toEqual([])
  })

  test('nor where a missing input keeps its origin, or one that is there is said to be missing', () => {
    for (const path of paths) {
      expect([path, failed(item, changed(body, [...path, 'value'], null))]).not.toEqual([path, []])
      const none = { ...inputAt(body, path), value: null, timestamp: null, contentHash: null }
      expect([path, failed(item, changed(body, path, none))]).not.toEqual([path, []])
    }
  })

  test('and a body of anything else ends with a verdict', () => {
    const envelope = { timestamp: T, nonce: 482_910 }
    const signed = {
      canonical: item.feed.sale.canonical.write(item.feed.sale.tokens(body, HASH), envelope),
      contentHash: HASH,
      signature: 'x',
      signingScheme: 'ed25519',
      pubkey: '',
    }
    const deep: unknown = JSON.parse('['.repeat(2_000) + ']'.repeat(2_000))
    const words: readonly unknown[] = [null, 'x', -1, 1e308, true, [], {}, [[]], Number.NaN, undefined, deep]
    for (const name of Object.keys(body))
      for (const word of words) {
        const other = { ...body, ...signed, [name]: word } as Body
        expect([name, verifyAnswer(other, { layouts: LAYOUTS }).ok]).toEqual([name, false])
      }
  })
})
