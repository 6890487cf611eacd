import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { readEarlier, readOwnCarry } from '../../src/feeds/carry.ts'
import type { Conclusion, Earlier } from '../../src/feeds/feed.ts'
import { PriceCarry } from '../../src/feeds/prices/price-carry.ts'
import { type EitherItem, registry } from '../../src/feeds/registry.ts'
import { stage } from '../support/sandbox/world/still-world.ts'
import { polledBoards } from '../support/polled-world.ts'
import { everywhere } from '../support/feeds/derivatives/liquidation-streams.ts'
import { travelled } from '../support/feeds/content-of.ts'
import { lookAt } from '../support/feeds/market.ts'

/** What feeds carry is what they declare, so that nothing is lost between a conclusion and who reads it. */

const CARRY = { value: 1.1, observedAt: 1_795_000_000_000, sources: ['ecb'], confidence: 1 }
const EARLIER: Earlier = { timestamp: 1_795_000_000, content: { price: '1.10' }, carry: CARRY }

describe('what a snapshot carries', () => {
  test('is read as it is, with more than is declared', () => {
    expect(readEarlier({ carry: PriceCarry }, EARLIER)).toEqual({ ...EARLIER, carry: CARRY })
    const more = { ...EARLIER, carry: { ...CARRY, basis: 'live' } }
    expect<unknown>(readEarlier({ carry: PriceCarry }, more)).toEqual({
      ...EARLIER,
      carry: { ...CARRY, basis: 'live' },
    })
  })

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['nothing', {}],
    ['a number as text', { ...CARRY, value: '1.1' }],
    ['a number that was none', { ...CARRY, observedAt: null }],
    ['one name for a list', { ...CARRY, sources: 'ecb' }],
  ])('is not read where it is %s', (_what, carry) => {
    expect(readEarlier({ carry: PriceCarry }, { ...EARLIER, carry })).toBeNull()
  })

  test('is nothing to a feed that declares none', () => {
    expect(readOwnCarry({}, EARLIER)).toEqual({ ...EARLIER, carry: {} })
    expect(readOwnCarry({ carry: Type.Object({ other: Type.Number() }) }, EARLIER)).toBeNull()
  })
})

describe('every feed carries what it declares', () => {
  const declaring = registry.items.filter(({ feed }) => feed.carry)
  const fits = ({ feed, actor }: EitherItem, found: ReturnType<EitherItem['feed']['conclude']>): void => {
    if (found.kind !== 'concluded') throw new Error(`${actor}: ${JSON.stringify(found)}`)
    // As it lies in the store.
    const { carry } = JSON.parse(JSON.stringify(found)) as Conclusion<unknown, Earlier['carry']>
    expect([actor, readOwnCarry(feed, { ...EARLIER, carry })?.carry]).toEqual([actor, carry])
  }

  test('of what boards say', async () => {
    const on = stage()
    const world = polledBoards(on)
    for (const board of registry.boards) await world.poll(board)
    const earlier: Record<string, Earlier> = {}
    const ready = declaring.filter(({ feed, subject }) => !feed.streams?.(subject).length)
    /** Those that it reads come before it. */
    const walk = (item: EitherItem): void => {
      const { actor, feed, subject } = item
      if (actor in earlier || feed.streams?.(subject).length) return
      for (const read of feed.after(subject)) walk(registry.item(read) ?? registry.internalItem(read)!)
      const found = feed.conclude(subject, lookAt(world.states, on.clock.now(), { earlier }))
      if (feed.carry) fits(item, found)
      if (found.kind === 'concluded')
        earlier[actor] = {
          timestamp: Math.floor(on.clock.now() / 1000),
          content: travelled(found.content),
          carry: { ...found.carry },
          contentHash: 'ab',
        }
    }
    for (const item of ready) walk(item)
    expect(ready.length).toBeGreaterThan((3 * declaring.length) / 4)
  })

  test('of what streams gather', () => {
    const streamed = declaring.filter(({ feed, subject }) => feed.streams?.(subject).length)
    expect(streamed.length).toBeGreaterThan(0)
    for (const item of streamed) fits(item, item.feed.conclude(item.subject, everywhere({})))
  })
})
