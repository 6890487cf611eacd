import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type TickOutcome, pollBoard } from '../src/actors/publisher/polled.ts'
import { ENVELOPE_MEMBERS } from '../src/canonical/content.ts'
import type { Json } from '../src/canonical/jcs.ts'
import { layout } from '../src/canonical/layout.ts'
import { decimal, text } from '../src/canonical/token.ts'
import { previewOf } from '../src/feeds/bound-sale.ts'
import type { AnyBoard } from '../src/feeds/board.ts'
import { actorId, type AnyFeed, defineFeed, exampleOf, type Feed } from '../src/feeds/feed.ts'
import { checkedRegistry, registry } from '../src/feeds/registry.ts'
import type { Subject } from '../src/feeds/subject.ts'
import { inDollars, TARIFF } from '../src/feeds/tariff.ts'
import type { Net } from '../src/ports.ts'
import type { BoardStore } from '../src/store/published/boards.ts'
import { BY_RULE } from './feeds/law-tables.ts'
import { lookAt, OPEN } from './support/feeds/market.ts'

/** The laws that every feed obeys, whoever adds it. */

const FEEDS = registry.feeds.map((feed) => [feed.id, feed] as const)
const BOARDS = registry.boards.map((board) => [board.id, board] as const)
const ENVELOPE = { timestamp: 1_795_000_005, nonce: 482_910 }

/** The example as a publisher would sell it. */
const written = (feed: AnyFeed): string => feed.sale.canonical.write(feed.sale.tokens(feed.example), ENVELOPE)

describe('every feed', () => {
  test.each(FEEDS)('%s has an example that fits its answer', (_id, feed) => {
    expect([...Value.Errors(feed.answer, feed.example)]).toEqual([])
  })

  test.each(FEEDS)('%s writes its example and reads the same back', (_id, feed) => {
    const { values, envelope } = feed.sale.canonical.read(written(feed))
    expect(values).toEqual(feed.sale.tokens(feed.example))
    expect(envelope).toEqual(feed.sale.canonical.hasNonce ? ENVELOPE : { ...ENVELOPE, nonce: 0 })
  })

  test.each(FEEDS)('%s says in the body what it says in the canonical string', (_id, feed) => {
    const { values } = feed.sale.canonical.read(written(feed))
    const body = feed.example as Readonly<Record<string, unknown>>
    const shared = Object.keys(values).filter((name) => name in body)
    expect(shared.length).toBeGreaterThan(0)
    for (const name of shared) expect(body[name]).toEqual((values as Readonly<Record<string, unknown>>)[name])
  })

  test.each(FEEDS)('%s has an example for each subject that speaks of this subject', (_id, feed) => {
    for (const subject of feed.subjects) {
      const example = exampleOf(feed, subject)
      expect([subject.key, ...Value.Errors(feed.answer, example)]).toEqual([subject.key])
      if ('domain' in example) expect(example['domain']).toBe(subject.domain)
      const quote = subject.path['quote']
      if ('currency' in example && quote) expect(String(example['currency']).toLowerCase()).toBe(quote)
    }
    if (feed.exampleOf) expect(exampleOf(feed, feed.subjects[0]!)).toEqual(feed.example as Record<string, Json>)
  })

  test.each(FEEDS)('%s leaves the envelope and the time to the publisher', (_id, feed) => {
    for (const name of [...ENVELOPE_MEMBERS, 'timestamp', 'nonce'])
      expect(feed.answer.properties).not.toHaveProperty(name)
  })

  test.each(FEEDS)('%s shows a preview without anything signed, made of what is sold', (_id, feed) => {
    const content = feed.example as Readonly<Record<string, Json>>
    const { preview } = feed.sale
    if (!preview) return
    for (const subject of feed.subjects) {
      const shown = preview.fields(feed.example, subject)
      for (const name of [...ENVELOPE_MEMBERS, 'nonce']) expect(shown).not.toHaveProperty(name)
      const same = Object.entries(shown).filter(([name]) => name in content)
      expect(same.length).toBeGreaterThan(0)
      for (const [name, value] of same) expect(value).toEqual(content[name]!)
    }
    if ('price' in content) expect(preview.fields(feed.example, feed.subjects[0]!)).toHaveProperty('price')
    expect(preview.staleMinutes).toBeGreaterThanOrEqual(1)
  })

  test.each(FEEDS)('%s concludes nothing from nothing', (_id, feed) => {
    for (const subject of feed.subjects) {
      const found = feed.conclude(subject, lookAt(new Map(), OPEN))
      if (feed.id in BY_RULE) expect(found).toMatchObject({ kind: 'concluded', content: { degraded: true } })
      else expect(found.kind).toMatch(/^(quorum_missed|input_missing|needs_past)$/)
    }
  })

  test.each(FEEDS)('%s may be sold for longer than it takes to make a new one', (_id, feed) => {
    expect(feed.sale.sellableSeconds).toBeGreaterThanOrEqual(2 * feed.everySeconds)
  })

  test.each(FEEDS)('%s looks at boards and feeds that exist', (_id, feed) => {
    for (const subject of feed.subjects) {
      // Boards of subjects that are born on demand are made with them.
      if (feed.onDemand)
        for (const board of feed.boards(subject)) expect(board.keepSeconds).toBeGreaterThan(board.everySeconds)
      else for (const board of feed.boards(subject)) expect(registry.board(board.id)).toBe(board)
      for (const stream of feed.streams?.(subject) ?? []) expect(registry.streams).toContain(stream)
      for (const actor of feed.after(subject))
        expect((registry.item(actor) ?? registry.internalItem(actor))?.actor).toBe(actor)
    }
  })

  test.each(FEEDS)('%s has a price in both moneys and a methodology for people', (_id, feed) => {
    const { sats, microUsd } = feed.sale.price
    expect(Number.isInteger(sats) && sats > 0 && Number.isInteger(microUsd) && microUsd > 0).toBe(true)
    expect(inDollars(feed.sale.price)).toMatch(/^\$\d+\.\d{2,6}$/)
    expect(Object.keys(feed.methodology).length).toBeGreaterThan(0)
    expect(feed.summary.length).toBeGreaterThan(20)
  })
})

