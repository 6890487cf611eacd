import { describe, expect, test } from 'bun:test'
import type { Json } from '../../src/canonical/jcs.ts'
import type { AnyFeed } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import { CODE } from '../house/files.ts'
import { someOf } from '../support/draws.ts'
import { fed, providersOf } from '../support/feeds/fed-feeds.ts'
import { LAWS, PUSHED, type Wrong, WRONGS } from './law-tables.ts'

/**
 * The law of bad inputs: whatever is wrong with one provider, a feed concludes the number that it concludes of honest ones,
 * within the bound of its law. Where it cannot, its law says what it answers instead, and no other way out is right.
 */

/** What moves after the fault has begun: without it a frozen provider would be right. */
const MOVED = { 'spot.BTC': 1.02, 'spot.ETH': 1.02, 'metal.XAU': 1.02, 'fx.EUR': 1.01, 'peg.USDT': 0.999 }

type Content = Readonly<Record<string, Json>>

/** Cases of one feed that a run of `npm test` walks; `npm run chaos` walks all of them. */
const MOST_IN_A_RUN = 3

/** Of so few each is told to be wrong in every way; of more they take turns. */
const ALL_BAD_UP_TO = 3

const FED = registry.feeds.filter(({ id }) => !(id in PUSHED))

const numberOf = (feed: AnyFeed, content: unknown): number =>
  Number(
    LAWS[feed.id]!.number.split('.').reduce((value: unknown, name) => (value as Content | undefined)?.[name], content),
  )

/** The same moment of the same world, once every board has asked again, with and without the fault, which begins while the feed is running. */
const concludeUnder = async (feed: AnyFeed, fault: object | null) => {
  const one = await fed({ feed, subject: feed.subjects[0]! })
  expect(one.conclude().kind).toBe('concluded')
  if (fault) expect((await one.on.post(fault)).status).toBe(200)
  expect((await one.on.post({ shock: MOVED })).status).toBe(200)
  // A board that rests for hours has not met a fault of this minute.
  await one.untilAsked()
  return one.conclude()
}

/** A second source that contradicts it, in the body that is sold: who reads it knows that one of the two is wrong. */
const isShown = ({ compared }: Content): boolean =>
  typeof compared === 'object' && compared !== null && (compared as Content)['agrees'] === false

test('every feed is under the law', () => {
  expect(registry.feeds.map(({ id }) => id).toSorted()).toEqual(
    [...Object.keys(LAWS), ...Object.keys(PUSHED)].toSorted(),
  )
  for (const [id, file] of Object.entries(PUSHED))
    expect([id, CODE.get(file)!.texts.some((text) => text.startsWith(`${id}/`))]).toEqual([id, true])
})

describe.each(FED.map((feed) => [feed.id, feed] as const))('%s', (id, feed) => {
  const honest = concludeUnder(feed, null)
  const providers = providersOf({ feed, subject: feed.subjects[0]! })

  const cases = (Object.keys(WRONGS) as readonly Wrong[]).flatMap((what, at) =>
    (providers.length > ALL_BAD_UP_TO ? [providers[at % providers.length]!] : providers).map(
      (provider) => [what, provider] as const,
    ),
  )

  test.each(someOf(cases, id.length, MOST_IN_A_RUN))(
    'under %s of %s',
    async (what, provider) => {
      const right = await honest
      if (right.kind !== 'concluded') throw new Error(`${id} says nothing in an honest world: ${JSON.stringify(right)}`)
      const found = await concludeUnder(feed, WRONGS[what](provider))
      const { otherwise: answers, of = providers.slice(0, 1) } = LAWS[id]!
      const otherwise = of.includes(provider) ? answers?.[what] : undefined
      if (otherwise !== undefined && otherwise !== 'shown') return expect(found.kind).toBe(otherwise)
      if (found.kind !== 'concluded') throw new Error(`${id} says nothing: ${JSON.stringify(found)}`)
      const [expected, is] = [numberOf(feed, right.content), numberOf(feed, found.content)]
      const isHonest = Math.abs(is - expected) <= LAWS[id]!.off(expected, is)
      expect([expected, is, isHonest]).toEqual([expected, is, otherwise === undefined])
      if (otherwise === 'shown') expect(isShown(found.content as Content)).toBe(true)
    },
    30_000,
  )
})
