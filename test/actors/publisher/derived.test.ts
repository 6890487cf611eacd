import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { deriveItem, type Deriving, describeDecline } from '../../../src/actors/publisher/derived.ts'
import { earlierForBoard } from '../../../src/actors/publisher/earlier.ts'
import type { Publisher } from '../../../src/actors/publisher/publisher.ts'
import type { Snapshot } from '../../../src/canonical/snapshot.ts'
import type { Conclusion, Declined, TickContext } from '../../../src/feeds/feed.ts'
import { BUNDLED, OFFICIAL } from '../../../src/feeds/calendar/official.ts'
import { FX } from '../../../src/feeds/prices/price-carry.ts'
import { type Item, registry } from '../../../src/feeds/registry.ts'
import type { Store } from '../../../src/store/store.ts'
import { tickers } from '../../support/feeds/market.ts'
import { keptLog, stillClock } from '../../support/still.ts'
import type { EventStore } from '../../../src/store/events/events.ts'
import type { Appended } from '../../../src/store/events/ticks.ts'
import { partOf } from '../../support/part-of.ts'

const NOW = Date.parse('2026-11-18T17:00:00Z')

const snapshot = (actor: string, value: number): Snapshot => ({
  actor,
  timestamp: NOW / 1000 - 60,
  content: { price: String(value) },
  contentHash: '',
  seals: { l402: { publicKey: '', contentSignature: '' }, x402: { publicKey: '', contentSignature: '' } },
  stem: '',
  archive: { canonical: '', signature: '' },
  carry: { value, observedAt: NOW, sources: ['ecb'], confidence: 1 },
})

const appending = (appended: Appended) =>
  partOf<EventStore>({ ticks: partOf({ append: async () => appended, applyAll: async function* () {} }) })

/** The parts of a store that a conclusion reads, and what was read. */
const storeOf = (
  boards: ReadonlyMap<string, unknown>,
  snapshots: Readonly<Record<string, Snapshot>> = {},
  silenced: ReadonlyMap<string, number> = new Map(),
) => {
  const read: string[] = []
  const kept: unknown[][] = []
  const silencing: unknown[][] = []
  const written: unknown[][] = []
  const store = partOf<Store>({
    boards: partOf({
      read: async (ids: readonly string[]) => {
        read.push(...ids)
        return ids.map((id) => (boards.has(id) ? { at: NOW, state: boards.get(id) } : null))
      },
      write: async (...row: unknown[]) => (written.push(row), true),
    }),
    snapshots: partOf({
      latestOf: async (actors: readonly string[]) => {
        read.push(...actors)
        return actors.map((actor) => snapshots[actor] ?? null)
      },
    }),
    reputation: { silenced: async () => silenced, silence: async (...row) => (silencing.push(row), row[0]) },
    candles: partOf({ record: async (...row) => void kept.push(['candle', ...row]) }),
    rows: partOf({ record: async (...row) => void kept.push(['row', ...row]) }),
    events: appending({ kind: 'appended', sequence: 1 }),
    shortfalls: partOf({}),
  })
  return { store, read, kept, silencing, written }
}

const contextOf = (store: Store, publisher: Publisher, quorum: number | null): Deriving => ({
  store,
  publisher,
  clock: stillClock(NOW),
  log: keptLog(),
  quorum,
  wake: () => {},
  mayAsk: () => true,
})

const publisherOf = (accepts = true) => {
  const published: unknown[][] = []
  const publisher: Publisher = {
    publish: async (...args) => {
      published.push(args)
      const [{ actor }, content] = args
      return accepts ? { ...snapshot(actor, 0), timestamp: NOW / 1000, content } : null
    },
    keep: async () => true,
    reprint: async () => 0,
  }
  return { publisher, published }
}

const venues = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex']
const MARKET = tickers(Object.fromEntries(venues.map((venue) => [venue, { 'ETH/USD': 3_450 }])), NOW)
const ETH = registry.item('price/spot/ETH-USD')!

/** An item whose conclusion is only looked at. */
const looking = (item: Item, conclude: (look: TickContext) => Conclusion<object> | Declined): Item => ({
  ...item,
  feed: { ...item.feed, conclude: (_subject, look) => conclude(look) as Declined },
})