describe('the registry', () => {
  test('holds the whole price family, an item for every subject', () => {
    const prices = registry.feeds.filter(({ id }) => id.startsWith('price/'))
    expect(prices.map(({ id }) => id)).toEqual(['price/fx', 'price/metals', 'price/pegs', 'price/spot', 'price/vwap'])
    const actors = registry.feeds
      .filter(({ onDemand }) => !onDemand)
      .flatMap((feed) => feed.subjects.map((subject) => actorId(feed, subject)))
    expect(registry.items.map(({ actor }) => actor)).toEqual(actors)
  })

  test('gives every actor, board and path a name of its own', () => {
    const actors = [...registry.items.map(({ actor }) => actor), ...registry.boards.map(({ id }) => id)]
    expect(new Set(actors).size).toBe(actors.length)
    expect(new Set(registry.items.map(({ path, query }) => `${path}?${query}`)).size).toBe(registry.items.length)
    for (const feed of registry.feeds)
      expect(new Set(feed.subjects.map(({ key }) => key)).size).toBe(feed.subjects.length)
    // BullMQ takes neither colons nor plain numbers as ids.
    for (const actor of actors) expect(actor).toMatch(/^[a-z][A-Za-z0-9/,.-]*$/)
  })

  test('finds what it holds and nothing else', () => {
    const item = registry.item('price/spot/BTC-USD')!
    expect(item.path).toBe('/oracle/price/btc/usd')
    expect(item.actor).toBe(actorId(item.feed, item.subject))
    expect(registry.item('price/spot/BTC-XXX')).toBeUndefined()
    expect(registry.board('ticker/kraken')?.id).toBe('ticker/kraken')
    expect(registry.board('price/spot/BTC-USD')).toBeUndefined()
  })

  test('has two items on one path nowhere, and spells every path in lower case', () => {
    for (const { feed, path } of registry.items) {
      expect(path).toMatch(/^(?:\/[a-z0-9_-]+)+$/)
      if (feed.family === 'prices') expect(path).toMatch(/^\/oracle\/price\/[a-z]+\/[a-z]+(\/vwap)?$/)
    }
  })
})

describe('a board', () => {
  /** A store that holds what was written in this test. */
  const memory = () => {
    const kept = new Map<string, { at: number; state: unknown }>()
    const store: BoardStore = {
      read: async (ids) => ids.map((id) => kept.get(id) ?? null),
      write: async (id, at, state) => {
        const before = kept.get(id)
        if (before && before.at >= at) return false
        kept.set(id, { at, state: JSON.parse(JSON.stringify(state)) as unknown })
        return true
      },
    }
    return { kept, store }
  }
  const answering = (body: string): Net => ({ ask: async () => ({ ok: true, body, receivedAt: OPEN, tookMs: 1 }) })
  const GARBAGE = [
    '',
    'null',
    '{}',
    '[]',
    '"x"',
    '<html>',
    '{"error":[],"result":null}',
    '[[[]]]',
    '\u0000',
    '{"data":',
  ] as const

  test.each(BOARDS)('%s answers garbage with a reason, and never throws', async (_id, board) => {
    for (const body of GARBAGE) {
      const { kept, store } = memory()
      const outcome: TickOutcome = await pollBoard(board, answering(body), store, OPEN)
      // An empty list may be a truthful answer; what is written then must hold nothing that could be sold.
      if (outcome.kind === 'declined') {
        expect(outcome.reason).toStartWith('unreadable: ')
        expect(kept.size).toBe(0)
      } else {
        const { state } = kept.get(board.id)!
        expect(JSON.stringify(state)).not.toMatch(/"(price|bid|ask|last|rates)"/)
      }
    }
  })

  test('that answers garbage costs its own source and no other', async () => {
    const { kept, store } = memory()
    const venues = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex']
    const good = (venue: string) => ({
      quotes: { 'ETH/USD': { bid: '3450', ask: '3450', last: '3450', bookAt: null, lastAt: null, receivedAt: OPEN } },
      changedAt: OPEN,
      venue,
    })
    for (const venue of venues) kept.set(`ticker/${venue}`, { at: OPEN - 70_000, state: good(venue) })
    // Kraken turns to garbage: its board keeps an old state, which has expired a minute later.
    const later = OPEN + 61_000
    for (const venue of venues.slice(2).concat('coinbase'))
      await store.write(
        `ticker/${venue}`,
        later,
        JSON.parse(JSON.stringify(good(venue)).replaceAll(String(OPEN), String(later))),
      )
    expect((await pollBoard(registry.board('ticker/kraken')!, answering('<html>'), store, later)).kind).toBe('declined')
    const item = registry.item('price/spot/ETH-USD')!
    const states = new Map([...kept].map(([id, { state }]) => [id, state]))
    expect(item.feed.conclude(item.subject, lookAt(states, later))).toMatchObject({
      kind: 'concluded',
      content: { price: '3450.00', sources: ['bitfinex', 'bitstamp', 'coinbase', 'gemini'] },
    })
  })
})