describe('a tick of a derived actor', () => {
  test('reads the boards it names, concludes and publishes at the time of the tick', async () => {
    const { store, read } = storeOf(MARKET)
    const { publisher, published } = publisherOf()
    expect(await deriveItem(ETH, contextOf(store, publisher, null), NOW)).toEqual({ kind: 'published' })
    // Each with its socket, and with the list that says what of it still trades.
    const ids = ETH.feed.boards(ETH.subject).flatMap(({ id, pushed, listing }) => [id, pushed!.stream.id, listing!.id])
    expect(read).toEqual([...ids, ETH.actor])
    expect(published).toMatchObject([[{ actor: ETH.actor }, { price: '3450.00' }, { observedAt: NOW - 1_000 }, NOW]])
  })

  test('reads what a role has laid there from a file of the operator', async () => {
    const { store, read } = storeOf(new Map([[OFFICIAL.id, { file: BUNDLED }]]))
    const seen: unknown[] = []
    const calendar = looking(registry.item('econ/calendar/30D')!, ({ boards }) => {
      seen.push(boards.read(OFFICIAL))
      return { kind: 'input_missing', input: 'all' }
    })
    await deriveItem(calendar, contextOf(store, publisherOf().publisher, null), NOW)
    expect(read).toContain(OFFICIAL.id)
    expect(seen).toEqual([{ file: BUNDLED }])
  })

  test('reads nothing of a source that may not be asked any more, however young it is', async () => {
    const seen: unknown[] = []
    const [board, stream] = [registry.board('ticker/kraken')!, registry.streams[0]!]
    const curious = looking(ETH, ({ boards }) => {
      seen.push([boards.read(board) !== null, boards.read(stream) !== null, boards.refused?.has(board.id) ?? false])
      return { kind: 'input_missing', input: 'all' }
    })
    const streaming: Item = { ...curious, feed: { ...curious.feed, streams: () => [stream] } }
    const market = new Map([...MARKET, [stream.id, { seen: 1 }]])
    const tick = async (refused: string) => {
      const context = contextOf(storeOf(market).store, publisherOf().publisher, null)
      const mayAsk: Deriving['mayAsk'] = ({ source }) => source.name !== refused
      await deriveItem(streaming, { ...context, mayAsk }, NOW)
    }
    expect(stream.source.name).not.toBe('kraken')
    for (const refused of ['none', 'kraken', stream.source.name]) await tick(refused)
    expect(seen).toEqual([
      [true, true, false],
      [false, true, true],
      [true, false, false],
    ])
  })

  test('leaves on a board what its feed puts aside, whatever it concludes', async () => {
    const { store, written } = storeOf(MARKET)
    const context = contextOf(store, publisherOf().publisher, null)
    const aside = (_subject: unknown, { now }: TickContext) => ({ id: 'seen/x', state: { at: now } })
    const declined = looking(ETH, () => ({ kind: 'quorum_missed', have: 0, need: 1 }))
    for (const item of [ETH, declined]) await deriveItem({ ...item, feed: { ...item.feed, aside } }, context, NOW)
    expect(written).toEqual([
      ['seen/x', NOW, { at: NOW }],
      ['seen/x', NOW, { at: NOW }],
    ])
    await deriveItem({ ...ETH, feed: { ...ETH.feed, aside: () => null } }, context, NOW)
    await deriveItem(ETH, context, NOW)
    expect(written).toHaveLength(2)
  })

  test('keeps for history what its feed declares, of what was published and of nothing else', async () => {
    const { store, kept } = storeOf(MARKET)
    await deriveItem(ETH, contextOf(store, publisherOf().publisher, null), NOW)
    await deriveItem(ETH, contextOf(store, publisherOf(false).publisher, null), NOW + 5_000)
    expect(kept).toEqual([['candle', ETH.actor, NOW, '3450.00', 61 * 86_400]])
    const index = registry.item('index/stress/MARKET')!
    const { content } = { content: index.feed.example as object }
    const concluding = looking(index, () => ({ kind: 'concluded', content, carry: {} }))
    await deriveItem(concluding, contextOf(store, publisherOf().publisher, null), NOW)
    expect(kept[1]).toEqual([
      'row',
      index.actor,
      { t: NOW / 1000, canonical: '', signature: '', pubkey: '' },
      57 * 86_400,
    ])
    const sol = registry.item('price/spot/SOL-USD')!
    const priced = looking(sol, () => ({ kind: 'concluded', content: { price: '180.00' }, carry: {} }))
    await deriveItem(priced, contextOf(store, publisherOf().publisher, null), NOW)
    expect(kept).toHaveLength(2)
  })

  test('takes the vote of whom a published price convicts, and of nobody by one that was overtaken', async () => {
    const convicting = looking(ETH, () => ({
      kind: 'concluded',
      content: { price: '3450.00' },
      carry: {},
      silence: ['gemini'],
    }))
    const { store, silencing } = storeOf(MARKET)
    const context = contextOf(store, publisherOf().publisher, null)
    await deriveItem(convicting, contextOf(store, publisherOf(false).publisher, null), NOW)
    expect(silencing).toEqual([])
    await deriveItem(convicting, context, NOW)
    expect(silencing).toEqual([[['gemini'], NOW + 300_000, NOW]])
  })

  test('shows prices who has no vote', async () => {
    const silenced = new Map([['gemini', NOW + 1]])
    const { publisher, published } = publisherOf()
    await deriveItem(ETH, contextOf(storeOf(MARKET, {}, silenced).store, publisher, null), NOW)
    expect(published).toMatchObject([[{}, { sources: ['bitfinex', 'bitstamp', 'coinbase', 'kraken'] }, {}, NOW]])
  })

  test('shows the dollar index who has no vote on its legs', async () => {
    const dollar = registry.item('econ/commodities/DXY')!
    const seen: unknown[] = []
    const item = looking(dollar, ({ boards }) => (seen.push(boards.silenced), { kind: 'input_missing', input: 'x' }))
    const silenced = new Map([['gemini', NOW + 1]])
    await deriveItem(item, contextOf(storeOf(new Map(), {}, silenced).store, publisherOf().publisher, null), NOW)
    expect(seen).toEqual([silenced])
  })

  test('tells the log of a second source that contradicts what was published, and of nothing that was not', async () => {
    const item = looking(ETH, () => ({ kind: 'concluded', content: {}, carry: {}, disputedBy: ['fredgraph'] }))
    const log = keptLog()
    for (const accepts of [false, true])
      await deriveItem(item, { ...contextOf(storeOf(MARKET).store, publisherOf(accepts).publisher, null), log }, NOW)
    expect(log.lines).toEqual([
      { level: 'warn', event: 'sources.disputed', fields: { actor: ETH.actor, by: ['fredgraph'] } },
    ])
  })

  test.each([
    [2_100, '2.1 s ahead of'],
    [-119_000, '119.0 s behind'],
  ])('publishes no price whose time the store refuses: %p ms', async (aheadMs, words) => {
    const { store } = storeOf(MARKET)
    const refusing = { ...store, events: appending({ kind: 'outside', aheadMs }) }
    const { publisher, published } = publisherOf()
    expect(await deriveItem(ETH, contextOf(refusing, publisher, null), NOW)).toEqual({
      kind: 'declined',
      cause: 'tick_outside',
      reason: `${words} the clock of the store`,
    })
    expect(published).toEqual([])
  })

  test('publishes nothing when it declines, and says why', async () => {
    const { publisher, published } = publisherOf()
    const outcome = await deriveItem(ETH, contextOf(storeOf(new Map()).store, publisher, null), NOW)
    expect(outcome).toMatchObject({ kind: 'declined', cause: 'quorum_missed', reason: 'quorum missed: 0 of 3' })
    expect(published).toEqual([])
  })

  test('that was overtaken says so', async () => {
    const { publisher } = publisherOf(false)
    expect(await deriveItem(ETH, contextOf(storeOf(MARKET).store, publisher, null), NOW)).toEqual({
      kind: 'superseded',
    })
  })

  test('with a configured quorum passes it on', async () => {
    const one = tickers({ kraken: { 'ETH/USD': 3_450 } }, NOW)
    const { publisher, published } = publisherOf()
    expect(await deriveItem(ETH, contextOf(storeOf(one).store, publisher, 1), NOW)).toEqual({ kind: 'published' })
    expect(published).toMatchObject([[{}, { sources: ['kraken'] }, {}, NOW]])
  })

  test('sees its own last snapshot, those of the feeds it comes after, and no others', async () => {
    const item = registry.item('price/fx/EUR-JPY')!
    const keys = ['EUR-USD', 'USD-JPY'] as const
    const legs = ['price/fx/EUR-USD', 'price/fx/USD-JPY'] as const
    expect(item.feed.after(item.subject)).toEqual(legs)
    const { store } = storeOf(new Map(), {
      [item.actor]: snapshot(item.actor, 178),
      [legs[0]]: snapshot(legs[0], 1.15),
      [legs[1]]: snapshot(legs[1], 155),
      'price/fx/GBP-USD': snapshot('price/fx/GBP-USD', 1.3),
    })
    const seen: unknown[] = []
    const curious = looking(item, ({ previous, earlier, now }) => {
      seen.push(now, previous?.carry['value'], ...keys.map((key) => earlier(FX, key)?.carry.value))
      seen.push(earlier(FX, 'GBP-USD'), earlier(FX, item.subject.key))
      return { kind: 'input_missing', input: 'nothing' }
    })
    await deriveItem(curious, contextOf(store, publisherOf().publisher, null), NOW)
    expect(seen).toEqual([NOW, 178, 1.15, 155, null, null])
  })

  test('sees nothing of a snapshot that carries something else than its feed says, and tells of each once', async () => {
    const item = registry.item('price/fx/EUR-JPY')!
    const old = { ...snapshot('price/fx/EUR-USD', 1.15), carry: { value: '1.15' } }
    const { store } = storeOf(new Map(), {
      [item.actor]: { ...snapshot(item.actor, 178), carry: {} },
      [old.actor]: old,
      'price/fx/USD-JPY': snapshot('price/fx/USD-JPY', 155),
    })
    const seen: unknown[] = []
    const curious = looking(item, ({ previous, earlier }) => {
      seen.push(previous, earlier(FX, 'EUR-USD'), earlier(FX, 'USD-JPY')?.carry.value)
      return { kind: 'input_missing', input: 'nothing' }
    })
    const log = keptLog()
    const context = { ...contextOf(store, publisherOf().publisher, null), log }
    await deriveItem(curious, context, NOW)
    await deriveItem(curious, context, NOW + 1_000)
    expect(seen).toEqual([null, null, 155, null, null, 155])
    const told = (actor: string) => ({
      level: 'warn',
      event: 'carry.unfit',
      fields: { actor, timestamp: old.timestamp, reader: item.actor },
    })
    expect(log.lines).toEqual([told(item.actor), told(old.actor)])
  })

  test('of a board reads the snapshots that the board names, and no others', async () => {
    const euro = 'price/fx/EUR-USD'
    const snapshots = { [euro]: snapshot(euro, 1.15), 'price/fx/USD-JPY': snapshot('price/fx/USD-JPY', 155) }
    const { store, read } = storeOf(new Map(), snapshots)
    const log = keptLog()
    const earlier = await earlierForBoard({ id: 'depth/test', after: [euro] }, { store, log })
    expect(earlier!(FX, 'EUR-USD')?.carry.value).toBe(1.15)
    expect(earlier!(FX, 'USD-JPY')).toBeNull()
    expect(read).toEqual([euro])
    const curious = { ...FX, carry: Type.Object({ other: Type.String() }) }
    expect(earlier!(curious, 'EUR-USD')).toBeNull()
    expect(log.lines).toMatchObject([{ event: 'carry.unfit', fields: { reader: 'depth/test' } }])
    expect(await earlierForBoard({ id: 'depth/test' }, { store, log })).toBeUndefined()
  })

  test('of a feed that declares no carry sees its last content alone', async () => {
    const item = registry.items.find(({ feed }) => feed.carry === undefined)!
    const { store } = storeOf(new Map(), { [item.actor]: snapshot(item.actor, 12) })
    const seen: unknown[] = []
    const curious = looking(item, ({ previous }) => {
      seen.push(previous)
      return { kind: 'input_missing', input: 'nothing' }
    })
    await deriveItem(curious, contextOf(store, publisherOf().publisher, null), NOW)
    expect(seen).toEqual([{ timestamp: NOW / 1000 - 60, content: { price: '12' }, carry: {}, contentHash: '' }])
  })

  test('is handed nothing for a board that it did not name', async () => {
    const seen: unknown[] = []
    const curious = looking(ETH, ({ boards }) => {
      seen.push(boards.read(registry.board('ticker/kraken')!) === null, boards.read(registry.board('ticker/okx')!))
      return { kind: 'input_missing', input: 'nothing' }
    })
    const market = new Map([...MARKET, ...tickers({ okx: { 'ETH/USDT': 3_450 } }, NOW)])
    await deriveItem(curious, contextOf(storeOf(market).store, publisherOf().publisher, null), NOW)
    expect(seen).toEqual([false, null])
  })
})

test('a reason to publish nothing has a few words', () => {
  expect(describeDecline({ kind: 'quorum_missed', have: 2, need: 6 })).toBe('quorum missed: 2 of 6')
  expect(describeDecline({ kind: 'disagreement', spread: 0.0249, limit: 0.015 })).toBe(
    'sources disagree by 2.49 %, limit 1.50 %',
  )
  expect(describeDecline({ kind: 'input_missing', input: 'price/fx/EUR-USD' })).toBe('input missing: price/fx/EUR-USD')
})