describe('a definition that does not fit together is refused at the start', () => {
  const SUBJECT: Subject = { key: 'A', domain: 'A', name: 'A', path: { base: 'a' } }
  const LAYOUT = layout('TEST', { domain: text, value: decimal })
  const ANSWER = Type.Object({ domain: Type.String(), value: Type.String() })
  type TestFeed = Feed<typeof ANSWER, typeof LAYOUT.tokens>
  const feed = (fields: Partial<TestFeed> = {}, sale: Partial<TestFeed['sale']> = {}): AnyFeed =>
    defineFeed<typeof ANSWER, typeof LAYOUT.tokens>({
      id: 'test/one',
      family: 'test',
      layer: 'Oracle Data',
      summary: 'one',
      noun: 'value',
      subjects: [SUBJECT],
      answer: ANSWER,
      example: { domain: 'A', value: '1.0' },
      methodology: {},
      everySeconds: 5,
      boards: () => [],
      after: () => [],
      conclude: () => ({ kind: 'input_missing', input: 'everything' }),
      ...fields,
      sale: {
        path: '/oracle/test/{base}',
        price: TARIFF.spot,
        canonical: LAYOUT,
        tokens: ({ domain, value }) => ({ domain, value }),
        sellableSeconds: 10,
        preview: previewOf({ staleMinutes: 60, main: null, note: '', fields: ['value'] }),
        ...sale,
      },
    })
  const board = (id: string): AnyBoard => ({ ...registry.boards[0]!, id })

  test('while one that fits is taken', () => {
    const named = { key: 'B', domain: 'B', name: 'B', path: { base: 'b' } }
    const read = feed({ id: 'test/two', subjects: [named], carry: Type.Object({}) })
    expect(checkedRegistry([feed({ after: () => ['test/two/B'] }), read]).items).toHaveLength(2)

    expect(checkedRegistry([feed()]).items).toMatchObject([{ actor: 'test/one/A', path: '/oracle/test/a' }])
  })

  test.each<[string, () => readonly AnyFeed[], string]>([
    [
      'two feeds of one id',
      () => [feed(), feed({}, { path: '/oracle/other/{base}' })],
      'feed test/one is defined twice',
    ],
    [
      'two subjects of one key',
      () => [feed({ subjects: [SUBJECT, { ...SUBJECT, path: { base: 'b' } }] })],
      'actor test/one/A is defined twice',
    ],
    ['two feeds on one path', () => [feed(), feed({ id: 'test/two' })], 'path /oracle/test/a is defined twice'],
    [
      'an example that does not fit',
      () => [feed({ example: JSON.parse('{"domain":"A","value":1}') })],
      'feed test/one: example /value',
    ],
    ['a period below one second', () => [feed({ everySeconds: 0.5 })], 'everySeconds is below one second'],
    ['a period that is no number', () => [feed({ everySeconds: Number.NaN })], 'everySeconds is below one second'],
    [
      'a sale longer than its copies are counted',
      () => [feed({}, { sellableSeconds: 3_600 })],
      'sellableSeconds must stay below 3600',
    ],
    [
      'a feed that reads an unknown one',
      () => [feed({ after: () => ['test/none/A'] })],
      'reads test/none/A, which is no actor',
    ],
    [
      'a feed that reads one that declares no carry',
      () => [
        feed({ after: () => ['test/two/B'] }),
        feed({ id: 'test/two', subjects: [{ ...SUBJECT, key: 'B', path: { base: 'b' } }] }),
      ],
      'feed test/one: A reads test/two/B, which declares neither carry nor published fields',
    ],
    [
      'published fields that the answer does not have',
      () => [feed({ published: Type.Object({ regime: Type.String() }) })],
      'feed test/one: example /regime',
    ],
    [
      'a feed whose volumes are kept and that carries none',
      () => [
        feed({ carry: Type.Object({}), keeps: () => ({ kind: 'volumes', days: 1, series: 'price/spot/BTC-USD' }) }),
      ],
      'feed test/one: A keeps volumes and carries no minutes',
    ],
    ['a hole that no subject fills', () => [feed({}, { path: '/oracle/{base}/{quote}' })], 'A has no word for {quote}'],
    ['a word without a hole', () => [feed({}, { path: '/oracle/test' })], 'A does not fill /oracle/test'],
    [
      'a board that reads an unknown feed',
      () => [feed({ boards: ((one) => () => [one])({ ...board('b/one'), after: ['test/none/A'] }) })],
      'board b/one reads test/none/A, which is no actor with a carry',
    ],
    [
      'a board that reads a feed without a carry',
      () => [feed({ boards: ((one) => () => [one])({ ...board('b/one'), after: ['test/one/A'] }) })],
      'board b/one reads test/one/A, which is no actor with a carry',
    ],
    [
      'two boards of one name',
      () => [feed({ boards: () => [board('b/one'), board('b/one')] })],
      'two boards are called b/one',
    ],
    [
      'a board with the name of an actor',
      () => [feed({ boards: ((one) => () => [one])(board('test/one/A')) })],
      'actor or board test/one/A is defined twice',
    ],
  ])('%s', (_what, feeds, message) => {
    expect(() => checkedRegistry(feeds())).toThrow(message)
  })

  /** The subject at other words of its path. */
  const spelledAs = (...words: readonly string[]): Subject => ({ ...SUBJECT, alsoAt: words.map((base) => ({ base })) })
  const beside = (path: Readonly<Record<string, string>>, more: Partial<Subject> = {}): Subject => ({
    key: 'B',
    domain: 'B',
    name: 'B',
    path,
    ...more,
  })
  const anywhere: NonNullable<TestFeed['onDemand']> = {
    ask: () => ({ kind: 'invalid', details: [] }),
    subjectOf: () => null,
    most: 1,
    idleSeconds: 1,
  }

  test('while another spelling that nobody has is taken', () => {
    const items = checkedRegistry([feed({ subjects: [spelledAs('aa', 'a-1_b.c'), beside({ base: 'b' })] })]).items
    expect(items.map(({ alsoAt }) => alsoAt)).toEqual([['/oracle/test/aa', '/oracle/test/a-1_b.c'], []])
  })

  test.each<[string, () => readonly AnyFeed[], string]>([
    ['its own path again', () => [feed({ subjects: [spelledAs('a')] })], 'path /oracle/test/a is defined twice'],
    ['itself twice', () => [feed({ subjects: [spelledAs('x', 'x')] })], 'path /oracle/test/x is defined twice'],
    [
      'the path of a neighbour',
      () => [feed({ subjects: [spelledAs('b'), beside({ base: 'b' })] })],
      'path /oracle/test/b is defined twice',
    ],
    [
      'the spelling of a neighbour',
      () => [feed({ subjects: [spelledAs('x'), beside({ base: 'b' }, { alsoAt: [{ base: 'x' }] })] })],
      'path /oracle/test/x is defined twice',
    ],
    [
      'the path of another feed',
      () => [
        feed({ subjects: [spelledAs('other')] }),
        feed({ id: 'test/two', subjects: [beside({})] }, { path: '/oracle/test/other' }),
      ],
      'path /oracle/test/other is defined twice',
    ],
    [
      'the path of a question',
      () => [
        feed({ subjects: [spelledAs('b')] }),
        feed({ id: 'test/two', subjects: [beside({ base: 'b' }, { query: { window: '1h' } })] }),
      ],
      'path /oracle/test/b is defined twice',
    ],
    [
      'the preview of another feed',
      () => [
        feed({ subjects: [spelledAs('preview')] }),
        feed({ id: 'test/two', subjects: [beside({})] }, { path: '/oracle/test' }),
      ],
      'path /oracle/test/preview is defined twice',
    ],
    [
      'the methodology of another feed',
      () => [
        feed({ subjects: [spelledAs('methodology')] }),
        feed({ id: 'test/two', subjects: [beside({})], methodologyOf: () => ({}) }, { path: '/oracle/test' }),
      ],
      'path /oracle/test/methodology is defined twice',
    ],
    [
      'a catalogue',
      () => [feed({ subjects: [spelledAs('catalogue')] }, { catalogue: '/oracle/test/catalogue' })],
      'path /oracle/test/catalogue is defined twice',
    ],
    [
      'what a route with parameters has',
      () => [
        feed({ subjects: [spelledAs('aa')] }),
        feed({ id: 'test/two', subjects: [beside({ any: 'b' })], onDemand: anywhere }, { path: '/oracle/test/{any}' }),
      ],
      'spelling /oracle/test/aa: a route with parameters has it',
    ],
    [
      'a preview of a route with parameters',
      () => [
        feed({ subjects: [spelledAs('preview')] }),
        feed({ id: 'test/two', subjects: [beside({ any: 'b' })], onDemand: anywhere }, { path: '/oracle/{any}' }),
      ],
      'spelling /oracle/test/preview: a route with parameters has it',
    ],
    [
      'whose preview a route with parameters has',
      () => [
        feed({ subjects: [spelledAs('aa')] }),
        feed(
          { id: 'test/two', subjects: [beside({ any: 'b' })], onDemand: anywhere },
          { path: '/oracle/{any}/aa/preview' },
        ),
      ],
      'spelling /oracle/test/aa/preview: a route with parameters has it',
    ],
    [
      'capitals',
      () => [feed({ subjects: [spelledAs('AA')] })],
      'spelling /oracle/test/AA: no request is read like this',
    ],
    ['nothing', () => [feed({ subjects: [spelledAs('')] })], 'spelling /oracle/test/: no request is read like this'],
    ['a slash', () => [feed({ subjects: [spelledAs('x//y')] })], 'spelling /oracle/test/x//y: no request is read'],
    [
      'a word beside a question',
      () => [feed({ subjects: [{ ...spelledAs('aa'), query: { window: '1h' } }] })],
      'spelling test/one/A: only what a path alone names has others',
    ],
    [
      'a word of what starts on demand',
      () => [feed({ subjects: [spelledAs('aa')], onDemand: anywhere })],
      'spelling test/one/A: only what a path alone names has others',
    ],
    [
      'a word for another hole',
      () => [feed({ subjects: [{ ...SUBJECT, alsoAt: [{ base: 'aa', quote: 'b' }] }] })],
      'A does not fill /oracle/test/{base}',
    ],
  ])('another spelling that is %s', (_what, feeds, message) => {
    expect(() => checkedRegistry(feeds())).toThrow(message)
  })

  test('another spelling of what is not sold', () => {
    const [{ feed: unsold }] = registry.internal as [(typeof registry.internal)[number]]
    const spelled = { ...unsold, subjects: unsold.subjects.map((each) => ({ ...each, alsoAt: [{ base: 'pol' }] })) }
    expect(() => checkedRegistry([], [spelled])).toThrow('spelling native/POL-USD: it is not sold at any path')
  })

  test('the listing of a board is a board of its own', () => {
    const boards = checkedRegistry([feed({ boards: () => [registry.board('ticker/kraken')!] })]).boards
    expect(boards.map(({ id }) => id)).toEqual(['instruments/kraken', 'ticker/kraken'])
    expect<unknown>(boards[1]?.listing).toBe(boards[0])
  })
})
